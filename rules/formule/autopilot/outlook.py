"""What a driver sees before a move: what each square that their car may reach is worth, in points of the race. Rules
FW-103, FW-110 to FW-112, FW-120, FW-126 to FW-128, FW-140.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.formule.autopilot.guns import FARTHEST, NO_DAMAGE, SURE_FACES, ZERO, Damage, damage_of
from rules.formule.autopilot.prices import Prices
from rules.formule.autopilot.race_times import (
    FACES,
    FUELS,
    MOST_FUEL,
    MOST_RESERVE,
    OUT,
    SPUN,
    brakings,
    race_times_of,
)
from rules.formule.autopilot.stakes import Stakes
from rules.formule.car.gears import DICE, ENGINE_CHECK_GEAR, ENGINE_FAILS_TO, HIGHEST_GEAR
from rules.formule.car.wear import BLACK_DIE
from rules.formule.combat.to_hit import IN_A_CORNER, gear_of, target_gear_modifier
from rules.formule.match.match import Match
from rules.formule.match.positions import rows_ahead
from rules.formule.match.state import CarState
from rules.formule.movement.slipstream import SQUARES
from rules.formule.settings import Settings
from rules.match.driving.judgment import STEADY, Profile
from rules.match.driving.plan import Plan

MOST_AHEAD = ZERO - FARTHEST
"""How many rows ahead a rival may be to matter for the fight: a shot from the end of the longest move."""
MOST_SQUARES = tuple(FACES[min(gear + 1, HIGHEST_GEAR)][-1][0] + SQUARES + 1 for gear in range(HIGHEST_GEAR + 1))
"""By gear, more squares than a car can drive in a turn: it may shift up one gear, and there may be a slipstream."""
HIT = 2
"""The damage of a usual hit, by which the worth of a point of damage is taken."""
IN_CORNERS = 1 + IN_A_CORNER / float(SURE_FACES)
"""The share of shots that still hit from a corner."""
ENGINE_CHECKS = 0.1 * ENGINE_FAILS_TO / BLACK_DIE
"""The chance that a turn in a high gear takes an engine point: one roll in ten is the highest (FW-123)."""


@lru_cache(maxsize=64)
def target_shares(gear6_mods: str) -> tuple[float, ...]:
    """How often shots hit a car in each gear from 0 on, against one in gear 2 or 3 (FW-034)."""
    settings = Settings(gear6_mods=gear6_mods)
    return tuple(
        1 + target_gear_modifier(settings, max(gear, 1)) / float(SURE_FACES) for gear in range(len(DICE) + 1)
    )


class RivalView(NamedTuple):
    """A rival as the driver sees it: the rows it is ahead, what a point of damage to it is worth in its gear, and the
    damage that its guns do.
    """

    ahead: int
    harm: float
    guns: Damage


class Outlook:
    """A driver's view of the race at one moment, with a plan in mind."""

    def __init__(self, play: Match, car: CarState, prices: Prices, profile: Profile = STEADY) -> None:
        self.play, self.car, self.prices, self.profile = play, car, prices, profile
        self.times = race_times_of(play)
        self.stakes = Stakes(play, car, prices, self.times, profile)
        self.progress, self.stops, self.share = self.times.place_of(play, car)
        self.to_go = self.times.finish - self.progress
        self.turn_price = prices.turn * self.stakes.scale * profile.place
        self.kept = self.turn_price * prices.reserve * (profile.spending - 1)
        """What a point of tires or brakes that is left is worth besides the turns it saves, by the profile."""
        self.rivals = [other for other in play.racing_cars if other.team != car.team]
        if car.overshooting:
            self.reaches = self.times.road.reaches(car.row, self.stops, toll=car.overshooting, squares=SQUARES)
        else:
            self.reaches = self.times.reach(car.row, self.stops)
        """Where the squares ahead lead to."""
        self.target_share = target_shares(play.settings.gear6_mods)
        self.own_guns = damage_of(play, car)
        self.views = [self._see(other) for other in self.rivals]
        self._positions: dict[int, list[float]] = {}

    def follow(self, plan: Plan) -> None:
        """See things as a plan weighs them (FW-140)."""
        prices = self.prices
        if plan.name == "hunt":
            self.stakes.weights = {plan.about: prices.hunt_harm}
            self.turn_price *= prices.hunt_turn
            self.views = [
                view._replace(harm=view.harm * prices.hunt_harm) if other.id == plan.about else view
                for other, view in zip(self.rivals, self.views, strict=True)
            ]
        elif plan.name == "evade":
            self.stakes.weights = {self.car.id: prices.evade_harm}
        elif plan.name == "run_home":
            self.turn_price *= prices.home_turn

    # ------------------------------------------------------------------------------------------------ the fight

    def _see(self, other: CarState) -> RivalView:
        play, stakes = self.play, self.stakes
        armed = other.lap >= play.settings.fire_from_lap
        ahead = rows_ahead(play.circuit, self.car.row, other.row)
        if not -FARTHEST <= ahead <= MOST_AHEAD:
            return RivalView(ahead, 0.0, NO_DAMAGE)
        harm = self.target_share[gear_of(other)] * stakes.harm(other, HIT) / HIT
        return RivalView(ahead, harm, damage_of(play, other) if armed else NO_DAMAGE)

    def positions(self, gear: int) -> list[float]:
        """What each square ahead is worth for shooting and being shot at, for a car in that gear that ends there."""
        found = self._positions.get(gear)
        if found is None:
            done, suffered = self._fights
            offense, exposure = self.prices.offense, self.prices.exposure * self.target_share[gear]
            found = self._positions[gear] = [
                offense * worth - exposure * loss for worth, loss in zip(done, suffered, strict=True)
            ]
        return found

    @cached_property
    def _fights(self) -> tuple[list[float], list[float]]:
        """For each square ahead, what the car may do next turn from there, and what it may suffer there."""
        count, row = min(MOST_SQUARES[self.car.gear], len(self.reaches)), self.car.row
        done, suffered = [0.0] * count, [0.0] * count
        own_harm = self.stakes.harm(self.car, HIT) / HIT
        for ahead, harm, guns in self.views:
            if not harm:
                continue
            farthest = ZERO + ahead
            ours = self.own_guns[farthest - count + 1 : farthest + 1]
            done = [max(best, harm * damage) for best, damage in zip(done, reversed(ours), strict=True)]
            theirs = guns[ZERO - ahead : ZERO - ahead + count]
            suffered = [loss + own_harm * damage for loss, damage in zip(suffered, theirs, strict=True)]
        corner_of, length = self.play.circuit.corner_of, self.times.length
        for squares, worth in enumerate(done):
            if worth and corner_of[(row + squares) % length] >= 0:
                done[squares] = worth * IN_CORNERS
        return done, suffered

    def fight_here(self) -> tuple[float, float]:
        """What the car may do from where it is, and what it may suffer there."""
        own_harm = self.stakes.harm(self.car, HIT) / HIT
        near = [view for view in self.views if view.harm]
        done = max((view.harm * self.own_guns[ZERO + view.ahead] for view in near), default=0.0)
        return done, own_harm * sum(view.guns[ZERO - view.ahead] for view in near)

    # ------------------------------------------------------------------------------------------------- the drive

    def stop_worth(self, squares: int, gear: int, brakes: int, fuel: int) -> float:
        """What it is worth to end the turn so many squares ahead, with those points left (FW-110 to FW-112)."""
        to_go, turn_price = self.to_go, self.turn_price
        due, lost, stops = self.reaches[squares if squares < to_go else to_go - 1]
        tires = self.car.tires - due
        if lost or tires < 0:
            return -OUT * turn_price
        if squares >= to_go:
            return self.kept * (tires + brakes) - turn_price * to_go / squares
        turns = self.times.turns[self.progress + squares, stops, SPUN if due and not tires else gear]
        left = turns[self._reserve_index(tires, brakes, fuel)] + (to_go - squares) * self._lacking(tires, brakes)
        return self.positions(gear)[squares] + self.kept * (tires + brakes) - turn_price * left

    def _reserve_index(self, tires: int, brakes: int, fuel: int) -> int:
        """Where those points are in the turns of a state."""
        reserve = tires + brakes
        if self.share < 1:
            reserve = int(self.share * reserve)
        return min(reserve, MOST_RESERVE) * FUELS + min(fuel, MOST_FUEL)

    def _lacking(self, tires: int, brakes: int) -> float:
        """What the race times do not know: the turns lost for each square to go where only one of tires and brakes is
        left.
        """
        prices = self.prices
        return (prices.no_brakes / (1 + brakes) + prices.no_tires / (1 + tires)) / self.times.finish

    def gear_worth(self, gear: int, change: Mapping[str, int]) -> float:
        """The mean worth of a gear over the faces of its die, with the best braking for each (FW-102, FW-103)."""
        brakes, fuel = self.car.brakes - change.get("brakes", 0), self.car.fuel - change.get("fuel", 0)
        worth_of, reaches, total = self.stop_worth, self.reaches, 0.0
        turns, positions, progress, to_go = self.times.turns, self.positions(gear), self.progress, self.to_go
        held, price = self._reserve_index(self.car.tires, brakes, fuel), self.turn_price
        lacking, kept = self._lacking(self.car.tires, brakes), self.kept * (self.car.tires + brakes)
        for rolled, faces in FACES[gear]:
            due, lost, stops = reaches[rolled]
            if not due and not lost and rolled < to_go:  # the usual case of `stop_worth`, for speed
                left = turns[progress + rolled, stops, gear][held] + (to_go - rolled) * lacking
                total += faces * (positions[rolled] + kept - price * left)
                continue
            best = worth_of(rolled, gear, brakes, fuel)
            if due or lost:
                for spent in brakings(reaches, rolled)[1 : brakes + 1]:
                    worth = worth_of(rolled - spent, gear, brakes - spent, fuel)
                    best = max(best, worth)
            total += faces * best
        worth = total / len(DICE[gear])
        engine = change.get("engine", 0) + (ENGINE_CHECKS if gear >= ENGINE_CHECK_GEAR else 0.0)
        return worth - engine * self.stakes.loss(self.car, "engine") if engine else worth
