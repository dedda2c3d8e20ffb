"""Fitting items at the desk: an item goes where its kind may go, and can be stowed again."""

from __future__ import annotations

import pytest

from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, founded

pytestmark = pytest.mark.django_db


def test_an_item_is_fitted_to_a_car_and_stowed_again() -> None:
    table = armed()
    razors = Sitter(table.season, "razors")
    page = razors.open("fit_item", item="razors.gun").content.decode()
    assert '<option value="car:razors.car1">Plan B</option>' in page
    assert razors.give("fit_item", item="razors.gun", to="car:razors.car1").status_code == 302
    assert table.state.items["razors.gun"].car == "razors.car1"
    assert "Machinegun, on Plan B" in razors.open("stow_item").content.decode()
    assert razors.give("stow_item", item="razors.gun").status_code == 302
    assert table.state.items["razors.gun"].car == ""


def test_only_places_where_the_item_goes_are_offered() -> None:
    table = armed()
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Ann")
    page = Sitter(table.season, "razors").open("fit_item", item="razors.gun").content.decode()
    assert "driver:razors.d1" not in page


def test_personal_equipment_is_worn_by_a_driver() -> None:
    table = armed()
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Ann")
    table.give("give_item", franchise="razors", item="razors.vest", kind="fireproof_suit", reason="A prize.")
    razors = Sitter(table.season, "razors")
    assert (
        '<option value="driver:razors.d1">Ann</option>'
        in razors.open("fit_item", item="razors.vest").content.decode()
    )
    assert razors.give("fit_item", item="razors.vest", to="driver:razors.d1").status_code == 302
    assert table.state.items["razors.vest"].driver == "razors.d1"


@pytest.mark.parametrize(
    ("to", "said"), [("moon", "The item cannot go there"), ("driver:razors.d9", "goes on a car")]
)
def test_a_place_that_is_none_is_refused(to: str, said: str) -> None:
    answer = Sitter(armed().season, "razors").give("fit_item", item="razors.gun", to=to)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_stowing_what_is_in_the_stores_is_refused() -> None:
    answer = Sitter(armed().season, "razors").give("stow_item", item="razors.gun")
    assert "is in the stores already" in answer.content.decode()


def armed() -> Table:
    """A league whose first franchise has a car and a machinegun that is not fitted."""
    table = founded(franchises=("razors", "saints"))
    table.give("buy_car", by="razors", franchise="razors", car="razors.car1", name="Plan B")
    table.give("buy_item", by="razors", franchise="razors", item="razors.gun", kind="machinegun")
    return table
