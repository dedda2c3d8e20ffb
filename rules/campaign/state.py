"""The season as plain values: all that the rules read and change, and nothing that can be derived from it.

Every thing is kept under its own id. Rules walk through the sorted accessors only, so that the order in which a
database happened to answer never shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from rules.campaign.report import Report
from rules.campaign.switches import DEFAULTS, Setting
from rules.refusal import Malformed, Unknown

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Franchise:
    """What a season says of a franchise (DM-C-058, DM-C-064, DM-C-091). `balance` is in credits."""

    id: str
    balance: int = 0
    staff_rating: int = 1
    points: int = 0
    wins: int = 0
    criticals: int = 0
    party_thrown: bool = False
    short_roster_known: bool = False
    waiting_sponsors: list[str] = field(default_factory=list)
    """Kinds gained above the limit, until the owner places or declines each (DM-C-069)."""


@dataclass(slots=True, kw_only=True)
class Driver:
    """A driver's sheet (DM-C-009, DM-C-011). Traits are base and advances, before quirks and fatigue."""

    id: str
    driving: int = 3
    gunnery: int = 3
    initiative: int = 3
    toughness: int = 3
    xp: int = 0
    level: int = 1
    talents: list[str] = field(default_factory=list)
    quirks: dict[str, int] = field(default_factory=dict)
    fatigue: list[str] = field(default_factory=list)
    """The trait each fatigue point lowers, oldest first (DM-C-101)."""
    ardent_spent: bool = False
    availability: str = "available"
    """`available`, `heart_out`, `season_out`, `barred` or `retired` (DM-C-012)."""
    retiring: bool = False
    """Marked to leave the sport at the season's end (DM-C-047)."""


@dataclass(slots=True, kw_only=True)
class Contract:
    """A driver's hire for the season; its id is the driver's, so nobody is on two rosters."""

    id: str
    franchise: str
    fee: int
    origin: str = "rookie"


@dataclass(slots=True, kw_only=True)
class Car:
    """A vehicle (DM-C-066). `dp` is its design budget, `paid` what it was bought for in credits."""

    id: str
    franchise: str
    dp: int
    paid: int
    overhead: bool = False
    gunner_station: bool = False
    criticals: int = 0
    destroyed: bool = False
    phase: str = "garage"
    """`garage`, or `scrapped` once a destroyed car was given up."""


@dataclass(slots=True, kw_only=True)
class Sponsor:
    """A sponsorship (DM-C-068); `joined` is the number of the season it was won in."""

    id: str
    franchise: str
    kind: str
    joined: int = 1


@dataclass(slots=True, kw_only=True)
class Round:
    """A round of the season (DM-C-177): `announced`, then `closed`."""

    id: str
    number: int
    step: str = "announced"


@dataclass(slots=True, kw_only=True)
class Match:
    """A match and the step it has reached: M2, M3, M4, M5.1, M5.4, `settled` (annex a)."""

    id: str
    round: str
    event: str
    surface: str = ""
    heats: int = 1
    vehicles_per_team: int = 3
    step: str = "M2"
    words: str = ""
    """The owners' words, fixed when line-ups lock; the match key is made with them."""
    outcome: Report | None = None
    """The accepted report, until the match is settled."""


@dataclass(slots=True, kw_only=True)
class Locked:
    """What a driver's post-match checks go by: talents, quirks and toughness as at the lock (DM-C-007)."""

    talents: list[str] = field(default_factory=list)
    quirks: dict[str, int] = field(default_factory=dict)
    toughness: int = 3


@dataclass(slots=True, kw_only=True)
class Bill:
    """One bill of a match (DM-C-095): `cloning`, `replacement` or `repair`, of a driver or car, in credits."""

    kind: str
    subject: str
    listed: int
    amount: int


@dataclass(slots=True, kw_only=True)
class LineUp:
    """A franchise in a match, from the announcement on: its line-up, its bills, and its points."""

    id: str
    match: str
    franchise: str
    named: bool = False
    words: str = ""
    match_mechanic: bool = False
    """A rating 4 staff hired for this match alone (DM-C-064)."""
    garage_waived: bool = False
    locked: dict[str, Locked] = field(default_factory=dict)
    """The roster as at the lock, by driver, until the match is settled."""
    decided: bool = False
    bills: list[Bill] = field(default_factory=list)
    points: int | None = None
    won: bool = False


@dataclass(slots=True, kw_only=True)
class Seat:
    """One car of a line-up with its driver and gunner; it leaves the state when its match is settled."""

    id: str
    line_up: str
    car: str
    driver: str
    gunner: str = ""


@dataclass(slots=True, kw_only=True)
class Season:
    """A season: its step (S0, S1, S2, S3, M, E1; annex a) and everything in it, by id."""

    number: int = 1
    edition: str = "1"
    step: str = "S0"
    rounds_planned: int = 0
    switches: dict[str, Setting] = field(default_factory=dict)
    """House-rule switches that differ from their defaults."""
    franchises: dict[str, Franchise] = field(default_factory=dict)
    drivers: dict[str, Driver] = field(default_factory=dict)
    contracts: dict[str, Contract] = field(default_factory=dict)
    cars: dict[str, Car] = field(default_factory=dict)
    sponsors: dict[str, Sponsor] = field(default_factory=dict)
    rounds: dict[str, Round] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)
    line_ups: dict[str, LineUp] = field(default_factory=dict)
    seats: dict[str, Seat] = field(default_factory=dict)

    def setting(self, name: str) -> Setting:
        """A house-rule switch as this season plays it."""
        return self.switches.get(name, DEFAULTS[name])

    def number_setting(self, name: str) -> int:
        """A switch that is a number."""
        value = self.setting(name)
        if not isinstance(value, int):
            raise Malformed(f"{name} is no number: ask for it as a setting.")
        return value

    def franchise(self, id: str) -> Franchise:
        """That franchise, or `Unknown`."""
        return _found(self.franchises, id, "franchise")

    def driver(self, id: str) -> Driver:
        """That driver, or `Unknown`."""
        return _found(self.drivers, id, "driver")

    def car(self, id: str) -> Car:
        """That car, or `Unknown`."""
        return _found(self.cars, id, "car")

    def match(self, id: str) -> Match:
        """That match, or `Unknown`."""
        return _found(self.matches, id, "match")

    def all_franchises(self) -> list[Franchise]:
        """Every franchise, by id."""
        return [self.franchises[id] for id in sorted(self.franchises)]

    def roster(self, franchise: str) -> list[Driver]:
        """The drivers a franchise has under contract, by id; the unavailable count (DM-C-012)."""
        return [self.drivers[id] for id in sorted(self.contracts) if self.contracts[id].franchise == franchise]

    def garage(self, franchise: str) -> list[Car]:
        """The cars of a franchise, by id, a destroyed one included until it is given up."""
        return [
            self.cars[id]
            for id in sorted(self.cars)
            if self.cars[id].franchise == franchise and self.cars[id].phase == "garage"
        ]

    def sponsors_of(self, franchise: str) -> list[Sponsor]:
        """The sponsors of a franchise, by id."""
        return [self.sponsors[id] for id in sorted(self.sponsors) if self.sponsors[id].franchise == franchise]

    def kinds_of(self, franchise: str) -> frozenset[str]:
        """The kinds of sponsor a franchise has; effects of one kind do not add up (DM-C-073)."""
        return frozenset(sponsor.kind for sponsor in self.sponsors.values() if sponsor.franchise == franchise)

    def all_rounds(self) -> list[Round]:
        """Every round announced, in order."""
        return sorted(self.rounds.values(), key=lambda each: each.number)

    def matches_of(self, round: str) -> list[Match]:
        """The matches of a round, by id."""
        return [self.matches[id] for id in sorted(self.matches) if self.matches[id].round == round]

    def line_ups_of(self, match: str) -> list[LineUp]:
        """The line-ups of a match, by franchise."""
        return sorted(
            (each for each in self.line_ups.values() if each.match == match), key=lambda each: each.franchise
        )

    def line_up(self, match: str, franchise: str) -> LineUp:
        """A franchise's line-up in a match, or `Unknown` when it is not in that match."""
        found = self.line_ups.get(f"{match}.{franchise}")
        if found is None:
            raise Unknown(f"{franchise[:80]} is not in match {match}: name a franchise that is.")
        return found

    def seats_of(self, line_up: str) -> list[Seat]:
        """The seats of a line-up, by car."""
        return sorted((each for each in self.seats.values() if each.line_up == line_up), key=lambda each: each.car)


def _found(shelf: dict[str, T], id: str, thing: str) -> T:
    if id not in shelf:
        raise Unknown(f"There is no {thing} {id[:80]!r} in this season: use the id of one that is.")
    return shelf[id]
