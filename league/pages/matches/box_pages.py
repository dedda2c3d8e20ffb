"""The pages of a match's box score: its tables, as many on a page as a phone has room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from league.pages.list_pages import PageLink, page_links
from league.pages.matches.box_score import Score
from league.pages.ruleset_tables import RenderedTable
from rules.core.page_breaks import page_breaks

LINES_A_PAGE = 200
"""The most lines of tables on a page, as a phone shows them; a longer table has a page to itself."""
HEADING, TEAM, DRIVER, CAR, ROW, BROAD_ROW = 3, 2, 3, 4, 3, 5
"""About how many lines of a phone the heading of a table, a team and each kind of row take."""


@dataclass(frozen=True, slots=True)
class BoxPage:
    """The tables on a page: of the report those of drivers and of cars, and those of the ruleset; with all pages."""

    drivers: bool
    cars: bool
    tables: Sequence[RenderedTable]
    links: list[PageLink]


def box_page(score: Score, tables: Sequence[RenderedTable], *, page: int, url: Callable[[int], str]) -> BoxPage:
    """A page of a box score, after the last the last one; `url` gives the address of a page by its number."""
    teams = HEADING + TEAM * len(score.teams)
    drivers = teams + DRIVER * sum(len(team.crew) for team in score.teams)
    cars = teams + CAR * sum(len(team.cars) for team in score.teams)
    pages = page_breaks([[drivers], [cars], *([_table_lines(table)] for table in tables)], LINES_A_PAGE)
    here = min(max(1, page), len(pages))
    shown = {stretch.section for stretch in pages[here - 1]}
    return BoxPage(
        drivers=0 in shown,
        cars=1 in shown,
        tables=[table for section, table in enumerate(tables, 2) if section in shown],
        links=page_links(url, here=here, how_many=len(pages)) if len(pages) > 1 else [],
    )


def _table_lines(table: RenderedTable) -> int:
    return HEADING + (BROAD_ROW if table.is_broad else ROW) * len(table.rows)
