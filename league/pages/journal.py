"""The journal as it can be read: entries newest first, one by one with every roll."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet

from league.access import Viewer
from league.models import League, Season
from league.pages import routes
from league.pages.amend_form import offered
from league.pages.called import Names
from league.pages.frame import Crumb, frame
from league.pages.leaf_shown import leaf_shown, words_beside
from league.pages.misread_dice import misread_dice
from league.pages.names import told_entries
from league.pages.retold import stands
from league.prepared import prepared
from league.queries.entries import SHOWN_OF_ALL, chain, naming
from league.queries.keys import earlier_season_keys, published_season_key
from league.queries.old_secrets import old_secret
from league.queries.seasons import own_balance, seasons

ENTRIES_A_PAGE = 25
FACTS_SHOWN = 6
LONGEST_SUBJECT = 60
LONGEST_NUMBER = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for: entries before a number (None: the newest), of one subject (empty: of all)."""

    before: int | None
    subject: str

    @classmethod
    def of(cls, query: Any) -> Asked:
        """From the query string; what is no number is taken as not asked."""
        return cls(whole_number(query.get("before", "")), query.get("subject", "")[:LONGEST_SUBJECT])


def whole_number(text: str) -> int | None:
    """A number out of an address or a form, None for what is none."""
    return int(text) if text.isdecimal() and len(text) < LONGEST_NUMBER else None


def journal_page(*, league: League, season: Season, viewer: Viewer, asked: Asked) -> dict[str, Any]:
    """The context of a page of the journal."""
    before = season.length + 1 if asked.before is None else asked.before
    naming_it = (asked.subject,) if asked.subject else ()
    fetched = _entries(season.pk, viewer, naming_it, before)
    shown = fetched[:ENTRIES_A_PAGE]
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=_crumbs(league, season, "Journal"),
            balance=own_balance(viewer),
        ),
        "entries": told_entries(shown, Names(season.pk), most=FACTS_SHOWN),
        "subject": asked.subject,
        "key": (key := published_season_key(season)),
        "unproven": key is not None and not old_secret(season).secret,
        "earlier_keys": earlier_season_keys(season),
        "elsewhere": _elsewhere(season, asked.subject) if asked.subject and not shown else [],
        "newest": asked.before is None,
        "older": shown[-1].number if len(fetched) > ENTRIES_A_PAGE else None,
    }


@prepared
def _entries(season: str, viewer: Viewer, naming_it: tuple[str, ...], before: int) -> QuerySet[Any]:
    """The newest entries before that number, of one subject or of all, with one more than a page shows."""
    found = naming(season, viewer, *naming_it) if naming_it else chain(season, viewer)
    return found.filter(number__lt=before)[: ENTRIES_A_PAGE + 1]


@prepared
def _numbered(season: str, viewer: Viewer, number: int) -> QuerySet[Any]:
    return chain(season, viewer).filter(number=number).only(*SHOWN_OF_ALL, "previous")


def _try_at(season: Season, viewer: Viewer, number: int) -> str:
    """Where a sandbox of the season as it stood after an entry is made; empty for whoever makes none."""
    plays = viewer.is_commissioner or viewer.franchises
    return f"{routes.sandboxes_at(season.pk)}?entry={number}" if plays and not season.forked_from else ""


def entry_page(*, league: League, season: Season, viewer: Viewer, number: int) -> dict[str, Any] | None:
    """The context of one entry's page, None when the journal is not that long."""
    found = next(iter(_numbered(season.pk, viewer, number)), None)
    if found is None:
        return None
    (entry,) = told_entries([found], Names(season.pk))
    now = stands(found, viewer)
    if now is not None:
        marked = tuple(replace(each, fresh=at in now.fresh) for at, each in enumerate(entry.facts))
        entry = replace(entry, facts=marked)
    crumbs = _crumbs(league, season, "Journal", routes.journal_at(season.pk))
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Journal",
            crumbs=[*crumbs, Crumb(f"Entry {number}")],
            balance=own_balance(viewer),
        ),
        "entry": entry,
        "stands": now,
        "leaf": leaf_shown(found, actor=entry.actor),
        "words": words_beside(found),
        "fair_at": routes.fair_at(season.pk),
        "misread": misread_dice(season, [roll.path for roll in entry.rolls]),
        "try_at": _try_at(season, viewer, number),
        "put_right": offered(season, viewer, found),
        "put_right_at": routes.put_right_at(season.pk, number),
        "before": routes.entry_at(season.pk, number - 1) if number > 1 else "",
        "after": routes.entry_at(season.pk, number + 1) if number < season.length else "",
    }


def _elsewhere(season: Season, subject: str) -> list[Crumb]:
    """The same search in the other seasons of the league, the newest first."""
    query = urlencode({"subject": subject})
    return [
        Crumb(f"Season {each.number}", f"{routes.journal_at(each.pk)}?{query}")
        for each in seasons(season.league_id)
        if each.pk != season.pk
    ]


def _crumbs(league: League, season: Season, here: str, href: str = "") -> list[Crumb]:
    return [
        Crumb(league.name, routes.league_at(league.pk)),
        Crumb(f"Season {season.number}", routes.season_at(season.pk)),
        Crumb(here, href),
    ]
