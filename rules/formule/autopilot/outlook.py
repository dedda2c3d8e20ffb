"""What a driver sees before a move: what each square that their car may reach is worth, in points of the race. Rules
FW-103, FW-110 to FW-112, FW-120, FW-126 to FW-128, FW-140.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rules.formule.autopilot.guns import FARTHEST, NO_DAMAGE, SURE_FACES, reckon_damage
from rules.formule.autopilot.prices import Prices
from rules.formule.autopilot.race_times import (
    FACES,
    FUELS,
    MOST_BRAKES,
    MOST_FUEL,
    MOST_RESERVE,
    OUT,
    SPUN,
    race_times_of,
)
from rules.formule.autopilot.stakes import Stakes
from rules.formule.car.gears import DICE, ENGINE_CHECK_GEAR, ENGINE_FAILS_TO
from rules.formule.car.wear import BLACK_DIE
from rules.formule.combat.to_hit import IN_A_CORNER, gear_of, target_gear_modifier
from rules.formule.match.match import Match
from rules.formule.match.positions import rows_ahead
from rules.formule.match.state import CarState
from rules.formule.movement.slipstream import SQUARES
from rules.formule.settings import Settings

HIT = 2
"""The damage of a usual hit, by which the worth of a point of damage is taken."""
ENGINE_CHECKS = 0.1 * ENGINE_FAILS_TO / BLACK_DIE
"""The chance that a turn in a high gear takes an engine point: one roll in ten is the highest (FW-123)."""


@lru_cache(maxsize=64)
def target_shares(settings: Settings) -> tuple[float, ...]:
    """How often shots hit a car in each gear from 0 on, against one in gear 2 or 3 (FW-034)."""
    return tuple(
        1 + target_gear_modifier(settings, max(gear, 1)) / float(SURE_FACES) for gear in range(len(DICE) + 1)
    )


class Outlook:
    """A driver's view of the race at one moment. `weights` are the prices as they weigh them now."""

    def __init__(self, play: Match, car: CarState, prices: Prices) -> None:
        self.play, self.car, self.prices = play, car, prices
        self.times = race_times_of(play)
        self.stakes = Stakes(play, car, prices, self.times)
        self.progress, self.stops, self.share = self.times.place_of(play, car)
        self.to_go = self.times.finish - self.progress
        self.turn_price = prices.turn * self.stakes.scale
        self.rivals = [other for other in play.racing_cars if other.team != car.team]
        if car.overshooting:
            self.reaches = self.times.road.reaches(car.row, self.stops, toll=car.overshooting, squares=SQUARES)
        else:
            self.reaches = self.times.reach(car.row, self.stops)
        """Where the squares ahead lead to."""
        self.target_share = target_shares(play.settings)
        self._fights: dict[int, tuple[float, float]] = {}
        self._views: list[tuple[int, float, tuple[float, ...], float]] | None = None

    # ------------------------------------------------------------------------------------------------ the fight

    def fight(self, squares: int) -> tuple[float, float]:
        """What the car may do next turn from so many squares ahead, and what it may suffer there in gear 3."""
        known = self._fights.get(squares)
        if known is None:
            known = self._fights[squares] = self._fight(squares)
        return known

    def _fight(self, squares: int) -> tuple[float, float]:
        if self._views is None:
            self._views = self._see_rivals()
            self._own_guns = reckon_damage(self.play, self.car)
        best = suffered = 0.0
        guns = self._own_guns
        for ahead, harm, theirs, own_harm in self._views:
            rows = ahead - squares
            if -FARTHEST <= rows <= FARTHEST:
                done = harm * guns[FARTHEST + rows]
                best = max(best, done)
                suffered += own_harm * theirs[FARTHEST - rows]
        if best and self.play.circuit.corner_of[(self.car.row + squares) % self.times.length] >= 0:
            best *= 1 + IN_A_CORNER / float(SURE_FACES)
        return best, suffered

    def _see_rivals(self) -> list[tuple[int, float, tuple[float, ...], float]]:
        """Of each rival: how many rows ahead it is, the worth of a point of damage to it, the damage its guns do, and
        the worth of a point of damage to the own car.
        """
        play, car, stakes = self.play, self.car, self.stakes
        own_harm = stakes.harm(car, HIT) / HIT
        views = []
        shares = self.target_share
        for other in self.rivals:
            armed = other.lap >= play.settings.fire_from_lap
            guns = reckon_damage(play, other) if armed else NO_DAMAGE
            ahead = rows_ahead(play.circuit, car.row, other.row)
            views.append((ahead, shares[gear_of(other)] * stakes.harm(other, HIT) / HIT, guns, own_harm))
        return views

    def position_worth(self, squares: int, gear: int) -> float:
        """What a place so many squares ahead is worth for shooting and being shot at."""
        done, suffered = self.fight(squares)
        return self.prices.offense * done - self.prices.exposure * suffered * self.target_share[gear]

    # ------------------------------------------------------------------------------------------------- the drive

    def stop_worth(self, squares: int, gear: int, brakes: int, fuel: int) -> float:
        """What it is worth to end the turn so many squares ahead, with those points left (FW-110 to FW-112)."""
        to_go, turn_price = self.to_go, self.turn_price
        due, lost, stops = self.reaches[squares if squares < to_go else to_go - 1]
        tires = self.car.tires - due
        if lost or tires < 0:
            return -OUT * turn_price
        if squares >= to_go:
            return -turn_price * to_go / squares
        turns = self.times.turns[self.progress + squares, stops, SPUN if due and not tires else gear]
        reserve = tires + brakes
        if self.share < 1:
            reserve = int(self.share * reserve)
        left = turns[min(reserve, MOST_RESERVE) * FUELS + min(fuel, MOST_FUEL)]
        ahead = (to_go - squares) / float(self.times.finish)
        left += ahead * (self.prices.no_brakes / (1 + brakes) + self.prices.no_tires / (1 + tires))
        return self.position_worth(squares, gear) - turn_price * left

    def gear_worth(self, gear: int, due: Mapping[str, int]) -> float:
        """The mean worth of a gear over the faces of its die, with the best braking for each (FW-102, FW-103)."""
        brakes, fuel = self.car.brakes - due.get("brakes", 0), self.car.fuel - due.get("fuel", 0)
        clear = self.times.squares_to_corner[self.car.row]
        worth_of, total = self.stop_worth, 0.0
        for rolled, faces in FACES[gear]:
            best = worth_of(rolled, gear, brakes, fuel)
            if rolled >= clear:
                for spent in range(1, min(MOST_BRAKES, brakes, rolled - 1) + 1):
                    worth = worth_of(rolled - spent, gear, brakes - spent, fuel)
                    best = max(best, worth)
            total += faces * best
        worth = total / len(DICE[gear])
        engine = due.get("engine", 0) + (ENGINE_CHECKS if gear >= ENGINE_CHECK_GEAR else 0.0)
        return worth - engine * self.stakes.loss(self.car, "engine") if engine else worth

    def best_braking(self, rolled: int) -> int:
        """How many brake points to spend on a roll (FW-120, FW-141)."""
        car = self.car
        return max(
            range(min(car.brakes, rolled - 1) + 1),
            key=lambda spent: (self.stop_worth(rolled - spent, car.gear, car.brakes - spent, car.fuel), -spent),
        )
