"""Random matches of every book, with its laws checked after every entry."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rules.core.dice import Dice, KeyRing
from rules.match.book_ruleset import BookRuleset
from rules.match.engine import play_match
from rules.match.laws import Laws
from rules.match.packet import Packet
from rules.match.recorder import MatchRecorder
from rules.match.registry import get_ruleset
from rules.match.report import Report
from rules.match.stepwise_play import OrderIllegal, OrderRequest, StepwiseRuleset
from rules.match.text_tables import Table
from tests.trials.order_samples import Sampler, Word, sampler_of, word_of
from tests.trials.own_counts import counts_of, kinds_to_meet
from tests.trials.possible_entries import kinds_of, ordered_in, orders_of
from tools.stock_matches import random_packet

SECRET = b"trials"
PLAYED_AGAIN = 10
"""One match in this many is also played again from its own faces."""
TESTS = Path(__file__).parents[1] / "rules"
RULES = Path(__file__).parents[2] / "rules"
MOST_STEPS = 100_000
"""More steps than any match takes."""
TRIES = 5
"""The number of random orders tried before the autopilot answers."""


class TrialFailed(AssertionError):
    """A match crashed, did not end, or broke a law; the message says how to play it again."""


class NoTrials(ValueError):
    """A ruleset has no random matches: an error in this program."""


@dataclass(frozen=True, slots=True)
class Book:
    """A ruleset with its random matches, its laws, and a sampler of orders if it has one.

    `origin` draws what a match is played from for a seed: a packet, or a setup of the book's own.
    """

    ruleset: BookRuleset[Any, Any]
    origin: Callable[[int], Any]
    laws: Laws[Any]
    orders: Sampler | None = None
    words: Word | None = None


RARE = re.compile(r"back_off|maneuver_lapsed|left|no_swap|engine|unfinished|slipstream: .+")
"""Entries and orders that hundreds of matches may lack, because they need a rare coincidence."""
SPARING = 0.3
"""The share of orders that sparing drivers give; the autopilot gives the others."""


class Trial(NamedTuple):
    """A match that was played: its origin, its recorder, and counts of random orders, such as `drive: ram.after`."""

    origin: Any
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
    own: dict[str, Counter[Any]] = field(default_factory=lambda: defaultdict(Counter))
    """The book's own counts, by what is counted."""

    def add(self, origin: Any, play: MatchRecorder, ordered: Counter[str]) -> None:
        """Count a finished match."""
        self.matches += 1
        self.entries += len(play.log.entries)
        self.turns += len(play.log.digests)
        self.events[origin.event] += 1
        self.cars[_cars_in(origin)] += 1
        for entry in play.log.entries:
            self.kinds[entry.kind] += 1
            self.rules[entry.rule] += 1
        self.ordered += ordered
        for count in counts_of(self.book):
            self.own[count.what].update(count.items_in(play))

    def lines(self) -> list[str]:
        """The lines of the table to print."""
        length = f"{self.turns} turns, {self.entries} entries by {len(self.rules)} rules"
        return [
            f"{self.book}: {self.matches} matches, {length}",
            _counted("events", self.events),
            _counted("cars", self.cars),
            *(_counted(count.title, self.own[count.what]) for count in counts_of(self.book) if count.title),
            _counted("entries", self.kinds),
            _counted("orders by lot", self.ordered),
        ]

    def never(self) -> list[str]:
        """The kinds of entry and the orders that no match had, including rare ones."""
        return [
            f"entries never met: {', '.join(self._missing(kinds_of, self.kinds)) or 'none'}",
            f"orders never met: {', '.join(self._missing(orders_by_lot, self.ordered)) or 'none'}",
        ]

    def zeros(self) -> list[str]:
        """What no match had, except rare entries and orders, one sentence each; a long run leaves none."""
        missing = {
            "entry": self._missing(lambda book: kinds_to_meet(book) or kinds_of(book), self.kinds),
            "order": self._missing(orders_by_lot, self.ordered),
        }
        return [
            *(
                f"No {what} {name} was met."
                for what, names in missing.items()
                for name in names
                if not RARE.fullmatch(name)
            ),
            *(
                f"No {count.what} {item} was met."
                for count in counts_of(self.book)
                for item in count.wanted
                if not self.own[count.what][item]
            ),
        ]

    def _missing(self, wanted: Callable[[str], frozenset[str]], met: Counter[str]) -> list[str]:
        return sorted(name for name in wanted(self.book) if not met[name])


def orders_by_lot(name: str) -> frozenset[str]:
    """Every order that a random one of a book may contain; none for a book that is not driven step by step."""
    return orders_of(name) if isinstance(get_ruleset(name), StepwiseRuleset) else frozenset()


def _cars_in(origin: Any) -> int:
    """The number of cars that enter a match."""
    return sum(len(team.seats if isinstance(origin, Packet) else team.cars) for team in origin.teams)


def _counted(what: str, counts: Counter[Any]) -> str:
    return f"{what}: " + ", ".join(f"{label} {times}" for label, times in sorted(counts.items()))


def book(name: str) -> Book:
    """The book with that ruleset name, with the laws of its `play/laws.py` and the random matches of
    `tests/rules/<name>/chance_matches.py`; without these, with no laws and with matches of stock cars.

    Raises `NoTrials`.
    """
    ruleset, has_laws = get_ruleset(name), (RULES / name / "play" / "laws.py").exists()
    if not isinstance(ruleset, BookRuleset):
        raise NoTrials(f"{ruleset.title} is not made with BookRuleset, so its matches cannot be drawn.")
    return Book(
        ruleset=ruleset,
        origin=_random_origins(ruleset),
        laws=import_module(f"rules.{name}.play.laws").LAWS if has_laws else Laws(),
        orders=sampler_of(name) if isinstance(ruleset, StepwiseRuleset) else None,
        words=word_of(name),
    )


def _random_origins(ruleset: BookRuleset[Any, Any]) -> Callable[[int], Any]:
    if not (TESTS / ruleset.name / "chance_matches.py").exists():
        return lambda seed: ruleset.origin_of(random_packet(ruleset, seed))
    own = import_module(f"tests.rules.{ruleset.name}.chance_matches")
    origins: Callable[[int], Any] = own.random_packet if hasattr(own, "random_packet") else own.random_setup
    return origins


class Outcome(NamedTuple):
    """The outcome of a match: its log, its tables, and its report if it was played from a packet."""

    log: bytes
    tables: list[Table]
    report: Report | None


def outcome_of(book: Book, play: MatchRecorder, origin: Any) -> Outcome:
    """The outcome of a match that is over."""
    ruleset = book.ruleset
    report = ruleset.report_of(play, origin) if isinstance(origin, Packet) else None
    return Outcome(ruleset.log_of(play, origin), ruleset.tables(play), report)


def trial(book: Book, seed: int) -> Trial:
    """Play the match of a seed to its end. Raises `TrialFailed`.

    Random orders drive every other match, and in half of those they are given sparingly.
    """
    ruleset, origin = book.ruleset, book.origin(seed)
    lots = random.Random(f"orders {seed}") if book.orders and seed % 2 else None
    share = SPARING if seed % 4 == 3 else 1
    try:
        play = book.laws.watch_match(ruleset.engine.start(ruleset.setup_of(origin), dice_of(origin)))
        ordered = play_out(book, play, lots, share)
        outcome = outcome_of(book, play, origin)
        if seed % PLAYED_AGAIN == 0:
            again = ruleset.replay_recording(ruleset.decode(outcome.log))
            assert outcome_of(book, again, origin) == outcome, "played again from its faces it comes out otherwise"
            assert again.log.entries == play.log.entries, "played again from its faces it has other entries"
            if not lots:
                whole = play_match(ruleset.engine, ruleset.setup_of(origin), dice_of(origin))
                assert outcome_of(book, whole, origin) == outcome, "resolved, it comes out otherwise"
            ruleset.story(outcome.log)
    except Exception as why:
        raise TrialFailed(
            f"Match {seed} of {ruleset.title}, {origin.event} with {_cars_in(origin)} cars: "
            f"{type(why).__name__}: {why}\n"
            f"Play it again: python -m tests.trials --ruleset {ruleset.name} --matches 1 --first {seed}"
        ) from why
    return Trial(origin, play, ordered)


def dice_of(origin: Any) -> Dice:
    """The dice of a random match."""
    return Dice(KeyRing(SECRET, {origin.match: ""}))


def play_out(book: Book, play: MatchRecorder, lots: random.Random | None = None, share: float = 1) -> Counter[str]:
    """Play to the end; returns counts of the random orders that were given. Raises `TrialFailed`."""
    engine: Any = book.ruleset.engine
    ordered = Counter[str]()
    for _ in range(MOST_STEPS):
        if engine.is_over(play):
            return ordered
        if lots and book.words:
            book.words(play, lots)
        request = engine.legal_orders(play) if lots and (share == 1 or lots.random() < share) else None
        if request is None or not _ordered(book, play, request, lots):
            engine.step(play)
        if request is not None:
            ordered.update(ordered_in(request.kind, msgspec.to_builtins(play.log.orders[-1][2])))
    raise TrialFailed(f"It has not ended after {MOST_STEPS} steps, and stands at {play.moment}.")


def _ordered(book: Book, play: MatchRecorder, request: OrderRequest, lots: random.Random | None) -> bool:
    """Whether one of a few random orders was legal and carried out."""
    if lots is None or book.orders is None:
        return False
    engine: Any = book.ruleset.engine
    for _ in range(TRIES):
        try:
            engine.step(play, book.orders(request, lots, play))
        except OrderIllegal:
            continue
        return True
    return False
