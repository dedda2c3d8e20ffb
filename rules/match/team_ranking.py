"""Points and ranks of a match as its report has them, teams without a car among them. Rules DM-C-090, DM-C-091."""

from __future__ import annotations

from collections.abc import Mapping

from rules.match.packet import Packet
from rules.match.report import TeamReport


def team_reports(packet: Packet, points: Mapping[str, int]) -> list[TeamReport]:
    """Every team of a packet with its points, 0 where it made none, and its rank, which level teams share."""
    made = {team.franchise: points.get(team.franchise, 0) for team in packet.teams}
    return [
        TeamReport(franchise=id, points=each, rank=1 + sum(other > each for other in made.values()))
        for id, each in made.items()
    ]
