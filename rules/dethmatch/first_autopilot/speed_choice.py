"""Choosing the speed of a turn, and what is spent on it. Rules DM-M-065, DM-M-142, DM-M-145, DM-M-146."""

from __future__ import annotations

from dataclasses import replace

from rules.dethmatch.driving import hazards
from rules.dethmatch.driving.acceleration import needed_to_accelerate
from rules.dethmatch.driving.handling import ICE, SPEED_PER_POINT, maximum_handling
from rules.dethmatch.driving.speed import FUEL_BURNS_EVERY
from rules.dethmatch.first_autopilot import at_rest
from rules.dethmatch.first_autopilot.destinations import NO_STOP, Destination, turns_to_go
from rules.dethmatch.first_autopilot.distance_fields import ABOUT_FACE, GoalField, turns_needed
from rules.dethmatch.first_autopilot.risk_estimates import TrackRisks
from rules.dethmatch.first_autopilot.safe_speed import (
    CRAWL,
    Corner,
    Grip,
    SpeedLimit,
    average_halves,
    highest_speed,
    safe_speed,
)
from rules.dethmatch.ground.track import OUTSIDE, Track
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import SpeedOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.movement.speed_step import NITROUS, NITROUS_A_HEAT, creep_speed, most_braking_checks

TOP = 15
"""The highest speed the autopilot considers."""
IN_THE_ARENA = 6
"""The speed a car in an arena aims at: hard to hit, and a turn still costs one point (DM-M-146)."""
STRAIGHT_STEPS = 1
"""The speeds considered beyond the next one, which a second roll or nitrous may reach."""
BOLD = "bold"
BOLD_FLOOR = 1
"""How much further a bold driver plans to lower their handling: to -1 instead of 0 (DM-M-142)."""
FUEL_TO_SPARE = 3
"""The fewest fuel points with which some are spent on power (DM-M-145)."""
STRAIGHT_TURNS = 2
"""The turns of straight road that are worth spending fuel (DM-M-145)."""
WALL_TURN_SIDES = 2
"""The hex-sides a driver expects to turn before a wall."""
SIGHT = 16
"""How far ahead a driver looks for a wall, in hexes."""
CERTAIN = 6


class Corners:
    """The corners of a circuit from each place on its guide line, and how fast each may be taken."""

    __slots__ = ("_of", "_safe_speeds")

    def __init__(self, track: Track) -> None:
        lap = len(track.guide)
        on_ice = [track.surface[at] == ICE for at in track.guide]
        self._of = tuple(
            tuple(Corner(bend.ahead, bend.gap, abs(bend.side), on_ice[(place + bend.ahead) % lap]) for bend in bends)
            for place, bends in enumerate(track.bends)
        )
        self._safe_speeds: dict[tuple[Grip, int], list[int]] = {}

    def ahead(self, place: int) -> tuple[Corner, ...]:
        """Return the corners of the next lap from a place on the guide line, the nearest first."""
        return self._of[place]

    def safe_speeds(self, grip: Grip, handling: int) -> list[int]:
        """Return the safe speed of the bend that begins at each place, with that much handling."""
        key = grip, handling
        if key not in self._safe_speeds:
            speeds = [TOP] * len(self._of)
            for place, corners in enumerate(self._of):
                for corner in corners[:1]:
                    at = (place + corner.ahead) % len(self._of)
                    speeds[at] = safe_speed(corners, grip=grip, handling=handling, most=TOP)
            self._safe_speeds[key] = speeds
        return self._safe_speeds[key]


def grip_of(play: Match, car: CarState) -> Grip:
    """Return how a car in its present state takes turns."""
    return Grip(
        maximum=maximum_handling(play, car),
        per_point=SPEED_PER_POINT[play.settings.turn_cost_table],
        raised=play.fits[car.id].height == "raised",
        dog_sledder=hazards.ride(play, car).dog_sledder,
        model=None if play.model_handling is None else play.model_handling.model,
    )


def target_speed(
    play: Match, car: CarState, destination: Destination, ground: TrackRisks, corners: Corners | None, *, profile: str
) -> int:
    """Return the speed a driver aims at (DM-M-142).

    It is one lower on hazard ground and with an overloaded suspension. It is 0 to stop in a pit, to turn around when
    the car faces the wrong way, to turn away from what blocks a car at rest, and to wait where the road is shut.
    """
    track = play.track
    if destination.stop == 0:
        return 0
    if car.speed == 0 and at_rest.road_is_shut(play, car):
        return 0
    turns_owed = turns_needed(destination.field, car.at, car.facing)
    if (
        car.speed == 0
        and (turns_owed > 1 or at_rest.is_shut_in(play, car))
        and at_rest.can_turn(play, car, destination.field)
    ):
        return 0
    if car.speed and turns_owed == ABOUT_FACE:
        return 0
    grip, floor = grip_of(play, car), BOLD_FLOOR if profile == BOLD else 0
    most = min(car.speed + 1 + STRAIGHT_STEPS, TOP)
    ahead = []
    if turns_owed > 1 or (turns_owed and not track.is_circuit):
        here = Corner(0, car.straight, turns_owed)  # no mutant: there is no other corner to be near to
        now = safe_speed((here,), grip=grip, handling=car.handling + floor, most=most)
        ahead.append(SpeedLimit(0, now, now))  # no mutant: braking at all takes more than a hex
    if destination.stop != NO_STOP:
        ahead.append(SpeedLimit(destination.stop, CRAWL, CRAWL))
    if isinstance(destination.field, GoalField):
        ahead += _wall(track, car, grip, floor)
        most = min(most, IN_THE_ARENA)
    if corners is not None:
        ahead += _bends(track, car, corners, grip, floor=floor, most=most)
    speed = highest_speed(ahead, most=most)
    is_rough = _is_rough(track, car, ground, speed)
    return max(speed - is_rough - bool(play.fits[car.id].overload), 1)


def speed_order(play: Match, car: CarState, to: int, *, straight: int, profile: str) -> SpeedOrder:
    """Return the order to reach a speed. Fuel and nitrous are used only with enough fuel and straight road (DM-C-144,
    DM-M-145).

    `straight` is the hexes of straight road ahead. A moving car keeps the fuel that the rest of the heat burns.
    """
    if to < car.speed:
        checks = min(car.speed - to - 1, most_braking_checks(play, car))
        return SpeedOrder(intent="down", to=to, checks=checks)
    if to == car.speed:
        return SpeedOrder()
    needed = needed_to_accelerate(play, car)
    if needed is None or (not car.fuel and car.speed >= creep_speed(play)):
        return SpeedOrder()
    straight_enough = 2 * straight >= STRAIGHT_TURNS * average_halves(to)
    reserve = -(-turns_to_go(play, car) // FUEL_BURNS_EVERY)
    can_spend_fuel = straight_enough and car.fuel >= FUEL_TO_SPARE and (car.fuel > reserve or car.speed == 0)
    fit = play.fits[car.id]
    nitrous = can_spend_fuel and NITROUS in fit.devices and car.nitrous < NITROUS_A_HEAT and to > car.speed + 1
    boosters: tuple[str, ...] = ()
    if straight_enough and profile == BOLD:
        boosters = tuple(
            gun.mount
            for gun in car.guns
            if gun.kind == "booster_rockets" and gun.ammunition and not gun.burning and not gun.destroyed
        )
    return SpeedOrder(
        intent="up",
        to=to,
        boost=can_spend_fuel and not car.boosted and needed < CERTAIN,
        second_roll="on_fail" if can_spend_fuel and car.fuel > FUEL_TO_SPARE and needed > 0 else "never",
        nitrous=nitrous,
        boosters=boosters,
    )


def with_impetuous(order: SpeedOrder) -> SpeedOrder:
    """Return the same order with the driver moving before everyone this turn (DM-M-115)."""
    return replace(order, impetuous=True)


def straight_ahead(track: Track, car: CarState, corners: Corners | None) -> int:
    """Return the hexes of straight road ahead: to the next bend of the guide line, or without a line to the wall."""
    if corners is not None:
        bends = corners.ahead(track.along[car.at])
        return bends[0].ahead if bends else len(track.guide)
    at = car.at
    for distance in range(SIGHT):
        at = track.neighbors[at][car.facing]
        if at == OUTSIDE or track.impassable[at]:
            return distance
    return SIGHT


def _bends(track: Track, car: CarState, corners: Corners, grip: Grip, *, floor: int, most: int) -> list[SpeedLimit]:
    """Return limits for the bends ahead: with the handling that is left if one is reached this turn, later with the
    maximum.
    """
    place = track.along[car.at]
    at_bends = corners.safe_speeds(grip, grip.maximum + floor)
    lap, reach = len(track.guide), average_halves(most)
    corners_ahead = corners.ahead(place)
    limits = []
    for number, corner in enumerate(corners_ahead):
        then = at_bends[(place + corner.ahead) % lap]
        now = then
        if 2 * corner.ahead < reach:
            now = safe_speed(corners_ahead[number:], grip=grip, handling=car.handling + floor, most=most)
        if min(now, then) < most:  # no mutant: a bend that may be taken at the most limits nothing
            limits.append(SpeedLimit(corner.ahead, now, then))
    return limits


def _wall(track: Track, car: CarState, grip: Grip, floor: int) -> list[SpeedLimit]:
    """Return a limit for the wall ahead of a car where there is no guide line, as for a bend just before it."""
    distance = straight_ahead(track, car, None)
    turning = (Corner(distance, car.straight + distance, WALL_TURN_SIDES),)
    now, then = (
        safe_speed(turning, grip=grip, handling=handling + floor, most=IN_THE_ARENA)
        for handling in (car.handling, grip.maximum)
    )
    return [SpeedLimit(distance, now, then)]


def _is_rough(track: Track, car: CarState, ground: TrackRisks, speed: int) -> bool:
    """Whether there is hazard ground here or on the road of this turn (DM-M-142)."""
    if ground.loose[car.at]:
        return True
    if not track.is_circuit:
        return False
    place, lap = track.along[car.at], len(track.guide)
    return any(ground.loose[track.guide[(place + far) % lap]] for far in range(average_halves(speed) // 2))
