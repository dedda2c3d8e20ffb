"""The journal as it can be read: entries newest first, one by one with every roll."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet

from explain import links
from explain.amended_entry import amended_entry
from explain.misread_dice import misread_dice
from explain.name_lookup import render_entries
from explain.names import Names
from league.access import Viewer
from league.models import League, Season
from league.pages.amends.form import amend_button_label
from league.pages.base_context import Breadcrumb, base_context
from league.pages.dice.entry_leaf import entry_leaf, words_beside
from league.queries.entries import PUBLIC_COLUMNS, all_entries, entries_naming
from league.queries.published_keys import earlier_season_keys, published_season_key
from league.queries.published_secrets import published_secret
from league.queries.seasons import own_balance, seasons
from sql.cached_sql import cached_sql

ENTRIES_A_PAGE = 25
MAX_FACTS_PER_ENTRY = 6
LONGEST_SUBJECT = 60
MAX_NUMBER_DIGITS = 10


@dataclass(frozen=True, slots=True)
class JournalQuery:
    """What the address asks for: entries before a number (None: the newest), of one subject (empty: of all)."""

    before: int | None
    subject: str

    @classmethod
    def from_query(cls, query: Any) -> JournalQuery:
        """From the query string; what is no number is taken as not asked."""
        return cls(whole_number(query.get("before", "")), query.get("subject", "")[:LONGEST_SUBJECT])


def whole_number(text: str) -> int | None:
    """A number out of an address or a form, None for what is none."""
    return int(text) if text.isdecimal() and len(text) < MAX_NUMBER_DIGITS else None


def journal_page(*, league: League, season: Season, viewer: Viewer, asked: JournalQuery) -> dict[str, Any]:
    """The context of a page of the journal."""
    before = season.length + 1 if asked.before is None else asked.before
    naming_it = (asked.subject,) if asked.subject else ()
    fetched = _entries(season.pk, viewer, naming_it, before)
    entries = fetched[:ENTRIES_A_PAGE]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=_crumbs(league, season, "Journal"),
            balance=own_balance(viewer),
        ),
        "entries": render_entries(entries, Names(season.pk), most=MAX_FACTS_PER_ENTRY),
        "subject": asked.subject,
        "key": (key := published_season_key(season)),
        "unproven": key is not None and not published_secret(season).secret,
        "earlier_keys": earlier_season_keys(season),
        "elsewhere": _other_seasons(season, asked.subject) if asked.subject and not entries else [],
        "newest": asked.before is None,
        "older": entries[-1].number if len(fetched) > ENTRIES_A_PAGE else None,
    }


@cached_sql
def _entries(season: str, viewer: Viewer, naming_it: tuple[str, ...], before: int) -> QuerySet[Any]:
    """The newest entries before that number, of one subject or of all, with one more than a page shows."""
    found = entries_naming(season, viewer, *naming_it) if naming_it else all_entries(season, viewer)
    return found.filter(number__lt=before)[: ENTRIES_A_PAGE + 1]


@cached_sql
def _entry_numbered(season: str, viewer: Viewer, number: int) -> QuerySet[Any]:
    return all_entries(season, viewer).filter(number=number).only(*PUBLIC_COLUMNS, "previous")


def _new_sandbox_url(season: Season, viewer: Viewer, number: int) -> str:
    """Where a sandbox of the season as it stood after an entry is made; empty for whoever makes none."""
    plays = viewer.is_commissioner or viewer.franchises
    return f"{links.sandboxes_url(season.pk)}?entry={number}" if plays and not season.forked_from else ""


def entry_page(*, league: League, season: Season, viewer: Viewer, number: int) -> dict[str, Any] | None:
    """The context of one entry's page, None when the journal is not that long."""
    found = next(iter(_entry_numbered(season.pk, viewer, number)), None)
    if found is None:
        return None
    (entry,) = render_entries([found], Names(season.pk))
    now = amended_entry(found, viewer)
    if now is not None:
        marked = tuple(replace(fact, fresh=at in now.fresh) for at, fact in enumerate(entry.facts))
        entry = replace(entry, facts=marked)
    crumbs = _crumbs(league, season, "Journal", links.journal_url(season.pk))
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=[*crumbs, Breadcrumb(f"Entry {number}")],
            balance=own_balance(viewer),
        ),
        "entry": entry,
        "stands": now,
        "leaf": entry_leaf(found, actor=entry.actor),
        "words": words_beside(found),
        "fair_at": links.fairness_url(season.pk),
        "misread": misread_dice(season, [roll.path for roll in entry.rolls]),
        "try_at": _new_sandbox_url(season, viewer, number),
        "put_right": amend_button_label(season, viewer, found),
        "put_right_at": links.put_right_url(season.pk, number),
        "before": links.entry_url(season.pk, number - 1) if number > 1 else "",
        "after": links.entry_url(season.pk, number + 1) if number < season.length else "",
    }


def _other_seasons(season: Season, subject: str) -> list[Breadcrumb]:
    """The same search in the other seasons of the league, the newest first."""
    query = urlencode({"subject": subject})
    return [
        Breadcrumb(f"Season {each.number}", f"{links.journal_url(each.pk)}?{query}")
        for each in seasons(season.league_id)
        if each.pk != season.pk
    ]


def _crumbs(league: League, season: Season, here: str, href: str = "") -> list[Breadcrumb]:
    return [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
        Breadcrumb(here, href),
    ]
