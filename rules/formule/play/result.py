"""The result of a race: points, and the reports on teams, drivers and cars. Rules FW-150 to FW-154."""

from __future__ import annotations

from rules.formule.editions import PLACES_HANDED_OVER
from rules.formule.match.match import Match
from rules.formule.match.state import CarState
from rules.match.packet import PackedDriver, Packet
from rules.match.report import CarReport, DriverReport, Report, team_reports


def points_of(play: Match, car: CarState) -> int:
    """The points of a car: those of its place, and by the house rule those of its kills (FW-150)."""
    return place_points(play, car) + play.settings.kill_points * car.kills


def place_points(play: Match, car: CarState) -> int:
    """The points of a car for its place alone (FW-150)."""
    by_place = play.settings.points_by_place
    return by_place[car.place - 1] if 1 <= car.place <= len(by_place) else 0


def points_by_team(play: Match) -> dict[str, int]:
    """The points of each team, the sum of its cars', in the order of the setup (FW-150)."""
    points = {team.id: 0 for team in play.setup.teams}
    for car in play.state.cars.values():
        points[car.team] += points_of(play, car)
    return points


def criticals_of(play: Match, car: CarState) -> int:
    """The criticals of a car after the race: those it came with and those of this race (FW-151).

    A destroyed car has none.
    """
    if car.destroyed:
        return 0
    return play.entrants[car.id].criticals + sum(car.struck.values())


def report_of(play: Match, packet: Packet) -> Report:
    """The report of a finished race, in the order of the packet (FW-154). The caller fills in its source."""
    seats = [seat for team in packet.teams for seat in team.seats]
    return Report(
        teams=team_reports(packet, points_by_team(play)),
        drivers=[
            report
            for seat in seats
            for report in (_driver(play, play.state.cars[seat.car.id]), *_in_the_pits(seat.gunner))
        ],
        cars=[_car(play, play.state.cars[seat.car.id]) for seat in seats],
    )


def _driver(play: Match, car: CarState) -> DriverReport:
    """What a driver did. They have scored if their place has points (FW-152, FW-153)."""
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
    """The empty report of a gunner, who is in the line-up but has no seat here."""
    return [] if gunner is None else [DriverReport(driver=gunner.id)]


def _car(play: Match, car: CarState) -> CarReport:
    """The report on a car (FW-151, FW-154)."""
    return CarReport(
        car=car.id,
        destroyed=car.destroyed,
        criticals=criticals_of(play, car),
        devices_lost=[
            car.weapons[number].item for number in _destroyed_weapons(play, car) if car.weapons[number].item
        ],
        place=car.place if play.setup.edition >= PLACES_HANDED_OVER else 0,
        finished=round_of_finish(play, car) if play.setup.edition >= PLACES_HANDED_OVER else 0,
    )


def round_of_finish(play: Match, car: CarState) -> int:
    """The round in which a car came home; 0 if it did not (FW-128)."""
    rounds = (entry.turn for entry in play.log.entries if entry.kind == "finish" and entry.car == car.id)
    return next(rounds, 0)


def _destroyed_weapons(play: Match, car: CarState) -> list[int]:
    """The numbers of the weapons destroyed in this race; those disabled by old damage do not count."""
    return sorted(
        entry.more["weapon"]
        for entry in play.log.entries
        if entry.kind == "struck" and entry.car == car.id and "weapon" in entry.more
    )
