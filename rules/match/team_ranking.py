"""Points and ranks of the teams in a match's report, including teams without cars. Rules DM-C-090, DM-C-091."""

from __future__ import annotations

from collections.abc import Mapping

from rules.match.packet import Packet
from rules.match.report import TeamReport


def team_reports(packet: Packet, points: Mapping[str, int]) -> list[TeamReport]:
    """Every team of a packet with its points, 0 if it made none, and its rank, which teams with equal points
    share.
    """
    points_by_team = {team.franchise: points.get(team.franchise, 0) for team in packet.teams}
    return [
        TeamReport(
            franchise=id,
            points=team_points,
            rank=1 + sum(other_points > team_points for other_points in points_by_team.values()),
        )
        for id, team_points in points_by_team.items()
    ]
