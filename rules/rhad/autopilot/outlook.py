"""What a driver sees when they are asked: their own car, their enemies, and what a place would be worth.

Rules RH-085 to RH-088.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.match.driving.judgment import PROFILES
from rules.match.driving.plan import Plan
from rules.match.handling.speed_table import MPH_PER_STEP
from rules.rhad.autopilot.driver_judgment import judgment_of
from rules.rhad.autopilot.handling_cost import cost_of_end, crash_costs
from rules.rhad.autopilot.harm import KILL_POINTS, points_in_the_way
from rules.rhad.autopilot.prices import Prices
from rules.rhad.autopilot.roads import Roads
from rules.rhad.autopilot.sight import MOUNTS_IN_ORDER, sight
from rules.rhad.autopilot.solid import blow_share
from rules.rhad.car.kills import IN_THE_AIR
from rules.rhad.combat.target_speed import speed_penalty
from rules.rhad.designs.design_points import THROWS, THROWS_REACHING, TWICE_A_DIE
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus

HIGHEST_THROW, MOST_NEEDED = 12, 40
CHANCES = tuple(
    1.0 if needed < min(THROWS_REACHING) else THROWS_REACHING.get(needed, 0) / THROWS for needed in range(MOST_NEEDED)
)
"""The chance of two dice to reach each number (RH-085)."""
FARTHEST_RANGE = 90
HANDLING_A_HIT = 1.1
"""About what a hit takes off handling: few do more than 5 points of damage (RH-032)."""
Gun = tuple[int, float, int]
"""A weapon: the number it needs, its mean damage, and where its mount is in a `Sight`."""


class Foe(NamedTuple):
    """An enemy: its place and facing, its weapons that work, how many of its crew can still fire this round and in
    all, what harm to each of its sides is worth, and what its speed adds to the number needed to hit it.

    `kill` is what a kill is worth, `points` are those in the way of one on each side, and `reach` is how many hexes
    it goes in a round.
    """

    car: CarState
    along: int
    down: int
    facing: int
    guns: list[Gun]
    fire: float
    worth: dict[str, float]
    penalty: int
    kill: float
    points: dict[str, int]
    reach: int


@lru_cache(maxsize=64)
def range_penalties(free: int, each: int) -> tuple[int, ...]:
    """What each range in hexes adds to the number needed to hit (RH-085)."""
    return tuple(max(hexes - free, 0) // each for hexes in range(FARTHEST_RANGE))


def guns_of(car: CarState) -> list[Gun]:
    """The weapons of a car that work."""
    return [
        (gun.to_hit, max(TWICE_A_DIE * gun.dice + 2 * gun.plus, 1) / 2, MOUNTS_IN_ORDER[gun.mount])
        for gun in car.guns
        if gun.dp > 0 and gun.shots != 0
    ]


def worth_by_side(kill: float, points: Mapping[str, int]) -> dict[str, float]:
    """What a point of damage to each side is worth, if a kill is worth so much and takes that many points."""
    return {side: kill / (needed + 1) for side, needed in points.items()}


class Outlook:
    """What a driver sees. `mph` and `penalty` are the speed of their own car and what it adds to shots at it."""

    __slots__ = (
        "bearing", "car", "costs", "distance", "fire", "foes", "guns", "judgment", "kill", "lost", "play", "points",
        "prices", "profile", "ranges", "reach", "roads", "target", "turn", "worth",
    )  # fmt: skip

    def __init__(self, play: Match, car: CarState, prices: Prices, roads: Roads) -> None:
        self.play, self.car, self.prices, self.roads = play, car, prices, roads
        self.profile = PROFILES[play.settings.autopilot_profile]
        self.judgment = judgment_of(play.crews[car.driver].rank)
        self.target = ""
        self.distance, self.reach = prices.distance, prices.reach
        self.turn = play.state.moment.turn
        self.costs = crash_costs(prices)
        duel = play.duel
        self.ranges = range_penalties(duel.free, duel.each)
        self.bearing = (1.0, prices.one_turn, prices.two_turns, prices.three_turns)
        self.guns = guns_of(car)
        self.fire = self._fire_of(car)
        self.kill = prices.taken * self.profile.harm_taken * KILL_POINTS[car.status]
        self.points = points_in_the_way(play, car)
        self.worth = worth_by_side(self.kill, self.points)
        team = car.team
        self.foes = [
            self._foe(other)
            for other in play.state.cars.values()
            if other.team != team and other.status is not CarStatus.COMPLETE_KILL
        ]

        self.lost = self._handling_to_lose()

    def _foe(self, other: CarState) -> Foe:
        play = self.play
        guns = guns_of(other)
        fire = self._fire_of(other) if guns and other.pending not in IN_THE_AIR else 0.0
        kill, points = self.profile.harm_done * KILL_POINTS[other.status], points_in_the_way(play, other)
        return Foe(
            other, *other.at, other.facing, guns, fire, worth_by_side(kill, points),
            speed_penalty(play, other.speed), kill, points, other.speed // MPH_PER_STEP,
        )  # fmt: skip

    def _fire_of(self, car: CarState) -> float:
        """How many shots a car has: 1 for each of its crew who can still fire this round, less for the next round."""
        play, fire = self.play, 0.0
        crew = play.state.crew
        for id in (car.driver, car.gunner):
            if id and crew[id].hits < play.unconscious_at:
                fire += 1.0 if crew[id].attacked != self.turn else self.prices.later
        return fire

    def exchange(self, along: int, down: int, facing: int, mph: int, penalty: int) -> float:
        """What shots and rams from a place are worth, less those of enemies at it."""
        bearing, ranges, guns, worth = self.bearing, self.ranges, self.guns, self.worth
        best_done = taken = chase = 0.0
        nearest = FARTHEST_RANGE
        own_reach = mph // MPH_PER_STEP
        for foe in self.foes:
            _, q, r, its_facing, its_guns, its_fire, its_worth, its_penalty, _, _, its_reach = foe
            q, r = q - along, r - down
            hexes, own_side, own_turns = sight(q, r, facing)
            _, its_side, its_turns = sight(-q, -r, its_facing)
            far = ranges[hexes]
            nearest = min(nearest, hexes)
            done = 0.0
            for needed, damage, mount in guns:
                shot = CHANCES[needed + far + its_penalty] * damage * bearing[own_turns[mount]]
                done = max(done, shot)
            done *= its_worth[its_side]
            best_done = max(best_done, done)
            if its_fire:
                harm = 0.0
                for needed, damage, mount in its_guns:
                    shot = CHANCES[needed + far + penalty] * damage * bearing[its_turns[mount]]
                    harm = max(harm, shot)
                taken += harm * its_fire * worth[own_side]
            if hexes < own_reach and not own_turns[0]:
                chase += max(self._worth_of_chase(foe, mph, hexes / own_reach, own_side, its_side), 0)
            if hexes < its_reach and not its_turns[0]:
                chase += min(self._worth_of_chase(foe, mph, hexes / its_reach, own_side, its_side), 0)
        value = best_done * self.fire - taken + chase
        if nearest > self.reach:
            value -= self.distance * (nearest - self.reach)
        return value

    def follow(self, plan: Plan | None) -> None:
        """Weigh places by a plan: harm to a car that is hunted is worth more, and a car that evades shuns enemies."""
        if plan is None:
            return
        if plan.name == "hunt":
            self.target = plan.about
            for foe in self.foes:
                if foe.car.id == plan.about:
                    for side in foe.worth:
                        foe.worth[side] *= self.prices.focus
        elif plan.name == "evade":
            self.distance, self.reach = -self.distance, 0.0

    def _worth_of_chase(self, foe: Foe, mph: int, far: float, own_side: str, its_side: str) -> float:
        closing = foe.car.speed + mph if own_side == its_side == "front" else max(foe.car.speed, mph)
        return self.prices.chase * (1 - far) * self.worth_of_ram(foe, closing, own_side, its_side)

    def worth_of_ram(self, foe: Foe, mph: int, own_side: str, its_side: str) -> float:
        """What a ram at a speed in mph is worth that hits those sides of both cars (RH-075, RH-085)."""
        its, own = foe.points[its_side], self.points[own_side]
        return foe.kill * blow_share(mph, its) - self.kill * blow_share(mph, own)

    def harm_of_wall(self, mph: int) -> float:
        """What a wall does to the front of the car at a speed in mph (RH-075, RH-085)."""
        return self.prices.wall * self.kill * blow_share(mph, self.points["front"])

    def _handling_to_lose(self) -> float:
        """The handling that hits are expected to take off the car where it is now, before this round is over."""
        car = self.car
        along, down = car.at
        penalty = speed_penalty(self.play, car.speed)
        hits = 0.0
        for foe in self.foes:
            if foe.fire < 1:
                continue
            theirs = sight(along - foe.along, down - foe.down, foe.facing)
            more, turns = self.ranges[theirs.hexes] + penalty, theirs.turns
            hits += max(
                (CHANCES[needed + more] * self.bearing[turns[mount]] for needed, _, mount in foe.guns), default=0
            )
        return hits * HANDLING_A_HIT

    def cost_of_handling(self, end: float) -> float:
        """What it costs to end the round with that handling."""
        return cost_of_end(self.costs, end)
