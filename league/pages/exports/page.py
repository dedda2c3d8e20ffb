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
from league.pages.list_pages import page_links
from league.queries.names import match_title
from league.queries.seasons import own_balance
from league.queries.standings import season_table
from rules.core.page_breaks import page_breaks

TABLES_BY_NAME: dict[str, ExportTable] = {
    table.name: table for table in (*exports_season.SEASON_TABLES, *exports.FRANCHISE_TABLES, *records.RECORD_TABLES)
}
"""Every exportable table by name."""
MATCHES_A_PAGE = 30


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
    """A franchise or match that has tables: its name, its color and where its tables are listed."""

    name: str
    href: str
    color: str


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


def tables_page(
    *, league: League, season: Season, viewer: Viewer, franchise: str = "", match: str = "", page: int = 1
) -> dict[str, Any] | None:
    """The context of the page that lists all downloads of a season, a page of its matches at a time.

    With a franchise or a match, that of the page of its tables; None if the season has no such franchise or match.
    """
    table = season_table(season)
    address = reverse("tables", args=season.pk.split("/"))
    franchises = {
        short: ExportGroup(standing.name, f"{address}?franchise={short}", franchise_color(short))
        for standing in table.standings
        if (short := links.short_id(standing.franchise))
    }
    matches = {
        short: ExportGroup(match_title(fixture.round, fixture.place), f"{address}?match={short}", "")
        for fixture in reversed(table.fixtures)
        if fixture.step in ("M5.10", "settled") and (short := links.short_id(fixture.id))
    }
    if season.forked_from:  # the pages of franchises, which these tables are of, are those of the season itself
        franchises = {}
    chosen = franchises.get(franchise) if franchise else matches.get(match)
    if chosen is None and (franchise or match):
        return None
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
        Breadcrumb("Tables and feeds", address if chosen else ""),
        *([Breadcrumb(chosen.name)] if chosen else []),
    ]
    context = base_context(
        league=league, season=season, viewer=viewer, here="", crumbs=crumbs, balance=own_balance(viewer)
    )
    if chosen is not None:
        of = "franchise" if franchise else "match"
        own_address = (
            links.franchise_url(league.pk, franchise) if franchise else links.match_url(f"{season.pk}/{match}")
        )
        tables = _export_links(season.pk, of, **{of: franchise or match})
        return {**context, "chosen": chosen, "tables": tables, "all_at": address, "own_at": own_address}
    pages = page_breaks([[1] * len(matches)], MATCHES_A_PAGE)
    page = min(max(page, 1), len(pages))
    (stretch,) = pages[page - 1]
    return {
        **context,
        "of_season": _export_links(season.pk, ""),
        "of_league": _export_links(season.pk, "league"),
        "franchises": list(franchises.values()),
        "matches": list(matches.values())[stretch.start : stretch.end],
        "page": page,
        "is_member": viewer.is_member,
        "pages": page_links(
            lambda number: f"{address}?page={number}#matches" if number > 1 else f"{address}#matches",
            here=page,
            how_many=len(pages),
        ),
    }


def _export_links(season: str, of: str, **which: str) -> tuple[ExportLinks, ...]:
    kinds: Sequence[ExportTable] = [table for table in TABLES_BY_NAME.values() if table.of == of]
    return tuple(ExportLinks(kind.title, table_file_links(season, kind.name, **which)) for kind in kinds)
