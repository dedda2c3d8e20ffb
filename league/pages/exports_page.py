"""What can be taken along of a season: its tables, its calendar, its feed, its export; and a table by its address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from league.access import Viewer
from league.models import League, Season
from league.pages import exports_franchise, exports_records, exports_season, routes
from league.pages.exports import WRITTEN, Asked, Kind
from league.pages.frame import Crumb, colour_of, frame
from league.queries.seasons import own_balance
from league.queries.standings import season_table

EVERY: dict[str, Kind] = {
    each.name: each for each in (*exports_season.KINDS, *exports_franchise.KINDS, *exports_records.KINDS)
}
"""Every table there is, by its name."""


@dataclass(frozen=True, slots=True)
class File:
    """A table as a file: its name, its type and its bytes."""

    name: str
    type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Offered:
    """A table with the addresses of its files, by their endings."""

    title: str
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The tables of one franchise or match."""

    name: str
    href: str
    colour: str
    tables: tuple[Offered, ...]


def table_at(season: str, name: str, ending: str, **of: str) -> str:
    """The address of a table's file; `of` says of which match or franchise it is, and what its page was asked."""
    address = reverse("table_file", args=[*season.split("/"), name, ending])
    asked = {key: value for key, value in of.items() if value}
    return f"{address}?{urlencode(asked)}" if asked else address


def files_of(season: str, name: str, **of: str) -> tuple[tuple[str, str], ...]:
    """The endings a table may be had in, each with its address."""
    return tuple((ending.upper(), table_at(season, name, ending, **of)) for ending in WRITTEN)


def table_file(asked: Asked, name: str, ending: str) -> File | None:
    """A table as a file, None where there is none of that name, or no such match or franchise."""
    kind, written = EVERY.get(name), WRITTEN.get(ending)
    if kind is None or written is None or (kind.of == "franchise" and not asked.franchise):
        return None
    rows = kind.rows(asked)
    if rows is None:
        return None
    of_type, write = written
    of = (asked.season.name, asked.match, asked.franchise) if kind.of != "league" else ()
    about = [asked.league.pk, *(each for each in of if each), name]
    return File(f"{'-'.join(about)}.{ending}", of_type, write(kind, rows))


def tables_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of the page that lists all there is to take along."""
    table = season_table(season)
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {season.number}", routes.season_at(season.pk)),
                Crumb("Tables and feeds"),
            ],
            balance=own_balance(viewer),
        ),
        "of_season": _offered(season.pk, ""),
        "of_league": _offered(season.pk, "league"),
        "franchises": [
            Group(
                each.name,
                routes.franchise_at(league.pk, short),
                colour_of(short),
                _offered(season.pk, "franchise", franchise=short),
            )
            for each in table.standings
            if (short := routes.local(each.franchise))
        ],
        "matches": [
            Group(
                f"Match {routes.local(each.id)}",
                routes.match_at(each.id),
                "",
                _offered(season.pk, "match", match=routes.local(each.id)),
            )
            for each in reversed(table.fixtures)
            if each.step in ("M5.10", "settled")
        ],
    }


def _offered(season: str, of: str, **which: str) -> tuple[Offered, ...]:
    kinds: Sequence[Kind] = [each for each in EVERY.values() if each.of == of]
    return tuple(Offered(each.title, files_of(season, each.name, **which)) for each in kinds)
