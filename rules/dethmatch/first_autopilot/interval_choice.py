"""Choosing what a team does between two heats: substitutes, healing and repairs. Rules DM-M-038, DM-M-127, DM-M-131,
DM-M-132, DM-M-145.
"""

from __future__ import annotations

from rules.dethmatch.designs.ratings import tire_penalty
from rules.dethmatch.first_autopilot.destinations import spare_tires
from rules.dethmatch.first_autopilot.pit_choice import half_empty
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import IntervalOrder, Repair
from rules.dethmatch.match.state import KNOCKED_OUT, CarState
from rules.dethmatch.pits.interval_repairs import attempts, fresh_crew

DRIVETRAIN = "drivetrain"
BODY = "body"
NEARLY_LOST = 4
"""From this many criticals on, the next one may well destroy a car, so these are repaired first
(DM-M-107, DM-M-145).
"""


def interval_order(play: Match, team: str) -> IntervalOrder:
    """Return what a team does between two heats (DM-M-145)."""
    cars = [car for car in play.state.cars.values() if car.team == team and car.status not in KNOCKED_OUT]
    return IntervalOrder(
        substitutes=_substitutes(play, team, cars), repairs=_repairs(play, team, cars), heal=_crew_to_heal(play, team)
    )


def _substitutes(play: Match, team: str, cars: list[CarState]) -> dict[str, str]:
    """Return fresh drivers for the cars whose drivers are out of action, the best drivers first (DM-M-038)."""
    fresh = sorted(fresh_crew(play, team), key=lambda id: -play.crews[id].driving)
    driverless = [car for car in cars if play.driver(car) is None]
    return {car.id: crew for car, crew in zip(driverless, fresh, strict=False)}


def _crew_to_heal(play: Match, team: str) -> tuple[str, ...]:
    """Return the competitors to heal, once for each use of the medical kits, the worst wounded first (DM-M-127)."""
    wounded = [
        crew.id for crew in play.state.crew.values() if crew.team == team and not crew.out for _ in range(crew.wounds)
    ]
    wounded.sort(key=lambda id: -play.state.crew[id].wounds)
    return tuple(wounded[: play.state.teams[team].kit_uses])


def _repairs(play: Match, team: str, cars: list[CarState]) -> tuple[Repair, ...]:
    """Return the repairs in order: cars about to be lost, broken suspensions, drivetrains, bodies, the other
    criticals, tires, weapons that are out of use, magazines.

    Each job is listed once, because the list is repeated while there are attempts left (DM-M-132, DM-M-145).
    """
    by_need = sorted(cars, key=lambda car: -len(car.criticals))
    jobs: list[Repair] = []
    for car in by_need:
        if len(car.criticals) >= NEARLY_LOST:
            jobs += [_repair_critical(car, number) for number in range(1, len(car.criticals) + 1)]
    jobs += [Repair(car=car.id, job="suspension") for car in by_need if car.broken]
    for wanted in (DRIVETRAIN, BODY, ""):
        for car in by_need:
            for number, critical in enumerate(car.criticals, start=1):
                if wanted in {"", critical.effect, critical.row}:
                    jobs.append(_repair_critical(car, number))
    spares = spare_tires(play, team)
    for car in by_need:
        worn = tire_penalty(damage=car.tire_damage, toughness=play.fits[car.id].tire_toughness)
        if worn and spares:
            jobs.append(Repair(car=car.id, job="tires", subject=spares.pop(0)))
    jobs += [Repair(car=car.id, job="clear", subject=gun.mount) for car in by_need for gun in car.guns if gun.out]
    jobs += [
        Repair(car=car.id, job="reload", subject=gun.mount)
        for car in by_need
        for gun in car.guns
        if half_empty(play, car, gun)
    ]
    return tuple(dict.fromkeys(jobs))[: 2 * len(attempts(play, team))]


def _repair_critical(car: CarState, number: int) -> Repair:
    """Return the repair of one critical, by its number in the car's list."""
    return Repair(car=car.id, job="critical", subject=str(number))
