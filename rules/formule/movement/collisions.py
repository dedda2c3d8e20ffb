"""Collision checks, debris, and moves that are blocked by other cars. Rules FW-122, FW-124, FW-125."""

from __future__ import annotations

from collections.abc import Mapping

from rules.formule.car import wear
from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus

CRASHES_ON = 1
"""The highest total at which a collision check fails (FW-124)."""
DEBRIS_HURTS_TO = 4
"""The highest total at which debris takes a point of road-holding (FW-125)."""
BLOCKED_MOVE_POINTS: Mapping[int, tuple[int, int]] = {
    1: (1, 0),
    2: (2, 0),
    3: (3, 0),
    4: (3, 1),
    5: (3, 2),
    6: (3, 3),
}
"""The brakes and tires that so many squares not driven take; more of them put the car out (FW-122)."""


def roll_collision_check(play: Match, car: CarState, why: str) -> None:
    """Make a collision check: a failure takes a body point and leaves debris in the car's square (FW-124)."""
    face, total = wear.roll_black_die(play, car, f"collision of {car.id}")
    before = {"body": car.body}
    failed = total <= CRASHES_ON
    if failed:
        wear.take(car, "body", 1)
    play.note(
        "collision", "FW-124", car, before=before, after={"body": car.body}, face=face, total=total, failed=failed,
        why=why,
    )  # fmt: skip
    if failed:
        wear.litter(play, car)
        wear.apply_loss_effects(play, car, "body")


def check_around(play: Match, car: CarState) -> None:
    """Make the collision checks at the end of a car's turn (FW-124).

    For each car right ahead, right behind or beside it, the car rolls once and that car rolls once.
    """
    for other in positions.around(play, car):
        if car.status is CarStatus.RUNNING:
            roll_collision_check(play, car, other.id)
        roll_collision_check(play, other, car.id)


def drive_through_debris(play: Match, car: CarState) -> None:
    """Roll for debris in the car's square, if there is any; a failure takes a point of road-holding (FW-125)."""
    if (car.row, car.lane) not in play.state.debris:
        return
    face, total = wear.roll_black_die(play, car, "debris")
    before = {"road_holding": car.road_holding}
    lost = wear.take(car, "road_holding", 1) if total <= DEBRIS_HURTS_TO else 0
    play.note(
        "debris", "FW-125", car, before=before, after={"road_holding": car.road_holding}, face=face, total=total,
        lost=lost,
    )  # fmt: skip
    if lost:
        wear.apply_loss_effects(play, car, "road_holding")


def pay_blocked(play: Match, car: CarState, squares: int) -> None:
    """Make a car pay for the squares it could not drive, in brakes and tires (FW-122).

    Tires pay for missing brakes unless the house rule says otherwise. A car that cannot pay is out and destroyed. One
    that loses its last tire spins (FW-126).
    """
    due = _due(play, car, squares)
    if due is None:
        wear.take_out_of_race(play, car, "blocked", "FW-122", destroyed=True, **play.explanation(squares=squares))
        return
    brakes, tires = due
    before = {"brakes": car.brakes, "tires": car.tires, "braked": car.braked}
    wear.take(car, "brakes", brakes)
    wear.take(car, "tires", tires)
    car.braked = True
    play.note(
        "blocked", "FW-122", car, before=before,
        after={"brakes": car.brakes, "tires": car.tires, "braked": True}, squares=squares,
    )  # fmt: skip
    if tires:
        wear.apply_loss_effects(play, car, "tires")


def _due(play: Match, car: CarState, squares: int) -> tuple[int, int] | None:
    """The brakes and tires that pay for so many squares not driven; None if the car cannot pay (FW-122)."""
    if squares not in BLOCKED_MOVE_POINTS:
        return None
    brakes, tires = BLOCKED_MOVE_POINTS[squares]
    lack = max(brakes - car.brakes, 0)
    if tires + lack > car.tires or (lack and play.settings.blocked_fallback == "out"):
        return None
    return brakes - lack, tires + lack
