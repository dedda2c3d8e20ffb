"""What is at stake: what damage to a car is worth, by what it has left and how far it has to go.

Rules FW-050, FW-051, FW-056, FW-126, FW-150, FW-151.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from operator import attrgetter

from rules.formule.autopilot.prices import Prices
from rules.formule.autopilot.race_times import A_TURN, SPUN, RaceTimes, reserve_index
from rules.formule.car.damage import OVERFLOW_TABLE
from rules.formule.car.wear import UNCONSCIOUS
from rules.formule.match.match import Match
from rules.formule.match.state import CarState
from rules.match.driving.judgment import Profile

CHANCES = {
    place: sum(struck == place for struck in OVERFLOW_TABLE.values()) / float(len(OVERFLOW_TABLE))
    for place in set(OVERFLOW_TABLE.values())
}
"""The chance that a point past the armor strikes a place (FW-051)."""
MIDDLE = reserve_index(4, 2, 2)
"""Where the turns of a car with some reserves are."""
PROGRESS = attrgetter("progress")
WINNER = 10.0
"""The points of the winner that prices are given for."""


@lru_cache(maxsize=4096)
def points_to_kill(body: int, engine: int, road_holding: int, wounds: int) -> float:
    """The mean number of points past the armor that put a car out (FW-051, FW-056, FW-126)."""
    if not body or not engine or not road_holding or wounds >= UNCONSCIOUS:
        return 0.0
    met = {
        "body": points_to_kill(body - 1, engine, road_holding, wounds),
        "engine": points_to_kill(body, engine - 1, road_holding, wounds),
        "road_holding": points_to_kill(body, engine, road_holding - 1, wounds),
        "driver": points_to_kill(body, engine, road_holding, wounds + 1),
    }
    return (1 + sum(CHANCES[place] * left for place, left in met.items())) / sum(CHANCES[place] for place in met)


class Stakes:
    """What is at stake for each car of a race, as the driver of one of them sees it."""

    def __init__(self, play: Match, car: CarState, prices: Prices, times: RaceTimes, profile: Profile) -> None:
        self.play, self.car, self.prices, self.times, self.profile = play, car, prices, times, profile
        self.by_place = by_place = play.settings.points_by_place
        self.scale = by_place[0] / WINNER if by_place[0] else 1.0
        """What the prices are multiplied by."""
        self.weights: dict[str, float] = {}
        """How much more damage to a car weighs by the plan in force."""
        self._turns: dict[str, float] = {}
        self._harms: dict[str, tuple[float, float, float, float]] = {}

    @cached_property
    def _places(self) -> dict[str, int]:
        """The place that each racing car would have now, from 0."""
        cars = sorted(self.play.racing_cars, key=PROGRESS, reverse=True)
        taken = sum(1 for other in self.play.state.cars.values() if other.place)
        return {other.id: place for place, other in enumerate(cars, start=taken)}

    def turns_left(self, other: CarState) -> float:
        """About how many turns a car has yet to drive."""
        turns = self._turns.get(other.id)
        if turns is None:
            progress, stops, share = self.times.place_of(self.play, other)
            turns = (self.times.turns[progress, stops, other.gear or SPUN][MIDDLE] / A_TURN - 1) / share
            self._turns[other.id] = turns
        return turns

    def points_at_stake(self, other: CarState) -> float:
        """What it is worth to the own team if a car stays in the race, negative for a rival."""
        prices, by_place = self.prices, self.by_place
        if other.team == self.car.team:
            return prices.out * self.scale * self.profile.harm_taken
        place = self._places[other.id]
        points = by_place[place] if place < len(by_place) else 0
        return -(prices.out_rival * points + self.play.settings.kill_points) * self.profile.harm_done

    def harm(self, other: CarState, points: float) -> float:
        """What so many points of damage to a car take off what is at stake, always 0 or more."""
        known = self._harms.get(other.id)
        if known is None:
            known = self._harms[other.id] = self._know_harm(other)
        stake, ahead, lasts, now = known
        worth = stake * (1 / max(lasts - points, ahead) - now)
        return worth * self.weights.get(other.id, 1.0) if self.weights else worth

    def _know_harm(self, other: CarState) -> tuple[float, float, float, float]:
        """What `harm` needs of a car: what is at stake, the damage ahead of it, that and what it can take, and what
        it is in danger of now.
        """
        ahead = self.prices.damage_a_turn * self.turns_left(other) + self.prices.damage_ahead
        lasts = ahead + other.armor + points_to_kill(other.body, other.engine, other.road_holding, other.wounds)
        return abs(self.points_at_stake(other)) * ahead, ahead, lasts, 1 / lasts

    def loss(self, other: CarState, name: str) -> float:
        """What the loss of a point of body, engine or road-holding takes off what is at stake (FW-126)."""
        if getattr(other, name) <= 1:
            return abs(self.points_at_stake(other))
        vital = {"body": other.body, "engine": other.engine, "road_holding": other.road_holding}
        before = points_to_kill(**vital, wounds=other.wounds)
        vital[name] -= 1
        return self.harm(other, before - points_to_kill(**vital, wounds=other.wounds))
