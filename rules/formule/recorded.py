"""A race played again from its log: the pilot who gives the orders that were given. Rule FW-144."""

from __future__ import annotations

import msgspec

from rules.dice import Dice
from rules.formule import engine
from rules.formule.entering import setup_of
from rules.formule.orders import BY_KIND, Order
from rules.formule.play import Play
from rules.formule.state import CarState
from rules.kept import Recorded
from rules.packed import Packet


class RecordedPilot:
    """Gives every driver the orders of a log again."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded

    def order(self, play: Play, car: CarState, kind: str) -> Order:
        """The order that was given at this step. Raises `LogContradicted` where another driver was asked."""
        document = self._recorded.order(step_of(play, car, kind), car.id)
        return msgspec.convert(document, BY_KIND[kind])


def step_of(play: Play, car: CarState, kind: str) -> str:
    """The step at which a driver is asked: round, car and question, as the engine names it."""
    number = str(car.slipstreams + 1) if kind == "slipstream" else ""
    return f"r{play.moment.turn}/{car.id}/{kind}{number}"


def played_again(packet: Packet, dice: Dice, recorded: Recorded) -> Play:
    """The race of a packet, driven by what was recorded."""
    return engine.play_match(setup_of(packet), dice, RecordedPilot(recorded))
