"""A match kept: its packet, the orders that were carried out, every face by its path, and a digest for each turn.
Rules DM-M-001, DM-M-140.

For books that play from the packet alone. With the same edition a match is played again from the match's key, or
from its own faces, and every digest, face and order must come out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from rules.core.dice import Dice, FaceImpossible, FacesLeftOver, NeedsDice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import validate_id
from rules.match.log_faces import dice_from_faces, encode_faces
from rules.match.packet import Packet
from rules.match.recorder import MatchRecorder, Subject
from rules.match.ruleset import LogContradicted, OtherEdition

Document = dict[str, Any]
AnyMatch = TypeVar("AnyMatch", bound=MatchRecorder)
AnyOrder = TypeVar("AnyOrder")
_encoder = msgspec.json.Encoder(order="deterministic")
FAILURES = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError, RuntimeError)
"""What a book may fail with on a packet that was never checked, since all it plays was checked before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecording:
    """What is kept of a match: `orders` are (step, who was asked, what they ordered), `digests` (heat, turn, hex
    digits), `faces` those of each path as `rules.match.log_faces` has them.
    """

    edition: int
    packet: Packet
    orders: list[tuple[str, str, Document]]
    faces: dict[str, str]
    digests: list[tuple[int, int, str]]


class RecordedOrders:
    """The orders of a kept match, given again in their order."""

    def __init__(self, kept: MatchRecording) -> None:
        self.orders, self._given, self._match = kept.orders, 0, kept.packet.match

    def order(self, step: str, who: str) -> Document:
        """What that driver ordered at that step. Raises `LogContradicted` where somebody else was asked."""
        if self._given == len(self.orders):
            raise LogContradicted(f"{self._match} asks {who} at {step} where the log has no more orders.")
        asked, given_to, order = self.orders[self._given]
        if (asked, given_to) != (step, who):
            raise LogContradicted(f"{self._match} asks {who} at {step} where the log has {given_to} at {asked}.")
        self._given += 1
        return order

    def refuse_leftovers(self) -> None:
        """Raise `LogContradicted` unless every order was asked for."""
        if self._given < len(self.orders):
            step, who, _ = self.orders[self._given]
            raise LogContradicted(f"{self._match} is over, and its log has orders of {who} at {step}.")


class ReplayPilot(Generic[AnyOrder]):
    """Gives every driver the orders of a log again.

    `step_of` says at which step a play asks, and `order_in` reads the order of a kind from its document.
    """

    __slots__ = ("_order_in", "_recorded", "_step_of")

    def __init__(
        self,
        recorded: RecordedOrders,
        *,
        step_of: Callable[[Any], str],
        order_in: Callable[[str, Document], AnyOrder],
    ) -> None:
        self._recorded, self._step_of, self._order_in = recorded, step_of, order_in

    def order(self, play: MatchRecorder, car: Subject, kind: str) -> AnyOrder:
        """The order that was given at this step. Raises `LogContradicted` where another driver was asked."""
        return self._order_in(kind, self._recorded.order(self._step_of(play), car.id))


def digest_of_state(state: object) -> str:
    """The SHA-256 of a state, hex digits: equal states have equal ones, on every machine."""
    return hashlib.sha256(_encoder.encode(state)).hexdigest()


def make_recording(play: MatchRecorder, packet: Packet, *, edition: int) -> MatchRecording:
    """What is to be kept of a match that is over."""
    return MatchRecording(
        edition=edition,
        packet=packet,
        orders=[(step, who, order) for step, who, order in play.log.orders],
        faces=encode_faces(play.dice.log),
        digests=list(play.log.digests),
    )


def encode_recording(kept: MatchRecording) -> bytes:
    """The kept form in bytes; the same match gives the same ones."""
    return _encoder.encode(kept)


def decode_recording(log: bytes, *, title: str) -> MatchRecording:
    """What those bytes keep of a match of the ruleset so called. Raises `Malformed`."""
    try:
        return msgspec.json.decode(log, type=MatchRecording)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        raise Malformed(f"This is no log of a {title} match ({why}): give it as it was written.") from why


@contextmanager
def failures_as_contradictions(match: str) -> Iterator[None]:
    """Play a kept match, or show it. Raises `LogContradicted` where its book fails on what the log holds."""
    try:
        yield
    except FAILURES as no:
        raise LogContradicted(
            f"{match} cannot be played again: its packet is none that was ever locked (its book fails on "
            f"{str(no)[:80] or 'it'})."
        ) from no


def replay_recording(
    kept: MatchRecording,
    played: Callable[[Packet, Dice, RecordedOrders], AnyMatch],
    *,
    edition: int,
    title: str,
    dice: Dice | None = None,
) -> AnyMatch:
    """Play a kept match again, from its faces or with the dice given, and compare everything that was kept.

    Raises `Malformed`, `OtherEdition`, or `LogContradicted` that names the first turn which came out otherwise.
    """
    match = validate_id(kept.packet.match, thing="match")
    if kept.edition != edition:
        raise OtherEdition(
            f"{match} was played by edition {kept.edition} of {title} and this is edition {edition}: its log can be "
            "read and its faces checked, but not played again here."
        )
    with failures_as_contradictions(match):
        play = _replay_once(kept, played, dice)
    _refuse_otherwise(kept, make_recording(play, kept.packet, edition=edition))
    return play


def _replay_once(
    kept: MatchRecording, played: Callable[[Packet, Dice, RecordedOrders], AnyMatch], dice: Dice | None
) -> AnyMatch:
    """The match once more, in which every order is given and, where they are those of the log, every face thrown."""
    match = kept.packet.match
    thrown, orders = dice or dice_from_faces(kept.faces), RecordedOrders(kept)
    try:
        play = played(kept.packet, thrown, orders)
        orders.refuse_leftovers()
        if dice is None:
            thrown.refuse_leftovers()
    except (NeedsDice, FaceImpossible, FacesLeftOver) as no:
        raise LogContradicted(f"{match} throws other dice than its log holds: {_sentence_end(no)}") from no
    except (LogContradicted, Malformed):
        raise
    except (msgspec.ValidationError, Refusal) as no:
        raise LogContradicted(f"{match} has orders that nobody gives: {_sentence_end(no)}") from no
    return play


def _sentence_end(no: Exception) -> str:
    """What an exception says, as the end of a sentence."""
    return f"{str(no).rstrip('.')}."


def _refuse_otherwise(kept: MatchRecording, again: MatchRecording) -> None:
    match = kept.packet.match
    for stood, came in zip(kept.digests, again.digests, strict=False):
        if tuple(stood) != tuple(came):
            heat, turn, _ = stood
            raise LogContradicted(f"{match} comes out otherwise from heat {heat}, turn {turn} on.")
    if len(kept.digests) != len(again.digests):
        raise LogContradicted(f"{match} lasted {len(kept.digests)} turns and now lasts {len(again.digests)}.")
    if encode_recording(kept) != encode_recording(again):
        raise LogContradicted(f"{match} comes out turn by turn, but its log holds other dice or orders than that.")
