"""The context around every page of a league: navigation, breadcrumbs and the viewer's own franchise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from explain import links, rulebook_links
from franchises.crests import Crest, crest_of
from league.access import Viewer
from league.models import League, Season

RULES = "Rules"
"""The name of the menu of everything that says how a season is played."""
DRAFT_STEPS = ("E5", "E6", "E7", "E8")
"""Steps at which the navigation bar links to the draft."""


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link of the navigation bar; `here` if the page belongs to it.

    A menu has `links`, each with what it leads to in a few words (`about`).
    """

    name: str
    href: str
    here: bool = False
    about: str = ""
    links: tuple[NavLink, ...] = ()


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
    crest: Crest
    balance: int | None


def franchise_color(franchise: str) -> str:
    """A franchise's color as #rrggbb: the first of its crest, in the league that is asked for."""
    return crest_of(franchise).first


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
            (RULES, links.house_rules_url(season.pk)),
            ("Journal", links.journal_url(season.pk)),
        ]
    owned = [
        OwnFranchise(franchise.name, links.object_url(franchise), crest_of(links.short_id(franchise.pk)), None)
        for franchise in viewer.franchises
    ]
    return {
        "league": league,
        "season": season,
        "places": [
            rules_menu(season, here) if name == RULES and season else NavLink(name, href, name == here)
            for name, href in places
        ],
        "commission": commissioner_links(league, season, here) if viewer.is_commissioner else [],
        "crumbs": [Breadcrumb("Leagues", "/"), *crumbs],
        "own": replace(owned[0], balance=balance) if owned else None,
        "own_besides": owned[1:],
    }


def rules_menu(season: Season, here: str) -> NavLink:
    """The menu of everything that says how a season is played; `here` is the name of the current place."""
    menu = (
        ("House rules", links.house_rules_url(season.pk), "What this season plays differently"),
        ("Rulebook", rulebook_links.rulebook_url(season.pk), "Every rule of the game, to look up"),
        ("Questionnaires", links.questionnaires_url(season.pk), "What a league decides, question by question"),
        ("House acts", links.house_acts_url(season.pk), "What commissioners do by hand, with reasons"),
        ("Procedures", links.procedures_url(season.pk), "What a referee works out, with dice"),
    )
    parts = tuple(NavLink(name, href, name == here, about) for name, href, about in menu)
    return NavLink(RULES, links.house_rules_url(season.pk), any(part.here for part in parts), links=parts)


def match_base_context(
    league: League,
    season: Season,
    viewer: Viewer,
    *,
    match: str,
    name: str,
    part: str = "",
    balance: int | None = None,
) -> dict[str, Any]:
    """The base context of a match's page, or of a `part` of it such as its replay; `match` is its short id.

    `name` is what the match is called.
    """
    page = Breadcrumb(name, links.match_url(f"{season.pk}/{match}") if part else "")
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
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
            *places,
        ]
    return [NavLink(name, href, name == here) for name, href in places]


def own_franchise_ids(viewer: Viewer) -> frozenset[str]:
    """The short ids of the franchises the viewer owns (DM-C-059)."""
    return frozenset(links.short_id(franchise.pk) for franchise in viewer.franchises)
