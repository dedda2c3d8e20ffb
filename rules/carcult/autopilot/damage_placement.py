"""Where damage tokens go, on the own car and on enemies. Rules CC-061, CC-097."""

from __future__ import annotations

from rules.carcult.autopilot.component_worth import next_damage_worth
from rules.carcult.autopilot.prices import Prices
from rules.carcult.car.damage import OWNER
from rules.carcult.match.match import Match
from rules.carcult.match.orders import PlaceOrder


def choose_component(play: Match, *, prices: Prices) -> PlaceOrder:
    """The component for the damage token to be placed: the one its car loses least by if its owner places it, most
    if an opponent does.
    """
    placing = play.state.placing
    assert placing is not None  # noqa: S101 - the question is only asked with one
    car = play.state.cars[placing.car]
    choose = min if placing.side == OWNER else max

    def worth(name: str) -> float:
        return next_damage_worth(play, car, name, prices=prices)

    return PlaceOrder(component=choose(placing.components, key=worth))
