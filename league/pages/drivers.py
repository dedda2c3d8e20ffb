"""The drivers of a season in one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drivers.queries import sheets
from league.access import Viewer
from league.models import League, Season
from league.pages import routes
from league.pages.frame import Crumb, colour_of, frame
from league.queries.seasons import balance_of
from rules.campaign.quirks import QUIRK_NAMES
from rules.campaign.talents import BY_TAG


@dataclass(frozen=True, slots=True)
class DriverLine:
    """A driver in the season's table."""

    name: str
    href: str
    franchise: str
    franchise_href: str
    colour: str
    level: int
    xp: int
    talents: str
    quirks: str
    fatigue: int
    availability: str


def drivers_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of a season's drivers."""
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Drivers",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {season.number}", routes.season_at(season.pk)),
                Crumb("Drivers"),
            ],
            balance=balance_of(season.pk, viewer),
        ),
        "drivers": [_line(sheet) for sheet in sheets(season.pk)],
    }


def _line(sheet: Any) -> DriverLine:
    contract = getattr(sheet, "contract", None)
    franchise = None if contract is None else contract.franchise
    return DriverLine(
        name=sheet.person.name,
        href=routes.address(sheet),
        franchise="" if franchise is None else franchise.identity.name,
        franchise_href="" if franchise is None else routes.address(franchise),
        colour="" if franchise is None else colour_of(routes.local(franchise.pk)),
        level=sheet.level,
        xp=sheet.xp,
        talents=", ".join(BY_TAG[tag].name if tag in BY_TAG else tag for tag in sheet.talents),
        quirks=", ".join(
            QUIRK_NAMES.get(tag, tag) + ("" if count == 1 else f" ×{count}") for tag, count in sheet.quirks.items()
        ),
        fatigue=len(sheet.fatigue),
        availability=sheet.availability.replace("_", " "),
    )
