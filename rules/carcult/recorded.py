"""Matches played again from what was kept of them: their orders in the order they were given. Rules CC-098."""

from __future__ import annotations

from rules.carcult import engine
from rules.carcult.asking import step_of
from rules.carcult.entering import setup_of
from rules.carcult.order_checks import order_from
from rules.carcult.orders import Order
from rules.carcult.play import Play
from rules.carcult.state import CarState
from rules.dice import Dice
from rules.kept import Recorded
from rules.packed import Packet


class Given:
    """A pilot who gives the orders of a log again (CC-098)."""

    __slots__ = ("recorded",)

    def __init__(self, recorded: Recorded) -> None:
        self.recorded = recorded

    def order(self, play: Play, car: CarState, kind: str) -> Order:
        """What was ordered at this step. Raises `LogContradicted` where the log has another, and `OrderIllegal`."""
        return order_from(kind, self.recorded.order(step_of(play), car.id))


def played_again(packet: Packet, dice: Dice, recorded: Recorded) -> Play:
    """The match of a packet with the orders of its log."""
    return engine.play_match(setup_of(packet), dice, Given(recorded))
