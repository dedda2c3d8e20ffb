"""What is measured of a book: levers, trades, rivals, stock designs and figures, as its module in `books` says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from rules.core.switches import Setting
from rules.match.packet import PackedItem
from rules.match.registry import rulesets
from rules.match.ruleset import Document, Fixture
from tools.sanity.match_counts import Figure
from tools.stock_matches import Side, basic_stock_designs, book_ruleset, map_fixtures

BOOKS = Path(__file__).parent / "books"
DesignChange = Callable[[Document], Document]
Items = tuple[PackedItem, ...]


class Watcher(Protocol):
    """Watches one match, entry by entry."""

    seen: Counter[str]
    """What it counted, by kind."""
    faults: dict[str, list[str]]
    """What may not happen and did, by sentence, with the places."""

    def __call__(self, play: Any) -> None:
        """Look at the entry just written."""


PilotChange = Callable[[Any, Any], Any]
"""Makes a rival of an autopilot and the setup of a match."""


def no_items(design: Document, lots: random.Random | None) -> Items:  # noqa: ARG001 - the default
    """What a car carries in a book whose designs have their weapons: nothing."""
    return ()


def plain_pilot(pilot_class: type[Any], setup: Any) -> Any:  # noqa: ARG001 - the default
    """An autopilot that needs nothing of a match."""
    return pilot_class()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit:
    """What sets one side of a mirror match apart: both of its cars, everybody in them, and the team.

    `design` changes the base design. `items` are carried by each car besides what it carries anyway, or alone if
    `carries_nothing_else`.
    """

    design: DesignChange = deepcopy
    items: Items = ()
    carries_nothing_else: bool = False
    traits: Mapping[str, int] = field(default_factory=dict)
    talents: Sequence[str] = ()
    quirks: Sequence[str] = ()
    worn: Sequence[str] = ()
    staff_rating: int = 1
    kit_uses: int = 0


PLAIN = Outfit()
"""Nothing sets it apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lever:
    """One thing that is better on one side than on the other.

    `base` is the design of all cars, the measure's own without one. `events` and `surfaces` are those it is for, all
    if there are none. A lever that the book itself makes worthless or harmful is `exempt`: by which rule, and why.
    """

    what: str
    better: Outfit
    other: Outfit = PLAIN
    base: Document | None = None
    events: Sequence[str] = ()
    surfaces: Sequence[str] = ()
    switches: Mapping[str, Setting] = field(default_factory=dict)
    exempt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade:
    """Two ways to spend the same points on one car, of which neither need be the better one."""

    what: str
    one: Outfit
    other: Outfit
    base: Document | None = None
    events: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StockGroup:
    """Teams that are equals: for each, its name and its stock designs, each of a car."""

    what: str
    teams: Mapping[str, Sequence[str]]
    events: Sequence[str] = ()
    is_judged: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BookMeasure:
    """Everything that is measured of one book; the parts of a book without any are not measured.

    `base` is the design of mirror matches, on `dp` design points. `field_designs` are, by event, the stock designs
    from which fields of cars are drawn, those of 60 points if there are none. `loads` gives what a car of a design
    carries, drawn from the random numbers, or the same each time without any.
    """

    name: str
    base: Document
    dp: int = 81
    levers: Sequence[Lever] = ()
    trades: Sequence[Trade] = ()
    rivals: Mapping[str, PilotChange] = field(default_factory=dict)
    profiles: Sequence[str] = ()
    """Those of `rivals` that are profiles of the autopilot, which play against each other and are not judged."""
    stock: Sequence[StockGroup] = ()
    figures: Sequence[Figure] = ()
    last_round: int = 0
    """The round after which a match is over in any case; 0 for none."""
    field_designs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    race: str = ""
    """The event in which a car alone should get home; empty for a book without races."""
    loads: Callable[[Document, random.Random | None], Items] = no_items
    watcher: Callable[[], Watcher] | None = None
    """Makes what watches a match for what may not happen, and counts what no entry says."""
    new_pilot: Callable[[type[Any], Any], Any] = plain_pilot

    def fixtures(
        self, events: Sequence[str] = (), surfaces: Sequence[str] = (), *, teams: int = 2, cars: int = 2
    ) -> tuple[Fixture, ...]:
        """The matches of some events and surfaces, of all if none is given: one for each map."""
        found = map_fixtures(book_ruleset(self.name), teams=teams, cars=cars)
        return tuple(
            fixture
            for fixture in found
            if (not events or fixture.event in events) and (not surfaces or fixture.surface in surfaces)
        )

    @property
    def events(self) -> tuple[str, ...]:
        """Its events, in the order they are proposed."""
        return tuple(dict.fromkeys(fixture.event for fixture in self.fixtures()))

    def side(self, outfit: Outfit = PLAIN, *, base: Document | None = None, cars: int = 2) -> Side:
        """A side of cars of one design, changed by an outfit."""
        design = outfit.design(base or self.base)
        carried = () if outfit.carries_nothing_else else self.loads(design, None)
        return Side(
            designs=[design] * cars,
            items=[(*carried, *outfit.items)] * cars,
            dp=self.dp,
            traits=outfit.traits,
            talents=outfit.talents,
            quirks=outfit.quirks,
            worn=outfit.worn,
            staff_rating=outfit.staff_rating,
            kit_uses=outfit.kit_uses,
        )

    def stock_side(self, designs: Sequence[Document], lots: random.Random | None = None) -> Side:
        """A side of stock cars with what they carry."""
        return Side(designs=designs, items=[self.loads(design, lots) for design in designs], dp=self.dp)

    def designs_of_fields(self, event: str) -> list[Document]:
        """The stock designs from which fields of cars for an event are drawn."""
        ruleset = book_ruleset(self.name)
        stock, names = ruleset.stock_designs(), self.field_designs.get(event, ())
        return [stock[name] for name in names] or basic_stock_designs(ruleset)


def measured_books() -> list[str]:
    """The books that have a measure of their own, sorted."""
    return sorted(path.stem for path in BOOKS.glob("*.py") if path.stem != "__init__")


def playable_books() -> list[str]:
    """Every book that plays matches, sorted. This imports every book."""
    return sorted(ruleset.name for ruleset in rulesets())


@cache
def measure_of(book: str) -> BookMeasure:
    """The measure of a book; of one that has none of its own, only what can be measured of any book."""
    if book in measured_books():
        measure: BookMeasure = import_module(f"tools.sanity.books.{book}").MEASURE
        return measure
    ruleset = book_ruleset(book)
    return BookMeasure(name=book, base=next(iter(ruleset.stock_designs().values())), dp=60)
