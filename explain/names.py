"""The names of things in one season: franchises, drivers, cars, sponsors and items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from explain import links
from explain.printed_names import ITEM_WORDS
from league.queries.names import title_at, title_in_sentence
from rules.campaign.season.steps import ROUND_STEP_PATTERN
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, MatchId, RoundId, SponsorId, TradeId

ID_PATTERN = re.compile(r"([a-z0-9]+(?:[.\-][a-z0-9]+)*)")
MATCH_WORD_PATTERN = re.compile(r"\b[Mm]atch (?P<id>m[0-9a-z]+)\b")
TRADE_ID_PATTERN = re.compile(r"(?:(?P<of>[a-z0-9-]+)\.)?t(?P<number>[0-9]+)")
"""The id of a trade as forms make it: the franchise that proposed it, and its number."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of text, with a link if it names something that has a page."""

    text: str
    href: str = ""


@dataclass(slots=True)
class Names:
    """The names of things in one season, by short id; unknown things are shown by their short id."""

    season: str
    franchises: dict[str, str] = field(default_factory=dict)
    drivers: dict[str, str] = field(default_factory=dict)
    cars: dict[str, str] = field(default_factory=dict)
    sponsors: dict[str, str] = field(default_factory=dict)
    """The tags of the kinds of sponsors, by id."""
    items: dict[str, str] = field(default_factory=dict)
    """The tags of the kinds of items, by id."""
    matches: dict[str, str] = field(default_factory=dict)
    """What matches are called, by id: "Round 2, match A"."""

    @property
    def league(self) -> str:
        """The short name of the league."""
        return self.season.split("/", 1)[0]

    def add(self, shelf: str, id: str, called: str) -> None:
        """Add a name as it is looked up: of a match "2:1", its round and place in it."""
        if shelf == "matches":
            called = title_at(called)
        getattr(self, shelf)[id] = called

    def segment(self, kind: object, id: str) -> Segment:
        """A thing by its name, with a link to its page if it has one; an unknown franchise has none."""
        if kind is FranchiseId and id in self.franchises:
            return Segment(self.franchises[id], links.franchise_url(self.league, id))
        if kind is DriverId:
            return Segment(self.drivers.get(id, id), links.driver_url(self.league, id))
        if kind is MatchId:
            return Segment(
                title_in_sentence(self.matches.get(id, "")) or f"match {id}", links.match_url(f"{self.season}/{id}")
            )
        if kind is RoundId:
            return Segment(f"round {id[1:]}" if ROUND_STEP_PATTERN.fullmatch(id) else id)
        if kind is CarId:
            return Segment(self.cars.get(id) or id)
        if kind is SponsorId and id in self.sponsors:
            return Segment(SPONSOR_KINDS[self.sponsors[id]].name)
        if kind is ItemId and id in self.items:
            return Segment(ITEM_WORDS[self.items[id]])
        return Segment(trade_number(id) if kind is TradeId else id)

    def segments_in(self, text: str, shelves: Sequence[str]) -> Iterator[Segment]:
        """A text with the ids of known things replaced by names."""
        before = ""
        parts = ID_PATTERN.split(MATCH_WORD_PATTERN.sub(self._without_the_word, text))
        for number, part in enumerate(parts):
            shelf = next(
                (candidate for candidate in shelves if number % 2 and part in getattr(self, candidate)), None
            )
            if shelf is not None:
                named = self.segment(ID_TYPE_OF_SHELF[shelf], part)
                begins = shelf == "matches" and not "".join(parts[:number])
                yield Segment(named.text[:1].upper() + named.text[1:], named.href) if begins else named
            elif number % 2 and (trade := TRADE_ID_PATTERN.fullmatch(part)) and trade["of"] in self.franchises:
                said_already = before.lower().endswith("trade ")
                yield Segment(trade["number"] if said_already else f"trade {trade['number']}")
            elif part:
                yield Segment(part)
            before = part

    def _without_the_word(self, found: re.Match[str]) -> str:
        """ "Match m1" without its first word if the match is known, since its name has that word."""
        return found["id"] if found["id"] in self.matches else found[0]

    def driver_or_car(self, id: str) -> Segment:
        """The driver or car that a bill is for."""
        return self.segment(DriverId if id in self.drivers else CarId, id)


ID_TYPE_OF_SHELF: dict[str, object] = {
    "franchises": FranchiseId,
    "drivers": DriverId,
    "cars": CarId,
    "sponsors": SponsorId,
    "items": ItemId,
    "matches": MatchId,
}
"""The type of id for each shelf of `Names`."""


def trade_number(id: str) -> str:
    """The number of a trade, or its id if it has none."""
    found = TRADE_ID_PATTERN.fullmatch(id)
    return found["number"] if found else id
