"""The control check, the results of the crash tables, and their effects in later rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.rhad.car.handling import finalize_handling, lose_handling, recover
from rules.rhad.car.kills import record_harm
from rules.rhad.designs.design import Tire
from rules.rhad.editions import EDITIONS
from rules.rhad.match.orders import PhaseOrder
from rules.rhad.match.state import CarState, CarStatus, ControlLoss
from rules.rhad.movement.loss_of_control import check_control, start_round, table_for
from rules.rhad.movement.moves import move
from tests.rules.rhad.boards import FISHTAIL, GUPPY, PLAIN, ROLL, SKID, SPIN, Board, Car


def checked(hc: int, *faces: int, speed: int = 65, **sheet: Any) -> CarState:
    """A car checked at 65 mph, a speed without a modifier, so that it is checked at its handling."""
    play = Board(Car("a", speed=speed, hc=hc, **sheet), faces=faces)
    check_control(play, play.car())
    assert play.all_thrown()
    return play.car()


@pytest.mark.rule("RH-033", "RH-034", "RH-035", "RH-036")
@pytest.mark.parametrize(
    ("hc", "mph", "accessories", "end"),
    [(1, 55, (), 2),
        (0, 55, (), 1), (0, 65, (), 0), (-1, 125, ("spoiler",), 0), (-1, 125, (), -2), (4, 0, ("spoiler",), 14),
     (0, 60, ("spoiler", "airdam"), 3)],
)  # fmt: skip
def test_the_check_adds_modifier_and_bonus(hc: int, mph: int, accessories: tuple[str, ...], end: int) -> None:
    play = Board(Car("a", speed=mph, design=replace(PLAIN, accessories=accessories), hc=hc))
    assert finalize_handling(play, play.car()) == end == play.car().hc
    (entry,) = play.entries_of("check")
    assert (entry.before, entry.after, entry.more["controlled"]) == ({"hc": hc}, {"hc": end}, end > 0)


@pytest.mark.rule("RH-036")
def test_a_car_above_zero_throws_no_die_and_forgets_who_harmed_it() -> None:
    sheet = checked(1)
    assert (sheet.hc, sheet.pending, sheet.owed) == (1, ControlLoss.NONE, 0)


@pytest.mark.rule("RH-036", "RH-090")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("figures", "forgotten"), [({}, True), ({"pending": SKID, "rolls_left": 1}, False)])
def test_a_car_in_control_forgets_who_harmed_it(edition: int, figures: dict[str, Any], forgotten: bool) -> None:
    play = Board(Car("a", speed=65, hc=1, **figures), Car("b", at=(9, 0)), edition=edition)
    record_harm(play, play.car(), by="b")
    check_control(play, play.car())
    assert (play.car().bane == "" if play.record is None else play.record.harm == {}) is forgotten


@pytest.mark.rule("RH-050")
@pytest.mark.parametrize(("solid", "hazard", "table"), [(False, "hit", "ct1"), (True, "maneuver", "ct2")])
def test_solid_contact_and_nothing_else_selects_the_second_table(solid: bool, hazard: str, table: str) -> None:
    play = Board(Car("a", solid=solid, hazard=hazard))
    assert table_for(play, play.car()) == table


@pytest.mark.rule("RH-051", "RH-054", "RH-055", "RH-056", "RH-060")
@pytest.mark.parametrize(
    ("hc", "face", "tires", "owed", "rolls"),
    [
        (0, 3, [8, 8, 8, 8], 5, 0),
        (0, 4, [7, 7, 8, 8], 5, 1),
        (-1, 1, [7, 7, 7, 7], 5, 1),
        (-1, 6, [6, 6, 6, 6], 10, 2),
        (-2, 1, [6, 6, 6, 6], 10, 2),
        (-2, 4, [5, 5, 5, 5], 20, 3),
    ],
)
def test_a_skid_wears_tires_now_and_is_driven_next_round(
    hc: int, face: int, tires: list[int], owed: int, rolls: int
) -> None:
    sheet = checked(hc, face)
    assert (sheet.tires, sheet.owed, sheet.rolls_left) == (tires, owed, rolls)
    assert (sheet.pending, sheet.speed) == (SKID if rolls else ControlLoss.NONE, 65)


@pytest.mark.rule("RH-050", "RH-054", "RH-060")
def test_a_fishtail_wears_the_rear_pair() -> None:
    sheet = checked(0, 4, solid=True)
    assert (sheet.tires, sheet.pending, sheet.rolls_left) == ([8, 8, 7, 7], FISHTAIL, 1)


@pytest.mark.rule("RH-060")
def test_the_one_tire_at_an_end_takes_it_alone() -> None:
    tires = (Tire(end="front", dp=5), Tire(end="rear", dp=6), Tire(end="rear", dp=7))
    play = Board(Car("a", speed=65, design=replace(PLAIN, tires=tires), hc=0), faces=[4])
    check_control(play, play.car())
    assert play.car().tires == [4, 6, 7]


@pytest.mark.rule("RH-054", "RH-064")
def test_a_flying_fishtail_throws_two_dice_for_each_tire_and_spins() -> None:
    sheet = checked(-3, 4, 1, 1, 2, 1, 3, 1, 6, 6, 6, solid=True)
    assert (sheet.tires, sheet.pending, sheet.spin, sheet.rolls_left) == ([5, 4, 1, 0], SPIN, -1, 0)


@pytest.mark.rule("RH-054", "RH-056", "RH-064")
@pytest.mark.parametrize(
    ("way", "faces", "spin"), [(1, (4,), 1), (-1, (4,), -1), (0, (4, 1), -1), (0, (4, 2), 1), (0, (4, 5), -1)]
)
def test_a_spin_goes_the_way_of_the_last_maneuver_or_as_a_die_says(
    way: int, faces: tuple[int, ...], spin: int
) -> None:
    sheet = checked(-3, *faces, way=way)
    assert (sheet.pending, sheet.spin, sheet.owed, sheet.tires) == (SPIN, spin, 20, [4, 4, 4, 4])


@pytest.mark.rule("RH-054", "RH-076")
@pytest.mark.parametrize(
    ("hc", "face", "pending", "hits", "burning"),
    [(-4, 4, GUPPY, 0, False), (-5, 4, ROLL, 0, False), (-6, 4, ROLL, 1, False), (-8, 1, ROLL, 2, True)],
)
def test_what_leaves_the_ground(hc: int, face: int, pending: ControlLoss, hits: int, burning: bool) -> None:
    play = Board(Car("a", speed=65, gunner=True, hc=hc), faces=[face])
    check_control(play, play.car())
    sheet = play.car()
    assert (sheet.pending, sheet.burning, sheet.tires, sheet.owed) == (pending, burning, [3, 3, 3, 3], 0)
    assert (play.crew("a.d").hits, play.crew("a.g").hits) == (hits, hits)


@pytest.mark.rule("RH-062")
def test_a_second_skid_adds_its_rolls_and_a_spin_outlasts_it() -> None:
    assert checked(-1, 4, pending=SKID, rolls_left=1).rolls_left == 3
    sheet = checked(-1, 4, pending=SPIN, rolls_left=2)
    assert (sheet.pending, sheet.rolls_left, sheet.owed) == (SPIN, 2, 10)
    sheet = checked(-5, 4, pending=SKID, rolls_left=2, facing=1, heading=1, swung=1)
    assert (sheet.pending, sheet.rolls_left, sheet.facing, sheet.heading) == (ROLL, 0, 2, 2)


@pytest.mark.rule("RH-069")
@pytest.mark.parametrize("sheet", [{"pending": ROLL}, {"pending": GUPPY}, {"rest_side": "top"}])
def test_a_car_in_the_air_or_on_its_roof_is_spared(sheet: dict[str, Any]) -> None:
    assert checked(-9, **sheet).owed == 0


@pytest.mark.rule("RH-069")
def test_a_car_that_a_crash_has_stopped_is_spared_while_it_stands() -> None:
    assert checked(-12, speed=0, stilled=True).hc == -2
    assert checked(-10, 3, speed=0).owed == 5
    assert checked(-1, 4, stilled=True).owed == 10


@pytest.mark.rule("RH-069")
@pytest.mark.parametrize(("lost", "faces"), [(13, ()), (14, (1,))])
def test_a_parked_car_crashes_after_losing_more_than_its_base_and_nine(lost: int, faces: tuple[int, ...]) -> None:
    assert checked(4 - lost, *faces, speed=0).hc == 14 - lost


@pytest.mark.rule("RH-037", "RH-038")
@pytest.mark.parametrize(("hc", "after"), [(-2, 2), (0, 4), (2, 4), (-5, -1)])
def test_recovery_is_written_down_where_it_changes_anything(hc: int, after: int) -> None:
    play = Board(Car("a", hc=hc))
    recover(play, play.car())
    assert play.car().hc == after
    recover_again = Board(Car("a"))
    recover(recover_again, recover_again.car())
    assert (len(play.entries_of("recovery")), recover_again.entries_of("recovery")) == (1, [])


# ---------------------------------------------------------------------------------------- the start of a round


@pytest.mark.rule("RH-056")
def test_the_deceleration_comes_before_the_round_and_takes_the_place_of_a_speed_change() -> None:
    play = Board(Car("a", speed=65, pending=SKID, rolls_left=3, owed=20, spent=4, solid=True, way=1))
    start_round(play, play.car())
    sheet = play.car()
    assert (sheet.speed, sheet.owed, sheet.slid, sheet.rolls_left) == (45, 0, True, 3)
    assert (sheet.spent, sheet.solid, sheet.stilled, sheet.way) == (0, False, False, 0)
    free = Board(Car("a", speed=65))
    start_round(free, free.car())
    assert (free.car().speed, free.car().slid, free.car().stilled) == (65, False, False)


@pytest.mark.rule("RH-056", "RH-064", "RH-069")
@pytest.mark.parametrize("pending", [SKID, SPIN])
def test_nothing_is_left_to_skid_or_spin_at_a_stand(pending: ControlLoss) -> None:
    sheet = {"pending": pending, "owed": 5, "spin": 1}
    play = Board(Car("a", **sheet), switches={"rhad.crash_decel": "after_each_step"})
    start_round(play, play.car())
    assert (play.car().pending, play.car().rolls_left) == (ControlLoss.NONE, 0)


@pytest.mark.rule("RH-061", "RH-063")
def test_a_roll_that_goes_straight_keeps_the_side_of_the_last_swing() -> None:
    play = Board(Car("a", speed=100, pending=SKID, rolls_left=2), faces=[2, 3])
    move(play, play.car(), PhaseOrder())
    assert (play.car().swung, play.car().facing, play.car().heading) == (-1, 10, 10)


@pytest.mark.rule("RH-031")
def test_losing_nothing_is_no_hazard() -> None:
    play = Board(Car("a"))
    lose_handling(play, play.car(), 0, hazard="hit", why="test")
    assert (play.car().hazard, play.car().spent, play.log.entries) == ("", 0, [])


@pytest.mark.rule("RH-056", "RH-069")
def test_a_car_slowed_to_nothing_has_nothing_left_to_skid() -> None:
    play = Board(Car("a", speed=15, pending=SKID, rolls_left=3, owed=20, credit=1))
    start_round(play, play.car())
    sheet = play.car()
    assert (sheet.speed, sheet.pending, sheet.rolls_left, sheet.credit) == (0, ControlLoss.NONE, 0, 0)
    assert (sheet.stilled, sheet.slid) == (True, True)


@pytest.mark.rule("RH-004", "RH-063")
@pytest.mark.parametrize(("swung", "facing"), [(1, 2), (-1, 0), (0, 2)])
def test_a_car_that_comes_to_stand_at_a_corner_snaps_on(swung: int, facing: int) -> None:
    play = Board(Car("a", speed=5, pending=SKID, rolls_left=1, owed=5, turned=1, heading=1,
                                          swung=swung))  # fmt: skip
    start_round(play, play.car())
    assert (play.car().facing, play.car().heading) == (facing, facing)


@pytest.mark.rule("RH-064")
@pytest.mark.parametrize(
    ("face", "skill", "steps"),
    [(1, 0, 1), (2, 0, 2), (2, 1, 2), (2, 2, 4), (3, 1, 4), (4, 3, 4), (5, 2, 5), (5, 3, 8), (6, 2, 8)],
)
def test_a_driver_lengthens_a_spin_to_come_out_straight(face: int, skill: int, steps: int) -> None:
    play = Board(Car("a", speed=65, skill=skill, pending=SPIN, spin=1), faces=[face])
    start_round(play, play.car())
    assert play.car().rolls_left == steps


@pytest.mark.rule("RH-064")
def test_nobody_lengthens_a_spin_without_a_driver_and_a_spin_under_way_is_not_thrown_again() -> None:
    play = Board(Car("a", speed=65, skill=2, pending=SPIN, spin=1), faces=[2])
    play.crew().hits = 2
    start_round(play, play.car())
    assert play.car().rolls_left == 2
    play.load()
    start_round(play, play.car())
    assert play.car().rolls_left == 2


@pytest.mark.rule("RH-065")
@pytest.mark.parametrize(
    ("face", "side", "armor"),
    [(1, "top", "top"), (2, "left", "left"), (3, "left", "left"), (4, "right", "right"), (5, "right", "right"),
     (6, "wheels", "under")],
)  # fmt: skip
def test_a_guppy_tips_once_with_ram_damage_at_20_mph_less(face: int, side: str, armor: str) -> None:
    play = Board(Car("a", speed=55, pending=GUPPY, rolls_left=1), faces=[face, 1, 3])
    before = play.car().armor[armor]
    start_round(play, play.car())
    sheet = play.car()
    assert (sheet.speed, sheet.rest_side, sheet.pending, sheet.rolls_left) == (35, side, GUPPY, 0)
    assert sheet.armor[armor] == before - 4
    assert play.all_thrown()
    start_round(play, play.car())
    assert (play.car().speed, len(play.entries_of("landing"))) == (15, 1)


@pytest.mark.rule("RH-065", "RH-067", "RH-069")
def test_a_guppy_below_20_mph_does_no_damage_and_rests() -> None:
    play = Board(Car("a", speed=15, pending=GUPPY, rolls_left=1), faces=[2])
    start_round(play, play.car())
    sheet = play.car()
    assert (sheet.speed, sheet.pending, sheet.rest_side, sheet.stilled) == (0, ControlLoss.NONE, "left", True)
    assert (sheet.armor["left"], sheet.status) == (20, CarStatus.MOBILITY_KILL)


@pytest.mark.rule("RH-066")
@pytest.mark.parametrize(
    ("face", "side"), [(1, "front"), (2, "left"), (3, "right"), (4, "back"), (5, "top"), (6, "under")]
)
def test_a_rolling_car_lands_on_a_side(face: int, side: str) -> None:
    play = Board(Car("a", speed=40, pending=ROLL), faces=[face, 3])
    before = dict(play.car().armor)
    start_round(play, play.car())
    assert play.car().armor == {**before, side: before[side] - 3}
    assert (play.car().rest_side, play.car().rolls_left) == ("wheels" if face == 6 else side, 0)


@pytest.mark.rule("RH-066", "RH-075")
def test_worked_landings_from_65_mph() -> None:
    play = Board(Car("a", speed=65, pending=ROLL), faces=[1, 1, 2, 3, 4, 2, 5, 3, 6, 6])
    figures = []
    for _ in range(4):
        start_round(play, play.car())
        landing, impact = play.entries_of("landing")[-1], play.entries_of("impact")[-1]
        figures.append((play.car().speed, landing.after["rest_side"], impact.more["points"]))
    assert figures == [(45, "front", 10), (25, "left", 5), (5, "right", 2), (0, "wheels", 0)]
    assert [len(roll.faces) for roll in play.dice.log] == [1, 4, 1, 1, 1, 1, 1]
    assert play.all_thrown()
    assert (play.car().pending, play.car().status) == (ControlLoss.NONE, CarStatus.RUNNING)


@pytest.mark.rule("RH-067")
@pytest.mark.parametrize(
    ("face", "status"), [(6, CarStatus.RUNNING), (5, CarStatus.MOBILITY_KILL), (1, CarStatus.MOBILITY_KILL)]
)
def test_a_car_that_rests_off_its_wheels_goes_nowhere(face: int, status: CarStatus) -> None:
    play = Board(Car("a", speed=20, pending=ROLL), faces=[face])
    start_round(play, play.car())
    assert (play.car().status, len(play.entries_of("rest"))) == (status, 1)


@pytest.mark.rule("RH-068")
@pytest.mark.parametrize(("face", "explodes"), [(1, False), (4, False), (5, True), (6, True)])
def test_a_burning_car_at_rest_explodes_on_5_and_6(face: int, explodes: bool) -> None:
    play = Board(Car("a", speed=20, gunner=True, pending=ROLL, burning=True), faces=[6, face])
    start_round(play, play.car())
    sheet = play.car()
    assert (sheet.exploded, sheet.burning) == (explodes, False)
    assert sheet.status is (CarStatus.COMPLETE_KILL if explodes else CarStatus.RUNNING)
    assert [play.crew(id).hits for id in ("a.d", "a.g")] == ([3, 3] if explodes else [0, 0])


@pytest.mark.rule("RH-068")
def test_a_burning_car_does_not_explode_in_the_air() -> None:
    play = Board(Car("a", speed=40, pending=ROLL, burning=True), faces=[6, 1])
    start_round(play, play.car())
    assert (play.car().burning, play.car().exploded, play.car().pending) == (True, False, ROLL)


@pytest.mark.rule("RH-030", "RH-033", "RH-037", "RH-040")
@pytest.mark.parametrize(("mph", "end", "faces"), [(60, 1, []), (65, 0, [1]), (70, 0, [1])])
def test_a_base_of_zero_is_safe_at_60_mph_and_not_at_65(mph: int, end: int, faces: list[int]) -> None:
    play = Board(Car("a", speed=mph, design=replace(PLAIN, base_hc=0)), faces=faces)
    check_control(play, play.car())
    assert (play.car().hc, len(play.entries_of("crash"))) == (end, len(faces))
    recover(play, play.car())
    assert play.car().hc == 0
