"""What a driver sees before a move: what each square that their car may reach is worth, in points of the race. Rules
FW-103, FW-110 to FW-112, FW-120, FW-126 to FW-128, FW-140.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.formule.autopilot.guns import FARTHEST, NO_DAMAGE, SURE_FACES, ZERO, Damage, damage_of
from rules.formule.autopilot.prices import Prices
from rules.formule.autopilot.race_times import A_TURN, FACES, OUT, SPUN, brakings, race_times_of, reserve_index
from rules.formule.autopilot.stakes import Stakes
from rules.formule.car.gears import DICE, ENGINE_CHECK_GEAR, ENGINE_FAILS_TO
from rules.formule.car.wear import BLACK_DIE
from rules.formule.combat.to_hit import IN_A_CORNER, gear_of, target_gear_modifier
from rules.formule.match.match import Match
from rules.formule.match.positions import rows_ahead
from rules.formule.match.state import CarState
from rules.formule.movement.slipstream import SQUARES
from rules.formule.settings import Settings
from rules.match.driving.judgment import STEADY, Profile
from rules.match.driving.plan import Plan

SETTLED_BY = 36
"""By how many rows a place is settled: about four turns."""
SETTLED_TIRE = 0.4
"""What a tire point that is left is worth to a car whose place is settled, in turns besides those it saves."""
SPARED = 0.18
"""What a point of tires or brakes that is left is worth to a driver to whom spending counts double, in turns besides
those it saves.
"""
LAST_TIRES = 0.4
"""What a car without tires is worse off, in turns, besides what it can no longer overshoot: one with some less so."""
MOST_AHEAD = ZERO - FARTHEST
"""How many rows ahead a rival may be to matter for the fight: a shot from the end of the longest move."""
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
    """A rival as the driver sees it: its id, the rows it is ahead, what a point of damage to it is worth in its gear,
    and the damage that its guns do.
    """

    id: str
    ahead: int
    harm: float
    guns: Damage


class Outlook:
    """A driver's view of the race at one moment, with a plan in mind."""

    def __init__(
        self, play: Match, car: CarState, prices: Prices, profile: Profile = STEADY, *, foresight: float = 1
    ) -> None:
        self.play, self.car, self.prices, self.profile = play, car, prices, profile
        self.offense, self.exposure = prices.offense * foresight, prices.exposure * foresight
        self.times = race_times_of(play)
        self.stakes = Stakes(play, car, prices, self.times, profile)
        self.progress, self.stops, self.share = self.times.place_of(play, car)
        self.to_go = self.times.finish - self.progress
        self.turn_price = prices.turn * self.stakes.scale * profile.place
        self.rivals = [other for other in play.racing_cars if other.team != car.team]
        self.is_settled = True
        for other in self.rivals:
            if -SETTLED_BY < other.progress - car.progress < SETTLED_BY:
                self.is_settled = False
                break
        """Whether no rival can take the car's place, and it can take none."""
        spared = self.turn_price * SPARED * (profile.spending - 1)
        """What a tire point that is left is worth besides the turns it saves, by the profile."""
        self.brake_kept = max(spared, 0.0)
        """What a brake point that is left is so worth: even a spender brakes only for something."""
        scarce = self.turn_price * LAST_TIRES
        if self.is_settled:
            spared += self.turn_price * SETTLED_TIRE
        self.tires_kept = [spared * tires - scarce / (tires + 1) ** 2 for tires in range(car.tires + 1)]
        """What tires that are left are worth besides the turns they save, since the last one lost is a spin."""
        if car.overshooting:
            self.reaches = self.times.road.reaches(car.row, self.stops, toll=car.overshooting, squares=SQUARES)
        else:
            self.reaches = self.times.reach(car.row, self.stops)
        """Where the squares ahead lead to."""
        self.target_share = target_shares(play.settings.gear6_mods)
        self.own_guns = damage_of(play, car)
        self.views = [self._see(other) for other in self.rivals]
        self.fighters = [view for view in self.views if view.harm]
        """The rivals that are near enough to matter for the fight."""
        self.own_harm = self.stakes.harm(car, HIT) / HIT if self.fighters else 0.0
        """What a point of damage to the own car takes off what is at stake, if there is a fight."""
        self._positions: dict[int, tuple[float, float]] = {}

    def follow(self, plan: Plan) -> None:
        """See things as a plan weighs them (FW-140)."""
        prices = self.prices
        if plan.name == "hunt":
            self.stakes.weights = {plan.about: prices.hunt_harm}
            self.turn_price *= prices.hunt_turn
            self.fighters = [
                view._replace(harm=view.harm * prices.hunt_harm) if view.id == plan.about else view
                for view in self.fighters
            ]
        elif plan.name == "evade":
            self.stakes.weights = {self.car.id: prices.evade_harm}
            self.own_harm *= prices.evade_harm
        elif plan.name == "run_home":
            self.turn_price *= prices.home_turn

    # ------------------------------------------------------------------------------------------------ the fight

    def _see(self, other: CarState) -> RivalView:
        play, stakes = self.play, self.stakes
        armed = other.lap >= play.settings.fire_from_lap
        ahead = rows_ahead(play.circuit, self.car.row, other.row)
        if not -FARTHEST <= ahead <= MOST_AHEAD:
            return RivalView(other.id, ahead, 0.0, NO_DAMAGE)
        harm = self.target_share[gear_of(other)] * stakes.harm(other, HIT) / HIT
        return RivalView(other.id, ahead, harm, damage_of(play, other) if armed else NO_DAMAGE)

    def position_worth(self, squares: int, gear: int) -> float:
        """What it is worth for shooting and being shot at to end so many squares ahead, in that gear."""
        if not self.fighters:
            return 0.0
        known = self._positions.get(squares)
        if known is None:
            known = self._positions[squares] = self._fight_at(squares)
        done, suffered = known
        return done - suffered * self.target_share[gear]

    def _fight_at(self, squares: int) -> tuple[float, float]:
        """What the car may do next turn from so many squares ahead, and what it may suffer there, as prices weigh
        them.
        """
        own_guns, done, suffered = self.own_guns, 0.0, 0.0
        for _, ahead, harm, guns in self.fighters:
            rows = ahead - squares
            damage = harm * own_guns[ZERO + rows]
            done = max(done, damage)
            suffered += guns[ZERO - rows]
        if done and self.play.circuit.corner_of[(self.car.row + squares) % self.times.length] >= 0:
            done *= IN_CORNERS
        return self.offense * done, self.exposure * suffered * self.own_harm

    def fight_here(self) -> tuple[float, float]:
        """What the car may do from where it is, and what it may suffer there."""
        done = max((view.harm * self.own_guns[ZERO + view.ahead] for view in self.fighters), default=0.0)
        return done, self.own_harm * sum(view.guns[ZERO - view.ahead] for view in self.fighters)

    # ------------------------------------------------------------------------------------------------- the drive

    def stop_worth(self, squares: int, gear: int, brakes: int, fuel: int) -> float:
        """What it is worth to end the turn so many squares ahead, with those points left (FW-110 to FW-112)."""
        to_go, turn_price = self.to_go, self.turn_price
        due, lost, stops = self.reaches[squares if squares < to_go else to_go - 1]
        tires = self.car.tires - due
        if lost or tires < 0:
            return -OUT * turn_price
        if squares >= to_go:
            return self.tires_kept[tires] + self.brake_kept * brakes - turn_price * to_go / squares
        spins = due and not tires
        turns = self.times.turns[self.progress + squares, stops, SPUN if spins else gear]
        left = turns[self._reserve_index(tires, brakes, fuel)] / A_TURN
        gear = 1 if spins else gear
        return (
            self.position_worth(squares, gear) + self.tires_kept[tires] + self.brake_kept * brakes - turn_price * left
        )

    def tow_worth(self, squares: int, gear: int, brakes: int) -> float:
        """What it is worth to drive on in a slipstream from so many squares ahead, 0 if it is not (FW-127)."""
        farther = squares + SQUARES
        if farther >= len(self.reaches):
            return 0.0
        fuel = self.car.fuel
        return max(self.stop_worth(farther, gear, brakes, fuel) - self.stop_worth(squares, gear, brakes, fuel), 0.0)

    def _reserve_index(self, tires: int, brakes: int, fuel: int) -> int:
        """Where those points are in the turns of a state."""
        if self.share < 1:
            return reserve_index(int(self.share * tires), int(self.share * brakes), fuel)
        return reserve_index(tires, brakes, fuel)

    def gear_worth(self, gear: int, change: Mapping[str, int]) -> float:
        """The mean worth of a gear over the faces of its die, with the best braking for each (FW-102, FW-103)."""
        brakes, fuel = self.car.brakes - change.get("brakes", 0), self.car.fuel - change.get("fuel", 0)
        worth_of, reaches, total = self.stop_worth, self.reaches, 0.0
        turns, position_worth, progress, to_go = self.times.turns, self.position_worth, self.progress, self.to_go
        held, price = self._reserve_index(self.car.tires, brakes, fuel), self.turn_price / A_TURN
        kept = self.tires_kept[self.car.tires] + self.brake_kept * brakes
        for rolled, faces in FACES[gear]:
            due, lost, stops = reaches[rolled]
            if not due and not lost and rolled < to_go:  # the usual case of `stop_worth`, for speed
                left = turns[progress + rolled, stops, gear][held]
                total += faces * (position_worth(rolled, gear) + kept - price * left)
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
