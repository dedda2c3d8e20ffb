"""What a race hands over: points, ranks, and what became of cars and drivers. Rules FW-150 to FW-154."""

from __future__ import annotations

from rules.formule.match.match import Match
from rules.formule.match.state import CarState
from rules.match.packet import PackedDriver, Packet
from rules.match.report import CarReport, DriverReport, Report
from rules.match.team_ranking import team_reports


def points_of(play: Match, car: CarState) -> int:
    """The points of a car: those of its place, none for one that is out, and the house rule's for kills (FW-150)."""
    return place_points(play, car) + play.settings.kill_points * car.kills


def place_points(play: Match, car: CarState) -> int:
    """The points of its place alone (FW-150)."""
    by_place = play.settings.points_by_place
    return by_place[car.place - 1] if 1 <= car.place <= len(by_place) else 0


def points_by_team(play: Match) -> dict[str, int]:
    """The points of each team, in the order of the setup: those of all its cars (FW-150)."""
    made = {team.id: 0 for team in play.setup.teams}
    for car in play.state.cars.values():
        made[car.team] += points_of(play, car)
    return made


def criticals_of(play: Match, car: CarState) -> int:
    """The criticals a car goes home with: those it came with and those of this race; a destroyed one has none
    (FW-151).
    """
    if car.destroyed:
        return 0
    return play.entrants[car.id].criticals + sum(car.struck.values())


def report_of(play: Match, packet: Packet) -> Report:
    """What came of a race, in the order of the packet (FW-154); the source is filled in by whoever asked."""
    seats = [seat for team in packet.teams for seat in team.seats]
    return Report(
        teams=team_reports(packet, points_by_team(play)),
        drivers=[
            pit for seat in seats for pit in (_driver(play, play.state.cars[seat.car.id]), *_in_the_pits(seat.gunner))
        ],
        cars=[_car(play, play.state.cars[seat.car.id]) for seat in seats],
    )


def _driver(play: Match, car: CarState) -> DriverReport:
    """What a driver did; they have scored in a place that has points (FW-152, FW-153)."""
    return DriverReport(
        driver=car.driver,
        heats=[1],
        out=car.out_of_action,
        criticals=car.criticals,
        friendly_criticals=car.friendly_criticals,
        scores=int(place_points(play, car) > 0),
        kills=car.kills,
        wounds=car.flesh_wounds,
    )


def _in_the_pits(gunner: PackedDriver | None) -> list[DriverReport]:
    """A gunner is lined up, and there is no seat for them."""
    return [] if gunner is None else [DriverReport(driver=gunner.id)]


def _car(play: Match, car: CarState) -> CarReport:
    """What became of a car (FW-151, FW-154)."""
    return CarReport(
        car=car.id,
        destroyed=car.destroyed,
        criticals=criticals_of(play, car),
        devices_lost=[
            car.weapons[number].item for number in _destroyed_weapons(play, car) if car.weapons[number].item
        ],
    )


def _destroyed_weapons(play: Match, car: CarState) -> list[int]:
    """The weapons that this race destroyed, by their numbers; what old damage had disabled is none of them."""
    return sorted(
        entry.more["weapon"]
        for entry in play.log.entries
        if entry.kind == "struck" and entry.car == car.id and "weapon" in entry.more
    )
