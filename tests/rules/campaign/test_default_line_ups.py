"""The default line-up of an owner who misses the deadline, and a line-up that has become invalid before the lock."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.state import CarNotInGarage, DriverNotOnRoster
from rules.campaign.match_day.line_ups import CarBroken, DriverNotAvailable, LockLineUps, default_line_up
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId
from tests.rules.campaign.memory_seasons import Table, announce, line_up, signed
from tests.rules.campaign.settled_match import M1, put

RAZORS = FranchiseId("razors")


def announced(sheets: dict[str, dict[str, Any]] | None = None, **options: Any) -> Table:
    """A season whose first line-ups are open."""
    table = signed(cars=4, **options)
    announce(table)
    put(table.season, sheets or {})
    return table


def seats(table: Table) -> list[tuple[str, str, str]]:
    """The default line-up of the razors: car, driver and gunner."""
    command = default_line_up(table.season, match=M1, franchise=RAZORS)
    table.give(command)
    return [(seat.car, seat.driver, seat.gunner) for seat in command.seats]


@pytest.mark.rule("DM-C-089")
def test_by_default_the_first_cars_are_driven_by_the_best() -> None:
    table = announced({"razors.d5": {"gunnery": 4}, "razors.d6": {"driving": 5}, "razors.d3": {"xp": 1}})
    assert seats(table) == [
        ("razors.c1", "razors.d6", ""),
        ("razors.c2", "razors.d5", ""),
        ("razors.c3", "razors.d3", ""),
    ]


@pytest.mark.rule("DM-C-011", "DM-C-089")
def test_the_best_are_so_with_their_quirks_and_fatigue() -> None:
    tired = {"driving": 5, "fatigue": ["gunnery", "gunnery", "gunnery"]}
    table = announced({"razors.d1": tired, "razors.d2": {"initiative": 4, "quirks": {"head_injury": 2}}})
    assert [driver for _, driver, _ in seats(table)] == ["razors.d3", "razors.d4", "razors.d5"]


@pytest.mark.rule("DM-C-011")
@pytest.mark.switch("traits.cap", "4")
def test_the_best_are_so_under_the_cap() -> None:
    table = announced(
        {"razors.d1": {"driving": 4, "gunnery": 4}, "razors.d2": {"driving": 9}}, switches={"traits.cap": "4"}
    )
    assert [driver for _, driver, _ in seats(table)][:2] == ["razors.d1", "razors.d2"]


@pytest.mark.rule("DM-C-012", "DM-C-088", "DM-C-089")
def test_only_those_who_may_are_lined_up_by_default() -> None:
    table = announced({"razors.d1": {"availability": "barred"}, "razors.d2": {"availability": "heart_out"}})
    table.season.car("razors.c1").broken = True
    assert seats(table) == [
        ("razors.c2", "razors.d3", ""),
        ("razors.c3", "razors.d4", ""),
        ("razors.c4", "razors.d5", ""),
    ]
    for number in range(3, 7):
        table.season.driver(f"razors.d{number}").availability = "barred"
    assert seats(table) == []


@pytest.mark.rule("DM-C-012", "DM-C-088", "DM-C-089", "HOUSE-002", "HOUSE-003")
@pytest.mark.parametrize(
    ("refusal", "id", "changed"),
    [
        (DriverNotAvailable, "razors.d1", {"availability": "barred"}),
        (CarNotInGarage, "razors.c1", {"phase": "scrapped"}),
        (CarNotInGarage, "razors.c1", {"franchise": "saints"}),
        (CarBroken, "razors.c1", {"broken": True}),
    ],
)
def test_a_seat_that_became_false_is_not_locked(refusal: type[Refusal], id: str, changed: dict[str, Any]) -> None:
    table = announced()
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    thing: object = table.season.drivers.get(id) or table.season.car(id)
    for name, value in changed.items():
        setattr(thing, name, value)
    table.refused(LockLineUps(match=M1), refusal, id)


@pytest.mark.rule("DM-C-089")
def test_a_driver_who_was_let_go_is_not_locked() -> None:
    table = announced()
    for franchise in ("razors", "saints"):
        table.give(line_up(franchise))
    del table.season.contracts["saints.d2"]
    table.refused(LockLineUps(match=M1), DriverNotOnRoster, "saints.d2")
