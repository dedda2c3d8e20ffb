"""Recordings of Dethmatch matches, and the pilot that replays them. Rules DM-M-001, DM-M-140.

A recording holds the whole setup, each order with its kind and the fields that differ from the default, and the
standing orders of each car. A match is replayed by the edition it was played by.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.dethmatch import engine
from rules.dethmatch.match.entries import MatchSetup
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import IntervalOrder, Order, PhaseOrder, PitOrder, SpeedOrder, StandingOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.play.order_checks import refuse_standing, refuse_steps
from rules.match.driving.plan import plan_error
from rules.match.log_faces import encode_faces
from rules.match.recording import RecordedOrders
from rules.match.ruleset import LogContradicted

ORDER_CLASSES: Mapping[str, type[Any]] = {
    "speed": SpeedOrder,
    "phase": PhaseOrder,
    "pit": PitOrder,
    "interval": IntervalOrder,
}
TAGS = {kind: tag for tag, kind in ORDER_CLASSES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class DethmatchRecording:
    """The recording of a match; see `rules.match.recording.Recording`.

    `orders` are (step, car or team, kind, fields that differ from the default). `standing` are the standing orders of
    each car.
    """

    edition: int
    setup: MatchSetup
    orders: list[tuple[str, str, str, dict[str, Any]]]
    standing: dict[str, StandingOrder] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)
    digests: list[tuple[int, int, str]] = field(default_factory=list)

    @property
    def match(self) -> str:
        """The id of the match."""
        return self.setup.match

    @property
    def origin(self) -> MatchSetup:
        """What the match was played from: its setup."""
        return self.setup

    @property
    def ruleset(self) -> str:
        """Empty: such a log names no ruleset."""
        return ""


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


def replay_match(
    setup: MatchSetup, dice: Dice, recorded: RecordedOrders, seen: Callable[[Match], None] | None = None
) -> Match:
    """The match of a setup, replayed with the recorded orders. `seen` is called at the start and after each step.

    Raises `Malformed` for unknown standing orders, or `LogContradicted` if the log's next order is another one.
    """
    play = engine.start(setup, dice, DethmatchReplayPilot(recorded))
    observe = seen or (lambda _: None)
    observe(play)
    while not engine.is_over(play):
        engine.step(play)
        observe(play)
    return play


class DethmatchReplayPilot:
    """A pilot that gives the orders of a recording in their order. Raises `Malformed` for unknown standing orders."""

    def __init__(self, recorded: RecordedOrders) -> None:
        recording = recorded.recording
        assert isinstance(recording, DethmatchRecording)  # noqa: S101 - its ruleset decodes nothing else
        self._recorded, self._match, self._standing = recorded, recording.match, recording.standing
        for car, standing in recording.standing.items():
            refuse_standing(car, standing)

    def _next(self, recipient: str, kind: type[Any]) -> Any:
        step, recorded_for, tag, document = self._recorded.next_order() or ("", "", "", {})
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

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        """The recorded order. Raises `LogContradicted` for a plan that no order can have."""
        order: SpeedOrder = self._next(car.id, SpeedOrder)
        if error := plan_error(order.plan, cars=play.state.cars.keys() - {car.id}):
            raise LogContradicted(f"{self._match} has orders for {car.id} that nobody gives ({error})")
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
