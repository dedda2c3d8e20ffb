"""The result of a match for the campaign: points, ranks, and the state of cars and crews. Rules RH-090 to RH-094."""

from __future__ import annotations

from dataclasses import dataclass

from rules.match.packet import PackedCar, Packet
from rules.match.report import CarReport, DriverReport, Report, team_reports
from rules.rhad.designs.design import DRIVER
from rules.rhad.match.duel_points import complete_killers, has_scored
from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, CrewState

TIRE_SETS = frozenset({"tire_light", "tire_heavy", "tire_puncture_resistant", "tire_solid", "rare_tires"})
"""The kinds of items that are sets of tires (RH-094)."""
HEATS = [1]
"""The heats of everyone who crewed a car: a duel has one heat (RH-094)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarResult:
    """The result for a car: its `criticals` at the end, and the `lost` items (RH-091, RH-094)."""

    car: str
    destroyed: bool
    criticals: int
    lost: list[str]


def report_of(play: Match, packet: Packet) -> Report:
    """The report of a match that is over, with every team, driver and car of the packet once (RH-094)."""
    seats = [seat for team in packet.teams for seat in team.seats]
    aboard = [driver.id for seat in seats for driver in (seat.driver, seat.gunner) if driver is not None]
    return Report(
        teams=team_reports(packet, play.state.points),
        drivers=[_driver(play, id) for id in aboard],
        cars=[_car(play, seat.car) for seat in seats],
    )


def result_of(play: Match, car: CarState, *, tires: str = "") -> CarResult:
    """The result for a car; `tires` is the id of its tire-set item (RH-091)."""
    destroyed = is_destroyed(play, car)
    return CarResult(
        car=car.id,
        destroyed=destroyed,
        criticals=0 if destroyed else criticals_of(play, car),
        lost=_lost_items(car, tires),
    )


def is_destroyed(play: Match, car: CarState) -> bool:
    """Whether a car has exploded, is a complete kill, or has neither a power plant nor a living driver (RH-091)."""
    driverless = car.power_plant <= 0 and play.is_dead(play.state.crew[car.driver])
    return car.exploded or car.status is CarStatus.COMPLETE_KILL or driverless


def criticals_of(play: Match, car: CarState) -> int:
    """The criticals of a car (RH-091).

    It has one for each of these: its power plant is lost, a weapon is lost, a side has lost all its armor, it does
    not rest on its wheels, and each old critical that took nothing. A side that was built without armor does not
    count.
    """
    design, entry = play.designs[car.id], play.entrants[car.id]
    lost = [car.power_plant <= 0, *(gun.dp <= 0 for gun in car.guns), car.rest_side != WHEELS]
    bared = [design.armor.on(side) > 0 >= points for side, points in car.armor.items()]
    return sum(lost) + sum(bared) + max(entry.criticals - len(car.old), 0)


def _lost_items(car: CarState, tires: str) -> list[str]:
    """The items of weapons that were destroyed in this match, and the tire-set if a tire is lost (RH-091, RH-094)."""
    guns = [gun.item for number, gun in enumerate(car.guns) if gun.dp <= 0 and not _was_lost(car, number)]
    worn = [tires] if any(points <= 0 for points in car.tires) else []
    return [id for id in (*guns, *worn) if id]


def _was_lost(car: CarState, number: int) -> bool:
    """Whether an old critical took that weapon before the match (RH-091)."""
    return str(number) in car.old


def _driver(play: Match, id: str) -> DriverReport:
    """The report of a driver in the line-up; one who stayed in the pits took part in no heat (RH-092, RH-093)."""
    crew = play.state.crew.get(id)
    if crew is None:
        return DriverReport(driver=id)
    car = play.state.cars[crew.car]
    return DriverReport(
        driver=id,
        heats=list(HEATS),
        out=crew.out,
        dead=crew.out and play.is_dead(crew),
        criticals=crew.criticals,
        scores=int(has_scored(play, car)),
        kills=kills_of(play, crew),
        wounds=crew.wounds,
    )


def kills_of(play: Match, sheet: CrewState) -> int:
    """The complete kills of their car, credited to its driver only (RH-090)."""
    if sheet.role != DRIVER:
        return 0
    return sum(sheet.car in complete_killers(play, car) for car in play.state.cars.values())


def _car(play: Match, packed: PackedCar) -> CarReport:
    """The report of a car in the line-up; one without a starting place is unchanged (RH-091, RH-094)."""
    car = play.state.cars.get(packed.id)
    if car is None:
        return CarReport(car=packed.id, criticals=packed.criticals)
    tires = next((item.id for item in packed.items if item.kind in TIRE_SETS), "")
    result = result_of(play, car, tires=tires)
    return CarReport(car=result.car, destroyed=result.destroyed, criticals=result.criticals, devices_lost=result.lost)
