"""What the example must show in the end, counted from its facts alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from rules.campaign.commissioner.folded_franchises import FranchiseFolded
from rules.campaign.core.facts import Fact
from rules.campaign.garage.cars import CarBought, CarSold
from rules.campaign.garage.stores import ItemGained, ItemLost
from rules.campaign.market.trades import TradeMade
from rules.campaign.match_day.announcing import HeartFailed, RoundAnnounced
from rules.campaign.match_day.line_ups import SeatTaken
from rules.campaign.match_day.repairs import CarDestroyed, CarGivenUp
from rules.campaign.match_day.settlement import PointsScored, SettlementReckoned
from rules.campaign.people.cloning import DriverCloned, QuirkGained
from rules.campaign.people.veterans import DriverRetired
from rules.campaign.season.house_rules import SwitchSet
from rules.campaign.season_end.draft import DriverDrafted
from rules.campaign.sponsors.holding_companies import HoldingCashed
from rules.core.terms import K

MOST_INCOME_K = 571
"""The income from which the last row of the overhead table is reached."""
WANTED_COUNTS = {
    "all crews of a team out": 1,
    "nobody scores": 1,
    "three level at the top": 1,
    "net income below zero": 1,
    f"net income of {MOST_INCOME_K}k or more": 1,
    "heart failed before a match": 1,
    "second occurrences": 4,
    "quirks with a second occurrence": 3,
    "full garage destroyed": 1,
    "switch changed in mid-season": 2,
    "trade": 1,
    "franchise folded": 1,
    "tinkered item bought": 1,
    "tinkered item lost": 1,
    "world-trade item bought": 1,
    "world-trade item lost": 1,
    "holding company cashed": 1,
    "driver retired": 1,
    "driver drafted": 4,
}
"""How often each highlight must be seen at least."""
ORIGINS = {"tinkering": "tinkered", "world_trade": "world-trade"}
SINGLE_FACT_HIGHLIGHTS: dict[type[Fact], tuple[str, Callable[[Any], bool]]] = {
    HeartFailed: ("heart failed before a match", lambda _: True),
    QuirkGained: ("second occurrences", lambda fact: fact.count == 2),
    TradeMade: ("trade", lambda _: True),
    FranchiseFolded: ("franchise folded", lambda _: True),
    HoldingCashed: ("holding company cashed", lambda _: True),
    DriverRetired: ("driver retired", lambda _: True),
    DriverDrafted: ("driver drafted", lambda _: True),
}
"""The highlight that a single fact can be, and whether it is one."""


@dataclass(slots=True)
class _MatchHighlights:
    """The facts of one match, by team."""

    crews: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    cloned: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    points: dict[str, int] = field(default_factory=dict)

    def add(self, fact: Fact) -> None:
        """Add a fact of the match."""
        match fact:
            case SeatTaken():
                self.crews[fact.franchise] |= {id for id in (fact.driver, fact.gunner) if id}
            case DriverCloned():
                self.cloned[fact.franchise].add(fact.driver)
            case PointsScored():
                self.points[fact.franchise] = fact.points

    def counts(self) -> Counter[str]:
        """The highlights of the match."""
        best = max(self.points.values(), default=0)
        return Counter(
            {
                "all crews of a team out": sum(crew == self.cloned[team] for team, crew in self.crews.items()),
                "nobody scores": bool(self.points) and best == 0,
                "three level at the top": best > 0 and list(self.points.values()).count(best) == 3,
            }
        )


def count_highlights(facts: Iterable[Fact]) -> Counter[str]:
    """How often each highlight was seen in a season."""
    all_facts = list(facts)
    matches: defaultdict[str, _MatchHighlights] = defaultdict(_MatchHighlights)
    for fact in all_facts:
        matches[getattr(fact, "match", "")].add(fact)
    del matches[""]
    seen = Counter(
        name
        for fact in all_facts
        for name, shows in (SINGLE_FACT_HIGHLIGHTS.get(type(fact), ("", lambda _: False)),)
        if shows(fact)
    )
    for match in matches.values():
        seen += match.counts()
    seen += _money_highlights(all_facts)
    seen += _car_highlights(all_facts)
    seen += _item_highlights(all_facts)
    announced = next(
        (place for place, fact in enumerate(all_facts) if isinstance(fact, RoundAnnounced)), len(all_facts)
    )
    seen["switch changed in mid-season"] = sum(isinstance(fact, SwitchSet) for fact in all_facts[announced:])
    again = {fact.quirk for fact in all_facts if isinstance(fact, QuirkGained) and fact.count == 2}
    seen["quirks with a second occurrence"] = len(again)
    return seen


def _money_highlights(facts: Iterable[Fact]) -> Counter[str]:
    net_incomes = [fact.net_income for fact in facts if isinstance(fact, SettlementReckoned)]
    return Counter(
        {
            "net income below zero": sum(net_income < 0 for net_income in net_incomes),
            f"net income of {MOST_INCOME_K}k or more": sum(
                net_income >= MOST_INCOME_K * K for net_income in net_incomes
            ),
        }
    )


def _car_highlights(facts: Iterable[Fact]) -> Counter[str]:
    """Garages in which every car was destroyed in one match."""
    garages: Counter[str] = Counter()
    destroyed: Counter[tuple[str, str]] = Counter()
    full = 0
    for fact in facts:
        match fact:
            case CarBought():
                garages[fact.franchise] += 1
            case CarSold() | CarGivenUp():
                garages[fact.franchise] -= 1
            case CarDestroyed():
                destroyed[fact.match, fact.franchise] += 1
                full += destroyed[fact.match, fact.franchise] == garages[fact.franchise]
    return Counter({"full garage destroyed": full})


def _item_highlights(facts: Iterable[Fact]) -> Counter[str]:
    """Items that were tinkered or traded for, bought and lost again."""
    origins: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for fact in facts:
        match fact:
            case ItemGained() if fact.origin in ORIGINS:
                origins[fact.item] = ORIGINS[fact.origin]
                seen[f"{ORIGINS[fact.origin]} item bought"] += 1
            case ItemLost() if fact.item in origins:
                seen[f"{origins[fact.item]} item lost"] += 1
    return seen


def missing_highlights(seen: Counter[str]) -> list[str]:
    """The highlights that were seen too rarely, one text each."""
    return [f"{name}: {seen[name]} of {least}" for name, least in WANTED_COUNTS.items() if seen[name] < least]
