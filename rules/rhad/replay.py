"""Replays a duel from its log, with the orders given in it and a commissioner's overrides at the same points.

Rules RH-002, RH-080.
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
    """The match of a packet, replayed with the recorded orders and overrides.

    `seen` is called at the start and after each step (RH-002, RH-080).
    """
    overridden_cars: dict[str, list[str]] = {}
    for step, car, _ in recorded.orders:
        if step.endswith(engine.OVERRIDE_SUFFIX):
            overridden_cars.setdefault(step, []).append(car)
    pilot = ReplayPilot(recorded, step_of=engine.step_path, order_in=read_order)
    play = engine.start(setup_from_packet(packet), dice, pilot)
    observe = seen or (lambda _: None)
    observe(play)
    while not engine.is_over(play):
        step = engine.step_path(play) + engine.OVERRIDE_SUFFIX
        for car in overridden_cars.get(step, ()):
            engine.override(play, car=car, **recorded.order(step, car))
        engine.step(play)
        observe(play)
    return play
