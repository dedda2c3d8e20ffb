"""A race played again from its log, with the orders that were given in it. Rule FW-144."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.dice import Dice
from rules.formule import engine
from rules.formule.match.match import Play
from rules.formule.match.orders import order_in
from rules.formule.match.packet_setup import setup_of
from rules.match.packet import Packet
from rules.match.recording import RecordedOrders, ReplayPilot


def played_again(
    packet: Packet, dice: Dice, recorded: RecordedOrders, seen: Callable[[Play], None] | None = None
) -> Play:
    """The race of a packet, driven by what was recorded; `seen` looks on after each step."""
    pilot = ReplayPilot(recorded, step_of=engine.step_of, order_in=order_in)
    play = engine.start(setup_of(packet), dice, pilot)
    look = seen or (lambda _: None)
    look(play)
    while not engine.is_over(play):
        engine.step(play)
        look(play)
    return play
