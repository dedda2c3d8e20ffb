"""The tables of a box score are on as many pages as a phone needs, each table whole, and none is left out."""

from __future__ import annotations

from league.pages.matches.box_score import LINES_A_PAGE, ROW, box_page, score_of
from league.pages.ruleset_tables import RenderedTable, render_table
from rules.match.text_tables import Column, make_table
from tests.pages.test_match_box_score import PACKET, REPORT

SCORE = score_of(REPORT, PACKET)


def table(title: str, rows: int) -> RenderedTable:
    """A narrow table of a ruleset with so many rows."""
    cells = [(f"car {number}", 1) for number in range(rows)]
    return render_table(make_table(title, (Column("car"), Column("laps")), cells), of="as a test counts")


def url(number: int) -> str:
    """The address of a page."""
    return f"?page={number}"


def test_a_small_box_score_has_one_page_without_links() -> None:
    tables = [table("Teams", 2), table("Cars", 2)]
    page = box_page(SCORE, tables, page=1, url=url)
    assert (page.drivers, page.cars, page.tables, page.links) == (True, True, tables, [])
    assert box_page(SCORE, [], page=7, url=url) == box_page(SCORE, [], page=1, url=url)


def test_a_long_box_score_has_every_table_on_one_of_its_pages() -> None:
    tables = [table("Teams", 2), table("Cars", LINES_A_PAGE // ROW - 2), table("Competitors", LINES_A_PAGE)]
    first, second, third = (box_page(SCORE, tables, page=number, url=url) for number in (1, 2, 3))
    assert (first.drivers, first.cars, first.tables) == (True, True, tables[:1])
    assert (second.drivers, second.cars, second.tables) == (False, False, tables[1:2])
    assert third.tables == tables[2:], "a table that is longer than a page has one to itself"
    assert [(link.number, link.href, link.here) for link in second.links] == [
        (1, "?page=1", False),
        (2, "?page=2", True),
        (3, "?page=3", False),
    ]
    assert box_page(SCORE, tables, page=9, url=url) == third
