"""Designs side by side: which are shown, which figure is the best of a row, and where each is legal."""

from __future__ import annotations

import re

import pytest

from franchises.models import Car
from journal.gate import open_gate
from rules.match.drawing_board import HasDrawingBoard
from rules.match.registry import rulesets
from tests.league.small_league import Table, signed
from tests.pages.page_reader import main_of, reader

pytestmark = pytest.mark.django_db
PAGE = "/l/rust-belt/f/razors/garage/designs/{}/"
DETHMATCH = PAGE.format("dethmatch")
COLUMN = re.compile(r'<th scope="col"><svg class="car-shape"|<th scope="col"><div>')
BOARDS = [ruleset for ruleset in rulesets() if isinstance(ruleset, HasDrawingBoard)]


def row_of(page: str, name: str) -> str:
    """The cells of the row with that heading."""
    return page.partition(f'<th scope="row">{name}</th>')[2].partition("</tr>")[0]


def garage() -> Table:
    """A league whose razors have three cars without designs of their own."""
    return signed(over=False)


@pytest.mark.parametrize("ruleset", [ruleset.name for ruleset in BOARDS])
def test_the_cars_of_the_garage_are_compared_in_each_match_system(ruleset: str) -> None:
    garage()
    page = main_of(reader("razors"), PAGE.format(ruleset))
    assert len(COLUMN.findall(page)) == 3
    for system in rulesets():
        assert row_of(page, system.title).count("stock design") == 3


def test_designs_that_are_named_are_shown_in_that_order_and_no_others() -> None:
    garage()
    page = main_of(reader("razors"), f"{DETHMATCH}?with=car:razors.car2&with=&with=car:razors.car1")
    shown = re.findall(r'<th scope="col"><svg.*?garage/razors\.car(\d)/design/', page, re.DOTALL)
    assert shown == ["2", "1"]


@pytest.mark.rule("DM-M-030")
def test_the_best_of_a_row_is_marked_where_designs_differ() -> None:
    garage()
    board = next(ruleset.board for ruleset in BOARDS if ruleset.name == "dethmatch")
    figures = {name: board.figures(design, switches={}) for name, design in board.printed().items()}
    light, *_, heavy = sorted(figures, key=lambda name: int(figures[name]["weight"]))
    page = main_of(reader("razors"), f"{DETHMATCH}?with=printed:{light}&with=printed:{heavy}")
    best = re.findall(r'class="n( best)?"', row_of(page, "Weight"))
    assert best == [" best", ""]
    for name in figures[light]:
        marks = re.findall(r'class="n( best)?"', row_of(page, name.capitalize()))
        assert (" best" in marks) == (figures[light][name] != figures[heavy][name])


def test_a_design_that_is_not_there_is_named_and_a_fifth_is_left_out_with_a_word() -> None:
    garage()
    owner = reader("razors")
    assert "There is no design car:razors.car9 in Dethmatch" in main_of(owner, f"{DETHMATCH}?with=car:razors.car9")
    board = next(ruleset.board for ruleset in BOARDS if ruleset.name == "dethmatch")
    five = "&".join(f"with=printed:{name}" for name in list(board.printed())[:5])
    page = main_of(owner, f"{DETHMATCH}?{five}")
    assert "the first four are shown" in page
    assert len(COLUMN.findall(page)) == 4


@pytest.mark.rule("DM-M-036")
def test_a_design_that_is_illegal_now_says_why() -> None:
    garage()
    with open_gate():
        Car.objects.filter(pk="rust-belt/s1/razors.car1").update(designs={"dethmatch": {"name": "Nothing"}})
    stands = row_of(main_of(reader("razors"), DETHMATCH), "Dethmatch")
    assert stands.count("illegal") == 1
    assert stands.count("stock design") == 2


def test_rivals_do_not_see_the_page() -> None:
    garage()
    assert reader("saints").get(DETHMATCH).status_code == 403
    assert reader("razors").get(PAGE.format("chess")).status_code == 404
