"""A duel played again from its log: the pilot who gives the orders that were given, and a commissioner's words where
they were spoken. Rules RH-002, RH-080.
"""

from __future__ import annotations

import msgspec

from rules.dice import Dice
from rules.kept import Kept, Recorded
from rules.packed import Packet
from rules.rhad import engine
from rules.rhad.entering import setup_of
from rules.rhad.orders import Order, Override, order_in
from rules.rhad.play import Play
from rules.rhad.state import CarSheet

WORD = "/override"
"""What the step of a commissioner's word ends with."""


class RecordedPilot:
    """Gives every driver the orders of a log again."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded

    def order(self, play: Play, car: CarSheet, kind: str) -> Order:
        """The order that was given at this step. Raises `LogContradicted` where another driver was asked."""
        return order_in(kind, self._recorded.order(engine.place(play), car.id))


class Again:
    """Plays the match of a log again, with the words a commissioner spoke in it (RH-002, RH-080)."""

    def __init__(self, kept: Kept) -> None:
        self._words: dict[str, list[str]] = {}
        for step, car, _ in kept.orders:
            if step.endswith(WORD):
                self._words.setdefault(step, []).append(car)

    def __call__(self, packet: Packet, dice: Dice, recorded: Recorded) -> Play:
        """The match of a packet, driven by what was recorded."""
        play = engine.start(setup_of(packet), dice, RecordedPilot(recorded))
        while not engine.is_over(play):
            step = engine.place(play) + WORD
            for car in self._words.get(step, ()):
                word = msgspec.convert(recorded.order(step, car), Override)
                engine.override(play, car=car, field=word.field, value=word.value, reason=word.reason)
            engine.step(play)
        return play
