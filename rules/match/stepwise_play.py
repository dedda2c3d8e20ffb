"""A match driven step by step by people or programs: who is asked, what they may order, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.match.log import LogEntry
from rules.match.packet import Packet
from rules.match.recorder import MatchRecorder
from rules.match.ruleset import Document, Resolution


class OrderIllegal(Refusal):
    """The rules do not allow the order at this moment; nothing was done."""


class NobodyAsked(Refusal):
    """No driver is being asked for an order, or the order is for a different car than the one asked."""


class MatchOver(Refusal):
    """The match is over and nothing is left to play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRequest:
    """A driver who is asked: at which step (a path of the match's own), with which car, for orders of which kind, and
    what they may order, as a document that says the bounds of each field.
    """

    step: str
    car: str
    kind: str
    may: Document = field(default_factory=dict)


@runtime_checkable
class StepwiseRuleset(Protocol):
    """A ruleset whose matches can be driven step by step; the autopilot drives whoever gives no orders."""

    def start(self, packet: Packet, dice: Dice) -> Any:
        """A match before its first step: a `MatchRecorder`, or something that has one as its `play`."""

    def is_over(self, play: Any) -> bool:
        """Whether no step is left."""

    def legal_orders(self, play: Any) -> OrderRequest | None:
        """Whom the next step asks and what they may order; None where it asks nobody."""

    def step(self, play: Any, order: Document | None = None) -> list[LogEntry]:
        """Do the next thing and say what happened; without an order the autopilot answers.

        Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done.
        """

    def final_resolution(self, play: Any) -> Resolution:
        """What came of a match that is over, with its log."""


def recorder_of(match: Any) -> MatchRecorder:
    """Dice, log and moment of a match that `StepwiseRuleset.start` gave."""
    found: MatchRecorder = match if isinstance(match, MatchRecorder) else match.play
    return found
