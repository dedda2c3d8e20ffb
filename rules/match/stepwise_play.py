"""Interface for matches that people or programs drive step by step: who is asked, what they may order, and the
result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.match.log import LogEntry
from rules.match.packet import Packet
from rules.match.ruleset import Document, Resolution


class OrderIllegal(Refusal):
    """The rules do not allow the order at this moment; nothing was done."""


class NobodyAsked(Refusal):
    """No driver is being asked for an order, or the order is for a different car than the one asked."""


class MatchOver(Refusal):
    """The match is over and nothing is left to play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRequest:
    """A driver who is asked for an order.

    `step` is a path within the match, `car` the driver's car, `kind` the kind of order, and `may` a document with the
    bounds of each field.
    """

    step: str
    car: str
    kind: str
    may: Document = field(default_factory=dict)


@runtime_checkable
class StepwiseRuleset(Protocol):
    """A ruleset whose matches can be driven step by step; the autopilot drives everyone who gives no orders."""

    def start(self, packet: Packet, dice: Dice) -> Any:
        """A match before its first step: a `MatchRecorder`, or an object that has one as its `play`."""

    def is_over(self, play: Any) -> bool:
        """Whether no step is left."""

    def legal_orders(self, play: Any) -> OrderRequest | None:
        """The driver whom the next step asks, and the orders they may give; None if it asks nobody."""

    def step(self, play: Any, order: Document | None = None) -> list[LogEntry]:
        """Play the next step and return the entries it wrote; without an order, the autopilot answers.

        Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done.
        """

    def final_resolution(self, play: Any) -> Resolution:
        """The resolution of a match that is over, with its log."""
