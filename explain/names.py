"""What things are called in one season: franchises, drivers, cars, sponsors and items by their printed names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from explain import links
from explain.printed_names import ITEM_WORDS
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, MatchId, RoundId, SponsorId, TradeId

ID_PATTERN = re.compile(r"([a-z0-9]+(?:[.\-][a-z0-9]+)*)")
TRADE_ID_PATTERN = re.compile(r"(?:(?P<of>[a-z0-9-]+)\.)?t(?P<number>[0-9]+)")
"""The id of a trade as forms make it: who proposed it, and its number."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of words, a link when it names something that has a page."""

    text: str
    href: str = ""


@dataclass(slots=True)
class Names:
    """What things are called in one season, by their short names; unknown ones go by the short name itself."""

    season: str
    franchises: dict[str, str] = field(default_factory=dict)
    drivers: dict[str, str] = field(default_factory=dict)
    cars: dict[str, str] = field(default_factory=dict)
    sponsors: dict[str, str] = field(default_factory=dict)
    """The kinds of sponsors, by id, as their tags."""
    items: dict[str, str] = field(default_factory=dict)
    """The kinds of items, by id, as their tags."""

    @property
    def league(self) -> str:
        """The short name of the league."""
        return self.season.split("/", 1)[0]

    def segment(self, kind: object, id: str) -> Segment:
        """A thing by its name, with the way to its page; a franchise that does not stand yet has none."""
        if kind is FranchiseId and id in self.franchises:
            return Segment(self.franchises[id], links.franchise_url(self.league, id))
        if kind is DriverId:
            return Segment(self.drivers.get(id, id), links.driver_url(self.league, id))
        if kind is MatchId:
            return Segment(f"match {id}", links.match_url(f"{self.season}/{id}"))
        if kind is RoundId:
            return Segment(id)
        if kind is CarId:
            return Segment(self.cars.get(id) or id)
        if kind is SponsorId and id in self.sponsors:
            return Segment(SPONSOR_KINDS[self.sponsors[id]].name)
        if kind is ItemId and id in self.items:
            return Segment(ITEM_WORDS[self.items[id]])
        return Segment(trade_number(id) if kind is TradeId else id)

    def segments_in(self, text: str, shelves: Sequence[str]) -> Iterator[Segment]:
        """A text with names where it speaks of known things by their ids."""
        before = ""
        for number, part in enumerate(ID_PATTERN.split(text)):
            shelf = next((each for each in shelves if number % 2 and part in getattr(self, each)), None)
            if shelf is not None:
                yield self.segment(ID_TYPE_OF_SHELF[shelf], part)
            elif number % 2 and (trade := TRADE_ID_PATTERN.fullmatch(part)) and trade["of"] in self.franchises:
                said_already = before.lower().endswith("trade ")
                yield Segment(trade["number"] if said_already else f"trade {trade['number']}")
            elif part:
                yield Segment(part)
            before = part

    def driver_or_car(self, id: str) -> Segment:
        """What a bill is for."""
        return self.segment(DriverId if id in self.drivers else CarId, id)


ID_TYPE_OF_SHELF: dict[str, object] = {
    "franchises": FranchiseId,
    "drivers": DriverId,
    "cars": CarId,
    "sponsors": SponsorId,
    "items": ItemId,
}
"""The kind of id each shelf of `Names` is for."""


def trade_number(id: str) -> str:
    """The number a trade goes by, or its id where it has none."""
    found = TRADE_ID_PATTERN.fullmatch(id)
    return found["number"] if found else id
