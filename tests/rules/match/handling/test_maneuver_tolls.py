"""What turns cost: by their sides and surcharges, and by the turning key."""

from __future__ import annotations

import pytest

from rules.match.handling.maneuver_tolls import (
    BOOTLEGGER_D,
    KEY_LIGHT_DRIFT,
    STEEP_DRIFT_D,
    turn_d,
    turn_d_by_key,
)


@pytest.mark.rule("RH-010", "RH-011")
@pytest.mark.parametrize(("sides", "surcharges", "d"), [(1, 0, 3), (1, 1, 4), (2, 1, 7), (2, 2, 8)])
def test_a_turn_costs_three_a_side_and_one_for_each_surcharge(sides: int, surcharges: int, d: int) -> None:
    assert turn_d(sides, surcharges=surcharges) == d


@pytest.mark.rule("RH-006")
@pytest.mark.parametrize(("sides", "d"), [(0, 0), (1, 4), (2, 8)])
def test_by_the_turning_key_a_side_costs_four(sides: int, d: int) -> None:
    assert turn_d_by_key(sides) == d


@pytest.mark.rule("RH-006", "RH-012", "RH-013", "RH-014")
def test_drifts_and_the_bootlegger_have_prices_of_their_own() -> None:
    assert (KEY_LIGHT_DRIFT, STEEP_DRIFT_D, BOOTLEGGER_D) == (1, 3, 7)
