"""The entries of a match for its pages: those that name it, and what its teams did while the shops were open."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from django.db.models import QuerySet

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.name_lookup import render_entries
from explain.names import Names
from league.access import Viewer
from league.models import Season
from league.pages.matches.fact_sections import MATCH_PAGE_COMMANDS, SHOPPING
from league.queries.entries import entries_of_match
from sql.cached_sql import cached_sql


@cached_sql
def match_entry_rows(season: str, viewer: Viewer, match: str) -> QuerySet[Any]:
    """The rows of a match's entries, newest first; `season` is a stored id and `match` a short one."""
    return entries_of_match(season, viewer, match, shopping=SHOPPING)


def match_in_origin(season: Season, match: str) -> str:
    """The address of a match in the season that a fork was copied from; empty if the season is no fork."""
    return links.match_url(f"{season.forked_from}/{match}") if season.forked_from else ""


def render_match_entries(rows: Iterable[Any], names: Names, teams: Container[str]) -> list[RenderedEntry]:
    """Those entries with their facts, without what other teams than these did in their shops."""
    return [
        entry
        for entry in render_entries(rows, names, only=MATCH_PAGE_COMMANDS)
        if entry.tag not in SHOPPING or any(fact.franchise in teams for fact in entry.facts)
    ]
