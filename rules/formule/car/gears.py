"""Gears: the price of a change, the gear dice, the start, and engine checks at full speed. Rules FW-102, FW-103,
FW-106, FW-118, FW-123.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.core.tables import by_face
from rules.formule.car import wear
from rules.formule.match.match import Match
from rules.formule.match.state import CarState

HIGHEST_GEAR = 6
DICE: Mapping[int, tuple[int, ...]] = {
    1: (1, 1, 2, 2),
    2: (2, 3, 3, 4, 4, 4),
    3: (4, 5, 6, 6, 7, 7, 8, 8),
    4: (7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12),
    5: (11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20),
    6: (
        21, 21, 21, 22, 22, 22, 23, 23, 23, 24, 24, 24, 25, 25, 25, 26, 26, 26, 27, 27, 27, 28, 28, 28, 29, 29, 29,
        30, 30, 30,
    ),
}  # fmt: skip
"""The squares on the faces of each gear die (FW-102)."""
DOWNSHIFT_POINTS: Mapping[int, Mapping[str, int]] = {
    1: {},
    2: {"fuel": 1},
    3: {"fuel": 1, "brakes": 1},
    4: {"fuel": 1, "brakes": 1, "engine": 1},
}
"""The points that a change down takes, by the number of gears (FW-103)."""
STALL, GO, FLYING = "stall", "go", "flying"
START = by_face({(1,): STALL, tuple(range(2, 20)): GO, (20,): FLYING}, faces=range(1, 21))
"""The result of the start roll, by the total of the black die (FW-106)."""
FLYING_SQUARES = 4
ENGINE_CHECK_ROLLS: Mapping[int, int] = {5: 20, 6: 30}
"""By gear, the roll that makes every car in a high gear check its engine (FW-123)."""
ENGINE_CHECK_GEAR = 5
"""The lowest gear in which a car must check its engine (FW-123)."""
ENGINE_FAILS_TO = 4


def gear_change_points(gear: int, to: int) -> Mapping[str, int] | None:
    """The points that a change of gear takes; None if it is not possible at any price (FW-103)."""
    if not 1 <= to <= HIGHEST_GEAR or to > gear + 1:
        return None
    return {} if to >= gear else DOWNSHIFT_POINTS.get(gear - to)


def open_gears(car: CarState) -> Mapping[int, Mapping[str, int]]:
    """The gears a car can afford to take now, each with the points the change takes (FW-103)."""
    return _open_gears(car.gear, car.fuel > 0, car.brakes > 0, car.engine > 0)


@cache
def _open_gears(gear: int, fuel: bool, brakes: bool, engine: bool) -> Mapping[int, Mapping[str, int]]:
    """The open gears by whether there is a point left of what a change may take, which is never more than one."""
    left = {"fuel": fuel, "brakes": brakes, "engine": engine}
    changes = {to: points for to in DICE if (points := gear_change_points(gear, to)) is not None}
    return {to: points for to, points in changes.items() if all(left[name] >= due for name, due in points.items())}


def shift(play: Match, car: CarState, to: int) -> None:
    """Change gear and pay for it; `to` 0 keeps the gear (FW-103).

    A car that pays its last engine point is out, unless the house rules let it go on (FW-126).
    """
    to = to or car.gear
    points = open_gears(car)[to]
    before = {"gear": car.gear} | {name: getattr(car, name) for name in points}
    car.gear = to
    for name, due in points.items():
        wear.take(car, name, due)
    play.note("gear", "FW-103", car, before=before, after={name: getattr(car, name) for name in before})
    for name in points:
        wear.apply_loss_effects(play, car, name)


def roll_gear_die(play: Match, gear: int, why: str) -> int:
    """Throw a gear die and return the figure on its face: squares or points (FW-102)."""
    faces = DICE[gear]
    return faces[play.die(len(faces), why) - 1]


def roll(play: Match, car: CarState) -> None:
    """Throw the car's gear die for its move of this turn.

    The highest roll of gear 5 or 6 makes every car in those gears check its engine (FW-102, FW-123).
    """
    car.roll = roll_gear_die(play, car.gear, f"gear {car.gear}")
    play.note("roll", "FW-102", car, before={"roll": 0}, after={"roll": car.roll}, gear=car.gear)
    if car.roll == ENGINE_CHECK_ROLLS.get(car.gear):
        check_engines(play)


def check_engines(play: Match) -> None:
    """Make every racing car in gear 5 or 6 check its engine; a failure takes an engine point (FW-123)."""
    for car in play.racing_cars:
        if car.gear < ENGINE_CHECK_GEAR:
            continue
        face, total = wear.roll_black_die(play, car, "engine")
        before = {"engine": car.engine}
        lost = wear.take(car, "engine", 1) if total <= ENGINE_FAILS_TO else 0
        play.note(
            "engine_test", "FW-123", car, before=before, after={"engine": car.engine}, face=face, total=total,
            lost=lost,
        )  # fmt: skip
        if lost:
            wear.apply_loss_effects(play, car, "engine")


def start(play: Match, car: CarState) -> None:
    """Roll a car's start: it stalls, drives in gear 1, or moves four squares at once (FW-106)."""
    face, total = wear.roll_black_die(play, car, "start")
    result = START[max(total, 1)]
    car.gear, car.stalled = 1, result == STALL
    if result == FLYING:
        car.roll = FLYING_SQUARES
    play.note(
        "start", "FW-106", car, before={"gear": 0, "stalled": False, "roll": 0},
        after={"gear": 1, "stalled": car.stalled, "roll": car.roll}, face=face, total=total, result=result,
    )  # fmt: skip
    if result == GO:
        roll(play, car)


def is_starting(car: CarState) -> bool:
    """Whether a car has yet to make its start roll."""
    return car.gear == 0


def must_keep_gear_1(car: CarState) -> bool:
    """Whether a car has stalled or spun, so that it moves in gear 1 without choosing a gear (FW-106, FW-118)."""
    return car.stalled or car.spun
