"""The speed step: the changes of speed as a turn starts, and those that drivers choose. Rules DM-C-024, DM-C-122,
DM-M-034, DM-M-041, DM-M-044 to DM-M-048, DM-M-068, DM-M-072, DM-M-092, DM-M-113, DM-M-124.
"""

from __future__ import annotations

from rules.dethmatch.crew.checks import driving_check, succeeds
from rules.dethmatch.driving import acceleration, speed
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import SpeedOrder
from rules.dethmatch.match.state import CarState, CarStatus, Control
from rules.dethmatch.movement import boosters

FREE_SLOWING = 1
"""The speed that a car may lose without a check (DM-M-047)."""
BRAKING_CHECKS, BIG_FOOT_CHECKS = 2, 3
"""How many further points a driver may try for, one check each; a Big foot may try for
one more (DM-M-047, DM-M-113).
"""
ROLLING_ON = 1
"""The speed that an uncontrolled car loses each turn (DM-M-092)."""
DRY_LOSS, CREEP = 1, 1
"""The speed lost each turn with an empty tank, and the speed at which the car limps on (DM-M-048)."""
NITROUS_A_HEAT, NITROUS_SPEED = 3, 1
"""How often a nitrous injector can be used in a heat, and the speed it adds (DM-M-124)."""
NITROUS = "nitrous_injector"


def apply_start_of_turn(play: Match, car: CarState) -> None:
    """Apply the changes of speed at the start of a turn: speed still owed, boosters, then the slowing of a car that
    nobody drives or that is out of fuel (DM-M-041, DM-M-048, DM-M-072, DM-M-092).
    """
    owed, car.debt = car.debt, 0
    if play.model_handling is None:
        speed.slow(play, car, owed, rule="DM-M-072", why="fishtail")
    elif owed:
        play.model_handling.slowed.add(car.id)
        speed.slow(play, car, owed, rule=play.model_handling.model.cites.slowing, why="crash")
    boosters.burn(play, car)
    if car.control is Control.UNCONTROLLED or car.status is CarStatus.DESTROYED:
        speed.slow(play, car, ROLLING_ON, rule="DM-M-092", why="rolling on")
    elif not car.fuel and car.speed > creep_speed(play):
        speed.slow(play, car, DRY_LOSS, rule="DM-M-048", why="empty tank")


def creep_speed(play: Match) -> int:
    """The highest speed with an empty tank: 1, or 0 if cars coast by house rule (DM-M-048)."""
    return CREEP if play.settings.dry_tank == "limp" else 0  # no mutant: there is no speed below 0


def change_speed(play: Match, car: CarState, order: SpeedOrder) -> None:
    """Speed up, slow down or hold as ordered, and use nitrous on top of that (DM-M-044).

    A car may not choose if a crash slows it, it is out of control, nobody drives it, or its suspension is broken.
    """
    if _is_slowed(play, car):
        car.boosted = False
        return
    for mount in order.boosters:
        if may_choose(play, car):
            boosters.trigger(play, car, mount)
    if not may_choose(play, car):
        car.boosted = False
        return
    if order.intent == "up":
        _accelerate(play, car, order)
    else:
        car.boosted = False
        if order.intent == "down":
            _brake(play, car, order)
    if order.nitrous:
        _inject(play, car)


def _is_slowed(play: Match, car: CarState) -> bool:
    """Whether a crash slows a car this turn, so that its driver may not change its speed (DM-M-068)."""
    return play.model_handling is not None and car.id in play.model_handling.slowed


def may_choose(play: Match, car: CarState) -> bool:
    """Whether the driver may choose the car's speed (DM-M-034, DM-M-044)."""
    driven = car.status is CarStatus.RUNNING and play.driver(car) is not None
    return driven and car.control is Control.OK and not car.broken


def _accelerate(play: Match, car: CarState, order: SpeedOrder) -> None:
    """Try to accelerate, twice if a fuel point buys it; without fuel a car creeps (DM-M-044, DM-M-046, DM-M-048)."""
    if not _may_attempt(play, car, order) or (not car.fuel and car.speed >= creep_speed(play)):
        car.boosted = False
        return
    if order.boost and not car.boosted and speed.spend_fuel(play, car, rule="DM-M-046", why="boost"):
        car.boosted = True
    gained = _attempt(play, car)
    if gained and not play.settings.second_roll_after_success:
        return
    wanted = order.second_roll in {"always", "on_success" if gained else "on_fail"}
    if wanted and _may_attempt(play, car, order) and speed.spend_fuel(play, car, rule="DM-M-046", why="second roll"):
        _attempt(play, car)


def _may_attempt(play: Match, car: CarState, order: SpeedOrder) -> bool:
    """Whether the car is below its target speed and its speed has a row in the chart (DM-M-044, DM-M-045)."""
    return (order.to == 0 or car.speed < order.to) and acceleration.needed_to_accelerate(play, car) is not None


def _attempt(play: Match, car: CarState) -> bool:
    """Roll for 1 more speed; a success ends the boost (DM-M-044, DM-M-046)."""
    needed = acceleration.needed_to_accelerate(play, car)
    if needed is None:
        return False
    gained = succeeds(play, play.d6("acceleration"), needed=needed)
    before = car.speed
    if gained:
        car.speed += 1
        car.boosted = False
    play.note(
        "speed",
        "DM-M-044",
        car,
        before={"speed": before},
        after={"speed": car.speed},
        needed=needed,
        passed=gained,
    )
    return gained


def _brake(play: Match, car: CarState, order: SpeedOrder) -> None:
    """Lose a point freely, then one for each check passed, down to the target speed (DM-M-047)."""
    if car.speed <= order.to:
        return
    speed.slow(play, car, FREE_SLOWING, rule="DM-M-047", why="slowing")
    for _ in range(min(order.checks, most_braking_checks(play, car))):
        if car.speed <= order.to:
            return
        check = driving_check(play, car, why="braking")
        play.note("brake_check", "DM-M-047", car, crew=car.driver, needed=check.needed, passed=check.passed)
        if check.passed:
            speed.slow(play, car, 1, rule="DM-M-047", why="braking")


def most_braking_checks(play: Match, car: CarState) -> int:
    """The most braking checks a driver may make in a turn; their talent overrides the rule (DM-C-024, DM-M-005,
    DM-M-047, DM-M-113).
    """
    return BIG_FOOT_CHECKS if play.talent_count(car.driver, "big_foot") else BRAKING_CHECKS


def _inject(play: Match, car: CarState) -> None:
    """Burn a fuel point with nitrous for 1 speed, at most three times a heat (DM-M-124)."""
    if not play.fits[car.id].has(NITROUS) or car.nitrous >= NITROUS_A_HEAT:
        return
    if speed.spend_fuel(play, car, rule="DM-M-124", why="nitrous"):
        car.nitrous += 1
        speed.quicken(play, car, NITROUS_SPEED, rule="DM-M-124", why="nitrous")
