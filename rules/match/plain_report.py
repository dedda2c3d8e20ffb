"""The report of a match in which nobody is hurt and nothing is lost. Rule DM-C-090."""

from __future__ import annotations

from collections.abc import Mapping

from rules.match.packet import Packet
from rules.match.report import CarReport, DriverReport, Report
from rules.match.team_ranking import team_reports


def plain_report(packet: Packet, points: Mapping[str, int]) -> Report:
    """Every team with its points, 0 if it has none; everybody in every heat, and every car as it came."""
    seats = [seat for team in packet.teams for seat in team.seats]
    crews = [person.id for seat in seats for person in (seat.driver, seat.gunner) if person is not None]
    heats = list(range(1, packet.heats + 1))
    return Report(
        teams=team_reports(packet, points),
        drivers=[DriverReport(driver=id, heats=heats) for id in crews],
        cars=[CarReport(car=seat.car.id, criticals=seat.car.criticals) for seat in seats],
    )
