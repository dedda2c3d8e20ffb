"""What a match hands over: points, ranks, and what became of cars and crews. Rules RH-090 to RH-094."""

from __future__ import annotations

from dataclasses import dataclass

from rules.match.packet import PackedCar, Packet
from rules.match.report import CarReport, DriverReport, Report
from rules.match.team_ranking import team_reports
from rules.rhad.designs.design import DRIVER
from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, CrewState

TIRE_SETS = frozenset({"tire_light", "tire_heavy", "tire_puncture_resistant", "tire_solid", "rare_tires"})
"""The kinds of item a car's tires may be (RH-094)."""
HEATS = [1]
"""The heats of whoever crewed a car: a duel is fought once (RH-094)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarResult:
    """What became of a car: `criticals` stand at the end, `lost` are the items that are gone (RH-091, RH-094)."""

    car: str
    destroyed: bool
    criticals: int
    lost: list[str]


def report_of(play: Match, packet: Packet) -> Report:
    """A match that is over as the campaign is told it: every team, driver and car of the packet once (RH-094)."""
    seats = [seat for team in packet.teams for seat in team.seats]
    aboard = [each.id for seat in seats for each in (seat.driver, seat.gunner) if each is not None]
    return Report(
        teams=team_reports(packet, play.state.points),
        drivers=[_driver(play, id) for id in aboard],
        cars=[_car(play, seat.car) for seat in seats],
    )


def result_of(play: Match, car: CarState, *, tires: str = "") -> CarResult:
    """What became of a car whose tires are the item of that id (RH-091)."""
    gone = is_destroyed(play, car)
    return CarResult(
        car=car.id, destroyed=gone, criticals=0 if gone else criticals_of(play, car), lost=_lost_items(car, tires)
    )


def is_destroyed(play: Match, car: CarState) -> bool:
    """Exploded, a complete kill, or without both power plant and a living driver (RH-091)."""
    driverless = car.power_plant <= 0 and play.is_dead(play.state.crew[car.driver])
    return car.exploded or car.status is CarStatus.COMPLETE_KILL or driverless


def criticals_of(play: Match, car: CarState) -> int:
    """Power plant and weapons lost, sides whose armor is gone, one for not resting on its wheels, and old ones that
    took nothing (RH-091).

    A side that was built without armor has lost none.
    """
    design, entry = play.designs[car.id], play.entrants[car.id]
    lost = [car.power_plant <= 0, *(gun.dp <= 0 for gun in car.guns), car.rest_side != WHEELS]
    bared = [design.armor.on(side) > 0 >= points for side, points in car.armor.items()]
    return sum(lost) + sum(bared) + max(entry.criticals - len(car.old), 0)


def _lost_items(car: CarState, tires: str) -> list[str]:
    """The items that weapons destroyed in this match stand for, and the set of tires when one of them is lost
    (RH-091, RH-094).
    """
    guns = [gun.item for number, gun in enumerate(car.guns) if gun.dp <= 0 and not _was_lost(car, number)]
    worn = [tires] if any(points <= 0 for points in car.tires) else []
    return [id for id in (*guns, *worn) if id]


def _was_lost(car: CarState, number: int) -> bool:
    """Whether an old critical had taken a weapon before the match (RH-091)."""
    return str(number) in car.old


def _driver(play: Match, id: str) -> DriverReport:
    """What somebody lined up did; one who stayed in the pits ran no heat (RH-092, RH-093)."""
    sheet = play.state.crew.get(id)
    if sheet is None:
        return DriverReport(driver=id)
    car = play.state.cars[sheet.car]
    return DriverReport(
        driver=id,
        heats=list(HEATS),
        out=sheet.out,
        dead=sheet.out and play.is_dead(sheet),
        criticals=sheet.criticals,
        scores=int(car.scored),
        kills=kills_of(play, sheet),
        wounds=sheet.wounds,
    )


def kills_of(play: Match, sheet: CrewState) -> int:
    """The complete kills of their car, told of its driver (RH-090)."""
    if sheet.role != DRIVER:
        return 0
    return sum(
        car.status is CarStatus.COMPLETE_KILL and car.killed_by[-1:] == [sheet.car]
        for car in play.state.cars.values()
    )


def _car(play: Match, packed: PackedCar) -> CarReport:
    """What became of a car lined up; one that found no place is as it was (RH-091, RH-094)."""
    car = play.state.cars.get(packed.id)
    if car is None:
        return CarReport(car=packed.id, criticals=packed.criticals)
    tires = next((item.id for item in packed.items if item.kind in TIRE_SETS), "")
    made = result_of(play, car, tires=tires)
    return CarReport(car=made.car, destroyed=made.destroyed, criticals=made.criticals, devices_lost=made.lost)
