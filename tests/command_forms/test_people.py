"""Drivers at the desk: curing quirks and placing trait points."""

from __future__ import annotations

import pytest

from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, founded, signed

pytestmark = pytest.mark.django_db


def test_a_quirk_is_cured_with_the_device_that_is_for_it() -> None:
    table = ill()
    razors = Sitter(table.season, "razors")
    page = razors.open("use_medical_device").content.decode()
    assert "Ann: Eye problem, with Artificial eye" in page
    assert "Bert" not in page
    assert razors.give("use_medical_device", cure="razors.eye/razors.d1/eye_problem").status_code == 302
    assert table.state.drivers["razors.d1"].quirks == {}
    assert "razors.eye" not in table.state.items


@pytest.mark.parametrize(
    ("cure", "said"),
    [("razors.eye", "That is not one of the cures"), ("razors.eye/razors.d2/eye_problem", "has no Eye problem")],
)
def test_a_cure_for_nothing_is_refused(cure: str, said: str) -> None:
    answer = Sitter(ill().season, "razors").give("use_medical_device", cure=cure)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_placing_a_trait_point_that_was_not_won_is_refused() -> None:
    razors = Sitter(ill().season, "razors")
    assert "Nobody has a trait point to place" in razors.open("choose_trait").content.decode()
    sent = razors.filled("choose_trait", trait="driving") | {"driver": "razors.d1"}
    assert razors.send("choose_trait", sent).status_code == 422


def test_a_trait_point_is_placed_on_the_trait_that_is_chosen() -> None:
    table = won_a_point()
    razors = Sitter(table.season, "razors")
    page = razors.open("choose_trait", driver="razors.d1").content.decode()
    assert "Gunnery, from 3 to 4" in page
    assert "Place a trait point" in razors.client.get("/l/rust-belt/f/razors/").content.decode()
    assert razors.give("choose_trait", driver="razors.d1", trait="gunnery").status_code == 302
    driver = table.state.drivers["razors.d1"]
    assert (driver.gunnery, driver.trait_choices) == (4, 0)


def won_a_point() -> Table:
    """A league whose first driver has won a trait point by an advancement roll."""
    table = signed(franchises=("razors", "saints"), switches={"advancement.choose_trait": True})
    path = "house/razors.d1/level2"
    table.throw("adjust_driver", {path: [1, 6]}, driver="razors.d1", xp=3, reason="As on paper.")
    return table


def ill() -> Table:
    """A league whose first franchise has Ann with an eye problem, Bert, and an artificial eye in the stores."""
    table = founded(franchises=("razors", "saints"))
    for number, name in enumerate(("Ann", "Bert"), 1):
        table.give("hire_rookie", by="razors", franchise="razors", driver=f"razors.d{number}", name=name)
    table.give("adjust_driver", driver="razors.d1", quirk="eye_problem", quirk_change=1, reason="As on paper.")
    table.give("give_item", franchise="razors", item="razors.eye", kind="artificial_eye", reason="A prize.")
    return table
