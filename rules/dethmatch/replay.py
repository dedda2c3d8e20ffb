"""Recordings of matches: the setup, the orders carried out, the faces of every dice path, and a digest for each turn.
Rules DM-M-001, DM-M-140.

A recording outlives the engine: its faces and orders say what happened even if a later edition would decide
otherwise. A match is replayed by the edition it was played by, from the match's key or from the recorded faces, and
every digest must match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.core.dice import Dice, FaceImpossible, FacesLeftOver, NeedsDice
from rules.core.refusals import Malformed, Refusal
from rules.dethmatch import engine
from rules.dethmatch.editions import EDITION, EDITIONS
from rules.dethmatch.match.entries import MatchSetup
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import IntervalOrder, Order, PhaseOrder, PitOrder, SpeedOrder, StandingOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.play.order_checks import refuse_standing, refuse_steps
from rules.match.log_faces import dice_from_faces, encode_faces
from rules.match.recording import failures_as_contradictions
from rules.match.ruleset import LogContradicted, OtherEdition

ORDER_CLASSES: Mapping[str, type[Any]] = {
    "speed": SpeedOrder,
    "phase": PhaseOrder,
    "pit": PitOrder,
    "interval": IntervalOrder,
}
TAGS = {kind: tag for tag, kind in ORDER_CLASSES.items()}
_encoder = msgspec.json.Encoder(order="deterministic")


@dataclass(frozen=True, slots=True, kw_only=True)
class DethmatchRecording:
    """The recording of a match.

    `orders` are (step, car or team, kind, fields that differ from the default). `faces` are the faces of each path in
    a text such as `4 1 6`, with `3/12` for a face of a die that has other than six sides. `standing` are the standing
    orders of each car. `digests` are (heat, turn, hex digits).
    """

    edition: int
    setup: MatchSetup
    orders: list[tuple[str, str, str, dict[str, Any]]]
    standing: dict[str, StandingOrder] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)
    digests: list[tuple[int, int, str]] = field(default_factory=list)


def make_recording(play: Match) -> DethmatchRecording:
    """The recording of a finished match."""
    return DethmatchRecording(
        edition=play.setup.edition,
        setup=play.setup,
        orders=[
            (step, recipient, TAGS[type(order)], _non_default_fields(order))
            for step, recipient, order in play.log.orders
        ],
        standing={car.id: play.standing_order(car) for car in play.state.cars.values()},
        faces=encode_faces(play.dice.log),
        digests=list(play.log.digests),
    )


def encode_recording(recording: DethmatchRecording) -> bytes:
    """Encode a recording as JSON. The same match gives the same bytes."""
    return _encoder.encode(recording)


def decode_recording(log: bytes) -> DethmatchRecording:
    """Decode the recording in a log. Raises `Malformed`."""
    try:
        return msgspec.json.decode(log, type=DethmatchRecording)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"This is no log of a Dethmatch match ({error}): give it as it was written.") from error


def replay_recording(
    recording: DethmatchRecording, dice: Dice | None = None, *, seen: Callable[[Match], None] | None = None
) -> Match:
    """Replay a recorded match, with the given dice or else the recorded faces, and compare every digest.

    `seen` is called with the match at its start and after each step. Raises `OtherEdition` for an edition that cannot
    be played here, `Malformed` for unknown standing orders, or `LogContradicted`, which names the first turn that
    came out differently.
    """
    if recording.edition not in EDITIONS:
        raise OtherEdition(
            f"{recording.setup.match} was played by edition {recording.edition} of the engine and this is edition "
            f"{EDITION}: its log can be read and its faces checked, but not played again here."
        )
    if recording.setup.edition != recording.edition:
        raise LogContradicted(
            f"The log of {recording.setup.match} is of edition {recording.edition} and its match of "
            f"{recording.setup.edition}: keep the log it came with."
        )
    replay_dice = dice or dice_from_faces(recording.faces)
    try:
        with failures_as_contradictions(recording.setup.match):
            play = engine.start(recording.setup, replay_dice, DethmatchReplayPilot(recording), checked=False)
            observe = seen or (lambda _: None)
            observe(play)
            while not engine.is_over(play):
                engine.step(play)
                observe(play)
        if dice is None:
            replay_dice.refuse_leftovers()
    except (NeedsDice, FaceImpossible, FacesLeftOver) as error:
        text = str(error).rstrip(".")
        raise LogContradicted(f"{recording.setup.match} throws other dice than its log holds: {text}.") from error
    for recorded_turn, played_turn in zip(recording.digests, play.log.digests, strict=False):
        if tuple(recorded_turn) != tuple(played_turn):
            heat, turn, _ = recorded_turn
            raise LogContradicted(f"{recording.setup.match} comes out otherwise from heat {heat}, turn {turn} on.")
    if len(recording.digests) != len(play.log.digests):
        raise LogContradicted(
            f"{recording.setup.match} lasted {len(recording.digests)} turns and now lasts {len(play.log.digests)}."
        )
    return play


class DethmatchReplayPilot:
    """A pilot that gives the orders of a recording in their order. Raises `Malformed` for unknown standing orders."""

    def __init__(self, recording: DethmatchRecording) -> None:
        self._orders = iter(recording.orders)
        self._standing = recording.standing
        self._match = recording.setup.match
        for car, standing in recording.standing.items():
            refuse_standing(car, standing)

    def _next(self, recipient: str, kind: type[Any]) -> Any:
        step, recorded_for, tag, document = next(self._orders, ("", "", "", {}))
        if recorded_for != recipient or ORDER_CLASSES.get(tag) is not kind:
            instead = f"has {tag or 'no'} orders for {recorded_for}, at {step}" if step else "has no more orders"
            raise LogContradicted(f"{self._match} asks {recipient} for {TAGS[kind]} orders where the log {instead}.")
        try:
            order = msgspec.convert(document, kind)
            if isinstance(order, PhaseOrder):
                refuse_steps(recipient, order)
        except (msgspec.ValidationError, Refusal) as error:
            raise LogContradicted(
                f"{self._match} has orders for {recipient} at {step} that nobody gives ({error})."
            ) from error
        return order

    def speed(self, play: Match, car: CarState) -> SpeedOrder:  # noqa: ARG002 - part of the `Pilot` protocol
        """The recorded order."""
        order: SpeedOrder = self._next(car.id, SpeedOrder)
        return order

    def phase(self, play: Match, car: CarState) -> PhaseOrder:  # noqa: ARG002 - the same
        """The recorded order."""
        order: PhaseOrder = self._next(car.id, PhaseOrder)
        return order

    def pit(self, play: Match, car: CarState) -> PitOrder:  # noqa: ARG002 - the same
        """The recorded order."""
        order: PitOrder = self._next(car.id, PitOrder)
        return order

    def interval(self, play: Match, team: str) -> IntervalOrder:  # noqa: ARG002 - the same
        """The recorded order."""
        order: IntervalOrder = self._next(team, IntervalOrder)
        return order

    def standing(self, play: Match, car: CarState) -> StandingOrder:  # noqa: ARG002 - the same
        """The recorded standing orders."""
        order = self._standing.get(car.id)
        if order is None:
            raise LogContradicted(f"The log of {self._match} has no standing orders of {car.id}.")
        return order


def _non_default_fields(order: Order) -> dict[str, Any]:
    """The fields of an order that differ from its default."""
    fields: dict[str, Any] = msgspec.to_builtins(order)
    default = msgspec.to_builtins(type(order)())
    return {name: value for name, value in fields.items() if value != default[name]}
