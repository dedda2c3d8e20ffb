"""Random matches of the books that play from packets alone, with their laws checked after every entry."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rules.core.dice import Dice, KeyRing
from rules.match.laws import Laws
from rules.match.packet import Packet
from rules.match.packet_ruleset import PacketRuleset
from rules.match.recorder import MatchRecorder
from rules.match.registry import get_ruleset
from rules.match.ruleset import Ruleset
from rules.match.stepwise_play import OrderIllegal, OrderRequest, StepwiseRuleset, recorder_of
from tests.trials.order_samples import Sampler, Word, sampler_of, word_of
from tests.trials.possible_entries import kinds_of, ordered_in, orders_of
from tests.trials.trial_runs import PLAYED_AGAIN, SECRET, TrialFailed
from tools.stock_matches import random_packet

TESTS = Path(__file__).parents[1] / "rules"
RULES = Path(__file__).parents[2] / "rules"
MOST_STEPS = 100_000
"""More steps than any match takes."""
TRIES = 5
"""The number of random orders tried before the autopilot answers."""


class NoTrials(ValueError):
    """A ruleset has no random matches, or cannot be driven step by step: an error in this program."""


@dataclass(frozen=True, slots=True)
class Book:
    """A ruleset with its random matches, its laws, and a sampler of orders if it has one."""

    ruleset: Ruleset
    packet: Callable[[int], Packet]
    laws: Laws[Any]
    orders: Sampler | None = None
    words: Word | None = None

    @property
    def engine(self) -> StepwiseRuleset:
        """The ruleset as a `StepwiseRuleset`. Raises `NoTrials` if it is not one."""
        if not isinstance(self.ruleset, StepwiseRuleset):
            raise NoTrials(f"{self.ruleset.title} cannot be driven step by step.")
        return self.ruleset


RARE = re.compile(r"back_off|maneuver_lapsed|left|no_swap|engine|unfinished|slipstream: .+")
"""Entries and orders that hundreds of matches may lack, because they need a rare coincidence."""
SPARING = 0.3
"""The share of orders that sparing drivers give; the autopilot gives the others."""


class Trial(NamedTuple):
    """A match that was played: its packet, its recorder, and counts of random orders, such as `drive: ram.after`."""

    packet: Packet
    play: MatchRecorder
    ordered: Counter[str]


@dataclass(slots=True)
class Met:
    """Counts over all matches of one run."""

    book: str = ""
    matches: int = 0
    entries: int = 0
    turns: int = 0
    events: Counter[str] = field(default_factory=Counter)
    cars: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    ordered: Counter[str] = field(default_factory=Counter)

    def add(self, packet: Packet, play: MatchRecorder, ordered: Counter[str]) -> None:
        """Count a finished match."""
        self.matches += 1
        self.entries += len(play.log.entries)
        self.turns += len(play.log.digests)
        self.events[packet.event] += 1
        self.cars[sum(len(team.seats) for team in packet.teams)] += 1
        for entry in play.log.entries:
            self.kinds[entry.kind] += 1
            self.rules[entry.rule] += 1
        self.ordered += ordered

    def lines(self) -> list[str]:
        """The lines of the table to print."""
        length = f"{self.turns} turns, {self.entries} entries by {len(self.rules)} rules"
        return [
            f"{self.book}: {self.matches} matches, {length}",
            _counted("events", self.events),
            _counted("cars", self.cars),
            _counted("entries", self.kinds),
            _counted("orders by lot", self.ordered),
        ]

    def never(self) -> list[str]:
        """The kinds of entry and the orders that no match had, including rare ones."""
        return [
            f"entries never met: {', '.join(self._missing(kinds_of, self.kinds)) or 'none'}",
            f"orders never met: {', '.join(self._missing(orders_of, self.ordered)) or 'none'}",
        ]

    def zeros(self) -> list[str]:
        """The entries and orders that no match had, except rare ones, one sentence each."""
        missing = {
            "entry": self._missing(kinds_of, self.kinds),
            "order": self._missing(orders_of, self.ordered),
        }
        return [
            f"No {what} {name} was met."
            for what, names in missing.items()
            for name in names
            if not RARE.fullmatch(name)
        ]

    def _missing(self, wanted: Callable[[str], frozenset[str]], met: Counter[str]) -> list[str]:
        return sorted(name for name in wanted(self.book) if not met[name])


def _counted(what: str, counts: Counter[str] | Counter[int]) -> str:
    return f"{what}: " + ", ".join(f"{label} {times}" for label, times in sorted(counts.items()))


def book(name: str) -> Book:
    """The book with that ruleset name, with the laws of its `play/laws.py` and the random matches of
    `tests/rules/<name>/chance_matches.py`; without these, with no laws and with matches of stock cars.

    Raises `NoTrials`.
    """
    ruleset, has_laws = get_ruleset(name), (RULES / name / "play" / "laws.py").exists()
    return Book(
        ruleset=ruleset,
        packet=_random_packets(ruleset),
        laws=import_module(f"rules.{name}.play.laws").LAWS if has_laws else Laws(),
        orders=sampler_of(name),
        words=word_of(name),
    )


def _random_packets(ruleset: Ruleset) -> Callable[[int], Packet]:
    if (TESTS / ruleset.name / "chance_matches.py").exists():
        own: Callable[[int], Packet] = import_module(f"tests.rules.{ruleset.name}.chance_matches").random_packet
        return own
    if not isinstance(ruleset, PacketRuleset):
        raise NoTrials(f"{ruleset.title} has no random matches: write tests/rules/{ruleset.name}/chance_matches.py.")
    return partial(random_packet, ruleset)


def trial(book: Book, seed: int) -> Trial:
    """Play the match of a seed to its end. Raises `TrialFailed`.

    Random orders drive every other match, and in half of those they are given sparingly.
    """
    packet = book.packet(seed)
    lots = random.Random(f"orders {seed}") if book.orders and seed % 2 else None
    share = SPARING if seed % 4 == 3 else 1
    try:
        match = book.engine.start(packet, _dice(packet))
        play = book.laws.watch_match(recorder_of(match))
        ordered = _played_out(book, match, lots, share)
        scored = book.engine.final_resolution(match)
        if seed % PLAYED_AGAIN == 0:
            again = book.ruleset.replay(packet, scored.log, None)
            assert again == scored, "played again from its faces it comes out otherwise"
            assert lots or book.ruleset.resolve(packet, _dice(packet)) == scored, "resolved, it comes out otherwise"
            book.ruleset.story(scored.log)
    except Exception as why:
        cars = sum(len(team.seats) for team in packet.teams)
        raise TrialFailed(
            f"Match {seed} of {book.ruleset.title}, {packet.event} with {cars} cars: {type(why).__name__}: {why}\n"
            f"Play it again: python -m tests.trials --ruleset {book.ruleset.name} --matches 1 --first {seed}"
        ) from why
    return Trial(packet, play, ordered)


def _dice(packet: Packet) -> Dice:
    return Dice(KeyRing(SECRET, {packet.match: ""}))


def _played_out(book: Book, match: Any, lots: random.Random | None, share: float) -> Counter[str]:
    """Play to the end; returns counts of the random orders that were given."""
    engine, play, ordered = book.engine, recorder_of(match), Counter[str]()
    for _ in range(MOST_STEPS):
        if engine.is_over(match):
            return ordered
        if lots and book.words:
            book.words(play, lots)
        request = engine.legal_orders(match) if lots and (share == 1 or lots.random() < share) else None
        if request is None or not _ordered(book, match, request, lots):
            engine.step(match)
        if request is not None:
            ordered.update(ordered_in(request.kind, msgspec.to_builtins(play.log.orders[-1][2])))
    raise TrialFailed(f"It has not ended after {MOST_STEPS} steps, and stands at {recorder_of(match).moment}.")


def _ordered(book: Book, match: Any, request: OrderRequest, lots: random.Random | None) -> bool:
    """Whether one of a few random orders was legal and carried out."""
    if lots is None or book.orders is None:
        return False
    for _ in range(TRIES):
        try:
            book.engine.step(match, book.orders(request, lots, recorder_of(match)))
        except OrderIllegal:
            continue
        return True
    return False
