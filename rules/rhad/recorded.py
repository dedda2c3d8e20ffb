"""A duel played again from its log: the pilot who gives the orders that were given, and a commissioner's words where
they were spoken. Rules RH-002, RH-080.
"""

from __future__ import annotations

from rules.dice import Dice
from rules.kept import Recorded
from rules.packed import Packet
from rules.rhad import engine
from rules.rhad.entering import setup_of
from rules.rhad.orders import Order, order_in
from rules.rhad.play import Play
from rules.rhad.state import CarSheet


class RecordedPilot:
    """Gives every driver the orders of a log again."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded

    def order(self, play: Play, car: CarSheet, kind: str) -> Order:
        """The order that was given at this step. Raises `LogContradicted` where another driver was asked."""
        return order_in(kind, self._recorded.order(engine.place(play), car.id))


def played_again(packet: Packet, dice: Dice, recorded: Recorded) -> Play:
    """The match of a packet, driven by what was recorded, with the words a commissioner spoke in it (RH-002,
    RH-080).
    """
    said: dict[str, list[str]] = {}
    for step, car, _ in recorded.orders:
        if step.endswith(engine.WORD):
            said.setdefault(step, []).append(car)
    play = engine.start(setup_of(packet), dice, RecordedPilot(recorded))
    while not engine.is_over(play):
        step = engine.place(play) + engine.WORD
        for car in said.get(step, ()):
            engine.override(play, car=car, **recorded.order(step, car))
        engine.step(play)
    return play
