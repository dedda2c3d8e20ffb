"""What a season needs to go on, counted to the car, the driver and the credit."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.garage.cars import BuyCar
from rules.campaign.people.hiring import HireRookie
from rules.campaign.steward.necessities import (
    cars_short,
    credits_needed,
    credits_needed_for_cars,
    credits_needed_for_drivers,
    drivers_short,
    may_buy_missing_car,
    may_hire,
    rookies_demanded,
)
from rules.core.terms import K
from tests.rules.campaign.memory_seasons import Table, founded


def with_people(*, cars: int = 3, drivers: int = 6, **switches: Any) -> Table:
    """The razors in setup with that many cars and drivers, and sponsors that lower no price."""
    table = founded(switches={name.replace("__", "."): value for name, value in switches.items()})
    table.sponsor("razors", "oil", "energy")
    for number in range(cars):
        table.give(BuyCar(franchise="razors", car=f"razors.c{number}"))
    for number in range(drivers):
        table.give(HireRookie(franchise="razors", driver=f"razors.d{number}"))
    return table


@pytest.mark.rule("DM-C-065", "DM-C-060")
@pytest.mark.parametrize(("cars", "short"), [(0, 3), (2, 1), (3, 0), (4, 0)])
def test_cars_are_missing_up_to_the_smallest_garage(cars: int, short: int) -> None:
    season = with_people(cars=cars, drivers=3).season
    assert (cars_short(season, "razors"), credits_needed_for_cars(season, "razors")) == (short, 100 * K * short)
    assert credits_needed(season, "razors") == 100 * K * short


@pytest.mark.rule("DM-C-060", "DM-C-089")
@pytest.mark.parametrize(
    ("drivers", "switches", "short"),
    [
        (2, {}, 1),
        (3, {}, 0),
        (7, {}, 0),
        (2, {"match__vehicles_per_team": 2}, 0),
        (2, {"roster__min": 2}, 0),
        (1, {"roster__min": 1, "roster__max": 2}, 0),
        (2, {"roster__min_enforced": True}, 4),
        (6, {"roster__min_enforced": True}, 0),
        (7, {"roster__min_enforced": True}, 0),
    ],
)
def test_drivers_are_missing_to_fill_a_line_up_or_to_the_least_that_is_enforced(
    drivers: int, switches: dict[str, Any], short: int
) -> None:
    season = with_people(drivers=drivers, **switches).season
    assert (drivers_short(season, "razors"), credits_needed_for_drivers(season, "razors")) == (short, 50 * K * short)
    assert rookies_demanded(season, "razors") == (short if "roster__min_enforced" in switches else 0)


@pytest.mark.rule("DM-C-063", "DM-C-060", "DM-C-065")
@pytest.mark.parametrize(
    ("step", "midseason", "can"), [("S1", False, True), ("M", False, False), ("M", True, True), ("E4", True, False)]
)
def test_nobody_is_needed_where_nobody_can_be_hired(step: str, midseason: bool, can: bool) -> None:
    season = with_people(drivers=1, hire__midseason=midseason, roster__min_enforced=True).season
    season.step = step
    assert may_hire(season) is can
    assert credits_needed_for_drivers(season, "razors") == (250 * K if can else 0)
    assert rookies_demanded(season, "razors") == (5 if step == "S1" else 0)


@pytest.mark.rule("DM-C-065")
@pytest.mark.parametrize(
    ("cars", "balance", "step", "may"),
    [
        (2, 100 * K, "S2", True),
        (2, 100 * K - 1, "S2", False),
        (0, 100 * K, "S2", True),
        (3, 900 * K, "S2", False),
        (4, 900 * K, "S2", False),
        (2, 900 * K, "M", False),
    ],
)
def test_a_missing_car_may_be_bought_while_the_garage_is_open_and_paid_for(
    cars: int, balance: int, step: str, may: bool
) -> None:
    season = with_people(cars=cars, drivers=0).season
    season.franchise("razors").balance, season.step = balance, step
    assert may_buy_missing_car(season, "razors") is may
