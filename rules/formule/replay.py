"""Replays of a race from its log, with the orders recorded there. Rule FW-144."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.dice import Dice
from rules.formule import engine
from rules.formule.match.match import Match
from rules.formule.match.orders import read_order
from rules.formule.match.packet_setup import setup_from_packet
from rules.match.packet import Packet
from rules.match.recording import RecordedOrders, ReplayPilot


def replay_match(
    packet: Packet, dice: Dice, recorded: RecordedOrders, seen: Callable[[Match], None] | None = None
) -> Match:
    """Play the race of a packet with recorded orders. `seen` is called at the start and after each step."""
    pilot = ReplayPilot(recorded, step_of=engine.step_path, order_in=read_order)
    play = engine.start(setup_from_packet(packet), dice, pilot)
    notify = seen or (lambda _: None)
    notify(play)
    while not engine.is_over(play):
        engine.step(play)
        notify(play)
    return play
