"""The report of a match, which an engine or a client hands to the campaign: ranks by points, and the plain report
of a match that hurt nobody. Rules DM-C-090, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rules.match.packet import Packet


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamReport:
    """A team's match points (whole; 0 or more but in a duel; CW-S-056, DM-C-091) and its rank, 1 for the best; equal
    teams share one.
    """

    franchise: str
    """Short id of the team's franchise."""
    points: int
    """Match points of the team: 0 or more, except in a duel (CW-S-056, DM-C-091)."""
    rank: int
    """Rank of the team, 1 for the best; teams level with each other share one. In a duel the winner is 1, even with
    fewer points than another team (CW-S-035).
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverReport:
    """What a driver did: the heats they crewed (1 is the first), and what came of it.

    `criticals` are those credited to them, enemies only; `friendly_criticals` those on their own side; `scores`
    counts the times they scored for the team; `kit_uses` are medical-kit uses; `wounds` are flesh wounds. `dead` is
    asked only where not everybody out of action is cloned (`cloning.ooa_always_cloned`).
    """

    driver: str
    """Short id of the driver, who was in the line-up or was sent in."""
    heats: list[int] = field(default_factory=list)
    """Numbers of the heats they took part in, from 1 on."""
    out: bool = False
    """Whether they were out of action at the end (DM-C-045)."""
    dead: bool = False
    """Whether they died; it counts only where not everybody out of action is cloned (`cloning.ooa_always_cloned`)."""
    criticals: int = 0
    """Criticals on enemies that are credited to them."""
    friendly_criticals: int = 0
    """Criticals on their own side that are credited to them."""
    scores: int = 0
    """How often they scored for the team."""
    kills: int = 0
    """Kills that are credited to them."""
    wounds: int = 0
    """Flesh wounds they came out of the match with."""
    kit_uses: int = 0
    """How often a medical kit was used for them (DM-C-130)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarReport:
    """What became of a car: `criticals` are those standing at the end.

    `devices_lost` are items destroyed or spoiled for good, `expendables_used` those fired or triggered, by id;
    `ammunition` says what guns have left, asked only where it is not free (`stores.free_ammo`). `fitted` was put on
    it during the match, out of the stores or off another car of the team, and is on it or was lost or used there;
    `stowed` came with it and is in the stores again (DM-M-039, DM-M-130, DM-M-132).
    """

    car: str
    """Short id of the car, which was in the line-up."""
    destroyed: bool = False
    """Whether it was destroyed, so that it is replaced or given up (DM-C-095)."""
    criticals: int = 0
    """Criticals that it has at the end."""
    devices_lost: list[str] = field(default_factory=list)
    """Short ids of its items that were destroyed or spoiled for good (DM-C-094)."""
    expendables_used: list[str] = field(default_factory=list)
    """Short ids of its items that were fired or triggered (DM-C-094)."""
    ammunition: dict[str, int] = field(default_factory=dict)
    """Shots its guns have left, by the item's id; asked only where ammunition is not free (`stores.free_ammo`)."""
    fitted: list[str] = field(default_factory=list)
    """Short ids of items of the team that were put on it in the match (DM-M-039)."""
    stowed: list[str] = field(default_factory=list)
    """Short ids of its items that are in the stores again (DM-M-039)."""
    place: int = 0
    """Place of the car in the last heat, where the event places cars; 0 for none (DM-M-140)."""
    finished: int = 0
    """Number of the turn in which it finished a race; 0 if it did not, or the event is no race (DM-M-140)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """A fresh driver who took over a car from that heat on, for a driver out of action (DM-M-038)."""

    driver: str
    """Short id of the fresh driver (DM-M-038)."""
    replaces: str
    """Short id of the driver out of action whose seat they took."""
    from_heat: int
    """Number of the first heat they took part in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where the result came from: the ruleset and its version, the match's seed, and a digest of its log.

    `packet` is the digest of the packet that an engine resolved.
    """

    ruleset: str = ""
    """Short name of the ruleset that played the match; empty for none."""
    version: str = ""
    """Edition or version of what played it; empty for none."""
    seed: str = ""
    """Seed that its dice came from, where there was one; else empty."""
    log_digest: str = ""
    """SHA-256 of the log's bytes; empty for none."""
    packet: str = ""
    """Digest of the packet that was played; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A match's result as it was claimed: every team, every driver lined up or sent in, every car lined up."""

    teams: list[TeamReport]
    """Every team of the match, those that forfeited with 0 points."""
    drivers: list[DriverReport]
    """Every driver who was in a line-up or was sent in."""
    cars: list[CarReport]
    """Every car that was in a line-up."""
    substitutes: list[Substitute] = field(default_factory=list)
    """Fresh drivers who took over a car."""
    source: Source = field(default_factory=Source)
    """What made the report; claims are not compared by it."""


EVIDENCE = ("run_here", "rerun", "legal", "attested", "claimed")
"""The grades of evidence for a result, the best first: played here, its log replayed with the season's own dice, its
log found legal with dice of the reporter's own, claimed alike by two teams, and claimed by one.
"""


def normalized_report(report: Report) -> Report:
    """A report without its source, and with its lines sorted by id.

    Two reports of the same result are equal in this form, no matter who wrote them.
    """
    return Report(
        teams=sorted(report.teams, key=lambda team: team.franchise),
        drivers=sorted(
            (replace(driver, heats=sorted(driver.heats)) for driver in report.drivers),
            key=lambda driver: driver.driver,
        ),
        cars=sorted(
            (
                replace(
                    car,
                    devices_lost=sorted(car.devices_lost),
                    expendables_used=sorted(car.expendables_used),
                    fitted=sorted(car.fitted),
                    stowed=sorted(car.stowed),
                )
                for car in report.cars
            ),
            key=lambda car: car.car,
        ),
        substitutes=sorted(report.substitutes, key=lambda substitute: (substitute.from_heat, substitute.driver)),
    )


def ranks_by_points(points: Mapping[str, int] | Mapping[str, Fraction]) -> dict[str, int]:
    """The rank of every team, which teams with equal points share: one more than the teams with more points."""
    return {team: 1 + sum(other_points > own for other_points in points.values()) for team, own in points.items()}


def team_reports(packet: Packet, points: Mapping[str, int]) -> list[TeamReport]:
    """Every team of a packet with its points, 0 if it made none, and its rank."""
    points_by_team = {team.franchise: points.get(team.franchise, 0) for team in packet.teams}
    ranks = ranks_by_points(points_by_team)
    return [TeamReport(franchise=id, points=made, rank=ranks[id]) for id, made in points_by_team.items()]


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
