"""The context around every page of a league: navigation, breadcrumbs and the viewer's own franchise."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from explain import links
from league.access import Viewer
from league.middleware import LEAGUE_FRANCHISES
from league.models import League, Season

DRAFT_STEPS = ("E5", "E6", "E7", "E8")
"""Steps at which the navigation bar links to the draft."""
FRANCHISE_COLORS = (
    *("#e15a0f", "#0f69e1", "#009600", "#d269e1", "#879696", "#b43c78", "#876900", "#007878", "#874bd2", "#7887ff"),
    *("#969600", "#786996", "#f05a87", "#0096d2", "#2da578", "#b478a5", "#a55a4b", "#3c782d", "#d22d3c", "#b4875a"),
)
"""Colors that distinguish franchises: each as unlike those before it as possible, and legible in both themes."""


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link of the navigation bar; `here` if the page belongs to it."""

    name: str
    href: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class Breadcrumb:
    """A breadcrumb; the last one is the page itself."""

    name: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class OwnFranchise:
    """One of the viewer's franchises; `balance` is in credits, and None for all but the first."""

    name: str
    href: str
    colour: str
    balance: int | None


def franchise_color(franchise: str) -> str:
    """A franchise's color as #rrggbb, by its position among the franchises of the requested league.

    Two franchises of a league share a color only if there are more franchises than `FRANCHISE_COLORS`. Outside a
    league the color follows from the franchise's short name.
    """
    places = LEAGUE_FRANCHISES.get()
    position = places.index(franchise) if franchise in places else zlib.crc32(franchise.encode())
    return FRANCHISE_COLORS[position % len(FRANCHISE_COLORS)]


def base_context(
    *,
    league: League,
    season: Season | None,
    viewer: Viewer,
    here: str,
    crumbs: Sequence[Breadcrumb],
    balance: int | None = None,
) -> dict[str, Any]:
    """The part of a page's context that the base template lays out; `here` is the name of the current place.

    `balance` is that of the viewer's first franchise in credits, by default its present one.
    """
    balance = viewer.balance if balance is None else balance
    places = [("League", links.league_url(league.pk))]
    if season is not None:
        home = links.season_url(season.pk)
        places += [
            ("Schedule", links.schedule_url(season.pk)),
            ("Franchises", f"{home}#standings"),
            ("Drivers", links.drivers_url(season.pk)),
            ("Market", links.season_market_url(season.pk)),
            *([("Draft", links.draft_url(season.pk))] if here == "Draft" or season.step in DRAFT_STEPS else []),
            ("Records", links.records_url(league.pk)),
            ("Rules", links.house_rules_url(season.pk)),
            ("Rulebook", links.rulebook_url(season.pk)),
            ("Journal", links.journal_url(season.pk)),
        ]
    owned = [
        OwnFranchise(franchise.name, links.object_url(franchise), franchise_color(links.short_id(franchise.pk)), None)
        for franchise in viewer.franchises
    ]
    return {
        "league": league,
        "season": season,
        "places": [NavLink(name, href, name == here) for name, href in places],
        "commission": commissioner_links(league, season, here) if viewer.is_commissioner else [],
        "crumbs": [Breadcrumb("Leagues", "/"), *crumbs],
        "own": replace(owned[0], balance=balance) if owned else None,
        "own_besides": owned[1:],
    }


def match_base_context(
    league: League, season: Season, viewer: Viewer, *, match: str, part: str = "", balance: int | None = None
) -> dict[str, Any]:
    """The base context of a match's page, or of a `part` of it such as its replay; `match` is its short id."""
    page = Breadcrumb(f"Match {match}", links.match_url(f"{season.pk}/{match}") if part else "")
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
        *((page, Breadcrumb(part)) if part else (page,)),
    ]
    return base_context(league=league, season=season, viewer=viewer, here="Schedule", crumbs=crumbs, balance=balance)


def commissioner_links(league: League, season: Season | None, here: str) -> list[NavLink]:
    """The commissioner's links: to what runs a season, and to the people of the league."""
    places = [
        ("Announcements", links.announcements_url(league.pk)),
        ("People", links.people_url(league.pk)),
        ("Jobs", links.jobs_url(league.pk)),
    ]
    if season is not None:
        places = [
            ("Board", links.board_url(season.pk)),
            ("Questionnaires", links.questionnaires_url(season.pk)),
            ("House acts", links.house_acts_url(season.pk)),
            *places,
        ]
    return [NavLink(name, href, name == here) for name, href in places]


def own_franchise_ids(viewer: Viewer) -> frozenset[str]:
    """The short ids of the franchises the viewer owns (DM-C-059)."""
    return frozenset(links.short_id(franchise.pk) for franchise in viewer.franchises)
