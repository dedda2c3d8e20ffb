"""A car at rest: which way it turns on the spot, and when it backs up. Rules DM-M-049, DM-M-145."""

from __future__ import annotations

from rules.dethmatch.autopilot.aim import Place
from rules.dethmatch.autopilot.course import Approach, Course
from rules.dethmatch.hexes import SIDES
from rules.dethmatch.play import Play
from rules.dethmatch.resting import BACK, WAYS, room_behind
from rules.dethmatch.state import NOWHERE, CarSheet
from rules.dethmatch.track import OUTSIDE, side_turned


def shuffle_of(play: Play, car: CarSheet, field: Course | Approach) -> str:
    """What a standing car does with this phase: `left`, `right`, `back` or nothing (DM-M-049).

    It turns a hex-side toward the free hex from which least is left to drive, and backs up where the hex behind it is
    the only free one.
    """
    if not play.settings.shuffle_at_rest:
        return ""
    free = _free_ways(play, car)
    behind = (car.facing + SIDES // 2) % SIDES
    if free == [behind] and car.shuffled != play.state.moment.turn and room_behind(play, car) != NOWHERE:
        return BACK
    turn = side_turned(car.facing, _best(car, field, free))
    return "" if turn == 0 else "left" if turn < 0 else "right"


def shuffled(play: Play, car: CarSheet, way: str) -> Place:
    """Where a standing car is, and how it faces, after a shuffle."""
    if way == BACK:
        return Place(0, room_behind(play, car), car.facing)
    return Place(0, car.at, (car.facing + WAYS.get(way, 0)) % SIDES)


def can_turn(play: Play, car: CarSheet, field: Course | Approach) -> bool:
    """Whether a standing car can face a better way than it does, without driving off (DM-M-049)."""
    return play.settings.shuffle_at_rest and _best(car, field, _free_ways(play, car)) != car.facing


def is_shut_in(play: Play, car: CarSheet) -> bool:
    """Whether the hex ahead is not free, so that a car that drives off runs into something (DM-M-145)."""
    return car.facing not in _free_ways(play, car)


def _free_ways(play: Play, car: CarSheet) -> list[int]:
    """The facings with a hex ahead that is free, or will be: a car that moves is in nobody's way for long."""
    track = play.track
    return [
        facing
        for facing, ahead in enumerate(track.neighbors[car.at])
        if ahead != OUTSIDE
        and not track.impassable[ahead]
        and ((other := play.in_hex(ahead, but=car.id)) is None or other.speed > 0)
    ]


def _best(car: CarSheet, field: Course | Approach, free: list[int]) -> int:
    """The free facing with least left to drive, the nearest of equals; the present one where none is free."""
    left, first = field.left, SIDES * car.at
    return min(
        free,
        key=lambda facing: (left[first + facing], abs(side_turned(car.facing, facing)), facing),
        default=car.facing,
    )
