"""What does not change in a match, worked out once: roads, the prices of maneuvers, and what ranges and speeds do to
shots and to handling. Rules RH-015, RH-025, RH-035, RH-085.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.match.driving.judgment import PROFILES
from rules.match.handling.handling_formulas import accessory_bonus
from rules.match.handling.headings import ONE_SIDE
from rules.match.handling.speed_table import ROWS, SPEED_STEP, SPEEDS, row
from rules.rhad.autopilot.car_summary import Summaries
from rules.rhad.autopilot.prices import Prices
from rules.rhad.autopilot.roads import roads_of
from rules.rhad.combat.attacks import range_penalty
from rules.rhad.combat.target_speed import speed_penalty
from rules.rhad.match.match import Match
from rules.rhad.movement.maneuvers import MANEUVERS, STRAIGHT, d_value
from rules.rhad.settings import Settings

STEERED = (
    STRAIGHT, "turn_60_left", "turn_60_right", "light_drift_left", "light_drift_right", "steep_drift_left",
    "steep_drift_right", "turn_120_left", "turn_120_right",
)  # fmt: skip
"""The maneuvers that are weighed; a driver takes the first of those that look alike to them."""
ONE_TURN, HARD_TURN = "turn_60_left", "turn_120_left"
WIDE_BAND = 3
"""The speeds in a band from which on its slowest is weighed too."""
FARTHEST_RANGE = 90
"""A range in hexes that no arena has."""


class Steering(NamedTuple):
    """A maneuver: its turn in half sides, its drift and direction, and the handling that it takes."""

    name: str
    turn: int
    drift: str
    way: int
    toll: int


class Constants:
    """What does not change in one match."""

    __slots__ = (
        "_speeds",
        "bearing",
        "easy_turns",
        "gains",
        "hard_toll",
        "penalties",
        "profile",
        "ranges",
        "roads",
        "steerings",
        "straight",
        "summaries",
        "toll",
        "turns",
        "unconscious_at",
    )

    def __init__(self, play: Match, prices: Prices) -> None:
        settings = play.settings
        self.roads = roads_of(play.arena)
        self.profile = PROFILES[settings.autopilot_profile]
        self.bearing = (1.0, prices.one_turn, prices.two_turns, prices.three_turns)
        """The weight of a shot, by the sides that the car must turn for it."""
        self.ranges = tuple(range_penalty(play, hexes) for hexes in range(FARTHEST_RANGE))
        """What each range in hexes adds to the number needed to hit."""
        self.penalties = {mph: speed_penalty(play, mph) for mph in SPEEDS}
        """What the speed of a target in mph adds to it."""
        self.unconscious_at = play.unconscious_at
        """The lost points at which an occupant can no longer fire (RH-076)."""
        self.summaries = Summaries()
        self.steerings = tuple(_steering(name, settings) for name in STEERED)
        self.turns = tuple(steering for steering in self.steerings if not steering.drift)
        self.straight, self.easy_turns = self.turns[:1], self.turns[:3]
        self.toll = d_value(ONE_TURN, settings)
        """The handling that one turn takes."""
        self.hard_toll = d_value(HARD_TURN, settings)
        """The handling that a turn by two sides at once takes."""
        self.gains = {
            id: _gains(design.accessories, settings.mod_280, settings.accessory_stack)
            for id, design in play.designs.items()
        }
        """What each speed in mph adds to the handling of each car."""
        self._speeds: dict[tuple[int, int], list[int]] = {}

    def speeds_worth_weighing(self, slowest: int, fastest: int) -> list[int]:
        """The speeds in mph of a range that are weighed: the fastest of every band of speeds that are alike to
        handling and to shots at the car, and the slowest of wide bands (RH-025, RH-085).
        """
        known = self._speeds.get((slowest, fastest))
        if known is None:
            bands: dict[tuple[int, int], list[int]] = {}
            for mph in range(slowest, fastest + 1, SPEED_STEP):
                bands.setdefault((ROWS[mph].modifier, self.penalties[mph]), []).append(mph)
            weighed = {band[-1] for band in bands.values()}
            weighed |= {band[0] for band in bands.values() if len(band) >= WIDE_BAND}
            known = self._speeds[slowest, fastest] = sorted(weighed)
        return list(known)


def _steering(name: str, settings: Settings) -> Steering:
    maneuver = MANEUVERS[name]
    turn = maneuver.sides * ONE_SIDE * maneuver.way
    return Steering(name, turn, maneuver.drift, maneuver.way, d_value(name, settings))


@lru_cache(maxsize=64)
def _gains(accessories: tuple[str, ...], mod_280: int, accessory_stack: bool) -> Mapping[int, int]:
    return {
        mph: row(mph, mod_280=mod_280).modifier
        + accessory_bonus(mph=mph, accessories=accessories, stack=accessory_stack)
        for mph in SPEEDS
    }
