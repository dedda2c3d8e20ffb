"""What a driver sees when they are asked: their own car, their enemies, and what a place would be worth.

Rules RH-085 to RH-088, RH-090.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.match.driving.plan import Plan, read_plan
from rules.match.handling.speed_table import HALVES, MPH_PER_STEP
from rules.rhad.autopilot.car_summary import Gun
from rules.rhad.autopilot.constants import FARTHEST_RANGE, Constants
from rules.rhad.autopilot.driver_judgment import judgment_of
from rules.rhad.autopilot.handling_harm import SAFE, crash_harms
from rules.rhad.autopilot.harm import KILL_POINTS
from rules.rhad.autopilot.prices import Prices
from rules.rhad.autopilot.sight import MOUNTS_IN_ORDER, sight
from rules.rhad.autopilot.solid import blow_share, chance_of_ram
from rules.rhad.car.kills import IN_THE_AIR
from rules.rhad.designs.design_points import THROWS, THROWS_REACHING
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus

MOST_NEEDED = FARTHEST_RANGE + 30
"""More than a shot can need: what its weapon needs, a point a hex at most, and what the target's speed adds."""
CHANCES = tuple(
    1.0 if needed < min(THROWS_REACHING) else THROWS_REACHING.get(needed, 0) / THROWS for needed in range(MOST_NEEDED)
)
"""The chance of two dice to reach each number (RH-085)."""
NEAR = 34
"""Half hexes within which enemies count that are not the nearest one."""
A_MPH = 0.03
"""What every mph costs at which a car runs into a wall."""
BEFORE_THE_FIRST = -1
"""No range: that of the first enemy is not known yet."""
HANDLING_A_HIT = 1.1
"""About what a hit takes off handling: few do more than 5 points of damage (RH-032)."""


_read_plan = lru_cache(maxsize=256)(read_plan)


class Foe(NamedTuple):
    """An enemy: its place and facing, its weapons that work, and how many shots it has.

    `kill` is what a kill of it is worth, which is nothing if it becomes one by itself as soon as it stops (CW-S-011),
    `points` those in the way of one on each side and `parts` what part of it each of them is. `penalty` is what its
    speed adds to the number needed to hit it, and `reach` how many hexes it goes in a round.
    """

    car: CarState
    along: int
    down: int
    facing: int
    guns: tuple[Gun, ...]
    fire: float
    kill: float
    points: Mapping[str, int]
    parts: Mapping[str, float]
    penalty: int
    reach: int


class Outlook:
    """What a driver sees with a plan.

    `fire` is how many shots the car has, `kill` what its loss would cost, and `points` those in the way of that on
    each side. `reach` is the range to the first enemy of `near` that is near enough, and `distance` what each hex
    beyond it costs.
    """

    __slots__ = (
        "_behind", "_crew", "_harms", "_lost", "_next_rounds", "_parts", "_penalty", "_turn", "car", "constants",
        "distance", "fire", "foes", "guns", "judgment", "kill", "mph", "near", "plan", "play", "points", "prices",
        "reach",
    )  # fmt: skip

    def __init__(self, play: Match, car: CarState, prices: Prices, constants: Constants) -> None:
        self.play, self.car, self.prices, self.constants = play, car, prices, constants
        self.plan = _read_plan(play.plans.get(car.id, ""))
        self.judgment = judgment_of(play.crews[car.driver].rank)
        self._turn, self._crew, self._next_rounds = play.state.moment.turn, play.state.crew, prices.next_rounds
        self.guns, self.points, self._parts = constants.summaries.summary_of(play, car)
        self.fire = self._fire_of(car)
        self.kill = prices.taken * constants.profile.harm_taken * KILL_POINTS[car.status]
        self.drive_at(car.speed)
        self._lost: float | None = None
        self._behind: dict[str, tuple[float, int]] = {}
        self._see()

    def drive_at(self, mph: int) -> None:
        """See the road at a speed in mph."""
        self.mph, self._penalty = mph, self.constants.penalties[mph]
        self._harms: list[float] | None = None

    def _foe(self, other: CarState, focus: float) -> Foe:
        constants, mph = self.constants, other.speed
        guns, points, parts = constants.summaries.summary_of(self.play, other)
        fire = self._fire_of(other) if guns else 0.0
        if fire or other.status is not CarStatus.MOBILITY_KILL:
            kill = focus * constants.profile.harm_done * KILL_POINTS[other.status]
        else:
            kill = 0.0
        if other.pending in IN_THE_AIR:
            fire = 0.0
        along, down = other.at
        penalty, reach = constants.penalties[mph], mph // MPH_PER_STEP
        return Foe(other, along, down, other.facing, guns, fire, kill, points, parts, penalty, reach)

    def _fire_of(self, car: CarState) -> float:
        """How many shots a car has: 1 for each of its crew who can still fire this round, less for the next round."""
        crew, unconscious = self._crew, self.constants.unconscious_at
        turn, next_rounds = self._turn, self._next_rounds
        shooter, fire = crew[car.driver], 0.0
        if shooter.hits < unconscious:
            fire = 1.0 if shooter.attacked != turn else next_rounds
        if car.gunner and (shooter := crew[car.gunner]).hits < unconscious:
            fire += 1.0 if shooter.attacked != turn else next_rounds
        return fire

    def follow(self, plan: Plan) -> None:
        """Weigh places by another plan from now on."""
        if plan != self.plan:
            self.plan = plan
            self._see()

    def _see(self) -> None:
        """See the enemies with the eyes of the plan: harm to a car that is hunted is worth more, and a car that
        evades shuns them.
        """
        prices, plan, team = self.prices, self.plan, self.car.team
        target = plan.about if plan is not None else ""
        if plan is not None and plan.name == "evade":
            self.distance, self.reach = -prices.shun, 0.0
        else:
            self.distance, self.reach = prices.distance, prices.reach
        self.foes = [
            self._foe(other, prices.focus if other.id == target else 1.0)
            for other in self.play.state.cars.values()
            if other.team != team and other.status is not CarStatus.COMPLETE_KILL
        ]
        self.near = self._near_foes(target) if len(self.foes) > 1 else self.foes

    def _near_foes(self, target: str) -> list[Foe]:
        """The enemies that count for places and handling: those within `NEAR`, and before them the one that is
        hunted, or else the nearest.
        """
        along, down = self.car.at
        near, first, least = [], self.foes[0], FARTHEST_RANGE * HALVES
        for foe in self.foes:
            q, r = foe.along - along, foe.down - down
            apart = max(abs(q), abs(r), abs(q + r))
            if apart <= NEAR:
                near.append(foe)
            if foe.car.id == target:
                apart = -1
            if apart < least:
                first, least = foe, apart
        if near and near[0] is first:
            return near
        return [first, *[foe for foe in near if foe is not first]]

    def exchange(self, along: int, down: int, facing: int) -> float:
        """What shots and rams from a place are worth, less those of enemies at it."""
        constants, guns, kill = self.constants, self.guns, self.kill
        bearing, ranges, penalty = constants.bearing, constants.ranges, self._penalty
        best_done = taken = chase = 0.0
        far_off = BEFORE_THE_FIRST
        own_reach = self.mph // MPH_PER_STEP
        for foe in self.near:
            _, q, r, its_facing, its_guns, its_fire, its_kill, _, its_parts, its_penalty, its_reach = foe
            q, r = q - along, r - down
            hexes, own_side, own_turns = sight(q, r, facing)
            _, its_side, its_turns = sight(-q, -r, its_facing)
            far = ranges[hexes]
            if far_off < 0:
                far_off = hexes
            done, more = 0.0, far + its_penalty
            for needed, damage, mount in guns:
                shot = CHANCES[needed + more] * damage * bearing[own_turns[mount]]
                if shot > done:  # noqa: PLR1730 - thousands of times a match, a call costs more
                    done = shot
            done *= its_kill * its_parts[its_side]
            if done > best_done:  # noqa: PLR1730 - thousands of times a match, a call costs more
                best_done = done
            if its_fire:
                harm, more = 0.0, far + penalty
                for needed, damage, mount in its_guns:
                    shot = CHANCES[needed + more] * damage * bearing[its_turns[mount]]
                    if shot > harm:  # noqa: PLR1730 - thousands of times a match, a call costs more
                        harm = shot
                taken += harm * its_fire * self._parts[own_side]
            if hexes < own_reach and not own_turns[0]:
                chase += max(self._worth_of_chase(foe, hexes / own_reach, own_side, its_side), 0)
            if hexes < its_reach and not its_turns[0]:
                chase += min(self._worth_of_chase(foe, hexes / its_reach, own_side, its_side), 0)
        value = best_done * self.fire - taken * kill + chase
        if far_off > self.reach:
            value -= self.distance * (far_off - self.reach)
        return value

    def _worth_of_chase(self, foe: Foe, far: float, own_side: str, its_side: str) -> float:
        closing = foe.car.speed + self.mph if own_side == its_side == "front" else max(foe.car.speed, self.mph)
        return self.prices.chase * (1 - far) * self.worth_of_ram(foe, closing, own_side, its_side)

    def worth_of_ram(self, foe: Foe, mph: int, own_side: str, its_side: str) -> float:
        """What a ram at a speed in mph is worth that hits those sides of both cars (RH-075, RH-085)."""
        if not foe.kill:
            return -self.harm_of_ram(mph, own_side)
        its = self.constants.profile.harm_done * KILL_POINTS[foe.car.status] * blow_share(mph, foe.points[its_side])
        return self.prices.ram * its - self.harm_of_ram(mph, own_side)

    def harm_of_ram(self, mph: int, side: str) -> float:
        """What a ram at a speed in mph does to a side of the car, and to the guns behind it (RH-075, RH-085)."""
        worth, holds = self._guns_behind(side)
        harm = self.prices.own_ram * self.kill * blow_share(mph, self.points[side])
        return harm + worth * chance_of_ram(mph, holds) if worth else harm

    def _guns_behind(self, side: str) -> tuple[float, int]:
        """What the guns behind a side are worth in the rounds that are left, all guns of the car together being worth
        the price of a car that is disarmed, and the points of damage that break the last of them.
        """
        known = self._behind.get(side)
        if known is None:
            mount, rounds = MOUNTS_IN_ORDER[side], self.play.duel.rounds
            guns = sum(gun[2] == mount for gun in self.guns)
            worth = self.prices.disarmed * self.constants.profile.harm_taken * (rounds - self._turn) / rounds
            holds = self.car.armor[side] + sum(gun.dp for gun in self.car.guns if gun.mount == side)
            known = self._behind[side] = (worth * guns / len(self.guns) if guns else 0.0), holds
        return known

    def harm_of_wall(self, mph: int) -> float:
        """What a wall does to the front of the car at a speed in mph: more the faster it is, even if the car is lost
        at any speed (RH-075, RH-085).
        """
        return self.prices.wall * self.kill * blow_share(mph, self.points["front"]) + A_MPH * mph

    def harm_of_car_ahead(self, mph: int) -> float:
        """What it harms to have a car in the way that hardly moves (RH-085)."""
        return self.prices.ahead * self.harm_of_ram(mph, "front")

    @property
    def lost(self) -> float:
        """The handling that hits are expected to take off the car where it is now, before this round is over."""
        if self._lost is None:
            self._lost = HANDLING_A_HIT * self._hits_expected()
        return self._lost

    def _hits_expected(self) -> float:
        constants, (along, down) = self.constants, self.car.at
        penalty, hits = constants.penalties[self.car.speed], 0.0
        for foe in self.near:
            if foe.fire >= 1:
                theirs = sight(along - foe.along, down - foe.down, foe.facing)
                more, turns = constants.ranges[theirs.hexes] + penalty, theirs.turns
                hits += max(CHANCES[gun[0] + more] * constants.bearing[turns[gun[2]]] for gun in foe.guns)
        return hits

    def harm_of_handling(self, end: float) -> float:
        """What it harms on average to end the round with that handling, which may lie between two numbers."""
        below = SAFE - end
        if below <= 0:
            return 0.0
        harms = self._harms
        if harms is None:
            harms = self._harms = crash_harms(self.car, self.prices, kill=self.kill, mph=self.mph)
        whole = int(below)
        if whole >= len(harms) - 1:
            return harms[-1]
        return harms[whole] + (below - whole) * (harms[whole + 1] - harms[whole])
