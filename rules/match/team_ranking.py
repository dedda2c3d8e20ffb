"""Points and ranks of the teams in a match's report, including teams without cars. Rules DM-C-090, DM-C-091."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.match.packet import Packet
from rules.match.report import TeamReport


def ranks_by_points(points: Mapping[str, int] | Mapping[str, Fraction]) -> dict[str, int]:
    """The rank of every team, which teams with equal points share: one more than the teams with more points."""
    return {team: 1 + sum(other_points > own for other_points in points.values()) for team, own in points.items()}


def team_reports(packet: Packet, points: Mapping[str, int]) -> list[TeamReport]:
    """Every team of a packet with its points, 0 if it made none, and its rank."""
    points_by_team = {team.franchise: points.get(team.franchise, 0) for team in packet.teams}
    ranks = ranks_by_points(points_by_team)
    return [TeamReport(franchise=id, points=made, rank=ranks[id]) for id, made in points_by_team.items()]
