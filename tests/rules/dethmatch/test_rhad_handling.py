"""Cars on Dethmatch's map under RHAD's handling model: handling spent all turn, one check, and its results."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.driving import handling, hazards, loss_of_control, suspension
from rules.dethmatch.match.state import CarStatus, Control
from rules.dethmatch.movement import forced_steps, moves
from rules.dethmatch.movement.model_handling import control_of, is_checked
from rules.match.handling_model import CrashEffect, LossOfControl
from tests.rules.dethmatch.motion import AHEAD, HERE, on_the_road
from tests.rules.dethmatch.rhad_roads import RHAD, at_the_end, books, driven, next_turn

# --------------------------------------------------------------------------------------------- during the turn


@pytest.mark.rule("DM-M-065", "DM-M-068")
@pytest.mark.switch("dethmatch.handling", "rhad")
def test_a_turn_takes_four_and_a_drift_three_whatever_the_speed() -> None:
    for pace in (1, 4, 13):
        for step, why, expected in (("TL", "turn", -1), ("DR", "drift", 0)):
            play, car = on_the_road(switches=RHAD, speed=pace, quota=[3, 3, 3], handling=3)
            moves.spend_point(play, car, step)
            assert car.handling == expected
            assert [(entry.rule, entry.more["why"]) for entry in play.entries_of("handling")] == [("RH-015", why)]


@pytest.mark.rule("DM-M-068")
@pytest.mark.switch("dethmatch.handling", "rhad")
def test_nothing_is_checked_in_mid_turn_however_far_handling_has_gone() -> None:
    play, car = on_the_road(switches=RHAD)
    handling.lose_handling(play, car, 12, rule="DM-M-084", why="collision")
    assert (car.handling, car.control, play.kinds()) == (-9, Control.OK, ["handling"])
    loss_of_control.keep_control(play, car, crashed=True)
    assert play.kinds() == ["handling"]


@pytest.mark.rule("DM-M-034", "DM-M-068")
def test_a_broken_suspension_loses_control_when_the_turn_is_over_and_never_recovers() -> None:
    play, car = driven()
    suspension.break_suspension(play, car)
    assert (car.handling, car.control) == (-5, Control.OK)
    at_the_end(play, 1, 1, 6, 1)
    assert (car.handling, car.broken, car.control) == (-5, True, Control.SPIN)
    next_turn(play, car)
    forced_steps.make_forced_step(play, car)
    assert car.control is Control.OK, "it is for the next check to say what becomes of it"


@pytest.mark.rule("DM-M-068")
def test_what_is_solid_is_another_car_a_wall_an_obstacle_or_debris() -> None:
    play, car = driven(others={"c2": AHEAD}, faces=[1, 1, 1, 1, 1, 1, 1, 1])
    moves.spend_point(play, car, "F")
    assert books(play).struck == {"c1", "c2"}
    play, car = driven(faces=[1], ground={HERE: {"obstacle": 1}})
    hazards.check_obstacle_hazard(play, car, car.at)
    assert books(play).struck == {"c1"}
    play, car = driven(faces=[1], ground={HERE: {"surface": "debris"}})
    hazards.check_road_hazard(play, car, car.at)
    assert books(play).struck == {"c1"}


@pytest.mark.rule("DM-M-068")
def test_mud_open_road_and_fire_are_not_solid() -> None:
    play, car = driven(faces=[6, 6], ground={HERE: {"surface": "mud"}})
    hazards.check_road_hazard(play, car, car.at)
    hazards.check_obstacle_hazard(play, car, car.at)
    hazards.check_hit_hazard(play, car)
    assert books(play).struck == set()
    assert car.handling == 1, "both checks failed"


def test_the_book_s_own_handling_asks_no_model() -> None:
    play, car = on_the_road()
    hazards.mark_struck(play, car)
    assert play.model_handling is None
    assert not loss_of_control.moves_by_model(play, car)


# ------------------------------------------------------------------------------------------ the end of the turn


@pytest.mark.rule("DM-M-067", "DM-M-068")
@pytest.mark.parametrize(
    ("pace", "left", "end", "now"),
    [(4, 0, 1, 3), (4, 1, 2, 3), (1, -5, 1, 3), (2, -3, 1, 3), (3, -1, 1, 3), (7, 1, 1, 3), (11, 2, 1, 3)],
)
def test_a_car_in_control_is_told_its_total_and_recovers_to_its_maximum(
    pace: int, left: int, end: int, now: int
) -> None:
    play, car = driven(handling=left, speed=pace)
    at_the_end(play)
    (reckoned,) = play.entries_of("reckoning")
    assert (reckoned.rule, reckoned.crew) == ("RH-036", "c1.driver")
    assert reckoned.more == {"handling": left, "pace": pace, "end": end, "passed": True}
    assert (car.handling, car.control, play.entries_of("crash")) == (now, Control.OK, [])
    (entry,) = play.entries_of("handling")
    assert (entry.rule, entry.before, entry.after) == ("RH-037", {"handling": left}, {"handling": now})
    assert entry.more == {"why": "recovery"}


@pytest.mark.rule("DM-M-067")
def test_who_has_spent_nothing_has_nothing_to_recover() -> None:
    play, car = driven()
    at_the_end(play)
    assert (car.handling, play.kinds()) == (3, ["reckoning"])


@pytest.mark.rule("DM-M-068")
def test_the_speed_that_counts_is_the_one_the_car_set_out_with() -> None:
    play, car = driven(speed=2, handling=-1)
    books(play).paces[car.id] = 7
    at_the_end(play, 1, 1)
    assert play.entries_of("reckoning")[0].more["end"] == -1
    assert play.entries_of("crash")[0].more["result"] == "minor_skid"


@pytest.mark.rule("DM-M-068", "DM-M-070")
@pytest.mark.parametrize(
    ("left", "solid", "faces", "result", "control", "owed", "debt"),
    [
        (-1, False, [3], "trivial_skid", Control.OK, [], 1),
        (-1, False, [4, 1], "minor_skid", Control.MINOR_SKID, ["?"], 1),
        (-1, True, [3], "trivial_fishtail", Control.OK, [], 1),
        (-1, True, [4, 1], "minor_fishtail", Control.FISHTAIL, ["?"], 1),
        (-2, False, [4, 1], "moderate_skid", Control.MAJOR_SKID, ["?", "?"], 1),
        (-3, False, [4, 1], "severe_skid", Control.MAJOR_SKID, ["?", "?", "?"], 2),
        (-3, True, [4, 1], "severe_fishtail", Control.FISHTAIL, ["?", "?", "?"], 2),
        (-4, False, [4, 3, 1, 1], "spin_out", Control.SPIN, ["TR TR F*", "TR F*", "TR TR F*"], 2),
        (-4, True, [4, 2, 2, 1], "flying_fishtail", Control.SPIN, ["TL TL F*", "TL F*"], 2),
    ],
)
def test_a_failed_check_says_what_the_car_does_next_turn(
    *, left: int, solid: bool, faces: list[int], result: str, control: Control, owed: list[str], debt: int
) -> None:
    play, car = driven(handling=left)
    if solid:
        hazards.mark_struck(play, car)
    at_the_end(play, *faces)
    (crash,) = play.entries_of("crash")
    assert crash.more == {"end": left + 1, "solid": solid, "result": result}
    assert (crash.rule, crash.before, crash.after) == ("RH-053", {"debt": 0}, {"debt": debt})
    assert (car.control, car.owed, car.debt, car.speed) == (control, owed, debt, 4)
    assert bool(car.way) == (control is Control.SPIN), "where every step is thrown for, there is no side"
    assert car.handling == min(3, left + 1 + handling.maximum_handling(play, car))
    assert (books(play).struck, books(play).paces) == (set(), {})


@pytest.mark.rule("DM-M-068", "DM-M-075")
def test_whatever_goes_over_rolls_over_as_it_does_here() -> None:
    # An end of -4 with a 4 is a guppy; nothing points to a side, so it is rolled; then the tumble, and the tires.
    play, car = driven(handling=-5)
    at_the_end(play, 4, 1, 1, 6)
    assert (car.control, car.way, car.owed, car.debt) == (Control.ROLLOVER, 1, [], 2)
    assert [roll.why for roll in play.dice.log][2] == "rollover: penetration"
    assert (car.tire_damage, car.speed) == (2, 4)
    next_turn(play, car, 3)
    assert (car.speed, car.control) == (0, Control.OK), "2 for the crash, 2 for the phase"
    assert play.entries_of("landing")[0].more == {"on_wheels": True}


@pytest.mark.rule("DM-M-075")
def test_a_faster_car_goes_on_rolling() -> None:
    play, car = driven(handling=-5, speed=9)
    at_the_end(play, 1, 1, 1, 1)
    next_turn(play, car)
    assert (car.speed, car.quota, forced_steps.forced_step(play, car)) == (5, [1, 3, 3], ("DR",))


@pytest.mark.rule("DM-M-078")
@pytest.mark.parametrize(
    ("left", "solid", "bonus"), [(-1, False, 0), (-2, False, 1), (-3, False, 2), (-4, False, 3), (-4, True, 6)]
)
def test_tires_are_rolled_for_with_what_each_would_take_less_one(left: int, solid: bool, bonus: int) -> None:
    play, car = driven(handling=left)
    if solid:
        hazards.mark_struck(play, car)
    at_the_end(play, *([4, 1] if left > -4 else [4, 1, 1, 1]))
    (entry,) = play.entries_of("tire")
    assert (entry.rule, entry.more["bonus"]) == ("DM-M-078", bonus)


@pytest.mark.rule("DM-M-067", "DM-M-078", "DM-M-112")
def test_tires_that_a_crash_wears_lower_the_maximum_that_is_recovered_to() -> None:
    play, car = driven(handling=-1)
    at_the_end(play, 4, 6)
    assert (car.tire_damage, handling.maximum_handling(play, car), car.handling) == (1, 2, 2)


@pytest.mark.rule("DM-M-078")
def test_where_driving_wears_no_tires_a_crash_does_not_either() -> None:
    play, car = driven(handling=-2, switches={"dethmatch.tire_wear_from_driving": False})
    at_the_end(play, 4)
    assert (car.control, play.entries_of("tire")) == (Control.MAJOR_SKID, [])


@pytest.mark.rule("DM-M-107")
@pytest.mark.parametrize(("left", "injuries"), [(-7, 1), (-8, 2), (-6, 0)])
def test_a_crash_injures_everybody_aboard_and_one_that_burns_twice(left: int, injuries: int) -> None:
    # A die for the table, one for the side, one for the tumble, one for the tires; with toughness 6 nobody fails.
    play, _ = driven(handling=left, toughness=6, gunner_talents=())
    seats = injuries * 2
    at_the_end(play, 4, 1, 1, 1, *[1] * seats)
    assert play.entries_of("crash")[0].more["result"] == {-6: "roll_over", -7: "crash", -8: "crash_and_burn"}[left]
    assert [entry.crew for entry in play.entries_of("wound")] == ["c1.driver", "c1.gunner"] * injuries


@pytest.mark.rule("DM-M-068")
@pytest.mark.parametrize(
    "sheet",
    [
        {"speed": 0, "handling": -30},
        {"control": Control.UNCONTROLLED, "handling": -9},
        {"control": Control.ROLLOVER, "handling": -9},
        {"status": CarStatus.DESTROYED, "handling": -9},
    ],
)
def test_who_has_no_control_to_lose_is_not_checked(sheet: dict[str, Any]) -> None:
    play, car = driven(**sheet)
    assert not is_checked(play, car)
    at_the_end(play)
    assert "reckoning" not in play.kinds()


@pytest.mark.rule("DM-M-068")
def test_the_slowest_car_that_moves_is_checked_and_one_without_a_driver_is_not() -> None:
    play, car = driven(speed=1)
    assert is_checked(play, car)
    play.state.crew[car.driver].out = True
    assert not is_checked(play, car)


@pytest.mark.rule("DM-M-067", "DM-M-068")
def test_every_car_is_checked_before_any_recovers() -> None:
    play, _ = driven(handling=0, others={"c2": (-3, 0)})
    second_car = play.state.cars["c2"]
    second_car.speed, second_car.handling = 3, 0
    at_the_end(play)
    assert play.kinds() == ["reckoning", "reckoning", "handling", "handling"]


@pytest.mark.rule("DM-M-068")
def test_of_two_losses_of_control_the_worse_stays_and_slows_the_more() -> None:
    play, car = driven(handling=-1, control=Control.MAJOR_SKID, owed=["?", "?"], debt=2)
    at_the_end(play, 4, 1)
    assert (car.control, car.owed, car.debt) == (Control.MAJOR_SKID, ["?", "?"], 2)
    play, car = driven(handling=-2, control=Control.MINOR_SKID, owed=["?"], debt=0)
    at_the_end(play, 4, 1)
    assert (car.control, car.owed, car.debt) == (Control.MAJOR_SKID, ["?", "?"], 1)


@pytest.mark.rule("DM-M-070")
@pytest.mark.parametrize(
    ("loss", "steps", "control"),
    [
        (LossOfControl.NONE, 0, Control.OK),
        (LossOfControl.SKID, 1, Control.MINOR_SKID),
        (LossOfControl.SKID, 2, Control.MAJOR_SKID),
        (LossOfControl.FISHTAIL, 1, Control.FISHTAIL),
        (LossOfControl.FISHTAIL, 3, Control.FISHTAIL),
        (LossOfControl.SPIN, 0, Control.SPIN),
        (LossOfControl.ROLLOVER, 0, Control.ROLLOVER),
    ],
)
def test_each_loss_is_a_state_of_this_map(loss: LossOfControl, steps: int, control: Control) -> None:
    assert control_of(CrashEffect(result="x", loss=loss, steps=steps)) is control
