"""The base of every ruleset whose logs hold the packet itself, and whose matches can be played step by step.

Rules DM-M-001, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from rules.core.dice import Dice
from rules.match.book_ruleset import BookRuleset
from rules.match.engine import AnyMatch, Engine
from rules.match.log import LogEntry
from rules.match.packet import Packet
from rules.match.recording import PacketRecording, RecordedOrders, record_packet_match
from rules.match.ruleset import Document, ErrorDetail, Resolution
from rules.match.spec import packet_from_spec
from rules.match.stepwise_play import OrderRequest


class SteppedMatch(Generic[AnyMatch]):
    """A match under way, together with the packet it was made from."""

    __slots__ = ("packet", "play")

    def __init__(self, packet: Packet, play: AnyMatch) -> None:
        self.packet, self.play = packet, play


class PacketRuleset(BookRuleset[AnyMatch, PacketRecording]):
    """A ruleset that plays from packets; see `BookRuleset` for what a book has to say. It is a `StepwiseRuleset`."""

    recording_form = PacketRecording
    engine: Engine[AnyMatch]

    # ------------------------------------------------------------------------------------------------------- logs

    def origin_of(self, packet: Packet) -> Packet:
        """The packet itself."""
        return packet

    def origin_in_file(self, text: bytes) -> Packet:
        """The packet of the match that a file describes. Raises as `packet_from_spec` does."""
        return packet_from_spec(text, self, stock=self.stock_designs())

    def origin_warnings(self, origin: Packet) -> list[ErrorDetail]:
        """Those about a packet."""
        return self.packet_warnings(origin)

    def edition_of(self, origin: Packet) -> int:
        """The edition that the packet names, if it is still played, or else the engine's own."""
        return origin.edition if origin.edition in self.editions else self.edition

    def record(self, play: AnyMatch, origin: Packet) -> PacketRecording:
        """The recording of a match that is over."""
        return record_packet_match(play, origin, edition=self.edition_of(origin))

    def replay_match(
        self,
        origin: Packet,
        dice: Dice,
        recorded: RecordedOrders,
        seen: Callable[[AnyMatch], None] | None = None,
        /,
    ) -> AnyMatch:
        """A whole match with the orders of its log, each given at its step.

        `seen` is called at its start and after every entry.
        """
        play = self.engine.start(self.setup_of(origin), dice)
        if seen is not None:
            seen(play)
        play.watch = seen
        while not self.engine.is_over(play):
            request = self.engine.legal_orders(play)
            self.engine.step(play, None if request is None else recorded.order(request.step, request.car))
        return play

    # ----------------------------------------------------------------------------------------------- step by step

    def start(self, packet: Packet, dice: Dice) -> SteppedMatch[AnyMatch]:
        """A match before its first step."""
        return SteppedMatch(packet, self.engine.start(self.setup_of(packet), dice))

    def is_over(self, play: SteppedMatch[AnyMatch]) -> bool:
        """Whether no step is left."""
        return self.engine.is_over(play.play)

    def legal_orders(self, play: SteppedMatch[AnyMatch]) -> OrderRequest | None:
        """The driver whom the next step asks, and the orders they may give."""
        return self.engine.legal_orders(play.play)

    def step(self, play: SteppedMatch[AnyMatch], order: Document | None = None) -> list[LogEntry]:
        """Play the next step. Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done."""
        return self.engine.step(play.play, order)

    def final_resolution(self, play: SteppedMatch[AnyMatch]) -> Resolution:
        """The resolution of a match that is over."""
        return self.resolution(play.play, play.packet, play.packet)
