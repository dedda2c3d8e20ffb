"""The garage at the desk: cars are bought, sold and designed."""

from __future__ import annotations

import json

import pytest

from rules.match.registry import get_ruleset
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, founded

pytestmark = pytest.mark.django_db
UNHELPFUL = {"setup/razors/founding": [1, 1, 6, 4, 3, 1]}
"""Founding dice whose sponsors make no car cheaper or better."""


@pytest.mark.parametrize(("overhead", "dp", "paid"), [("", 60, 100_000), ("overhead", 75, 150_000)])
def test_a_car_of_either_size_is_bought(overhead: str, dp: int, paid: int) -> None:
    table = founded(faces=UNHELPFUL)
    answer = Sitter(table.season, "razors").give("buy_car", name="Plan B", overhead=overhead, gearing="1")
    assert answer.status_code == 302
    car = table.state.cars["razors.car1"]
    assert (car.dp, car.paid, car.overhead, car.gearing) == (dp, paid, bool(overhead), 1)


def test_buying_tells_price_balance_and_size_of_both_cars() -> None:
    page = Sitter(founded(faces=UNHELPFUL).season, "razors").open("buy_car").content.decode()
    assert "an ordinary car, 60 DP for 100k" in page
    assert "an overhead car, 75 DP for 150k" in page
    assert ">900k</td>" in page
    assert ">850k</td>" in page


def test_one_tap_buys_a_car_with_nothing_but_its_name() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    hidden = {"key": "form.1", "seen": table.row.length, "back": "/l/rust-belt/", "franchise": "razors"}
    razors.send("buy_car", {**hidden, "car": "razors.car1", "name": "Plan B"})
    assert list(table.state.cars) == ["razors.car1"]


def test_a_car_that_cannot_be_paid_is_refused() -> None:
    table = founded(franchises=("razors", "saints"))
    for number in range(18):
        table.give("buy_item", by="razors", franchise="razors", item=f"razors.i{number}", kind="heavy_at_rifle")
    answer = Sitter(table.season, "razors").give("buy_car", name="Plan B", overhead="overhead")
    assert answer.status_code == 422
    assert "choose something within the balance" in answer.content.decode()


def test_a_car_is_sold_for_half_and_the_smallest_garage_is_kept() -> None:
    table = with_cars(4)
    razors = Sitter(table.season, "razors")
    assert "Car 1, sells for 50k" in razors.open("sell_car").content.decode()
    assert razors.give("sell_car", car="razors.car1").status_code == 302
    assert table.state.cars["razors.car1"].phase == "scrapped"
    assert "buy another before selling one" in razors.give("sell_car", car="razors.car2").content.decode()


def test_a_design_is_given_as_json_and_stands() -> None:
    table = with_cars(1)
    razors = Sitter(table.season, "razors")
    design = get_ruleset("formule").stock_design(dp=60, gunner_station=False, gearing=0, kinds=[], switches={})
    sent = {"car": "razors.car1", "ruleset": "formule", "design": json.dumps(design)}
    assert razors.give("design_car", **sent).status_code == 302
    assert table.state.cars["razors.car1"].designs == {"formule": design}
    assert "keeps it" in razors.give("design_car", **sent).content.decode()


@pytest.mark.parametrize(
    ("design", "said"), [("{", "That is not JSON"), ("[]", "design: Expected"), ("{}", "Formule")]
)
def test_a_design_that_cannot_be_built_is_refused_in_a_sentence(design: str, said: str) -> None:
    table = with_cars(1)
    answer = Sitter(table.season, "razors").give("design_car", car="razors.car1", ruleset="formule", design=design)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def with_cars(count: int) -> Table:
    """A league at hiring whose first franchise has `count` cars."""
    table = founded(franchises=("razors", "saints"), faces=UNHELPFUL)
    for number in range(1, count + 1):
        table.give("buy_car", by="razors", franchise="razors", car=f"razors.car{number}", name=f"Car {number}")
    return table
