"""Where the autopilot places damage tokens, on its own car and on enemies. Rules CC-061, CC-097."""

from __future__ import annotations

from rules.carcult.car.damage import OWNER
from rules.carcult.car.tokens import sound_az
from rules.carcult.cards import ARMOR, CREW, ENGINE, GUNS, WEAPONS
from rules.carcult.match.match import Match
from rules.carcult.match.orders import PlaceOrder
from rules.carcult.match.state import SPEED, CarState

ENGINE_KILL_AZ = 2
"""An engine with this many sound AZ is killed by two hits, since each hit places a token at least (CC-097)."""


def choose_component(play: Match) -> PlaceOrder:
    """The component for the damage token to be placed, by the side that places it (CC-097)."""
    placing = play.state.placing
    assert placing is not None  # noqa: S101 - the question is only asked with one
    car = play.state.cars[placing.car]
    choose = most_dispensable_component if placing.side == OWNER else most_valuable_component
    return PlaceOrder(component=choose(play, car, placing.components))


def most_dispensable_component(play: Match, car: CarState, components: list[str]) -> str:
    """The component its owner can best do without.

    Armor comes first, then cards not in use, cards in use, crew, and the engine last. Of several cards with few sound
    AZ left go first, of crew cards those with many.
    """

    def use(component: str) -> tuple[bool, bool, bool, bool, int]:
        key, track = play.components[car.id][component].key, car.tracks[component]
        crew, left = key in CREW, sound_az(track)
        return key == ENGINE, crew, key != ARMOR, not crew and SPEED in track, -left if crew else left

    return min(components, key=use)


def most_valuable_component(play: Match, car: CarState, components: list[str]) -> str:
    """The component an attacker aims at: the engine if two hits kill it, else the best weapon, else the engine."""
    if ENGINE in components and sound_az(car.tracks[ENGINE]) <= ENGINE_KILL_AZ:
        return ENGINE

    def worth(component: str) -> int:
        key = play.components[car.id][component].key
        return WEAPONS[key].shots * WEAPONS[key].damage if key in GUNS else 0

    best = max(components, key=worth)
    return best if worth(best) or ENGINE not in components else ENGINE
