"""The autopilot's speeds, maneuvers and targets, each at the edge of its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.match.engine import play_match
from rules.rhad import engine
from rules.rhad.designs.design import Design
from rules.rhad.first_autopilot import Autopilot
from rules.rhad.first_autopilot import speed as pace
from rules.rhad.first_autopilot.free_ground import FreeGround, may_ram, open_places
from rules.rhad.first_autopilot.maneuver_choice import ManeuverPlanner
from rules.rhad.match.orders import HOLD, SpeedOrder
from rules.rhad.match.packet_setup import setup_from_packet
from rules.rhad.match.state import CarStatus, ControlLoss
from tests.rules.rhad.boards import GUN, PLAIN, Board, Car
from tests.rules.rhad.chance_matches import random_packet
from tests.rules.rhad.duels import dice

UNARMED = replace(PLAIN, weapons=())
TURRET = replace(GUN, name="Turret", mount="turret")
WATCHED = replace(PLAIN, weapons=(TURRET,))
"""A car that can fire in every direction."""
AHEAD = Car("b", at=(12, -2), design=UNARMED)
"""An unarmed enemy within the front arc of a car in the middle that faces east, but not in its path."""
WATCHER = AHEAD.variant(design=WATCHED)
BEHIND = Car("b", at=(-9, 1), design=UNARMED)


def set_speed(
    *others: Car, speed: int, hc: int, at: tuple[int, int] = (0, 0), switches: Mapping[str, Any] | None = None,
    design: Design = PLAIN, **sheet: Any,
) -> int:  # fmt: skip
    """The speed the autopilot sets for a car that faces east."""
    subject = Car("a", at=at, speed=speed, design=design, hc=hc, **sheet)
    play = Board(subject, *(others or (AHEAD,)), switches=switches)
    return pace.speed_order(play, play.car()).to


def course(
    *others: Car, speed: int = 50, hc: int = 4, at: tuple[int, int] = (0, 0), phase: int = 1, facing: int = 0,
    design: Design = PLAIN, **board_with: Any,
) -> tuple[str, ...]:  # fmt: skip
    """The maneuvers of a phase for a car that faces east."""
    subject = Car("a", at=at, facing=facing, speed=speed, design=design, hc=hc, **board_with.pop("sheet", {}))
    play = Board(subject, *(others or (AHEAD,)), phase=phase, **board_with)
    return ManeuverPlanner(play, play.car()).choose_maneuvers()


# -------------------------------------------------------------------------------------------------------- speed


@pytest.mark.rule("RH-086")
@pytest.mark.parametrize(("speed", "to"), [(0, 10), (30, 40), (65, 75), (70, 80), (75, 80), (95, 80), (105, 85)])
def test_it_goes_as_fast_as_it_can_and_never_past_its_profile(speed: int, to: int) -> None:
    assert set_speed(speed=speed, hc=4) == to


@pytest.mark.rule("RH-086")
@pytest.mark.switch("rhad.aggression", "cautious")
def test_a_cautious_one_goes_55() -> None:
    assert set_speed(speed=65, hc=4, switches={"rhad.aggression": "cautious"}) == 55
    assert set_speed(speed=65, hc=4) == 75


@pytest.mark.rule("RH-086")
@pytest.mark.switch("rhad.aggression", "reckless")
def test_a_reckless_one_goes_110() -> None:
    assert set_speed(speed=105, hc=9, switches={"rhad.aggression": "reckless"}) == 110
    assert set_speed(speed=85, hc=9) == 80


@pytest.mark.rule("RH-086")
@pytest.mark.parametrize(("hc", "to"), [(2, 75), (1, 75), (0, 60), (-1, 45), (-9, 45)])
def test_a_round_is_to_end_with_one_point_of_handling(hc: int, to: int) -> None:
    assert set_speed(speed=65, hc=hc) == to


@pytest.mark.rule("RH-086")
@pytest.mark.parametrize(("hc", "to"), [(3, 75), (2, 60), (1, 45)])
def test_two_more_are_kept_while_an_enemy_has_a_clear_shot(hc: int, to: int) -> None:
    assert set_speed(WATCHER, speed=65, hc=hc) == to


@pytest.mark.rule("RH-086")
@pytest.mark.parametrize(("hc", "to"), [(5, 75), (4, 60), (3, 45)])
def test_a_turn_is_planned_where_the_best_weapon_does_not_bear(hc: int, to: int) -> None:
    assert set_speed(BEHIND, speed=65, hc=hc) == to


@pytest.mark.rule("RH-086", "RH-087")
@pytest.mark.parametrize(
    ("at", "credit", "to"), [((13, 0), 0, 50), ((14, 0), 0, 45), ((14, 0), 1, 40), ((15, 0), 0, 35), ((17, 0), 0, 20)]
)
def test_a_turn_is_planned_where_a_wall_is_too_near(at: tuple[int, int], credit: int, to: int) -> None:
    enemy = Car("b", at=(at[0] + 2, -3), design=replace(WATCHED, weapons=()))
    turret = replace(PLAIN, weapons=(TURRET,))
    assert set_speed(enemy, speed=40, hc=1, at=at, credit=credit, design=turret) == to


@pytest.mark.rule("RH-035", "RH-086")
def test_accessories_count_and_so_does_the_figure_of_280_mph() -> None:
    spoiled = replace(PLAIN, accessories=("spoiler",))
    assert set_speed(speed=65, hc=0, design=spoiled) == 75
    play = Board(Car("a", design=spoiled), AHEAD)
    assert [pace.handling_gain(play, play.car(), mph) for mph in (0, 55, 60, 280)] == [10, 1, 2, -7 + 4]
    kinder = Board(Car("a", design=PLAIN), AHEAD, switches={"rhad.mod_280": "-6"})
    assert pace.handling_gain(kinder, kinder.car(), 280) == -6


@pytest.mark.rule("RH-086")
def test_what_cannot_be_steered_holds_its_speed() -> None:
    play = Board(Car("a", speed=30), AHEAD)
    assert Autopilot().order(play, play.car(), "speed") == SpeedOrder(to=40)
    play.state.crew["a.d"].hits = 2
    assert Autopilot().order(play, play.car(), "speed") == HOLD


@pytest.mark.rule("RH-064", "RH-086")
def test_a_car_that_slides_askew_brakes_as_hard_as_it_can() -> None:
    assert set_speed(speed=50, hc=4, heading=6) == 30


# ----------------------------------------------------------------------------------------------------- steering


@pytest.mark.rule("RH-087")
def test_it_goes_straight_on_while_its_weapon_bears() -> None:
    assert course() == ()


@pytest.mark.rule("RH-010", "RH-087")
@pytest.mark.parametrize(
    ("at", "facing", "turn"),
    [
        ((-2, 9), 0, "turn_60_right"), ((-2, -7), 0, "turn_60_left"), ((-9, 0), 0, "turn_60_right"),
        ((9, 1), 3, "turn_60_left"), ((9, -2), 2, "turn_60_left"), ((-9, 8), 5, "turn_60_left"),
        ((1, -9), 1, "turn_60_left"), ((-2, -8), 1, "turn_60_right"), ((-7, -2), 0, "turn_60_left"),
    ],
)  # fmt: skip
def test_it_turns_toward_the_nearest_enemy(at: tuple[int, int], facing: int, turn: str) -> None:
    assert course(Car("b", at=at, design=UNARMED), facing=facing) == (turn,)


@pytest.mark.rule("RH-087")
def test_a_turn_must_fit() -> None:
    assert course(BEHIND, hc=4) == ("turn_60_right",)
    assert course(BEHIND, hc=3) == ()


@pytest.mark.rule("RH-087")
def test_one_turn_a_phase_is_enough() -> None:
    assert course(BEHIND, hc=12, speed=100) == ("turn_60_right",)


@pytest.mark.rule("RH-085", "RH-087")
@pytest.mark.parametrize(
    ("mount", "at", "turn"),
    [
        ("front", (-8, 2), "turn_60_right"), ("front", (-6, -2), "turn_60_left"),
        ("right", (2, -8), "turn_60_right"), ("right", (6, -8), "turn_60_left"),
        ("back", (8, -2), "turn_60_right"), ("back", (6, 2), "turn_60_left"),
        ("left", (-2, 8), "turn_60_right"), ("left", (-6, 8), "turn_60_left"),
        ("right", (-2, 8), ""), ("left", (2, -8), ""), ("back", (-8, 2), ""), ("front", (8, -2), ""),
        ("turret", (-8, 2), ""),
    ],
)  # fmt: skip
def test_it_brings_the_best_weapon_round(mount: str, at: tuple[int, int], turn: str) -> None:
    best = replace(GUN, mount=mount, damage="3d")
    design = replace(PLAIN, weapons=(GUN, best))
    assert course(Car("b", at=at, design=UNARMED), design=design) == ((turn,) if turn else ())


@pytest.mark.rule("RH-087")
def test_a_car_without_weapons_turns_its_front() -> None:
    assert course(BEHIND, design=UNARMED, hc=4) == ("turn_60_right",)
    assert course(design=UNARMED) == ()


@pytest.mark.rule("RH-087")
def test_the_nearest_that_runs_is_turned_to() -> None:
    far, near = Car("c", at=(-2, 12), design=UNARMED), Car("b", at=(-2, -7), design=UNARMED)
    assert course(near, far) == ("turn_60_left",)
    stopped = near.variant(status=CarStatus.MOBILITY_KILL)
    assert course(stopped, far) == ("turn_60_right",)
    assert course(stopped) == ("turn_60_left",)
    assert course(near.variant(status=CarStatus.COMPLETE_KILL), far) == ("turn_60_right",)
    assert course(near.variant(team="team-a"), far) == ("turn_60_right",)


CHASER = Car("b", at=(-5, 0), facing=1)
"""An enemy whose front arc ends at the line along which a car in the middle drives."""


@pytest.mark.rule("RH-012", "RH-087")
def test_it_drifts_out_of_an_enemys_arc_where_that_fits() -> None:
    assert course(CHASER, hc=5) == ("steep_drift_left",)
    assert course(CHASER, hc=4) == ()
    assert course(CHASER, hc=6) == ("turn_60_right",)
    mirrored = CHASER.variant(facing=5)
    assert course(mirrored, hc=5) == ("steep_drift_right",)
    assert course(CHASER.variant(design=WATCHED), hc=5) == ()
    assert course(CHASER.variant(design=UNARMED), hc=3) == ()


@pytest.mark.rule("RH-087")
def test_it_drifts_nowhere_that_is_not_clear() -> None:
    assert course(CHASER, hc=5, obstacles=[(2, -1)]) == ()
    assert course(CHASER, hc=5, obstacles=[(4, -1)]) == ("steep_drift_left",)


@pytest.mark.rule("RH-087")
@pytest.mark.parametrize(("at", "drives"), [((17, 0), False), ((18, 0), False), ((19, 0), True), ((20, 0), True)])
def test_a_wall_two_steps_ahead_is_avoided(at: tuple[int, int], drives: bool) -> None:
    enemy = Car("b", at=(20, -5), design=UNARMED)
    assert bool(course(enemy, at=at, hc=-9, design=WATCHED)) is drives


@pytest.mark.rule("RH-087")
def test_the_cheapest_way_round_that_is_clear_is_taken_at_any_price() -> None:
    assert course(obstacles=[(2, 0)], hc=4) == ("steep_drift_left",)
    assert course(obstacles=[(2, 0), (2, -1)], hc=4) == ("steep_drift_right",)
    blocked = [(2, 0), (2, -1), (1, 1)]
    assert course(obstacles=blocked, hc=4) == ("turn_60_left",)
    assert course(obstacles=[*blocked, (2, -2)], hc=-9) == ("turn_60_right",)
    assert course(obstacles=[*blocked, (2, -2), (0, 2)], hc=-9) == ("turn_120_left",)
    assert course(obstacles=[*blocked, (2, -2), (0, 2), (0, -2)], hc=-9) == ("turn_120_right",)


@pytest.mark.rule("RH-087")
def test_two_free_steps_beyond_are_enough_one_is_not_and_one_is_better_than_none() -> None:
    assert course(obstacles=[(2, 0), (1, 1), (4, -1)], hc=4) == ("steep_drift_left",)
    assert course(obstacles=[(2, 0), (1, 1), (3, -1)], hc=4) == ("turn_60_left",)
    assert course(obstacles=[(1, 0), (1, -1), (0, 1), (-1, 1), (0, -2)], hc=9) == ("turn_120_left",)


@pytest.mark.rule("RH-023", "RH-024")
@pytest.mark.parametrize(
    ("mph", "credit", "steps"), [(50, 0, 5), (50, 1, 5), (55, 0, 5), (55, 1, 6), (5, 0, 0), (5, 1, 1)]
)
def test_the_steps_of_a_round_are_reckoned_with_the_half_step_to_come(mph: int, credit: int, steps: int) -> None:
    play = Board(Car("a", credit=credit))
    assert pace.steps_in_round(play.car(), mph) == steps


@pytest.mark.rule("RH-087")
def test_what_fits_goes_before_what_does_not_and_a_step_before_none() -> None:
    everything = [(2, 0), (2, -1), (1, 1), (2, -2), (0, 2), (0, -2), (-2, 2)]
    assert course(obstacles=everything, hc=9) == ()
    assert course(obstacles=[(1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0)], hc=9) == ()


@pytest.mark.rule("RH-087")
def test_cars_of_the_own_team_are_no_way_through() -> None:
    friend = Car("c", at=(2, 0), team="team-a", design=UNARMED)
    assert course(AHEAD, friend) == ("steep_drift_left",)


@pytest.mark.rule("RH-075", "RH-087")
@pytest.mark.parametrize(
    ("speed", "front", "may"),
    [(35, 15, True), (35, 14, False), (40, 22, True), (40, 21, False), (5, 1, True), (15, 6, True), (15, 5, False)],
)
def test_it_rams_only_with_twice_the_armor(speed: int, front: int, may: bool) -> None:
    play = Board(Car("a", speed=speed), Car("b", at=(2, 0)))
    play.car().armor["front"] = front
    assert may_ram(play.car(), play.car("b")) is may
    assert FreeGround(play, play.car()).is_free((4, 0)) is may
    play.car("b").team = "team-a"
    assert not may_ram(play.car(), play.car("b"))


@pytest.mark.rule("RH-087")
def test_a_car_that_stands_rams_nobody() -> None:
    play = Board(Car("a", speed=0), Car("b", at=(2, 0)))
    assert not may_ram(play.car(), play.car("b"))


@pytest.mark.rule("RH-064", "RH-087")
def test_a_car_askew_turns_toward_its_travel_where_that_fits() -> None:
    assert course(hc=3, sheet={"heading": 4}) == ("rotate_60_right",)
    assert course(hc=2, sheet={"heading": 4}) == ()
    assert course(hc=9, speed=100, sheet={"heading": 4}) == ("rotate_60_right", "rotate_60_right")
    assert course(hc=9, speed=100, sheet={"heading": 2}) == ("rotate_60_right",)
    assert course(hc=9, sheet={"heading": 8}) == ("rotate_60_left",)


@pytest.mark.rule("RH-062", "RH-087")
def test_nothing_is_planned_while_rolls_are_left_nor_without_a_step() -> None:
    assert course(BEHIND, hc=9, speed=100, sheet={"rolls_left": 1, "pending": ControlLoss.SKID}) == ()
    assert course(BEHIND, hc=9, speed=20, phase=1) == ()


@pytest.mark.rule("RH-005")
def test_open_places_are_hexes_and_the_lines_between_them() -> None:
    play = Board(Car("a"), obstacles=[(3, 0)])
    places = open_places(play.arena)
    assert {(0, 0), (1, 0), (40, 0), (38, 0)} <= places
    assert not {(6, 0), (5, 0), (41, 0), (42, 0)} & places


@pytest.mark.parametrize("seed", range(60, 90))
def test_whatever_it_orders_is_legal(seed: int) -> None:
    play = play_match(engine, setup_from_packet(random_packet(seed)), dice())
    assert engine.is_over(play)
