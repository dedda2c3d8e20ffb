"""The table of a season's drivers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from drivers.pages.driver_rows import MAY_SIGN, DriverRow, driver_records, row_of_sheet
from drivers.pages.driver_table import DriverSort, driver_table
from drivers.queries import driver_runs, season_sheets
from explain import links
from explain.driver_sheet import season_rules_state
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, own_franchise_ids
from league.queries.seasons import own_balance

MAX_QUERY_LENGTH = 60
EXPERIENCED_FIRST = DriverSort("xp", down=True)


@dataclass(frozen=True, slots=True)
class DriverTableQuery:
    """The query of the table: its sort, and the words to search for."""

    sort: DriverSort = EXPERIENCED_FIRST
    words: str = ""

    @classmethod
    def from_query(cls, query: Any) -> DriverTableQuery:
        """Parse the query string."""
        words = " ".join(query.get("q", "").split())[:MAX_QUERY_LENGTH]
        return cls(DriverSort.from_text(query.get("sort", "")), words)


def drivers_page(*, league: League, season: Season, viewer: Viewer, wanted: DriverTableQuery) -> dict[str, Any]:
    """The context of the page."""
    house, own = season_rules_state(season), own_franchise_ids(viewer)
    records = driver_records(driver_runs(season.pk))
    rows = [
        row_of_sheet(sheet, house=house, record=records.get(links.short_id(sheet.pk)), own=own)
        for sheet in season_sheets(season.pk)
    ]
    ended = all(MAY_SIGN in row.notes for row in rows if row.team is not None)
    if ended:
        rows = [replace(row, notes=tuple(note for note in row.notes if note != MAY_SIGN)) for row in rows]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Drivers",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Drivers"),
            ],
            balance=own_balance(viewer),
        ),
        "table": driver_table(
            [row for row in rows if _matches_words(row, wanted.words)],
            sort=wanted.sort,
            query={"q": wanted.words} if wanted.words else {},
        ),
        "how_many": len(rows),
        "contracts_ended": ended and any(row.team is not None for row in rows),
        "sought": wanted.words,
        "sort": wanted.sort.text,
        "filters": _filters(rows, wanted),
    }


@dataclass(frozen=True, slots=True)
class DriverFilter:
    """A link that shows only some drivers: its words, how many there are, and whether it is on."""

    name: str
    count: int
    href: str
    here: bool


def _filters(rows: list[DriverRow], wanted: DriverTableQuery) -> list[DriverFilter]:
    """The searches that owners make most; one that would find nobody is left out."""
    counted = [("All", "", len(rows))]
    counted += [
        (name, words, sum(_matches_words(row, words) for row in rows))
        for name, words in (("Yours", "yours"), ("Free", "free"), ("Rested", "rested"), ("No quirk", "no-quirk"))
    ]
    return [
        DriverFilter(
            name,
            count,
            f"?sort={wanted.sort.text}{f'&q={words}' if words else ''}",
            wanted.words.lower() == words,
        )
        for name, words, count in counted
        if count or not words
    ]


def _matches_words(row: DriverRow, words: str) -> bool:
    """Whether a driver has all those words in their name, franchise, talents, quirks or state."""
    terms = [term.name for term in (*row.talents, *row.quirks)]
    team = f"{row.team.name}{' yours' if row.own else ''}" if row.team else "" if row.retired else "free"
    state = [row.availability, "tired" if row.fatigue else "rested", "" if row.quirks else "no-quirk"]
    text = " ".join(
        [row.name, team, f"level {row.level}", *terms, *state, *(words for words, _ in row.notes)]
    ).lower()
    return all(word in text for word in words.lower().split())
