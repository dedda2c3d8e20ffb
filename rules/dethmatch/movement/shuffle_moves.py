"""Moves of a car at rest: turning on the spot and backing up. Rule DM-M-049."""

from __future__ import annotations

from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import LEFT, NOWHERE, RIGHT, CarState
from rules.dethmatch.movement import arrival, speed_step

WAYS = {"left": LEFT, "right": RIGHT}
BACK = "back"


def shuffle(play: Match, car: CarState, way: str) -> None:
    """Turn a standing car one hex-side `left` or `right`, or once a turn move it one hex `back` (DM-M-049).

    This takes no points, checks or handling. An order that is not allowed is skipped and logged as lapsed.
    """
    if why := why_not(play, car, way):
        play.note("order_lapsed", "DM-M-049", car, order="shuffle", way=way, why=why)
    elif way == BACK:
        car.shuffled = play.state.moment.turn
        arrival.arrive(play, car, room_behind(play, car), backward(car), drift=0)
    else:
        before = car.facing
        car.facing = (before + WAYS[way]) % SIDES
        play.note("turn", "DM-M-049", car, before={"facing": before}, after={"facing": car.facing})


def why_not(play: Match, car: CarState, way: str) -> str:
    """A sentence that says why a car may not shuffle that way now; empty if it may (DM-M-049)."""
    if not play.settings.shuffle_at_rest:
        return "The house rules of this league let nobody shuffle at rest: get going by accelerating."
    if car.speed or not speed_step.may_choose(play, car):
        return f"{car.id} is not standing under control: only a car at speed 0 may shuffle."
    if way != BACK:
        return ""
    if car.shuffled == play.state.moment.turn:
        return f"{car.id} has backed up this turn: it may do so again next turn."
    if room_behind(play, car) == NOWHERE:
        return f"The hex behind {car.id} is not free: turn on the spot instead."
    return ""


def backward(car: CarState) -> int:
    """The direction of the map straight behind a car, in which it backs up (DM-M-049)."""
    return (car.facing + SIDES // 2) % SIDES


def room_behind(play: Match, car: CarState) -> int:
    """The hex behind a car if it is free to back into, else -1 (DM-M-049)."""
    behind = play.track.neighbors[car.at][backward(car)]
    taken = behind == NOWHERE or play.track.impassable[behind] or play.in_hex(behind) is not None
    return NOWHERE if taken else behind
