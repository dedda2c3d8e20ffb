"""What surrounds every page of a league: the places in the bar, the way back, and the viewer's own franchise."""

from __future__ import annotations

import colorsys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.access import Viewer
from league.models import League, Season
from league.pages import routes

DRAFT_STEPS = ("E5", "E6", "E7", "E8")
"""Steps at which the bar leads to the draft."""
HUES, LIGHTS = 12, (0.35, 0.5, 0.65)


@dataclass(frozen=True, slots=True)
class Place:
    """A link of the bar; `here` when the page belongs to it."""

    name: str
    href: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class Crumb:
    """A step of the way back; the last one is the page itself."""

    name: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Own:
    """The viewer's franchise with its balance in credits, None where the page did not ask for it."""

    name: str
    href: str
    colour: str
    balance: int | None


def colour_of(franchise: str) -> str:
    """A franchise's colour as #rrggbb, always the same for the same short name."""
    hue, light = divmod(zlib.crc32(franchise.encode()) % (HUES * len(LIGHTS)), len(LIGHTS))
    red, green, blue = colorsys.hls_to_rgb(hue / HUES, LIGHTS[light], 0.7)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def frame(
    *,
    league: League,
    season: Season | None,
    viewer: Viewer,
    here: str,
    crumbs: Sequence[Crumb],
    balance: int | None = None,
) -> dict[str, Any]:
    """The part of a page's context that the base template lays out. `here` is the name of a place.

    `balance` is what the first of the viewer's franchises has, in credits.
    """
    places = [("League", routes.league_at(league.pk))]
    if season is not None:
        home = routes.season_at(season.pk)
        places += [
            ("Schedule", f"{home}#schedule"),
            ("Franchises", f"{home}#standings"),
            ("Drivers", routes.drivers_at(season.pk)),
            ("Market", routes.market_at(season.pk)),
            *([("Draft", routes.draft_at(season.pk))] if here == "Draft" or season.step in DRAFT_STEPS else []),
            ("Rules", routes.rules_at(season.pk)),
            ("Journal", routes.journal_at(season.pk)),
        ]
    owned = [
        Own(each.name, routes.address(each), colour_of(routes.local(each.pk)), None) for each in viewer.franchises
    ]
    return {
        "league": league,
        "season": season,
        "places": [Place(name, href, name == here) for name, href in places],
        "crumbs": [Crumb("Leagues", "/"), *crumbs],
        "own": replace(owned[0], balance=balance) if owned else None,
        "own_besides": owned[1:],
    }


def own_names(viewer: Viewer) -> frozenset[str]:
    """The short names of the franchises the viewer owns (DM-C-059)."""
    return frozenset(routes.local(each.pk) for each in viewer.franchises)
