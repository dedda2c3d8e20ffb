"""What the engine of every book offers, and whole matches played by it. Rule DM-M-001."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from rules.core.dice import Dice
from rules.match.log import LogEntry
from rules.match.recorder import MatchRecorder
from rules.match.ruleset import Document
from rules.match.stepwise_play import OrderRequest

AnyMatch = TypeVar("AnyMatch", bound=MatchRecorder)


class WholeMatchEngine(Protocol[AnyMatch]):
    """The module of a book that plays its matches."""

    @property
    def EDITION(self) -> int:  # noqa: N802 - it is a constant of the module
        """The edition of its rules."""

    @property
    def start(self) -> Callable[..., AnyMatch]:
        """Makes a match before its first step, of a setup and dice. An engine may also take a pilot of the book's own
        kind; without one the autopilot drives every car.
        """

    def is_over(self, play: AnyMatch, /) -> bool:
        """Whether no step is left."""

    def step(self, play: AnyMatch, /) -> list[LogEntry]:
        """Play the next step and return the entries it wrote."""


class Engine(WholeMatchEngine[AnyMatch], Protocol[AnyMatch]):
    """The module of a book whose matches can be driven step by step."""

    def legal_orders(self, play: AnyMatch, /) -> OrderRequest | None:
        """The driver whom the next step asks, and the orders they may give."""

    def step(self, play: AnyMatch, /, order: Document | None = None) -> list[LogEntry]:
        """Play the next step and return the entries it wrote; without an order, the pilot answers."""


def play_match(engine: WholeMatchEngine[AnyMatch], setup: Any, dice: Dice, pilot: Any = None) -> AnyMatch:
    """A whole match, played from its setup to its end. Only an engine that takes pilots may be given one."""
    play = engine.start(setup, dice) if pilot is None else engine.start(setup, dice, pilot)
    while not engine.is_over(play):
        engine.step(play)
    return play
