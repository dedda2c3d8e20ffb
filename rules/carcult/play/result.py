"""The result of a skirmish: victory points, points, and the reports on cars and competitors. Rules CC-080, CC-090,
CC-100 to CC-104.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.carcult.car.tokens import standing_criticals
from rules.carcult.match.match import Match
from rules.carcult.match.state import EXPLODED
from rules.carcult.play.decision import DECIDING_POINTS, decision_between
from rules.match.packet import PackedCar, PackedTeam, Packet
from rules.match.report import CarReport, DriverReport, Report, team_reports


def points_by_team(play: Match) -> dict[str, int]:
    """Each team's points: its victory points divided by the house rule's divisor, rounded down, and one more for the
    decision (CC-090, CC-100).
    """
    points = undecided_points(play)
    decision = decision_between(play, points)
    if decision is not None and decision.winner:
        points[decision.winner] += DECIDING_POINTS
    return points


def undecided_points(play: Match) -> dict[str, int]:
    """Each team's points before the decision (CC-100)."""
    return {team: play.points(team) // play.settings.points_divisor for team in play.setup.teams}


def winners(play: Match) -> list[str]:
    """The team with the decision, or the teams with the most victory points, even if that is 0 (CC-090, CC-100)."""
    decision = decision_between(play, undecided_points(play))
    if decision is not None and decision.winner:
        return [decision.winner]
    most = max((play.points(team) for team in play.setup.teams), default=0)  # no mutant: only without teams
    return [team for team in play.setup.teams if play.points(team) == most]


def remaining_criticals(play: Match, car: str, *, before: int) -> int:
    """The criticals on a car after the match (CC-101).

    `before` are those from before the match. If the house rules let damage stay, they are among its damage tokens
    (CC-080); otherwise they are added.
    """
    state = play.state.cars[car]
    if state.status == EXPLODED:
        return 0
    return standing_criticals(play, state) + (0 if play.settings.carry_over else before)


def report_of(play: Match, packet: Packet) -> Report:
    """The report of a finished match, with every team, driver and car of the packet (CC-104)."""
    return Report(
        teams=team_reports(packet, points_by_team(play)),
        drivers=[driver for team in packet.teams for driver in _drivers(play, team)],
        cars=[_car(play, seat.car) for team in packet.teams for seat in team.seats],
    )


def _drivers(play: Match, team: PackedTeam) -> Iterator[DriverReport]:
    """The reports on everybody in a team's line-up (CC-102, CC-103).

    Those who stayed out ran no heat and did nothing. Cars that a car made explode are its driver's kills.
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
    """The report on a car; one that stayed out is as it was before (CC-101)."""
    state = play.state.cars.get(car.id)
    if state is None:
        return CarReport(car=car.id, criticals=car.criticals)
    return CarReport(
        car=car.id,
        destroyed=state.status == EXPLODED,
        criticals=remaining_criticals(play, car.id, before=car.criticals),
    )
