"""The hazards of driving: maneuvering too soon, bad ground, obstacles, and being hit. Rules DM-M-033, DM-M-057 to
DM-M-063, DM-M-078.
"""

from __future__ import annotations

from functools import cache

from rules.dethmatch.crew.checks import driving_check
from rules.dethmatch.driving import handling, loss_of_control, suspension
from rules.dethmatch.ground.surfaces import (
    OIL,
    Rating,
    Ride,
    hazard_here,
    maneuver_rating,
    obstacle_loss,
    obstacle_rating,
    surface_ratings,
)
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, CarStatus, Control

LOSS = 1
"""The handling that a failed check against a maneuver, road or hit hazard costs (DM-M-057, DM-M-058, DM-M-063)."""
DEBRIS = "debris"
RECENT = 1
"""A hazard is recent if it was suffered in this movement point or at most this many before (DM-M-057)."""
WHEEL_GUARD_PENALTY = 1
"""The penalty of wheel guards on the check against a maneuver hazard (DM-M-024)."""

_ratings = cache(surface_ratings)


def ride(play: Match, car: CarState) -> Ride:
    """Return what affects hazards about a car and its driver (DM-C-021, DM-C-023, DM-C-150, DM-M-028, DM-M-061)."""
    fit = play.fits[car.id]
    return Ride(
        height=fit.height,
        travel=fit.travel,
        tread=fit.tread,
        rare=fit.rare_tires,
        texas_steer=play.talent_count(car.driver, "texas_steer"),
        dog_sledder=play.talent_count(car.driver, "dog_sledder"),
        hydraulics=fit.has("hydraulics"),
        ignores_reduced_zero=play.settings.tread_ignores_reduced_zero,
    )


def mark_hazard(play: Match, car: CarState, rating: int) -> None:
    """Record that a car has suffered a hazard, and test an overloaded suspension against it (DM-M-033, DM-M-057)."""
    car.hazard = car.moved
    suspension.strain(play, car, rating)


def mark_struck(play: Match, car: CarState) -> None:
    """Record for another book's handling model that a car hit another car, an obstacle or debris this turn
    (DM-M-068).
    """
    if play.model_handling is not None:
        play.model_handling.struck.add(car.id)


def shortfall(play: Match, car: CarState) -> int:
    """Return how many hexes a car is short of its turn mode, 0 if it may maneuver freely (DM-M-057)."""
    return 0 if car.settled else max(handling.turn_mode(play, car) - car.straight, 0)


def check_maneuver_hazard(play: Match, car: CarState, short: int | None = None) -> None:
    """Check a turn or drift that was made `short` hexes too soon. None stands for the car's present shortfall
    (DM-M-057).

    A failure costs 1 handling on top of what the maneuver costs, and may damage the tires (DM-M-078).
    """
    if short is None:
        short = shortfall(play, car)
    if not short:
        return
    recently = car.moved - car.hazard <= RECENT
    rating = maneuver_rating(ride(play, car), short - 1 + recently)
    if rating is None:
        return
    penalty = rating + WHEEL_GUARD_PENALTY if play.fits[car.id].wheel_guards else rating
    if not _passes_check(play, car, "maneuver", "DM-M-057", rating=rating, penalty=penalty):
        loss_of_control.lose_handling(play, car, LOSS, rule="DM-M-057", why="maneuver")
        if play.settings.tire_wear_from_driving:
            loss_of_control.roll_tires(play, car, bonus=0, why="maneuver", weapon=False, rule="DM-M-078")
    mark_hazard(play, car, rating)


def check_road_hazard(play: Match, car: CarState, at: int, *, turns: bool = False) -> None:
    """Check the ground of a hex for a car that maneuvers or is out of control there (DM-M-058).

    Only the highest of its road hazards counts. A failure costs 1 handling. A car that `turns` counts as maneuvering,
    even if the turn has just cost it control (DM-M-062).
    """
    rating = road_rating_at(play, car, at, maneuvering=turns or car.control is Control.OK)
    if rating is None:
        return
    if play.track.surface[at] == DEBRIS:
        mark_struck(play, car)
    if not _passes_check(play, car, "road", "DM-M-058", rating=rating, penalty=rating):
        if _is_littered(play, at):
            car.rough = play.state.moment.turn
        loss_of_control.lose_handling(play, car, LOSS, rule="DM-M-058", why="road")
    mark_hazard(play, car, rating)


def road_rating_at(play: Match, car: CarState, at: int, *, maneuvering: bool) -> Rating:
    """Return the road hazard of a hex for this car, None if it has none (DM-M-058, DM-M-062)."""
    track = play.track
    surface, obstacle, printed = track.surface[at], track.obstacle[at], printed_rating(play, at)
    oil = _oil_at(play, at)
    if printed is None and obstacle is None and not oil:
        return None
    return hazard_here(
        ride(play, car), surface=surface, printed=printed, obstacle=obstacle, oil=oil, maneuvering=maneuvering
    )


def is_bad_ground(play: Match, car: CarState, at: int) -> bool:
    """Whether a hex has an obstacle or a road hazard, so that an undriven car may veer there (DM-M-092)."""
    return play.track.obstacle[at] is not None or road_rating_at(play, car, at, maneuvering=False) is not None


def printed_rating(play: Match, at: int) -> Rating:
    """Return the unmodified road hazard of a hex: its own rating, or that of its surface (DM-M-060)."""
    own = play.track.rating[at]
    return _ratings(play.settings.surface_ratings)[play.track.surface[at]] if own is None else own


def check_obstacle_hazard(play: Match, car: CarState, at: int) -> None:
    """Check a car that enters a hex with an obstacle. It costs half the obstacle's rating in handling, rounded up, 1
    less if the check passes (DM-M-059).
    """
    printed = play.track.obstacle[at]
    if printed is not None:
        mark_struck(play, car)
        drive_over_obstacle(play, car, obstacle_rating(ride(play, car), printed))


def drive_over_obstacle(play: Match, car: CarState, rating: int) -> None:
    """Check an obstacle whose rating already includes the car's suspension and its driver's talents (DM-M-059,
    DM-M-102).
    """
    penalty = rating if play.settings.obstacle_check_penalised else 0
    passed = _passes_check(play, car, "obstacle", "DM-M-059", rating=rating, penalty=penalty)
    if loss := obstacle_loss(rating) - passed:
        car.rough = play.state.moment.turn
        loss_of_control.lose_handling(play, car, loss, rule="DM-M-059", why="obstacle")
    mark_hazard(play, car, rating)


def check_hit_hazard(play: Match, car: CarState) -> None:
    """Check a driver whose car was grazed or worse, once a phase. A car at speed 0 makes no check (DM-C-032,
    DM-M-063).

    A Frosty driver makes no check either, but the hazard still counts as suffered.
    """
    if car.hit == play.elapsed_phases or not car.speed or _undriven(play, car):
        return
    car.hit = play.elapsed_phases
    if not play.talent_count(car.driver, "frosty") and not _passes_check(
        play, car, "hit", "DM-M-063", rating=0, penalty=0
    ):
        loss_of_control.lose_handling(play, car, LOSS, rule="DM-M-063", why="hit")
    mark_hazard(play, car, 0)


def _passes_check(play: Match, car: CarState, hazard: str, rule: str, *, rating: int, penalty: int) -> bool:
    """Make the driver's check against a hazard, log it, and return whether it passed."""
    check = driving_check(play, car, penalty=penalty, why=f"{hazard} hazard")
    play.note(
        "hazard",
        rule,
        car,
        crew=car.driver,
        hazard=hazard,
        rating=rating,
        needed=check.needed,
        passed=check.passed,
    )
    return check.passed


def _is_littered(play: Match, at: int) -> bool:
    """Whether handling lost in a hex counts as lost to an obstacle or debris, as oil does (DM-M-097, DM-M-102)."""
    return play.track.surface[at] == DEBRIS or play.track.obstacle[at] is not None or _oil_at(play, at)


def _oil_at(play: Match, at: int) -> bool:
    return any(marker.at == at and marker.kind == OIL for marker in play.state.markers)


def _undriven(play: Match, car: CarState) -> bool:
    """Whether nobody drives a car, so that its handling no longer matters (DM-M-092)."""
    return car.status is not CarStatus.RUNNING or car.control is Control.UNCONTROLLED or play.driver(car) is None
