"""A match step by step to the end of its settlement, on as many pages as it needs. Rules DM-C-087, DM-C-093."""

from __future__ import annotations

from typing import Any

from explain import links
from explain.names import Names
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import match_base_context
from league.pages.matches.fact_sections import fact_sections
from league.pages.matches.match_entries import match_entry_rows, match_in_origin, render_match_entries
from league.pages.step_pages import step_page
from league.queries.match_titles import match_title
from league.queries.matches import line_ups


def settlement_page(
    *, league: League, season: Season, viewer: Viewer, match: str, page: int
) -> dict[str, Any] | None:
    """The context of a page of a match's steps, None if there is no such match.

    A page after the last is the last.
    """
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    if not teams:
        return None
    match_row = teams[0].match
    franchises = {links.short_id(team.franchise_id): team.franchise.identity.name for team in teams}
    name = match_title(match_row.round.number, match_row.place)
    names = Names(season.pk, franchises=franchises, matches={match: name})
    entries = render_match_entries(match_entry_rows(season.pk, viewer, match), names, frozenset(franchises))
    before, settlement = fact_sections(entries, match)
    return {
        **match_base_context(
            league, season, viewer, match=match, name=name, part="Step by step", balance=teams[0].own_balance
        ),
        "match_name": name,
        "match_href": links.match_url(id),
        "in_origin": match_in_origin(season, match),
        **step_page(links.settlement_url(id), [*before, *settlement], page=page),
    }
