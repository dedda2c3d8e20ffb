"""Statistics of simulated seasons: a line for each, and who could not field three cars and three drivers, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rules.campaign.core.facts import Fact, fact_sentence
from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.core.state import Franchise, Season
from rules.campaign.market.shopping import GarageShort
from rules.campaign.match_day.announcing import HeartFailed
from rules.campaign.match_day.breakdowns import CarBrokeDown
from rules.campaign.match_day.line_ups import LineUpsLocked
from rules.campaign.match_day.repairs import CarGivenUp
from rules.campaign.match_day.settlement import SettlementReckoned
from rules.campaign.people.cloning import AvailabilityChanged, DriverCloned, QuirkGained
from rules.campaign.people.hiring import ShortRosterAcknowledged
from rules.campaign.people.veterans import DriverRetired
from rules.campaign.season_end.off_season import SeasonClosed
from rules.campaign.steward.simulation import PerformedCommand
from rules.core.terms import Credits, in_k

FULL_TEAM = 3
"""How many cars, and how many drivers, a franchise should be able to field."""
FORCED, UNDRAFTED = "DM-C-159", "DM-C-166"
"""The rules by which drivers leave the sport: a second quirk, and a draft in which nobody picked them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSummary:
    """One season over all its franchises. Means are per franchise, and amounts are credits."""

    number: int
    order: tuple[Franchise, ...]
    """The final table, best first, as the season was closed."""
    lowest_balance: Credits
    mean_balance: Credits
    highest_balance: Credits
    mean_net_income: Credits
    """Per franchise and match."""
    mean_profit: Credits
    """Per franchise and match: what overhead leaves of net income."""
    drivers: float
    """Drivers on a roster after the last round."""
    level: float
    quirks: float
    """Quirks on a roster after the last round, counting each occurrence."""
    sponsors: float
    """Sponsors of a franchise when the season was closed."""
    items: float
    cloned: int
    quirks_gained: int
    retired: int
    """Drivers who had to retire."""
    undrafted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortTeam:
    """A franchise that had fewer than three cars or drivers to field, and the facts behind it."""

    season: int
    match: str
    franchise: str
    cars: int
    drivers: int
    balance: Credits
    because: tuple[str, ...]


@dataclass(slots=True)
class _RosterTotals:
    """Totals over all rosters after the last round, before anybody left."""

    drivers: int = 0
    levels: int = 0
    quirks: int = 0


class SeasonStatistics:
    """Counts the facts of a simulation."""

    def __init__(self) -> None:
        self.seasons: list[SeasonSummary] = []
        self.short: list[ShortTeam] = []
        self._counted: Counter[str] = Counter()
        self._settled = 0
        self._rosters = _RosterTotals()
        self._last: dict[str, Fact] = {}
        """The last fact about each driver or car that cannot be fielded, and about each short garage and roster."""

    def count(self, performed: PerformedCommand) -> None:
        """Count one command's facts. Call it before the simulation goes on, since that changes the season."""
        for fact in performed.facts:
            self._count_fact(performed.season, fact)

    def _count_fact(self, season: Season, fact: Fact) -> None:
        match fact:
            case SettlementReckoned():
                self._settled += 1
                self._counted["net income"] += fact.net_income
                self._counted["profit"] += fact.profit
            case DriverCloned():
                self._counted["cloned"] += 1
            case QuirkGained():
                self._counted["quirks gained"] += 1
            case DriverRetired():
                self._counted[f"left by {fact.rule}"] += 1
            case AvailabilityChanged() | HeartFailed():
                self._last[fact.driver] = fact
            case CarBrokeDown():
                self._last[fact.car] = fact
            case CarGivenUp() | GarageShort():
                self._last[f"garage of {fact.franchise}"] = fact
            case ShortRosterAcknowledged():
                self._last[f"roster of {fact.franchise}"] = fact
            case LineUpsLocked():
                self.short.extend(self._short_teams(season, fact))
            case SeasonStepReached(step="E1"):
                self._rosters = _roster_totals(season)
            case SeasonClosed():
                self._close(season)

    def _short_teams(self, season: Season, locked: LineUpsLocked) -> list[ShortTeam]:
        short = []
        for line_up in season.line_ups_of(locked.match):
            team = line_up.franchise
            cars = [car for car in season.garage(team) if not (car.broken or car.destroyed)]
            drivers = [driver for driver in season.roster(team) if driver.availability == "available"]
            because: list[str] = []
            if len(cars) < FULL_TEAM:
                because += self._about_cars(season, team)
            if len(drivers) < FULL_TEAM:
                because += self._about_drivers(season, team)
            if not because or line_up.forfeited:
                continue
            balance = Credits(season.franchise(team).balance)
            short.append(
                ShortTeam(
                    season=season.number,
                    match=locked.match,
                    franchise=team,
                    cars=len(cars),
                    drivers=len(drivers),
                    balance=balance,
                    because=(*because, f"Its balance is {in_k(balance)}."),
                )
            )
        return short

    def _about_cars(self, season: Season, franchise: str) -> list[str]:
        garage = season.garage(franchise)
        short = self._last_sentence(f"garage of {franchise}") if len(garage) < FULL_TEAM else []
        broken = [text for car in garage if car.broken for text in self._last_sentence(car.id)]
        return [*(short or [f"It has {len(garage)} cars."]), *broken]

    def _about_drivers(self, season: Season, franchise: str) -> list[str]:
        roster = season.roster(franchise)
        absent = [
            text for driver in roster if driver.availability != "available" for text in self._last_sentence(driver.id)
        ]
        return [*(self._last_sentence(f"roster of {franchise}") or [f"It has {len(roster)} drivers."]), *absent]

    def _last_sentence(self, id: str) -> list[str]:
        fact = self._last.get(id)
        return [fact_sentence(fact)] if fact else []

    def _close(self, season: Season) -> None:
        franchises = season.all_franchises()
        count, counted = len(franchises), self._counted
        balances = sorted(franchise.balance for franchise in franchises)
        rosters = self._rosters
        self.seasons.append(
            SeasonSummary(
                number=season.number,
                order=tuple(season.final_order()),
                lowest_balance=Credits(balances[0]),
                mean_balance=Credits(sum(balances) // count),
                highest_balance=Credits(balances[-1]),
                mean_net_income=Credits(counted["net income"] // max(1, self._settled)),
                mean_profit=Credits(counted["profit"] // max(1, self._settled)),
                drivers=rosters.drivers / count,
                level=rosters.levels / max(1, rosters.drivers),
                quirks=rosters.quirks / count,
                sponsors=len(season.sponsors) / count,
                items=len(season.items) / count,
                cloned=counted["cloned"],
                quirks_gained=counted["quirks gained"],
                retired=counted[f"left by {FORCED}"],
                undrafted=counted[f"left by {UNDRAFTED}"],
            )
        )
        self._counted, self._settled, self._rosters, self._last = Counter(), 0, _RosterTotals(), {}


def _roster_totals(season: Season) -> _RosterTotals:
    signed = [driver for franchise in season.all_franchises() for driver in season.roster(franchise.id)]
    return _RosterTotals(
        drivers=len(signed),
        levels=sum(driver.level for driver in signed),
        quirks=sum(sum(driver.quirks.values()) for driver in signed),
    )
