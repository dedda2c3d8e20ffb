"""What a car at rest does: which way it turns on the spot, when it backs up, and when it waits. Rules DM-M-049,
DM-M-134, DM-M-145.
"""

from __future__ import annotations

from rules.dethmatch.events.heat_limits import is_driven
from rules.dethmatch.first_autopilot.aim import PathPoint
from rules.dethmatch.first_autopilot.distance_fields import CircuitField, GoalField, guide_line_gain
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE, sides_between
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState
from rules.dethmatch.movement.shuffle_moves import BACK, WAYS, room_behind

PAST_A_PILE = 6
"""A road counts as open if the car can get this many hexes further along the guide line."""


def shuffle_of(play: Match, car: CarState, field: CircuitField | GoalField) -> str:
    """Return what a car at rest does in this phase: `left`, `right`, `back`, or empty for nothing (DM-M-049).

    It turns a hex-side toward the free hex nearest to its goal, and backs up if the hex behind it is the only free
    one. If the road is shut it does nothing.
    """
    if not play.settings.shuffle_at_rest or road_is_shut(play, car):
        return ""
    free = _free_ways(play, car)
    behind = (car.facing + SIDES // 2) % SIDES
    if free == [behind] and car.shuffled != play.state.moment.turn and room_behind(play, car) != NOWHERE:
        return BACK
    turn = sides_between(car.facing, _best(car, field, free))
    return "" if turn == 0 else "left" if turn < 0 else "right"  # no mutant: 0 is told apart before


def point_after_shuffle(play: Match, car: CarState, way: str) -> PathPoint:
    """Return the hex and facing of a car at rest after a shuffle."""
    if way == BACK:
        return PathPoint(0, room_behind(play, car), car.facing)
    return PathPoint(0, car.at, (car.facing + WAYS.get(way, 0)) % SIDES)


def can_turn(play: Match, car: CarState, field: CircuitField | GoalField) -> bool:
    """Whether a car at rest could have a better facing and may turn on the spot (DM-M-049)."""
    return play.settings.shuffle_at_rest and _best(car, field, _free_ways(play, car)) != car.facing


def is_shut_in(play: Match, car: CarState) -> bool:
    """Whether the hex ahead is not free, so that a car that drives off runs into something (DM-M-145)."""
    return car.facing not in _free_ways(play, car)


def road_is_shut(play: Match, car: CarState) -> bool:
    """Whether wrecks and undriven cars block the whole circuit ahead of a car (DM-M-134)."""
    track = play.track
    blocked = {other.at for other in play.state.cars.values() if other is not car and not is_driven(play, other)}
    if not track.is_circuit or not blocked - {NOWHERE}:
        return False
    reached, edge = {car.at: 0}, [car.at]
    for at in edge:
        for neighbor in track.neighbors[at]:
            if neighbor == OUTSIDE or track.impassable[neighbor] or neighbor in blocked or neighbor in reached:
                continue
            reached[neighbor] = reached[at] + guide_line_gain(track, at, neighbor)[0]
            if reached[neighbor] >= PAST_A_PILE:
                return False
            if reached[neighbor] > -PAST_A_PILE:  # no mutant: it only spares looking further
                edge.append(neighbor)
    return True


def _free_ways(play: Match, car: CarState) -> list[int]:
    """Return the facings with a free hex ahead. Hexes of moving cars count, since they will soon be free."""
    track = play.track
    return [
        facing
        for facing, ahead in enumerate(track.neighbors[car.at])
        if ahead != OUTSIDE
        and not track.impassable[ahead]
        and ((other := play.in_hex(ahead, but=car.id)) is None or other.speed > 0)
    ]


def _best(car: CarState, field: CircuitField | GoalField, free: list[int]) -> int:
    """Return the free facing with the least distance to the goal, the nearest of equal ones. If none is free, return
    the present facing.
    """
    distances, first = field.left, SIDES * car.at
    return min(
        free,
        key=lambda facing: (distances[first + facing], abs(sides_between(car.facing, facing)), facing),
        default=car.facing,
    )
