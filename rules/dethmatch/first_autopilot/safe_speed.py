"""The speed to aim at: the highest that every bend to come allows, if the car slows by 1 a turn on the way to it.
Rule DM-M-142.

Distances are in half hexes, since the movement points of a turn average to halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from rules.core.tables import band
from rules.dethmatch.driving.handling import MOST_TURN_TOLL, straight_hexes
from rules.dethmatch.first_autopilot import handling_model_estimates
from rules.match.handling.handling_model import HandlingModel

AVERAGE_UP_TO = (0, 3, 6)
"""The last speeds of the rows. The last row is 7 and more (DM-M-142)."""
AVERAGE_HALVES = (0, 3, 4, 7)
"""What the die adds to the speed on average, in half hexes: nothing at rest, then 1.5, 2 and 3.5 hexes (DM-M-142)."""
CRAWL = 1
"""A driver keeps at least this speed where no speed is safe, since a car at rest never gets round a bend."""


class SpeedLimit(NamedTuple):
    """Something ahead that limits the speed (DM-M-142).

    It is `far` hexes ahead. `now` is the limit if it is reached this turn, with the handling that is left. `later` is
    the limit if it is reached after that, with the maximum handling.
    """

    far: int
    now: int
    later: int


class Corner(NamedTuple):
    """A hex-side turn ahead: the hexes to it, the straight hexes before it, the hex-sides, and whether
    it is on ice.
    """

    ahead: int
    gap: int
    sides: int
    on_ice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grip:
    """How a car takes turns: its maximum handling, the speed a point of handling pays for, and its turn mode."""

    maximum: int
    per_point: int
    raised: bool = False
    dog_sledder: int = 0
    model: HandlingModel | None = None
    """Another book's handling model, if one is in use (DM-M-068)."""

    def toll(self, speed: int) -> int:
        """Return the handling a hex-side turn costs (DM-M-065)."""
        if self.model is not None:
            return self.model.turn_toll
        return min(-(-speed // self.per_point), MOST_TURN_TOLL)

    def spare(self, speed: int, handling: int) -> int:
        """Return the handling that may be spent in a turn at a speed, given the handling at its start (DM-M-068,
        DM-M-142).
        """
        if self.model is None:
            return handling
        return (
            handling_model_estimates.spendable_handling(self.model, speed=speed, handling=handling)
            - handling_model_estimates.RESERVE
        )

    def mode(self, speed: int, *, on_ice: bool) -> int:
        """Return the turn mode in hexes (DM-M-064)."""
        return straight_hexes(
            speed=speed, maximum=self.maximum, raised=self.raised, on_ice=on_ice, dog_sledder=self.dog_sledder
        )


@cache
def average_halves(speed: int) -> int:
    """Return the half hexes a turn at that speed covers on average (DM-M-142)."""
    return 2 * speed + AVERAGE_HALVES[band(speed, AVERAGE_UP_TO)]


@cache
def braking_halves(speed: int, down_to: int) -> int:
    """Return the half hexes covered while a car slows by 1 a turn, before the turn at the lower speed (DM-M-142)."""
    return sum(average_halves(step_speed) for step_speed in range(down_to + 1, speed + 1))


def is_safe(speed: int, corners: Sequence[Corner], *, grip: Grip, handling: int) -> bool:
    """Whether the bend that begins with the first of these corners can be taken at a speed (DM-M-142).

    The turns met within one turn's drive are paid from `handling`. The straight before each must meet the turn mode.
    """
    reach = average_halves(speed)
    bend_start = corners[0].ahead
    sides = 0
    for corner in corners:
        if corner is not corners[0] and 2 * (corner.ahead - bend_start) >= reach:
            break
        sides += corner.sides
        if grip.mode(speed, on_ice=corner.on_ice) > corner.gap + 1:
            return False
    return sides * grip.toll(speed) <= grip.spare(speed, handling)


def safe_speed(corners: Sequence[Corner], *, grip: Grip, handling: int, most: int) -> int:
    """Return the highest speed up to `most` at which the bend that begins there is safe, 0 if none is."""
    speed = 0
    while speed < most and is_safe(speed + 1, corners, grip=grip, handling=handling):
        speed += 1
    return speed


def highest_speed(ahead: Sequence[SpeedLimit], *, most: int) -> int:
    """Return the highest speed from which a car can slow down in time for every limit ahead, 1 if there is none
    (DM-M-142).
    """
    for speed in range(most, CRAWL, -1):
        reach = average_halves(speed)
        for limit in ahead:
            safe = max(limit.now if 2 * limit.far < reach else limit.later, CRAWL)
            if braking_halves(speed, safe) > 2 * limit.far:
                break
        else:
            return speed
    return CRAWL
