"""The table of what the sides of a match claim: figures that differ stand beside each other."""

from __future__ import annotations

import re

import pytest

from tests.command_forms.desk import Sitter
from tests.command_forms.test_reports import HERE, claims, locked
from tests.league.small_league import lined_up

pytestmark = pytest.mark.django_db


def test_where_two_sides_differ_each_figure_stands_beside_the_other() -> None:
    table = locked()
    claims(table, "razors")
    claims(table, "saints", **{"d:razors.d1:criticals": 1, "t:saints": 10})
    page = Sitter(table.season, "boss").client.get(HERE)
    found = {(difference.who.text, difference.field): difference.said for difference in page.context["differences"]}
    assert found == {("razors 1", "Criticals"): ("2", "1"), ("Saints", "Points"): ("7", "10")}
    assert page.context["agreed"] is None
    assert "Rule for this one" in page.content.decode()


def test_where_two_sides_claim_the_other_one_is_they() -> None:
    table = locked()
    claims(table, "razors")
    claims(table, "saints", **{"t:saints": 10})
    page = Sitter(table.season, "saints").client.get(HERE)
    (cell,) = [cell for row in page.context["table"] for cell in row.cells if cell is not None and cell.others]
    ((said, (label,)),) = cell.others
    assert (cell.value, said, label.word) in {("7", "10", "you"), ("10", "7", "they")}


def test_two_sides_that_say_the_same_are_one_mark_beside_a_figure() -> None:
    table = lined_up(franchises=("razors", "saints", "widows"))
    claims(table, "razors")
    claims(table, "saints", **{"t:saints": 10})
    claims(table, "widows", **{"t:saints": 10, "d:razors.d1:criticals": 1})
    page = Sitter(table.season, "boss").client.get(HERE)
    cells = [cell for row in page.context["table"] for cell in row.cells if cell is not None and cell.others]
    names = [[(said, [label.word for label in labels]) for said, labels in cell.others] for cell in cells]
    assert names == [[("1", ["Widows"])], [("10", ["Saints", "Widows"])]]
    text = page.content.decode().split('<table class="claimed">')[1].split("</table>")[0]
    assert ">they " not in text
    own_page = Sitter(table.season, "widows").client.get(HERE).context["table"]
    own_cells = [cell.others for row in own_page for cell in row.cells if cell is not None and cell.others]
    assert [[label.word for _, labels in others for label in labels] for others in own_cells] == [
        ["you"],
        ["Saints", "you"],
    ]
    assert re.search(r'Saints</span><span class="said-by">,</span> <svg.*?Widows</span> 10</small>', text)
    marks = [mark for team in page.context["form"].teams for mark in team.points.marks if not mark.same]
    assert len(marks) == 1
