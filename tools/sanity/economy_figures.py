"""The figures of a league's seasons: money, cars and people by round, and who was insolvent.

Amounts are in credits.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import median

from rules.campaign.commissioner.balance_and_points import BalanceAdjusted
from rules.campaign.commissioner.garage_waiver import GarageWaived
from rules.campaign.core.facts import BookedFact, Fact
from rules.campaign.core.state import LineUp, Season
from rules.campaign.garage.cars import CarBought
from rules.campaign.garage.purchases import ItemBought
from rules.campaign.market.offers import NEW_CONTRACT, OfferBought, OfferMade
from rules.campaign.match_day.announcing import RoundAnnounced
from rules.campaign.match_day.line_ups import LineUpsLocked
from rules.campaign.match_day.repairs import CarDestroyed, CarGivenUp, CarRepaired, CarReplaced
from rules.campaign.match_day.round_end import RoundClosed
from rules.campaign.match_day.settlement import PointsScored, SettlementReckoned
from rules.campaign.people.cloning import AvailabilityChanged, DriverCloned, QuirkGained, RetirementMarked
from rules.campaign.people.experience import DriverAppeared
from rules.campaign.people.hiring import DriverHired, ShortRosterAcknowledged
from rules.campaign.people.staff import MatchMechanicHired, StaffHired
from rules.campaign.people.veterans import DriverRetired, VeteranHired
from rules.campaign.season_end.off_season import SeasonClosed
from rules.campaign.season_end.staff_retention import StaffKept
from rules.campaign.sponsors.party import PartyThrown
from rules.campaign.steward.season_statistics import FORCED, FULL_TEAM
from rules.campaign.steward.simulation import PerformedCommand
from rules.match.catalog import item_type

SETUP = 0
"""The number under which what comes before the first round is counted."""
DEVICE_GROUPS = frozenset({"device", "armour", "electronics", "personal", "medical"})


class Trouble(StrEnum):
    """Why a franchise counts as insolvent, or could not field a full team. Only the last does not come of money."""

    GRANT = "money from the commissioner"
    """A roster that must be filled could not be paid for (HOUSE-001)."""
    WAIVER = "a waiver for its garage"
    """Its garage was too small on match day, and cars could not be bought (DM-C-065)."""
    FEW_CARS = "fewer than three cars"
    FEW_DRIVERS = "fewer than three drivers"
    UNFIT = "three cars or drivers owned, but not all fit"
    """A device failed before the match (DM-C-088), a heart did, or a driver was barred (DM-C-012)."""


INSOLVENT = frozenset(Trouble) - {Trouble.UNFIT}
"""The troubles that mean a franchise is insolvent."""


@dataclass(frozen=True, slots=True)
class MatchKind:
    """A match system, an event of it, and how many teams met."""

    ruleset: str
    event: str
    teams: int


@dataclass(slots=True, kw_only=True)
class RoundFigures:
    """What happened in one round of one league, up to the close of its shops.

    `counts` and `money` are over all franchises; money spent is positive. Round 0 is the season's setup.
    """

    number: int
    balances: tuple[int, ...] = ()
    """Of all franchises when the round was closed, the lowest first."""
    counts: Counter[str] = field(default_factory=Counter)
    money: Counter[str] = field(default_factory=Counter)
    entered: Counter[MatchKind] = field(default_factory=Counter)
    """Cars on the grid."""
    destroyed: Counter[MatchKind] = field(default_factory=Counter)
    bought: Counter[str] = field(default_factory=Counter)
    """Items and contracts bought, by kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFigures:
    """One season of one league."""

    league: int
    kind: str
    """The match system of the league, or `mixed`."""
    sizes: tuple[int, ...]
    """The most teams of a match, of rounds in turn."""
    number: int
    rounds: tuple[RoundFigures, ...]
    """The setup, then every round."""
    balances: dict[str, int]
    """By franchise, when the season was closed."""
    order: tuple[str, ...]
    """The final table, best first."""
    troubles: dict[str, Counter[Trouble]]
    retired: int
    """Drivers who had to leave the sport for a second quirk (DM-C-159)."""
    levels: float
    """The mean level of drivers after the last round."""

    @property
    def richest_to_median(self) -> float:
        """The highest balance at the close of the season, as a multiple of the median one."""
        return max(self.balances.values()) / max(1.0, median(self.balances.values()))

    def trouble_count(self, kinds: frozenset[Trouble]) -> int:
        """How many franchises had a trouble of one of those kinds in the season."""
        return sum(any(kind in kinds for kind in met) for met in self.troubles.values())


SPENT_ON: dict[type[BookedFact], str] = {
    CarBought: "new cars",
    DriverHired: "drivers",
    VeteranHired: "drivers",
    StaffHired: "staff",
    StaffKept: "staff",
    MatchMechanicHired: "staff",
    PartyThrown: "parties",
}
COUNTED: dict[type[Fact], str] = {
    CarDestroyed: "cars destroyed",
    CarReplaced: "cars replaced",
    CarGivenUp: "cars given up",
    CarBought: "cars bought",
    DriverCloned: "cloned",
    QuirkGained: "quirks gained",
    RetirementMarked: "marked for retirement",
    OfferMade: "offers",
    ShortRosterAcknowledged: "short rosters",
}


class LeagueFigures:
    """Counts the facts of a simulated league into figures of its seasons."""

    def __init__(self, *, league: int, kind: str, sizes: tuple[int, ...]) -> None:
        self.league, self.kind, self.sizes = league, kind, sizes
        self.seasons: list[SeasonFigures] = []
        self._begin()

    def _begin(self) -> None:
        self._rounds = [RoundFigures(number=SETUP)]
        self._troubles: dict[str, Counter[Trouble]] = {}
        self._retired = 0
        self._levels = 0.0

    def count(self, performed: PerformedCommand) -> None:
        """Count one command's facts. Call it before the simulation goes on, since that changes the season."""
        for fact in performed.facts:
            self._count_fact(performed.season, fact)

    def _count_fact(self, season: Season, fact: Fact) -> None:
        figures = self._rounds[-1]
        _count_in_round(figures, season, fact)
        match fact:
            case RoundAnnounced():
                figures.balances = figures.balances or _balances(season)
                self._rounds.append(RoundFigures(number=len(self._rounds)))
            case RoundClosed():
                figures.balances = _balances(season)
                self._levels = _mean_level(season)
            case LineUpsLocked():
                self._lock(season, fact)
            case GarageWaived():
                self._note(fact.franchise, Trouble.WAIVER)
            case BalanceAdjusted() if fact.amount > 0:
                self._note(fact.franchise, Trouble.GRANT)
            case DriverRetired(rule=rule):
                self._retired += rule == FORCED
            case SeasonClosed():
                self._close(season)

    def _lock(self, season: Season, locked: LineUpsLocked) -> None:
        figures, kind = self._rounds[-1], _kind_of(season, locked.match)
        for line_up in season.line_ups_of(locked.match):
            figures.entered[kind] += len(season.seats_of(line_up.id))
            for trouble in _troubles_of(season, line_up):
                self._note(line_up.franchise, trouble)
                figures.counts[trouble.value] += 1

    def _note(self, franchise: str, trouble: Trouble) -> None:
        self._troubles.setdefault(franchise, Counter())[trouble] += 1

    def _close(self, season: Season) -> None:
        self.seasons.append(
            SeasonFigures(
                league=self.league,
                kind=self.kind,
                sizes=self.sizes,
                number=season.number,
                rounds=tuple(self._rounds),
                balances={franchise.id: franchise.balance for franchise in season.all_franchises()},
                order=tuple(franchise.id for franchise in season.final_order()),
                troubles=self._troubles,
                retired=self._retired,
                levels=self._levels,
            )
        )
        self._begin()


def _troubles_of(season: Season, line_up: LineUp) -> list[Trouble]:
    """What a franchise lacked when a line-up was locked."""
    garage, roster = season.garage(line_up.franchise), season.roster(line_up.franchise)
    short = [
        trouble
        for trouble, owned in ((Trouble.FEW_CARS, garage), (Trouble.FEW_DRIVERS, roster))
        if len(owned) < FULL_TEAM
    ]
    fit = sum(not (car.broken or car.destroyed) for car in garage)
    available = sum(driver.availability == "available" for driver in roster)
    return short or ([Trouble.UNFIT] if min(fit, available) < FULL_TEAM else [])


def _count_in_round(figures: RoundFigures, season: Season, fact: Fact) -> None:
    """Count what needs no more than the fact itself and the season it belongs to."""
    if what := COUNTED.get(type(fact)):
        figures.counts[what] += 1
    match fact:
        case BookedFact():
            _count_booked(figures, fact)
        case CarDestroyed():
            figures.destroyed[_kind_of(season, fact.match)] += 1
        case CarRepaired():
            figures.counts["criticals repaired"] += fact.criticals
        case PointsScored():
            figures.counts["criticals"] += fact.criticals
        case DriverAppeared():
            figures.counts["drivers out of action"] += fact.out
            figures.counts["drivers who raced"] += 1
        case AvailabilityChanged(now="barred" | "season_out"):
            figures.counts["lost for the season"] += 1
        case SettlementReckoned():
            _count_settlement(figures, fact)


def _count_booked(figures: RoundFigures, fact: BookedFact) -> None:
    if what := SPENT_ON.get(type(fact)):
        figures.money[what] -= fact.amount
    match fact:
        case ItemBought():
            figures.money["price list"] -= fact.amount
            figures.bought[fact.item_kind] += 1
        case OfferBought(item_kind=kind):
            what = "contracts" if kind == NEW_CONTRACT else "offers"
            figures.money[what] -= fact.amount
            figures.bought[kind] += 1
            figures.counts["devices bought"] += kind != NEW_CONTRACT and item_type(kind).group in DEVICE_GROUPS


def _count_settlement(figures: RoundFigures, fact: SettlementReckoned) -> None:
    figures.counts["settlements"] += 1
    figures.counts["bills above income"] += fact.net_income < 0
    figures.counts["no prize"] += not fact.prize
    for what, amount in (
        ("prizes", fact.prize),
        ("sponsors", fact.sponsor_income + fact.face_income + fact.cup_bonus + fact.holding_payout),
        ("cloning", fact.cloning),
        ("replacements", fact.replacements),
        ("repairs", fact.repairs),
        ("net income", fact.net_income),
        ("profit", fact.profit),
    ):
        figures.money[what] += amount


def _balances(season: Season) -> tuple[int, ...]:
    return tuple(sorted(franchise.balance for franchise in season.all_franchises()))


def _kind_of(season: Season, match: str) -> MatchKind:
    played = season.match(match)
    return MatchKind(played.ruleset, played.event, len(season.line_ups_of(match)))


def _mean_level(season: Season) -> float:
    levels = [driver.level for franchise in season.all_franchises() for driver in season.roster(franchise.id)]
    return sum(levels) / max(1, len(levels))
