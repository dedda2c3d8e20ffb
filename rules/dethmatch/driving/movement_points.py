"""Movement points and option points: how many, in which phase, and which are lost. Rules DM-M-050 to DM-M-054."""

from __future__ import annotations

from rules.core.tables import band
from rules.dethmatch.crew.checks import OPTION_SOURCES, driving_check
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import PhaseOrder
from rules.dethmatch.match.state import CarState, CarStatus, Control

DIE_UP_TO = (3, 6)
"""The last speeds at which a d2 and a d3 are added. Faster cars add a d6 (DM-M-050)."""
PHASES_PER_TURN = 3
OPTION_CHECKS, MATCHING_CHECKS = 1, 1
"""The option checks of a turn, and those that tires matching the road add (DM-M-053)."""


def roll_points(play: Match, car: CarState) -> None:
    """Roll a turn's movement points, divide them among the phases, and make the option checks (DM-M-050 to DM-M-053).

    A car at speed 0 gets no points and rolls no die.
    """
    drop_points(car)
    if not car.speed:
        return
    points = car.speed + _die(play, car.speed)
    per_phase, car.remainder = divmod(points, PHASES_PER_TURN)
    car.quota = [per_phase] * PHASES_PER_TURN
    play.note("mp", "DM-M-050", car, after={"quota": list(car.quota), "remainder": car.remainder}, points=points)
    for _ in range(option_checks(play, car)):
        _option_check(play, car)


def _die(play: Match, speed: int) -> int:
    """Roll what is added to a speed: a d2, a d3 or a d6 (DM-M-001, DM-M-050)."""
    return (play.d2, play.d3, play.d6)[band(speed, DIE_UP_TO)]("movement points")


def option_checks(play: Match, car: CarState) -> int:
    """Return how many option checks a driver makes this turn (DM-C-025, DM-M-053, DM-M-113).

    A car out of control, at speed 0 or without an able driver makes none.
    """
    if (
        car.control is not Control.OK
        or car.status is not CarStatus.RUNNING
        or play.driver(car) is None
        or not car.speed
    ):
        return 0
    matching = MATCHING_CHECKS if play.fits[car.id].matches_road else 0
    return OPTION_CHECKS + matching + play.talent_count(car.driver, "autobahn")


def _option_check(play: Match, car: CarState) -> None:
    check = driving_check(play, car, why="option point", sources=OPTION_SOURCES)
    before = car.options
    car.options += check.passed
    play.note(
        "option",
        "DM-M-053",
        car,
        crew=car.driver,
        before={"options": before},
        after={"options": car.options},
        needed=check.needed,
        passed=check.passed,
    )


def drop_points(car: CarState) -> None:
    """Take away all movement and option points of the turn, for a car that has stopped (DM-M-052)."""
    car.quota = [0] * PHASES_PER_TURN
    car.remainder = car.options = 0


def lose_points(play: Match, car: CarState, count: int) -> int:
    """Take movement points away, first of this phase, then the remainder, then of later phases (DM-M-052).

    Returns how many were taken, which is fewer than `count` if there were not enough. Writes no log entry.
    """
    phase = max(play.state.moment.phase, 1)
    remaining = count - _take(car, phase - 1, count)
    from_remainder = min(remaining, car.remainder)
    car.remainder -= from_remainder
    remaining -= from_remainder
    for later_phase in range(phase, PHASES_PER_TURN):
        remaining -= _take(car, later_phase, remaining)
    return count - remaining


def _take(car: CarState, place: int, count: int) -> int:
    """Take up to `count` points off one phase of the quota and return how many."""
    taken = min(car.quota[place], count)
    car.quota[place] -= taken
    return taken


def must_spend_remainder(play: Match, car: CarState) -> bool:
    """Whether a remainder point must be spent now, because each later phase can take only one (DM-M-051)."""
    return car.remainder > PHASES_PER_TURN - play.state.moment.phase


def apply_points_order(play: Match, car: CarState, order: PhaseOrder) -> int:
    """Apply the remainder and option points that an order spends, and return the movement points of this activation.

    At most one remainder point and one option point are spent in a phase. Remainder points must all be spent by the
    end of the turn. An option point adds a movement point or cancels one, and only under control (DM-M-051,
    DM-M-054).
    """
    phase = play.state.moment.phase
    if car.remainder and (order.remainder or must_spend_remainder(play, car)):
        car.remainder -= 1
        car.quota[phase - 1] += 1
    if car.options and car.control is Control.OK and order.option != "none":
        _use_option(play, car, order.option)
    return car.quota[phase - 1]


def _use_option(play: Match, car: CarState, use: str) -> None:
    """Spend an option point to add a movement point, or to cancel one of this turn (DM-M-054)."""
    phase = play.state.moment.phase
    before = {"options": car.options, "quota": list(car.quota), "remainder": car.remainder}
    if use == "extra":
        car.quota[phase - 1] += 1
    elif not lose_points(play, car, 1):
        return
    car.options -= 1
    after = {"options": car.options, "quota": list(car.quota), "remainder": car.remainder}
    play.note("option", "DM-M-054", car, crew=car.driver, before=before, after=after, use=use)
