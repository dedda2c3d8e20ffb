"""The table of a season's drivers."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from drivers.queries import season_sheets
from explain import links
from explain.printed_names import AVAILABILITY_WORDS
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.queries.seasons import own_balance
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG

MAX_QUERY_LENGTH = 60
COLUMNS = (
    ("name", "Driver", "", ""),
    ("franchise", "Franchise", "", ""),
    ("level", "Level", "Lv", "n"),
    ("xp", "Experience", "XP", "n"),
    ("talents", "Talents", "", "wide"),
    ("quirks", "Quirks", "", "wide"),
    ("fatigue", "Fatigue", "", "n wide"),
    ("availability", "May run", "", "wide"),
)
"""The columns: field, heading, short heading, and CSS classes."""
HIGHEST_FIRST = frozenset({"level", "xp", "fatigue"})


@dataclass(frozen=True, slots=True)
class SeasonDriverLine:
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
    own: bool
    reserved: bool
    """Whether their franchise may hire them and has not yet (DM-C-062)."""


SORTS: dict[str, Callable[[SeasonDriverLine], Any]] = {
    "name": lambda line: line.name.lower(),
    "franchise": lambda line: (not line.franchise, line.franchise.lower()),
    "level": lambda line: (line.level, line.xp),
    "xp": lambda line: line.xp,
    "fatigue": lambda line: line.fatigue,
    "availability": lambda line: line.availability,
}
"""Sort keys by column. Drivers who are equal stay in the order of experience and name."""


@dataclass(frozen=True, slots=True)
class DriverTableQuery:
    """The query of the table: sort column, whether descending, and the words to search for."""

    column: str = "xp"
    down: bool = True
    words: str = ""

    @classmethod
    def from_query(cls, query: Any) -> DriverTableQuery:
        """Parse the query string; `-` before a column means descending. An unknown column is ignored."""
        sort = query.get("sort", "")
        column = sort.removeprefix("-")
        words = " ".join(query.get("q", "").split())[:MAX_QUERY_LENGTH]
        return cls(column, sort.startswith("-"), words) if column in SORTS else cls(words=words)


@dataclass(frozen=True, slots=True)
class DriverColumnHeading:
    """A column heading: the link that sorts by it, and the current order as a value of `aria-sort`."""

    name: str
    short: str
    href: str
    sorted: str
    kind: str


def drivers_page(*, league: League, season: Season, viewer: Viewer, wanted: DriverTableQuery) -> dict[str, Any]:
    """The context of the page."""
    lines = [_line(sheet, own_franchise_ids(viewer)) for sheet in season_sheets(season.pk)]
    matching = [line for line in lines if _matches_words(line, wanted.words)]
    matching.sort(key=SORTS[wanted.column], reverse=wanted.down)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Drivers",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
                Breadcrumb("Drivers"),
            ],
            balance=own_balance(viewer),
        ),
        "drivers": matching,
        "how_many": len(lines),
        "sought": wanted.words,
        "sort": f"{'-' if wanted.down else ''}{wanted.column}",
        "headings": [_heading(*column, wanted) for column in COLUMNS],
    }


def _heading(column: str, name: str, short: str, kind: str, wanted: DriverTableQuery) -> DriverColumnHeading:
    """The heading of a column. Clicking the sorted column reverses the order; numbers begin with the highest."""
    here = column == wanted.column
    down = not wanted.down if here else column in HIGHEST_FIRST
    query = urlencode({"sort": f"{'-' if down else ''}{column}", **({"q": wanted.words} if wanted.words else {})})
    order = ("descending" if wanted.down else "ascending") if here else ""
    return DriverColumnHeading(name, short, f"?{query}" if column in SORTS else "", order, kind)


def _matches_words(line: SeasonDriverLine, words: str) -> bool:
    text = f"{line.name} {line.franchise} {line.talents} {line.quirks} {line.availability}".lower()
    return all(word in text for word in words.lower().split())


def _line(sheet: Any, own: Container[str]) -> SeasonDriverLine:
    contract = getattr(sheet, "contract", None)
    franchise = None if contract is None else contract.franchise
    return SeasonDriverLine(
        name=sheet.person.name,
        href=links.object_url(sheet),
        franchise="" if franchise is None else franchise.identity.name,
        franchise_href="" if franchise is None else links.object_url(franchise),
        colour="" if franchise is None else franchise_color(links.short_id(franchise.pk)),
        level=sheet.level,
        xp=sheet.xp,
        talents=", ".join(TALENT_BY_TAG[tag].name if tag in TALENT_BY_TAG else tag for tag in sheet.talents),
        quirks=", ".join(
            QUIRK_NAMES.get(tag, tag) + ("" if count == 1 else f" ×{count}") for tag, count in sheet.quirks.items()
        ),
        fatigue=len(sheet.fatigue),
        availability=AVAILABILITY_WORDS[sheet.availability],
        own=franchise is not None and links.short_id(franchise.pk) in own,
        reserved=contract is not None and contract.phase == "reserved",
    )
