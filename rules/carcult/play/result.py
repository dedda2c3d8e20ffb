"""What a skirmish hands over: victory points, points, and what became of cars and competitors. Rules CC-080, CC-090,
CC-100 to CC-104.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.carcult.car.tokens import standing_criticals
from rules.carcult.match.match import Match
from rules.carcult.match.state import EXPLODED
from rules.match.packet import PackedCar, PackedTeam, Packet
from rules.match.report import CarReport, DriverReport, Report
from rules.match.team_ranking import team_reports


def points_by_team(play: Match) -> dict[str, int]:
    """Each team's points: its victory points by the divisor, rounded down (CC-100)."""
    return {team: play.points(team) // play.settings.points_divisor for team in play.setup.teams}


def winners(play: Match) -> list[str]:
    """The teams with the most victory points, all that are level, be it at none (CC-100)."""
    most = max((play.points(team) for team in play.setup.teams), default=0)  # no mutant: no teams
    return [team for team in play.setup.teams if play.points(team) == most]


def remaining_criticals(play: Match, car: str, *, before: int) -> int:
    """The criticals standing on a car at the end (CC-101).

    Those from `before` the match are among its damage tokens where the house lets damage stay (CC-080), else they
    stand beside them.
    """
    sheet = play.state.cars[car]
    if sheet.status == EXPLODED:
        return 0
    return standing_criticals(play, sheet) + (0 if play.settings.carry_over else before)


def report_of(play: Match, packet: Packet) -> Report:
    """The report of a match that is over: every team, driver and car of the packet (CC-104)."""
    return Report(
        teams=team_reports(packet, points_by_team(play)),
        drivers=[driver for team in packet.teams for driver in _drivers(play, team)],
        cars=[_car(play, seat.car) for team in packet.teams for seat in team.seats],
    )


def _drivers(play: Match, team: PackedTeam) -> Iterator[DriverReport]:
    """Everybody lined up; who stayed in the pits ran no heat and did nothing (CC-102, CC-103). The cars that exploded
    by a car's doing are told of its driver.
    """
    for seat in team.seats:
        for person in (seat.driver, seat.gunner):
            if person is None:
                continue
            crew = play.state.crew.get(person.id)
            if crew is None:
                yield DriverReport(driver=person.id)
                continue
            car = play.state.cars[seat.car.id]
            yield DriverReport(
                driver=person.id,
                heats=[1],
                out=crew.out,
                criticals=car.criticals,
                scores=int(car.caused > 0),
                kills=len(car.kills) if person is seat.driver else 0,
                wounds=crew.wounds,
            )


def _car(play: Match, car: PackedCar) -> CarReport:
    """A car that entered, or one that stayed out and is as it was (CC-101)."""
    sheet = play.state.cars.get(car.id)
    if sheet is None:
        return CarReport(car=car.id, criticals=car.criticals)
    return CarReport(
        car=car.id,
        destroyed=sheet.status == EXPLODED,
        criticals=remaining_criticals(play, car.id, before=car.criticals),
    )
