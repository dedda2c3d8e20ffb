"""The report contract: what a match hands to the campaign, from the engine or from a client (DM-C-090, DM-M-140)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamReport:
    """A team's match points (whole, 0 or more; DM-C-091) and its rank, 1 for the best; equal teams share one."""

    franchise: str
    points: int
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverReport:
    """What a driver did: the heats they crewed (1 is the first), and what came of it.

    `criticals` are those credited to them, enemies only; `friendly_criticals` those on their own side; `scores`
    counts the times they scored for the team; `kit_uses` are medical-kit uses; `wounds` are flesh wounds. `dead` is
    asked only where not everybody out of action is cloned (`cloning.ooa_always_cloned`).
    """

    driver: str
    heats: list[int] = field(default_factory=list)
    out: bool = False
    dead: bool = False
    criticals: int = 0
    friendly_criticals: int = 0
    scores: int = 0
    kills: int = 0
    wounds: int = 0
    kit_uses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CarReport:
    """What became of a car: `criticals` are those standing at the end.

    `devices_lost` are items destroyed or spoiled for good, `expendables_used` those fired or triggered, by id;
    `ammunition` says what guns have left, asked only where it is not free (`stores.free_ammo`). `fitted` was put on
    it during the match, out of the stores or off another car of the team, and is on it or was lost or used there;
    `stowed` came with it and is in the stores again (DM-M-039, DM-M-130, DM-M-132).
    """

    car: str
    destroyed: bool = False
    criticals: int = 0
    devices_lost: list[str] = field(default_factory=list)
    expendables_used: list[str] = field(default_factory=list)
    ammunition: dict[str, int] = field(default_factory=dict)
    fitted: list[str] = field(default_factory=list)
    stowed: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """A fresh driver who took over a car from that heat on, for a driver out of action (DM-M-038)."""

    driver: str
    replaces: str
    from_heat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where the result came from: the ruleset and its version, the match's seed, and a digest of its log.

    `packet` is the digest of the packet that an engine resolved.
    """

    ruleset: str = ""
    version: str = ""
    seed: str = ""
    log_digest: str = ""
    packet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A match's result as it was claimed: every team, every driver lined up or sent in, every car lined up."""

    teams: list[TeamReport]
    drivers: list[DriverReport]
    cars: list[CarReport]
    substitutes: list[Substitute] = field(default_factory=list)
    source: Source = field(default_factory=Source)


EVIDENCE = ("run_here", "rerun", "legal", "attested", "claimed")
"""How well a result may be proven, the best first: played here, its log played again with the season's own dice, its
log held to be legal with dice of the reporter's own, claimed alike by two teams, claimed by one.
"""


def normalized_report(report: Report) -> Report:
    """What a report says of the match and nothing of where it came from, its lines in the order of their ids.

    Two reports that tell the same of a match have the same figures, whoever wrote them down.
    """
    return Report(
        teams=sorted(report.teams, key=lambda each: each.franchise),
        drivers=sorted(
            (replace(each, heats=sorted(each.heats)) for each in report.drivers), key=lambda each: each.driver
        ),
        cars=sorted(
            (
                replace(
                    each,
                    devices_lost=sorted(each.devices_lost),
                    expendables_used=sorted(each.expendables_used),
                    fitted=sorted(each.fitted),
                    stowed=sorted(each.stowed),
                )
                for each in report.cars
            ),
            key=lambda each: each.car,
        ),
        substitutes=sorted(report.substitutes, key=lambda each: (each.from_heat, each.driver)),
    )
