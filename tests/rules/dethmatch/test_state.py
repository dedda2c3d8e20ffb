"""A match before its first step: nothing scored, spent, laid or lost, and no phase played."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from rules.dethmatch.match.state import (
    NOWHERE,
    CarState,
    CrewState,
    Critical,
    Marker,
    MatchState,
    Moment,
    TeamState,
    WeaponState,
)

pytestmark = pytest.mark.rule("DM-M-040", "DM-M-106", "DM-M-108")


def figures(sheet: Any) -> dict[str, int]:
    """The whole numbers of a sheet other than 0, by field."""
    values = {field.name: getattr(sheet, field.name) for field in fields(sheet)}
    return {name: value for name, value in values.items() if type(value) is int and value}


@pytest.mark.rule("DM-M-039")
def test_a_fresh_car_is_nowhere_and_nothing_was_suffered_or_laid_in_any_phase_or_turn() -> None:
    never = {"since": -1, "hit": -1, "rough": -1, "shuffled": -1}
    long_ago = {"hazard": -9, "laid": -9}
    car = CarState(id="a", team="reds", driver="ada")
    assert figures(car) == {"at": -1, **never, **long_ago}
    assert (NOWHERE, car.quota, figures(car.loadout)) == (-1, [0, 0, 0], {})


def test_a_fresh_weapon_has_not_fired_within_any_phases_that_matter() -> None:
    assert figures(WeaponState(mount="front", item="gun", kind="machinegun", ammunition=10)) == {
        "ammunition": 10,
        "fired": -9,
    }


@pytest.mark.rule("DM-M-107")
def test_a_competitor_a_team_a_marker_and_a_critical_begin_with_nothing() -> None:
    assert figures(CrewState(id="ada", team="reds")) == {}
    assert figures(TeamState(id="reds")) == {}
    assert figures(Marker(kind="oil", at=0, by="ada", car="a")) == {}
    assert figures(Critical(row="body")) == {}


def test_a_match_begins_before_the_first_turn_of_its_first_heat() -> None:
    state = MatchState()
    assert (figures(state), figures(state.moment), state.moment.step) == ({}, {"heat": 1}, "heat_start")


@pytest.mark.rule("DM-M-041")
@pytest.mark.parametrize(("turn", "phase", "clock"), [(1, 1, 1), (1, 3, 3), (2, 1, 4), (5, 2, 14)])
def test_the_clock_counts_the_phases_of_a_heat_three_a_turn(turn: int, phase: int, clock: int) -> None:
    assert Moment(turn=turn, phase=phase).elapsed_phases == clock
