"""The page of a season's downloads (tables, calendar, feed, export), and single tables as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from explain import links
from franchises.pages import exports
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color
from league.pages.exports import records
from league.pages.exports import season as exports_season
from league.pages.exports.exports import FILE_FORMATS, ExportRequest, ExportTable
from league.queries.seasons import own_balance
from league.queries.standings import season_table

TABLES_BY_NAME: dict[str, ExportTable] = {
    table.name: table for table in (*exports_season.SEASON_TABLES, *exports.FRANCHISE_TABLES, *records.RECORD_TABLES)
}
"""Every exportable table by name."""


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A table as a file: its name, media type and content."""

    name: str
    type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class ExportLinks:
    """A table with the addresses of its files, by format."""

    title: str
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ExportGroup:
    """The tables of one franchise or match."""

    name: str
    href: str
    colour: str
    tables: tuple[ExportLinks, ...]


def table_file_url(season: str, name: str, ending: str, **of: str) -> str:
    """The address of a table's file; `of` names the match or franchise, and may repeat the query of its page."""
    address = reverse("table_file", args=[*season.split("/"), name, ending])
    query = {key: value for key, value in of.items() if value}
    return f"{address}?{urlencode(query)}" if query else address


def table_file_links(season: str, name: str, **of: str) -> tuple[tuple[str, str], ...]:
    """The formats of a table, each with its address."""
    return tuple((ending.upper(), table_file_url(season, name, ending, **of)) for ending in FILE_FORMATS)


def table_file(request: ExportRequest, name: str, ending: str) -> ExportFile | None:
    """A table as a file; None if there is no such table, format, match or franchise."""
    kind, file_format = TABLES_BY_NAME.get(name), FILE_FORMATS.get(ending)
    if kind is None or file_format is None or (kind.of == "franchise" and not request.franchise):
        return None
    rows = kind.rows(request)
    if rows is None:
        return None
    media_type, write = file_format
    name_parts = (request.season.name, request.match, request.franchise) if kind.of != "league" else ()
    file_name_parts = [request.league.pk, *(part for part in name_parts if part), name]
    return ExportFile(f"{'-'.join(file_name_parts)}.{ending}", media_type, write(kind, rows))


def tables_page(*, league: League, season: Season, viewer: Viewer) -> dict[str, Any]:
    """The context of the page that lists all downloads of a season."""
    table = season_table(season)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
                Breadcrumb("Tables and feeds"),
            ],
            balance=own_balance(viewer),
        ),
        "of_season": _export_links(season.pk, ""),
        "of_league": _export_links(season.pk, "league"),
        "franchises": [
            ExportGroup(
                standing.name,
                links.franchise_url(league.pk, short),
                franchise_color(short),
                _export_links(season.pk, "franchise", franchise=short),
            )
            for standing in table.standings
            if (short := links.short_id(standing.franchise))
        ],
        "matches": [
            ExportGroup(
                f"Match {links.short_id(fixture.id)}",
                links.match_url(fixture.id),
                "",
                _export_links(season.pk, "match", match=links.short_id(fixture.id)),
            )
            for fixture in reversed(table.fixtures)
            if fixture.step in ("M5.10", "settled")
        ],
    }


def _export_links(season: str, of: str, **which: str) -> tuple[ExportLinks, ...]:
    kinds: Sequence[ExportTable] = [table for table in TABLES_BY_NAME.values() if table.of == of]
    return tuple(ExportLinks(kind.title, table_file_links(season, kind.name, **which)) for kind in kinds)
