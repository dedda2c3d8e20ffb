"""The speed to aim at: as fast as every bend to come allows, when a point a turn can be shed on the way to it. Rule
DM-M-142.

Distances are kept in half hexes, since the movement points of a turn average to halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from rules.core.tables import band
from rules.dethmatch.autopilot import handling_model_estimates
from rules.dethmatch.driving.handling import MOST_TURN_TOLL, straight_hexes
from rules.match.handling_model import HandlingModel

AVERAGE_UP_TO = (0, 3, 6)
"""The last speeds of the rows; the last row is 7 and more (DM-M-142)."""
AVERAGE_HALVES = (0, 3, 4, 7)
"""What the die adds to the speed on average, in half hexes: nothing at rest, 1.5, 2, 3.5 (DM-M-142)."""
CRAWL = 1
"""A driver keeps at least this speed where no speed is safe: only a moving car gets round a bend."""


class SpeedLimit(NamedTuple):
    """Something to come that limits the speed: `far` hexes ahead, at most `now` when it is reached this turn, with
    the handling left, and at most `later` when it is reached after that, with all of it (DM-M-142).
    """

    far: int
    now: int
    later: int


class Corner(NamedTuple):
    """A hex-side turn to come: hexes ahead, the straight hexes before it, hex-sides, and whether it is on ice."""

    ahead: int
    gap: int
    sides: int
    on_ice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grip:
    """What turns ask of a car: its maximum handling, the speed a point of handling pays for, its turn mode."""

    maximum: int
    per_point: int
    raised: bool = False
    dog_sledder: int = 0
    model: HandlingModel | None = None
    """Another book's, where that holds the car on the road (DM-M-068)."""

    def toll(self, speed: int) -> int:
        """The handling a hex-side turn costs (DM-M-065)."""
        if self.model is not None:
            return self.model.turn_toll
        return min(-(-speed // self.per_point), MOST_TURN_TOLL)

    def spare(self, speed: int, handling: int) -> int:
        """What may be planned to be spent in a turn driven at a speed, with so much handling at its start (DM-M-068,
        DM-M-142).
        """
        if self.model is None:
            return handling
        return (
            handling_model_estimates.spendable_handling(self.model, speed=speed, handling=handling)
            - handling_model_estimates.RESERVE
        )

    def mode(self, speed: int, *, on_ice: bool) -> int:
        """The turn mode in hexes (DM-M-064)."""
        return straight_hexes(
            speed=speed, maximum=self.maximum, raised=self.raised, on_ice=on_ice, dog_sledder=self.dog_sledder
        )


@cache
def average_halves(speed: int) -> int:
    """The half hexes a turn at that speed covers on average (DM-M-142)."""
    return 2 * speed + AVERAGE_HALVES[band(speed, AVERAGE_UP_TO)]


@cache
def braking_halves(speed: int, down_to: int) -> int:
    """The half hexes covered while a point a turn is shed, up to the turn driven at the lower speed (DM-M-142)."""
    return sum(average_halves(each) for each in range(down_to + 1, speed + 1))


def is_safe(speed: int, corners: Sequence[Corner], *, grip: Grip, handling: int) -> bool:
    """Whether the bend that begins with the first of these corners can be taken at a speed (DM-M-142).

    The turns met in one turn's drive are paid from `handling`; the straight before each must meet the turn mode.
    """
    reach = average_halves(speed)
    begins = corners[0].ahead
    sides = 0
    for corner in corners:
        if corner is not corners[0] and 2 * (corner.ahead - begins) >= reach:
            break
        sides += corner.sides
        if grip.mode(speed, on_ice=corner.on_ice) > corner.gap + 1:
            return False
    return sides * grip.toll(speed) <= grip.spare(speed, handling)


def safe_speed(corners: Sequence[Corner], *, grip: Grip, handling: int, most: int) -> int:
    """The highest speed, `most` at the utmost, at which the bend that begins there is safe; 0 where none is."""
    speed = 0
    while speed < most and is_safe(speed + 1, corners, grip=grip, handling=handling):
        speed += 1
    return speed


def highest_speed(ahead: Sequence[SpeedLimit], *, most: int) -> int:
    """The highest speed from which everything ahead can be reached slowly enough, 1 where none is (DM-M-142)."""
    for speed in range(most, CRAWL, -1):
        reach = average_halves(speed)
        for each in ahead:
            safe = max(each.now if 2 * each.far < reach else each.later, CRAWL)
            if braking_halves(speed, safe) > 2 * each.far:
                break
        else:
            return speed
    return CRAWL
