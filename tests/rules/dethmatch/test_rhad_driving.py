"""Whole matches on Dethmatch's map under RHAD's handling model: the autopilot plans by it, no law is broken, and the
story reports it.
"""

# ruff: noqa: ARG002 - a model receives every argument, whether or not its answer depends on it
from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from rules.core.dice import Dice, KeyRing
from rules.dethmatch import engine
from rules.dethmatch.first_autopilot import handling_model_estimates
from rules.dethmatch.first_autopilot.destinations import Destinations
from rules.dethmatch.first_autopilot.pilot import forced_first
from rules.dethmatch.first_autopilot.risk_estimates import HANDLING, MOST_SHORTFALL, POINT
from rules.dethmatch.first_autopilot.safe_speed import Corner, is_safe, safe_speed
from rules.dethmatch.first_autopilot.speed_choice import grip_of
from rules.dethmatch.log import story
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import PhaseOrder, SpeedOrder
from rules.dethmatch.match.state import CarState, Control
from rules.dethmatch.play.laws import LAWS
from rules.dethmatch.ruleset import RULESET
from rules.match.engine import play_match
from rules.match.handling.handling_model import CrashEffect, LossOfControl
from rules.match.registry import HANDLING_MODELS
from tests.rules.dethmatch.boards import Board, Car, Orders
from tests.rules.dethmatch.chance_matches import random_match
from tests.rules.dethmatch.first_autopilot_boards import autopilot, outlook, score, search
from tests.rules.dethmatch.motion import on_the_road
from tests.rules.dethmatch.rhad_roads import MODEL, RHAD, books, driven
from tests.trials.books import book, play_out

SIXTHS = 6


def played(seed: int, *, event: str = "", track: str = "") -> Match:
    """The match of a seed, played to its end with every law checked."""
    setup = random_match(seed, event=event, track=track, model="rhad")
    play = LAWS.watch_match(engine.start(setup, Dice(KeyRing(b"held on the road", {setup.match: ""}))))
    play_out(book("dethmatch"), play)
    return play


# ------------------------------------------------------------------------------------------------- the autopilot


@pytest.mark.rule("DM-M-068", "DM-M-142")
def test_the_least_handling_that_keeps_control_is_one() -> None:
    assert handling_model_estimates.least_safe_handling(MODEL) == 1


@pytest.mark.rule("DM-M-068", "DM-M-142")
@pytest.mark.parametrize(("speed", "handling", "spare"), [(0, 3, 12), (1, 3, 8), (3, 3, 4), (4, 3, 3), (7, 0, -1)])
def test_what_may_be_spent_is_what_leaves_control_at_the_speed(speed: int, handling: int, spare: int) -> None:
    assert handling_model_estimates.spendable_handling(MODEL, speed=speed, handling=handling) == spare


@pytest.mark.rule("DM-M-143")
def test_a_check_that_is_sure_to_fail_is_dreaded_more_with_every_point() -> None:
    penalties = handling_model_estimates.failed_check_penalty(MODEL, MOST_SHORTFALL)
    assert len(penalties) == MOST_SHORTFALL + 1
    assert list(penalties) == sorted(penalties)
    halves = [(1, 6), (6, 6), (6, 6), (6, 14), (14, 14)]
    assert penalties[:5] == tuple(SIXTHS * 3 * (mild + grave) for mild, grave in halves)
    assert penalties[5:] == (penalties[4],) * (MOST_SHORTFALL - 4)


class Steep:
    """A model in which an end of 2 keeps control. A crash is a spin on a 1 or at an end below -3, else nothing."""

    cites = MODEL.cites
    turn_toll = 6
    drift_toll = 5

    def speed_adjustment(self, *, speed: int, accessories: object = ()) -> int:
        return -speed

    def in_control(self, end: int) -> bool:
        return end >= 2

    def crash(self, *, end: int, solid: bool, face: int) -> CrashEffect:
        return CrashEffect(
            result=str(end), loss=LossOfControl.SPIN if face == 1 or end < -3 else LossOfControl.NONE, slows=solid
        )

    def next_handling(self, *, end: int, maximum: int) -> int:
        return min(end, maximum)

    def swerve(self, face: int) -> int:
        return face - face

    def spin_sides(self, step: int) -> int:
        return step


@pytest.mark.rule("DM-M-068", "DM-M-142", "DM-M-143")
def test_another_model_is_planned_by_as_it_answers() -> None:
    steep = Steep()
    assert handling_model_estimates.least_safe_handling(steep) == 2
    assert handling_model_estimates.spendable_handling(steep, speed=3, handling=9) == 4
    assert handling_model_estimates.failed_check_penalty(steep, 5) == (6 * 19,) * 5 + (6 * 84,)


@pytest.mark.rule("DM-M-068", "DM-M-143")
@pytest.mark.switch("dethmatch.handling", "rhad")
def test_a_car_sees_what_it_may_spend_at_the_speed_it_set_out_with() -> None:
    play, car = on_the_road(switches=RHAD, handling=2)
    view = outlook(play, car)
    assert (view.handling, view.turn_toll, view.drift_toll) == (2, 4, 3)
    assert (view.turn_gain, view.drift_gain, view.point) == (HANDLING, HANDLING, HANDLING * POINT // SIXTHS // 2)
    assert view.dread == handling_model_estimates.failed_check_penalty(MODEL, MOST_SHORTFALL)
    books(play).paces[car.id] = 1
    assert outlook(play, car).handling == 7


def test_without_another_book_s_model_a_car_sees_what_this_one_says() -> None:
    play, car = on_the_road(handling=2, speed=8)
    view = outlook(play, car)
    assert (view.handling, view.turn_toll, view.drift_toll) == (2, 2, 1)
    assert (view.turn_gain, view.drift_gain, view.point) == (2 * HANDLING, HANDLING, HANDLING * POINT // SIXTHS)


@pytest.mark.rule("DM-M-142")
@pytest.mark.parametrize(
    ("handling", "sides", "speed"),
    [(3, 1, 2), (4, 1, 3), (5, 1, 6), (6, 1, 10), (3, 2, 0), (4, 2, 1), (5, 2, 1), (7, 2, 2)],
)
def test_a_bend_is_safe_at_the_speed_at_which_all_its_sides_can_be_paid(
    handling: int, sides: int, speed: int
) -> None:
    play, car = driven(handling=handling)
    grip = replace(grip_of(play, car), maximum=20)
    corners = [Corner(ahead=3, gap=30, sides=sides)]
    assert grip.model is MODEL
    assert safe_speed(corners, grip=grip, handling=handling, most=15) == speed
    assert not is_safe(speed + 1, corners, grip=grip, handling=handling)


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize("speed", [1, 7, 13])
def test_the_way_counts_a_side_as_it_does_at_the_least_toll(speed: int) -> None:
    play, car = driven(speed=speed)
    assert Destinations().destination(play, car).field.turn == HANDLING


@pytest.mark.rule("DM-M-068", "DM-M-070")
@pytest.mark.parametrize(
    ("control", "owed", "steps"),
    [
        (Control.OK, [], ()),
        (Control.MINOR_SKID, ["?"], ("F",)),
        (Control.FISHTAIL, ["?", "?"], ("F", "F")),
        (Control.MAJOR_SKID, ["?", "?", "?"], ("F", "F", "F")),
        (Control.SPIN, ["TL TL F*"], None),
        (Control.ROLLOVER, [], None),
        (Control.UNCONTROLLED, [], None),
    ],
)
def test_what_is_thrown_for_is_reckoned_straight_on(
    control: Control, owed: list[str], steps: tuple[str, ...] | None
) -> None:
    play, car = driven(control=control, owed=owed, way=1)
    assert forced_first(play, car) == steps


@pytest.mark.rule("DM-M-143")
def test_a_driver_plans_the_points_after_those_he_has_no_say_in() -> None:
    skidding = Car("a", speed=4, control=Control.MAJOR_SKID, owed=["?", "?"], quota=[4, 0, 0])
    play = Board(skidding, switches=RHAD)
    order = autopilot(play).phase(play, play.state.cars["a"])
    assert len(order.path) == 4
    assert order.path[:2] == ("F", "F")


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(("handling", "failed"), [(4, None), (3, 0), (2, 1), (0, 3)])
def test_a_turn_takes_as_much_off_a_path_as_half_its_points_here_and_what_failing_the_check_would(
    handling: int, failed: int | None
) -> None:
    turned = Car("a", speed=4, facing=1, handling=handling, straight=9)
    play = Board(turned, switches=RHAD)
    dreaded = (
        0 if failed is None else SIXTHS * handling_model_estimates.failed_check_penalty(MODEL, MOST_SHORTFALL)[failed]
    )
    assert score(search(play), "TL") == POINT * (1 + HANDLING - 4 * HANDLING // 2) - dreaded


# ------------------------------------------------------------------------------------------------ whole matches


@pytest.mark.rule("DM-M-050", "DM-M-067", "DM-M-068", "DM-M-070", "DM-M-078")
@pytest.mark.parametrize("seed", range(3001, 3009))
def test_matches_by_lot_end_break_no_law_and_can_be_played_again(seed: int) -> None:
    play = played(seed)
    assert "loc_check" not in {entry.kind for entry in play.log.entries}
    log = RULESET.log_of(play, play.setup)
    again = RULESET.replay_recording(RULESET.decode(log))
    assert again.log.entries == play.log.entries
    assert RULESET.log_of(again, again.setup) == log


class Reckless(Orders):
    """A driver who goes ever faster and never straight."""

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        return SpeedOrder(intent="up", to=car.speed + 1)

    def phase(self, play: Match, car: CarState) -> PhaseOrder:
        return PhaseOrder(path=("DL", "DR", "TL", "DR"), remainder=True)


@cache
def recklessly(seed: int) -> Match:
    """A fight for the last car by reckless drivers, played to its end with every law checked."""
    setup = random_match(seed, event="last_car", model="rhad")
    play = LAWS.watch_match(engine.start(setup, Dice(KeyRing(b"reckless", {setup.match: ""})), Reckless()))
    play_out(book("dethmatch"), play)
    return play


def test_reckless_drivers_meet_every_way_to_lose_control_and_break_no_law() -> None:
    lost = [entry for seed in range(1, 13) for entry in recklessly(seed).log.entries if entry.kind == "loc_result"]
    states = {entry.after["control"] for entry in lost}
    assert states >= {"minor_skid", "fishtail", "major_skid", "spin", "rollover"}


@pytest.mark.rule("DM-M-136")
@pytest.mark.switch("dethmatch.handling", "rhad")
def test_a_race_is_driven_to_its_end_by_it() -> None:
    setup = random_match(3, event="lap_race", track="anvil_oval")
    finished = 0
    for seed in (b"1", b"2", b"3"):
        played = play_match(engine, replace(setup, switches=RHAD, laps=1), Dice(KeyRing(seed, {setup.match: ""})))
        assert {entry.rule for entry in played.log.entries} >= {"RH-015", "RH-036", "RH-037"}
        finished += len(played.state.finishers)
    assert finished >= 3


def test_every_roll_and_every_check_is_told_in_lines() -> None:
    text = "\n".join(line for seed in range(1, 13) for line in story.narrate(recklessly(seed)))
    for words in (
        r"  3  Handling checked: ",
        ", not enough",
        "[RH-036]",
        "minor skid [RH-053]",
        "having met something solid: rolls ",
        " swerves ",
        "is under control again [RH-061]",
        "(the crash) [RH-056]",
        "Handling regained: ",
        "[RH-037]",
        " drifts, handling from ",
    ):
        assert words in text, words


def test_the_models_to_choose_from_are_those_there_are() -> None:
    assert list(HANDLING_MODELS) == ["rhad"]
