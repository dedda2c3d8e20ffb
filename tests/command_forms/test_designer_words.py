"""The designer names fields in errors by their labels, and says how many points each starting design takes."""

from __future__ import annotations

from typing import Any

import pytest

from franchises.pages.designer.design_fields import relabel_errors
from rules.match.registry import get_ruleset
from tests.command_forms.designer_forms import BOARDS
from tests.command_forms.desk import Sitter
from tests.league.small_league import signed

HERE = "/l/rust-belt/f/razors/garage/razors.car1/design/{}/"


def told(book: str, **changed: Any) -> list[str]:
    """The errors the form shows for a printed design with these fields changed; None removes a field."""
    board = BOARDS[book]
    design = {**next(iter(board.printed().values())), **changed}
    design = {name: value for name, value in design.items() if value is not None}
    errors = get_ruleset(book).design_errors(design, dp=60, gunner_station=False, gearing=0, switches={})
    return [fault.sentence for error in errors for fault in relabel_errors(error, board.parts({}))]


def test_a_figure_that_is_none_is_told_by_its_label_with_its_bounds() -> None:
    (sentence,) = told("dethmatch", engine="9999999999")
    assert sentence.startswith("Engine: give a whole number ")
    assert "design." not in sentence


def test_a_figure_out_of_its_bounds_is_told_by_its_label() -> None:
    assert "Tires cannot be -5: give it 1 or more." in told("formule", tires=-5)


def test_every_field_that_cannot_be_read_is_told_by_itself_and_what_has_no_field_as_the_book_does() -> None:
    first, second, rest = told("formule", tires="six", brakes=None, wings=2)
    assert first.startswith("Tires: give a whole number ")
    assert second == "Brakes: fill it in."
    assert rest.startswith("The design cannot be read: design ")
    assert "wings" in rest


@pytest.mark.django_db
@pytest.mark.parametrize("book", sorted(BOARDS))
def test_each_start_says_what_it_takes_and_whether_that_is_too_many(book: str) -> None:
    table = signed(franchises=("razors", "saints"))
    page = Sitter(table.season, "razors").client.get(HERE.format(book))
    car, board = table.state.cars["razors.car1"], BOARDS[book]
    for start in page.context["starts"]:
        account = board.account(start.design, dp=car.dp, switches=table.state.switches)
        assert account is None or start.takes.startswith(f"{account.spent} {account.short}")
        too_many = account is not None and account.budget is not None and account.spent > account.budget
        assert ("too many for this car" in start.takes) == too_many
        assert f"{start.takes}</option>" in page.content.decode() or not start.takes
