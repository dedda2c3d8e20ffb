"""Who acts when: initiative totals, ties, and the Impetuous. Rules DM-C-037, DM-C-038, DM-M-042, DM-M-115."""

from __future__ import annotations

from itertools import groupby

from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control, CrewState

SHARP_WITTED_FACE = 7
"""What a Sharp-witted driver counts as having rolled on a tie (DM-M-042)."""
IMPETUOUS = "impetuous"
SHARP_WITTED = "sharp_witted"


def roll_initiative(play: Match) -> None:
    """Roll every car's total and put the cars into the order they act in, the lowest total first (DM-M-042).

    A driver who is Impetuous and said so moves before everyone this turn, once for each copy of the talent in a heat;
    two of them go in the order of their totals (DM-M-115).
    """
    state = play.state
    cars = [car for car in state.cars.values() if car.at != NOWHERE and car.status is not CarStatus.WRECK]
    for car in cars:
        face = play.d6("initiative")
        car.total = face + _initiative(play, car)
        play.note("initiative", "DM-M-042", car, crew=car.driver, after={"total": car.total})
    ranked: list[CarState] = []
    for _, level in groupby(sorted(cars, key=lambda car: car.total), key=lambda car: car.total):
        ranked += _break_ties(play, list(level))
    state.ranking = [car.id for car in ranked]
    state.hasty = [car.id for car in ranked if _goes_first(play, car)]
    state.order = state.hasty + [id for id in state.ranking if id not in state.hasty]
    play.note("initiative", "DM-M-042", after={"order": list(state.order)})


def _initiative(play: Match, car: CarState) -> int:
    """What the driver adds to the die; an uncontrolled car has the die alone (DM-M-042)."""
    driver = _at_the_wheel(play, car)
    return 0 if driver is None else effective_trait(play, driver, "initiative")


def _at_the_wheel(play: Match, car: CarState) -> CrewState | None:
    """The driver of a car that is not uncontrolled, or nobody (DM-M-042, DM-M-092)."""
    gone = car.control is Control.UNCONTROLLED or car.status is CarStatus.DESTROYED
    return None if gone else play.driver(car)


def _break_ties(play: Match, level: list[CarState], *, sharp: str = SHARP_WITTED) -> list[CarState]:
    """Cars with the same total, lowest tie die first; those level again throw again, all with dice (DM-M-042)."""
    if len(level) == 1:
        return level
    faces: list[tuple[int, CarState]] = []
    for car in level:
        driver = _at_the_wheel(play, car)
        counts_as_rolled = bool(sharp) and driver is not None and play.talent_count(driver.id, sharp)
        face = SHARP_WITTED_FACE if counts_as_rolled else play.d6("initiative tie")
        play.note("initiative", "DM-M-042", car, crew=car.driver, tie=face)
        faces.append((face, car))
    faces.sort(key=lambda thrown: thrown[0])
    ranked: list[CarState] = []
    for _, same in groupby(faces, key=lambda thrown: thrown[0]):
        ranked += _break_ties(play, [car for _, car in same], sharp="")
    return ranked


def _goes_first(play: Match, car: CarState) -> bool:
    """Whether an Impetuous driver moves before everyone this turn; it is one use of the heat (DM-M-115)."""
    order, driver = play.intents.get(car.id), play.driver(car)
    if order is None or not order.impetuous or driver is None or car.control is not Control.OK:
        return False
    used = driver.used.get(IMPETUOUS, 0)
    if used >= play.talent_count(driver.id, IMPETUOUS):
        return False
    driver.used[IMPETUOUS] = used + 1
    play.note("initiative", "DM-M-115", car, crew=driver.id, impetuous=True)
    return True
