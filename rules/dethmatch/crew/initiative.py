"""Who acts when: initiative totals, ties, and the Impetuous. Rules DM-C-037, DM-C-038, DM-M-042, DM-M-115."""

from __future__ import annotations

from itertools import groupby

from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.editions import UNDRIVEN_CARS_DO_NOTHING
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control, CrewState

SHARP_WITTED_FACE = 7
"""The face that a Sharp-witted driver counts as having rolled on a tie (DM-M-042)."""
IMPETUOUS = "impetuous"
SHARP_WITTED = "sharp_witted"


def roll_initiative(play: Match) -> None:
    """Roll the initiative total of every car that can do something, and order the cars by it, the lowest
    first (DM-M-042).

    An Impetuous driver whose order says so moves before everyone this turn, once a heat for each copy of the talent.
    Several of them move in the order of their totals (DM-M-115).
    """
    state = play.state
    cars = [car for car in state.cars.values() if _takes_part(play, car)]
    for car in cars:
        face = play.d6("initiative")
        car.total = face + _initiative(play, car)
        play.note("initiative", "DM-M-042", car, crew=car.driver, after={"total": car.total})
    ranked: list[CarState] = []
    for _, tied in groupby(sorted(cars, key=lambda car: car.total), key=lambda car: car.total):
        ranked += _break_ties(play, list(tied))
    state.ranking = [car.id for car in ranked]
    state.hasty = [car.id for car in ranked if _goes_first(play, car)]
    state.order = state.hasty + [id for id in state.ranking if id not in state.hasty]
    play.note("initiative", "DM-M-042", after={"order": list(state.order)})


def _takes_part(play: Match, car: CarState) -> bool:
    """Whether a car can do something this turn. By editions before the third, parked cars in which nobody can act and
    no system fires rolled as well (DM-M-042).
    """
    if car.at == NOWHERE or car.status is CarStatus.WRECK:
        return False
    if car.status is not CarStatus.PARKED or play.setup.edition < UNDRIVEN_CARS_DO_NOTHING:
        return True
    return play.gunner(car) is not None or any(gun.designated for gun in car.guns)


def _initiative(play: Match, car: CarState) -> int:
    """Return what the driver adds to the die. An uncontrolled car adds nothing (DM-M-042)."""
    driver = _at_the_wheel(play, car)
    return 0 if driver is None else effective_trait(play, driver, "initiative")


def _at_the_wheel(play: Match, car: CarState) -> CrewState | None:
    """Return the driver of a car that is neither uncontrolled nor destroyed, or None (DM-M-042, DM-M-092)."""
    undriven = car.control is Control.UNCONTROLLED or car.status is CarStatus.DESTROYED
    return None if undriven else play.driver(car)


def _break_ties(play: Match, cars: list[CarState], *, sharp: str = SHARP_WITTED) -> list[CarState]:
    """Return cars of the same total in order, the lowest tie die first.

    Cars that tie again throw again, now without the Sharp-witted face (DM-M-042).
    """
    if len(cars) == 1:
        return cars
    faces: list[tuple[int, CarState]] = []
    for car in cars:
        driver = _at_the_wheel(play, car)
        counts_as_rolled = bool(sharp) and driver is not None and play.talent_count(driver.id, sharp)
        face = SHARP_WITTED_FACE if counts_as_rolled else play.d6("initiative tie")
        play.note("initiative", "DM-M-042", car, crew=car.driver, tie=face)
        faces.append((face, car))
    faces.sort(key=lambda roll: roll[0])
    ranked: list[CarState] = []
    for _, tied in groupby(faces, key=lambda roll: roll[0]):
        ranked += _break_ties(play, [car for _, car in tied], sharp="")
    return ranked


def _goes_first(play: Match, car: CarState) -> bool:
    """Whether an Impetuous driver moves before everyone this turn. If so, use the talent once (DM-M-115)."""
    order, driver = play.intents.get(car.id), play.driver(car)
    if order is None or not order.impetuous or driver is None or car.control is not Control.OK:
        return False
    used = driver.used.get(IMPETUOUS, 0)
    if used >= play.talent_count(driver.id, IMPETUOUS):
        return False
    driver.used[IMPETUOUS] = used + 1
    play.note("initiative", "DM-M-115", car, crew=driver.id, impetuous=True)
    return True
