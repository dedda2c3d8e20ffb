"""Who answers for whoever gives no orders. Rules CC-095 to CC-097.

It sees the table, the cars and the rules, but neither dice to come nor others' orders; distances it guesses (CC-002).
"""

from __future__ import annotations

from rules.carcult.autopilot.damage_placement import choose_component
from rules.carcult.autopilot.move_choice import choose_move
from rules.carcult.autopilot.speed import tokens_to_shift, tokens_to_start
from rules.carcult.autopilot.token_allocation import choose_allocation
from rules.carcult.match.match import Match
from rules.carcult.match.orders import Order, ShiftOrder, StartOrder
from rules.carcult.match.state import CarState


class Autopilot:
    """A pilot that remembers nothing from one question to the next, so that any play may share it."""

    __slots__ = ()

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """What a car wants, of the kind asked."""
        match kind:
            case "start":
                return StartOrder(tokens=tokens_to_start(play, car))
            case "shift":
                return ShiftOrder(tokens=tokens_to_shift(play, car))
            case "allocate":
                return choose_allocation(play, car)
            case "act":
                return choose_move(play, car)
            case _:
                return choose_component(play)
