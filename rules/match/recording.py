"""The recording of a match: what it was played from, the orders that were carried out, every face by its path, and a
digest for each turn. Rules DM-M-001, DM-M-140.

With the same edition, a match can be replayed from its dice key or from the recorded faces, and every digest, face
and order must be the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

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
"""Exceptions a book may raise on a packet that was never checked; every packet a league plays was checked before."""


class Recording(Protocol):
    """What every recording of a match says. Its fields, in their order, are those of the log."""

    @property
    def edition(self) -> int:
        """The edition of the rules that it was played by."""

    @property
    def match(self) -> str:
        """The id of the match."""

    @property
    def origin(self) -> Any:
        """What the match was played from: a league's packet, or a setup that the book made of it."""

    @property
    def ruleset(self) -> str:
        """The name of the ruleset that wrote it; empty if the log does not say."""

    @property
    def orders(self) -> Sequence[tuple[Any, ...]]:
        """The orders in the order they were given: the step, who was asked, and the rest in the book's own form."""

    @property
    def faces(self) -> Mapping[str, str]:
        """The faces of each path, as `rules.match.log_faces` encodes them."""

    @property
    def digests(self) -> Sequence[tuple[int, int, str]]:
        """A digest of the state at the end of each turn: heat, turn, hex digits."""


AnyRecording = TypeVar("AnyRecording", bound=Recording)


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketRecording:
    """The recording of a match that was played from its packet; see `Recording`.

    `orders` are (step, who was asked, what they ordered).
    """

    edition: int
    packet: Packet
    orders: list[tuple[str, str, Document]]
    faces: dict[str, str]
    digests: list[tuple[int, int, str]]

    @property
    def match(self) -> str:
        """The id of the match."""
        return self.packet.match

    @property
    def origin(self) -> Packet:
        """What the match was played from: its packet."""
        return self.packet

    @property
    def ruleset(self) -> str:
        """The ruleset that the packet names."""
        return self.packet.ruleset


class RecordedOrders:
    """The orders of a recorded match, given again in order."""

    def __init__(self, recording: Recording) -> None:
        self.recording, self._given = recording, 0

    @property
    def orders(self) -> Sequence[tuple[Any, ...]]:
        """All orders of the recording."""
        return self.recording.orders

    def next_order(self) -> tuple[Any, ...] | None:
        """The next order of the log, in the book's own form; None if the log has no more."""
        if self._given == len(self.orders):
            return None
        self._given += 1
        return self.orders[self._given - 1]

    def order(self, step: str, who: str) -> Document:
        """The order that driver gave at that step.

        Raises `LogContradicted` if the log's next order is not from them.
        """
        match = self.recording.match
        if self._given == len(self.orders):
            raise LogContradicted(f"{match} asks {who} at {step} where the log has no more orders.")
        recorded_step, recorded_who, order = self.orders[self._given]
        if (recorded_step, recorded_who) != (step, who):
            raise LogContradicted(
                f"{match} asks {who} at {step} where the log has {recorded_who} at {recorded_step}."
            )
        self._given += 1
        given: Document = order
        return given

    def refuse_leftovers(self) -> None:
        """Raise `LogContradicted` unless every order was used."""
        if self._given < len(self.orders):
            step, who, *_ = self.orders[self._given]
            raise LogContradicted(f"{self.recording.match} is over, and its log has orders of {who} at {step}.")


class ReplayPilot(Generic[AnyOrder]):
    """A pilot that gives every driver the orders of a log again.

    `step_of` gives the step at which a match asks, and `order_in` reads an order of a kind from its document.
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
        """The order recorded for this step.

        Raises `LogContradicted` if the log's next order is from another driver or step.
        """
        return self._order_in(kind, self._recorded.order(self._step_of(play), car.id))


def digest_of_state(state: object) -> str:
    """SHA-256 of a state, as hex digits; equal states have equal digests on every machine."""
    return hashlib.sha256(_encoder.encode(state)).hexdigest()


def record_packet_match(play: MatchRecorder, packet: Packet, *, edition: int) -> PacketRecording:
    """The recording of a match that was played from its packet and is over."""
    return PacketRecording(
        edition=edition,
        packet=packet,
        orders=[(step, who, order) for step, who, order in play.log.orders],
        faces=encode_faces(play.dice.log),
        digests=list(play.log.digests),
    )


def encode_recording(recording: Recording) -> bytes:
    """The bytes of a recording; the same match always gives the same bytes."""
    return _encoder.encode(recording)


def decode_recording(log: bytes, form: type[AnyRecording], *, title: str) -> AnyRecording:
    """The recording in those bytes, of a match of the ruleset with that title. Raises `Malformed`."""
    try:
        return msgspec.json.decode(log, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"This is no log of a {title} match ({error}): give it as it was written.") from error


@contextmanager
def failures_as_contradictions(match: str) -> Iterator[None]:
    """Turn a book's failures on a recorded match into `LogContradicted`."""
    try:
        yield
    except FAILURES as failure:
        raise LogContradicted(
            f"{match} cannot be played again: its packet is none that was ever locked (its book fails on "
            f"{str(failure)[:80] or 'it'})."
        ) from failure


def replay_recording(
    recording: AnyRecording,
    played: Callable[[Dice, RecordedOrders], AnyMatch],
    *,
    record: Callable[[AnyMatch], AnyRecording],
    edition: int,
    title: str,
    dice: Dice | None = None,
) -> AnyMatch:
    """Replay a recorded match, from its faces or with the given dice, and compare everything that was recorded.

    `played` plays the match with the orders of the recording, and `record` makes the recording of the result.

    Raises `Malformed`, `OtherEdition`, or `LogContradicted`, which names the first turn with another result.
    """
    match = validate_id(recording.match, thing="match")
    if recording.edition != edition:
        raise OtherEdition(
            f"{match} was played by edition {recording.edition} of {title} and this is edition {edition}: its log "
            "can be read and its faces checked, but not played again here."
        )
    with failures_as_contradictions(match):
        play = _replay_once(recording, played, dice)
    _refuse_otherwise(recording, record(play))
    return play


def _replay_once(
    recording: AnyRecording, played: Callable[[Dice, RecordedOrders], AnyMatch], dice: Dice | None
) -> AnyMatch:
    """The match replayed once.

    Every order must be used and, if the dice are those of the log, every face must be thrown.
    """
    match = recording.match
    match_dice, orders = dice or dice_from_faces(recording.faces), RecordedOrders(recording)
    try:
        play = played(match_dice, orders)
        orders.refuse_leftovers()
        if dice is None:
            match_dice.refuse_leftovers()
    except (NeedsDice, FaceImpossible, FacesLeftOver) as error:
        raise LogContradicted(f"{match} throws other dice than its log holds: {_sentence_end(error)}") from error
    except (LogContradicted, Malformed):
        raise
    except (msgspec.ValidationError, Refusal) as error:
        raise LogContradicted(f"{match} has orders that nobody gives: {_sentence_end(error)}") from error
    return play


def _sentence_end(error: Exception) -> str:
    """The text of an exception as the end of a sentence."""
    return f"{str(error).rstrip('.')}."


def _refuse_otherwise(recording: Recording, replay: Recording) -> None:
    match = recording.match
    for recorded, replayed in zip(recording.digests, replay.digests, strict=False):
        if tuple(recorded) != tuple(replayed):
            heat, turn, _ = recorded
            raise LogContradicted(f"{match} comes out otherwise from heat {heat}, turn {turn} on.")
    if len(recording.digests) != len(replay.digests):
        raise LogContradicted(f"{match} lasted {len(recording.digests)} turns and now lasts {len(replay.digests)}.")
    if encode_recording(recording) != encode_recording(replay):
        raise LogContradicted(f"{match} comes out turn by turn, but its log holds other dice or orders than that.")
