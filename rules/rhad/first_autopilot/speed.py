"""The autopilot's speed for a round. Rules RH-086, RH-087."""

from __future__ import annotations

from rules.match.handling.handling_formulas import accessory_bonus
from rules.match.handling.speed_table import SPEED_STEP, row
from rules.rhad.first_autopilot.free_ground import FURTHEST, FreeGround
from rules.rhad.first_autopilot.threats import best_gun, is_threatened, nearest
from rules.rhad.ground.hexes import is_in_arc
from rules.rhad.match.match import Match
from rules.rhad.match.orders import SpeedOrder
from rules.rhad.match.state import CarState
from rules.rhad.movement.maneuvers import d_value
from rules.rhad.movement.speed import speeds_open

CAPS = {"cautious": 55, "normal": 80, "reckless": 110}
"""The highest speed of each profile, in mph (RH-086)."""
RESERVE = 2
"""The handling kept in reserve while an enemy has a clear shot (RH-086)."""
LEAST_HANDLING = 1
"""The handling that a round should end with (RH-086)."""
LOOKS_AHEAD = 2
"""How many steps ahead a wall is avoided (RH-087)."""
PLANNED_MANEUVER = "turn_60_left"
"""The maneuver for which handling is planned."""


def speed_order(play: Match, car: CarState) -> SpeedOrder:
    """The highest speed within reach and the profile's cap that leaves enough handling for the planned maneuver, or
    else the lowest speed within reach (RH-086).
    """
    slowest, fastest = speeds_open(play, car)
    highest = max(min(fastest, CAPS[play.settings.aggression]), slowest)
    spare = car.hc - reserve(play, car) - LEAST_HANDLING
    planned = d_value(PLANNED_MANEUVER, play.settings)
    must_turn = wants_to_turn(play, car)
    ahead = FreeGround(play, car).clear_run(car.at, car.heading, FURTHEST)
    for mph in range(highest, slowest, -SPEED_STEP):
        toll = planned if must_turn or steps_in_round(car, mph) + LOOKS_AHEAD > ahead else 0
        if spare + handling_gain(play, car, mph) >= toll:
            return SpeedOrder(to=mph)
    return SpeedOrder(to=slowest)


def reserve(play: Match, car: CarState) -> int:
    """The handling to keep in reserve (RH-086)."""
    return RESERVE if is_threatened(play, car) else 0


def handling_gain(play: Match, car: CarState, mph: int) -> int:
    """What a speed and the accessories add to handling at the check (RH-025, RH-035, RH-086)."""
    modifier = row(mph, mod_280=play.settings.mod_280).modifier
    accessories = play.designs[car.id].accessories
    return modifier + accessory_bonus(mph=mph, accessories=accessories, stack=play.settings.accessory_stack)


def wants_to_turn(play: Match, car: CarState) -> bool:
    """Whether the best weapon does not bear on the nearest enemy (RH-086, RH-087)."""
    enemy, gun = nearest(play, car), best_gun(car)
    return enemy is not None and gun is not None and not is_in_arc(car.at, car.facing, gun.mount, enemy.at)


def steps_in_round(car: CarState, mph: int) -> int:
    """The whole steps of a round at that speed, including a half step carried over (RH-023, RH-024)."""
    return (sum(row(mph).half_steps) + car.credit) // 2
