"""A duel played again from its log: with the orders that were given in it, and a commissioner's words where they were
spoken. Rules RH-002, RH-080.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.core.dice import Dice
from rules.match.packet import Packet
from rules.match.recording import RecordedOrders, ReplayPilot
from rules.rhad import engine
from rules.rhad.match.match import Match
from rules.rhad.match.orders import read_order
from rules.rhad.match.packet_setup import setup_from_packet


def replay_match(
    packet: Packet, dice: Dice, recorded: RecordedOrders, seen: Callable[[Match], None] | None = None
) -> Match:
    """The match of a packet, driven by what was recorded, with the words a commissioner spoke in it; `seen` looks on
    after each step (RH-002, RH-080).
    """
    said: dict[str, list[str]] = {}
    for step, car, _ in recorded.orders:
        if step.endswith(engine.OVERRIDE_SUFFIX):
            said.setdefault(step, []).append(car)
    pilot = ReplayPilot(recorded, step_of=engine.step_path, order_in=read_order)
    play = engine.start(setup_from_packet(packet), dice, pilot)
    look = seen or (lambda _: None)
    look(play)
    while not engine.is_over(play):
        step = engine.step_path(play) + engine.OVERRIDE_SUFFIX
        for car in said.get(step, ()):
            engine.override(play, car=car, **recorded.order(step, car))
        engine.step(play)
        look(play)
    return play
