"""Replays of a skirmish from its log, with the orders recorded there. Rule CC-098."""

from __future__ import annotations

from collections.abc import Callable

from rules.carcult import engine
from rules.carcult.match.match import Match
from rules.carcult.match.orders import read_order
from rules.carcult.match.packet_setup import setup_from_packet
from rules.carcult.play.questions import step_path
from rules.core.dice import Dice
from rules.match.packet import Packet
from rules.match.recording import RecordedOrders, ReplayPilot


def replay_match(
    packet: Packet, dice: Dice, recorded: RecordedOrders, seen: Callable[[Match], None] | None = None
) -> Match:
    """Play the skirmish of a packet with recorded orders. `seen` is called at the start and after each log entry.

    It is not called per step, because a step may run into the next activation: the state at the end of an activation
    can only be seen at its last entry.
    """
    pilot = ReplayPilot(recorded, step_of=step_path, order_in=read_order)
    play = engine.start(setup_from_packet(packet), dice, pilot)
    if seen is not None:
        seen(play)
        play.watch = seen
    while not engine.is_over(play):
        engine.step(play)
    return play
