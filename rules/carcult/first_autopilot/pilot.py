"""The autopilot's answers to every question. Rules CC-095 to CC-097.

It sees the table, the cars and the rules, but no dice to come and no orders of others, and it guesses distances
(CC-002).
"""

from __future__ import annotations

from rules.carcult.first_autopilot.damage_placement import choose_component
from rules.carcult.first_autopilot.move_choice import choose_move
from rules.carcult.first_autopilot.speed import tokens_to_shift, tokens_to_start
from rules.carcult.first_autopilot.token_allocation import choose_allocation
from rules.carcult.match.match import Match
from rules.carcult.match.orders import Order, ShiftOrder, StartOrder
from rules.carcult.match.state import CarState


class Autopilot:
    """A pilot without state of its own, which any match may share."""

    __slots__ = ()

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        """The order of a car for a question of that kind."""
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
