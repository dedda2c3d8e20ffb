"""Pressure triggers of mines and spikes, and a vehicle's own counters."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from rules.core.dice import NeedsDice
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

NEAR = {"vehicle": "Ace", "dropped_by": "Bug", "distance": 25, "moment": "moving"}
OVER = NEAR | {"distance": 0, "drives_over": True}
STEPWISE = {"drop.pressure_trigger": {"trigger": "roll_each_step"}}
AT_ONCE = {"drop.triggered_when": {"checked": "immediate"}}


@pytest.mark.rule("CW-P-027", "CW-Q-050")
@pytest.mark.parametrize(
    ("face", "near", "over"),
    [
        (1, True, True),
        (2, True, True),
        (3, False, True),
        (4, False, True),
        (5, False, False),
        (6, False, False),
    ],
)
def test_1_and_2_go_off_at_once_and_3_and_4_only_when_driven_over(face: int, near: bool, over: bool) -> None:
    assert performed("check_pressure_trigger", NEAR, faces=[face]).values == {
        "goes_off": near,
        "die": face,
        "secret": True,
    }
    assert performed("check_pressure_trigger", OVER, faces=[face]).values["goes_off"] is over


@pytest.mark.rule("CW-P-027", "CW-Q-050")
@pytest.mark.parametrize(("die", "goes_off"), [(3, True), (4, True), (5, False), (6, False)])
def test_the_die_kept_for_a_vehicle_and_a_counter_is_not_rolled_again(die: int, goes_off: bool) -> None:
    assert performed("check_pressure_trigger", OVER | {"kept_die": die}).values["goes_off"] is goes_off
    near = performed("check_pressure_trigger", NEAR | {"kept_die": die})
    assert near.values == {"goes_off": False, "die": die, "secret": True}
    assert near.says[0] == f"The die rolled before is a {die}."


@pytest.mark.rule("CW-P-027", "CW-Q-050")
@pytest.mark.parametrize(
    ("inputs", "face", "goes_off"),
    [(NEAR, 2, True), (NEAR, 3, False), (OVER, 4, True), (OVER, 5, False)],
)
def test_a_referee_may_roll_anew_at_every_step_in_the_open(inputs: dict[str, Any], face: int, goes_off: bool) -> None:
    outcome = performed("check_pressure_trigger", inputs | {"kept_die": 6}, faces=[face], answers=STEPWISE)
    assert outcome.values == {"goes_off": goes_off, "die": face, "secret": False}
    assert ("Roll again at the next step" in outcome.says[1]) is not goes_off


@pytest.mark.rule("CW-P-027")
def test_nothing_is_rolled_beyond_a_quarter_inch() -> None:
    outcome = performed("check_pressure_trigger", NEAR | {"distance": 26})
    assert outcome.values == {"goes_off": False, "die": None, "secret": True}
    assert "farther than 1/4 inch" in outcome.says[0]
    assert performed("check_pressure_trigger", NEAR | {"distance": 26, "kept_die": 3}).values["die"] == 3


@pytest.mark.rule("CW-P-027", "CW-Q-055")
def test_what_lands_beside_a_vehicle_is_checked_at_its_next_move_or_at_once() -> None:
    landed = NEAR | {"moment": "landed"}
    outcome = performed("check_pressure_trigger", landed)
    assert outcome.values == {"goes_off": False, "die": None, "secret": True}
    assert "when Ace moves the next time" in outcome.says[0]
    assert performed("check_pressure_trigger", landed, faces=[2], answers=AT_ONCE).values["goes_off"] is True
    assert performed("check_pressure_trigger", landed, faces=[3], answers=AT_ONCE).values["goes_off"] is False
    assert performed("check_pressure_trigger", landed | {"distance": 26}, answers=AT_ONCE).values["die"] is None


@pytest.mark.rule("CW-P-027", "CW-Q-055")
@pytest.mark.parametrize("answers", [{}, AT_ONCE])
def test_a_vehicle_that_stands_still_sets_off_nothing(answers: dict[str, Any]) -> None:
    outcome = performed("check_pressure_trigger", NEAR | {"moment": "standing"}, answers=answers)
    assert outcome.values["goes_off"] is False
    assert outcome.says == ("Ace stands still, which sets off nothing.",)


@pytest.mark.rule("CW-P-027")
@pytest.mark.parametrize(
    ("face", "says"),
    [(2, "The counter goes off."), (4, "drives over it later. Keep this die secret."), (5, "do not roll again.")],
)
def test_the_referee_reads_what_becomes_of_the_counter(face: int, says: str) -> None:
    outcome = performed("check_pressure_trigger", NEAR, faces=[face])
    assert outcome.says[0] == f"The die is a {face}."
    assert outcome.says[1].endswith(says)


@pytest.mark.rule("CW-P-027")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dropped_by": "Ace"}, "Ace dropped this counter itself: use the procedure for a vehicle's own counters"),
        ({"drives_over": True, "distance": 1}, "Only a moving vehicle at distance 0"),
        ({"drives_over": True, "distance": 0, "moment": "landed"}, "Only a moving vehicle at distance 0"),
        ({"kept_die": 1}, "went off when its 1 was rolled"),
        ({"kept_die": 2}, "went off when its 2 was rolled"),
    ],
)
def test_impossible_approaches_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("check_pressure_trigger", NEAR | change)


@pytest.mark.rule("CW-P-027")
def test_a_missing_die_is_asked_for_with_its_reason() -> None:
    with pytest.raises(NeedsDice, match="needs 1d6: whether Ace sets off the counter"):
        performed("check_pressure_trigger", NEAR)


@pytest.mark.rule("CW-P-027")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [("vehicle", 1, 60), ("dropped_by", 1, 60), ("distance", 0, 100_000), ("kept_die", 0, 6)],
)
def test_inputs_of_a_trigger_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("check_pressure_trigger", NEAR | {"kept_die": 0}, path, lowest, highest)


CARRIED = {"carried_by": "maneuver", "directly_over": True}


@pytest.mark.rule("CW-P-028", "CW-Q-051")
@pytest.mark.parametrize(("face", "goes_off"), [(1, True), (2, True), (3, True), (4, True), (5, False), (6, False)])
def test_an_own_counter_goes_off_on_1_to_4(face: int, goes_off: bool) -> None:
    outcome = performed("check_own_counter", CARRIED, faces=[face])
    assert outcome.values == {"goes_off": goes_off, "die": face}
    assert outcome.says[1] == ("The counter goes off." if goes_off else "The counter does not go off.")


@pytest.mark.rule("CW-P-028", "CW-Q-051")
@pytest.mark.parametrize("carried_by", ["maneuver", "collision", "crash_result"])
def test_maneuvers_collisions_and_crash_results_carry_a_vehicle_over_its_own_counter(carried_by: str) -> None:
    assert performed("check_own_counter", CARRIED | {"carried_by": carried_by}, faces=[4]).values["goes_off"] is True


@pytest.mark.rule("CW-P-028", "CW-Q-051")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"carried_by": "straight_move"}, "Only a maneuver, a collision or a crash result"),
        ({"directly_over": False}, "No part of the vehicle goes right over"),
    ],
)
def test_an_own_counter_is_otherwise_not_rolled_for(change: dict[str, Any], says: str) -> None:
    outcome = performed("check_own_counter", CARRIED | change)
    assert outcome.values == {"goes_off": False, "die": None}
    assert outcome.says[0].startswith(says)


@pytest.mark.rule("CW-P-028", "CW-Q-051")
def test_a_referee_may_spare_vehicles_their_own_counters() -> None:
    outcome = performed("check_own_counter", CARRIED, answers={"drop.own_counters": {"own_counters_act": False}})
    assert outcome.values == {"goes_off": False, "die": None}
    assert outcome.says == ("The referee lets no vehicle set off its own counters.",)
