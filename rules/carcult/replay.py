"""A skirmish played again from its log, with the orders that were given in it. Rule CC-098."""

from __future__ import annotations

from collections.abc import Callable

from rules.carcult import engine
from rules.carcult.match.match import Play
from rules.carcult.match.orders import order_in
from rules.carcult.match.packet_setup import setup_of
from rules.carcult.play.questions import step_of
from rules.core.dice import Dice
from rules.match.packet import Packet
from rules.match.recording import RecordedOrders, ReplayPilot


def played_again(
    packet: Packet, dice: Dice, recorded: RecordedOrders, seen: Callable[[Play], None] | None = None
) -> Play:
    """The skirmish of a packet, driven by what was recorded; `seen` looks on after each entry of its log.

    A step may go on into the next activation, so that what an activation came to is seen at its last entry.
    """
    pilot = ReplayPilot(recorded, step_of=step_of, order_in=order_in)
    play = engine.start(setup_of(packet), dice, pilot)
    if seen is not None:
        seen(play)
        play.watch = seen
    while not engine.is_over(play):
        engine.step(play)
    return play
