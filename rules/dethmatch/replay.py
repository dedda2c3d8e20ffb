"""A match kept: its setup, the orders that were carried out, every face by its path, and a digest for each turn.
Rules DM-M-001, DM-M-140.

The kept form outlives the engine: faces and orders say what happened even when a later edition would decide
otherwise. By the edition it was played by it is played again from the match's key, or from its own faces, and every
digest must come out.
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
    """What is kept of a match.

    `orders` are (step, car or team, kind, fields that differ from the default); `faces` those of each path in a text,
    `4 1 6`, or `3/12` for a face of a die with other than six sides; `standing` the standing orders of each car;
    `digests` (heat, turn, hex digits).
    """

    edition: int
    setup: MatchSetup
    orders: list[tuple[str, str, str, dict[str, Any]]]
    standing: dict[str, StandingOrder] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)
    digests: list[tuple[int, int, str]] = field(default_factory=list)


def make_recording(play: Match) -> DethmatchRecording:
    """What is to be kept of a match that is over."""
    return DethmatchRecording(
        edition=play.setup.edition,
        setup=play.setup,
        orders=[(step, who, TAGS[type(order)], _non_default_fields(order)) for step, who, order in play.log.orders],
        standing={car.id: play.standing_order(car) for car in play.state.cars.values()},
        faces=encode_faces(play.dice.log),
        digests=list(play.log.digests),
    )


def encode_recording(kept: DethmatchRecording) -> bytes:
    """The kept form in bytes; the same match gives the same ones."""
    return _encoder.encode(kept)


def decode_recording(log: bytes) -> DethmatchRecording:
    """What those bytes keep. Raises `Malformed`."""
    try:
        return msgspec.json.decode(log, type=DethmatchRecording)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
        raise Malformed(f"This is no log of a Dethmatch match ({why}): give it as it was written.") from why


def replay_recording(
    kept: DethmatchRecording, dice: Dice | None = None, *, seen: Callable[[Match], None] | None = None
) -> Match:
    """Play a kept match again, from its faces or with the dice given, and compare every digest; `seen` looks on at
    its start and after each step.

    Raises `OtherEdition`, or `LogContradicted` that names the first turn which came out otherwise.
    """
    if kept.edition not in EDITIONS:
        raise OtherEdition(
            f"{kept.setup.match} was played by edition {kept.edition} of the engine and this is edition "
            f"{EDITION}: its log can be read and its faces checked, but not played again here."
        )
    if kept.setup.edition != kept.edition:
        raise LogContradicted(
            f"The log of {kept.setup.match} is of edition {kept.edition} and its match of {kept.setup.edition}: keep "
            "the log it came with."
        )
    loaded = dice or dice_from_faces(kept.faces)
    try:
        with failures_as_contradictions(kept.setup.match):
            play = engine.start(kept.setup, loaded, DethmatchReplayPilot(kept), checked=False)
            look = seen or (lambda _: None)
            look(play)
            while not engine.is_over(play):
                engine.step(play)
                look(play)
        if dice is None:
            loaded.refuse_leftovers()
    except (NeedsDice, FaceImpossible, FacesLeftOver) as no:
        text = str(no).rstrip(".")
        raise LogContradicted(f"{kept.setup.match} throws other dice than its log holds: {text}.") from no
    for kept_turn, played_turn in zip(kept.digests, play.log.digests, strict=False):
        if tuple(kept_turn) != tuple(played_turn):
            heat, turn, _ = kept_turn
            raise LogContradicted(f"{kept.setup.match} comes out otherwise from heat {heat}, turn {turn} on.")
    if len(kept.digests) != len(play.log.digests):
        raise LogContradicted(
            f"{kept.setup.match} lasted {len(kept.digests)} turns and now lasts {len(play.log.digests)}."
        )
    return play


class DethmatchReplayPilot:
    """The pilot of a kept match: every order as it was carried out, in its order. Raises `Malformed` for standing
    orders there are not.
    """

    def __init__(self, kept: DethmatchRecording) -> None:
        self._orders = iter(kept.orders)
        self._standing = kept.standing
        self._match = kept.setup.match
        for car, standing in kept.standing.items():
            refuse_standing(car, standing)

    def _next(self, who: str, kind: type[Any]) -> Any:
        step, given_to, tag, document = next(self._orders, ("", "", "", {}))
        if given_to != who or ORDER_CLASSES.get(tag) is not kind:
            has = f"has {tag or 'no'} orders for {given_to}, at {step}" if step else "has no more orders"
            raise LogContradicted(f"{self._match} asks {who} for {TAGS[kind]} orders where the log {has}.")
        try:
            order = msgspec.convert(document, kind)
            if isinstance(order, PhaseOrder):
                refuse_steps(who, order)
        except (msgspec.ValidationError, Refusal) as no:
            raise LogContradicted(f"{self._match} has orders for {who} at {step} that nobody gives ({no}).") from no
        return order

    def speed(self, play: Match, car: CarState) -> SpeedOrder:  # noqa: ARG002 - a pilot is told what is played
        """As it was."""
        order: SpeedOrder = self._next(car.id, SpeedOrder)
        return order

    def phase(self, play: Match, car: CarState) -> PhaseOrder:  # noqa: ARG002 - the same
        """As it was."""
        order: PhaseOrder = self._next(car.id, PhaseOrder)
        return order

    def pit(self, play: Match, car: CarState) -> PitOrder:  # noqa: ARG002 - the same
        """As it was."""
        order: PitOrder = self._next(car.id, PitOrder)
        return order

    def interval(self, play: Match, team: str) -> IntervalOrder:  # noqa: ARG002 - the same
        """As it was."""
        order: IntervalOrder = self._next(team, IntervalOrder)
        return order

    def standing(self, play: Match, car: CarState) -> StandingOrder:  # noqa: ARG002 - the same
        """As they were."""
        found = self._standing.get(car.id)
        if found is None:
            raise LogContradicted(f"The log of {self._match} has no standing orders of {car.id}.")
        return found


def _non_default_fields(order: Order) -> dict[str, Any]:
    """The fields of an order that differ from its default."""
    plain: dict[str, Any] = msgspec.to_builtins(order)
    default = msgspec.to_builtins(type(order)())
    return {name: value for name, value in plain.items() if value != default[name]}
