"""The autopilot's path in a phase: it turns toward an enemy, drifts out of arcs, and avoids anything solid.

Rules RH-010 to RH-016, RH-087.
"""

from __future__ import annotations

from rules.match.handling.headings import HALF_SIDES, ONE_SIDE, shorter_turn, turn_by
from rules.rhad.car.handling import speed_of_check
from rules.rhad.first_autopilot.free_ground import FURTHEST, FreeGround
from rules.rhad.first_autopilot.speed import LEAST_HANDLING, LOOKS_AHEAD, handling_gain, reserve
from rules.rhad.first_autopilot.threats import best_gun, count_threats, is_threatened, nearest
from rules.rhad.ground.hexes import STRIDES, Place, ahead, is_in_arc, steep_drift
from rules.rhad.match.match import Match
from rules.rhad.match.state import LEFT, RIGHT, CarState
from rules.rhad.movement.maneuvers import MANEUVERS, STRAIGHT, d_value
from rules.rhad.movement.moves import free_steps

TURNS = {LEFT: "turn_60_left", RIGHT: "turn_60_right"}
HARD_TURNS = {LEFT: "turn_120_left", RIGHT: "turn_120_right"}
DRIFTS = {LEFT: "steep_drift_left", RIGHT: "steep_drift_right"}
ROTATIONS = {LEFT: "rotate_60_left", RIGHT: "rotate_60_right"}
EVASIVE = (STRAIGHT, *DRIFTS.values(), *TURNS.values(), *HARD_TURNS.values())  # no mutant: their prices part them
"""The maneuvers tried if something solid is ahead; of two equally good ones, the first is taken (RH-087)."""
MOUNT_DIRECTIONS = {"front": 0, "right": 3, "back": 6, "left": 9}
"""The half sides from a car's facing to the side of a mount; a turret has none, since it bears all round (RH-085)."""


class ManeuverPlanner:
    """Plans a car's path in a phase. `at` and `facing` are where it will be and which way it will face (RH-087)."""

    def __init__(self, play: Match, car: CarState) -> None:
        self.play, self.car = play, car
        self.at, self.facing, self.heading = car.at, car.facing, car.heading
        self._slides = car.facing != car.heading
        self._may_turn = True

    def choose_maneuvers(self) -> tuple[str, ...]:
        """The maneuver of each free step of the phase, without straight steps at its end (RH-016, RH-087).

        If rolls of a skid or spin come first, the car goes straight on, since what will be ahead is unknown (RH-062).
        """
        if self.car.rolls_left or not (steps := free_steps(self.play, self.car)):
            return ()
        self.ground = FreeGround(self.play, self.car)
        self.spare = spare_of(self.play, self.car)
        chosen = [self._step() for _ in range(steps)]
        while chosen and chosen[-1] == STRAIGHT:
            chosen.pop()
        return tuple(chosen)

    def _step(self) -> str:
        """Choose the maneuver of the next step, and move the planned position."""
        if self._slides:
            name = self._rotation()
        elif self.ground.clear_run(self.at, self.heading, LOOKS_AHEAD) < LOOKS_AHEAD:
            name = self._evasion()
        else:
            name = self._choose_maneuver() if self._may_turn else STRAIGHT
            self._may_turn = self._may_turn and name == STRAIGHT
        self.spare -= d_value(name, self.play.settings)
        self.at, self.facing, self.heading = self._position_after(name)
        return name

    def _position_after(self, name: str) -> tuple[Place, int, int]:
        """Place, facing and heading after a maneuver and its step (RH-015)."""
        maneuver = MANEUVERS[name]
        if maneuver.rotates:
            return ahead(self.at, self.heading), turn_by(self.facing, ONE_SIDE * maneuver.way), self.heading
        if maneuver.drift:
            return steep_drift(self.at, self.heading, maneuver.way), self.facing, self.heading
        heading = turn_by(self.heading, ONE_SIDE * maneuver.sides * maneuver.way)
        return ahead(self.at, heading), heading, heading

    def _fits(self, name: str) -> bool:
        return d_value(name, self.play.settings) <= self.spare

    def _is_clear(self, name: str) -> bool:
        """Whether a maneuver leads to a free place with `LOOKS_AHEAD` free steps beyond it (RH-087)."""
        at, _, heading = self._position_after(name)
        return self.ground.is_free(at) and self.ground.clear_run(at, heading, LOOKS_AHEAD) == LOOKS_AHEAD

    def _rotation(self) -> str:
        """A rotation toward the line of travel, if there is handling for it (RH-064)."""
        way = shorter_turn(self.facing, self.heading)
        return ROTATIONS[way] if way and self._fits(ROTATIONS[way]) else STRAIGHT

    def _evasion(self) -> str:
        """The way around something solid, whatever it costs: first any with two free steps beyond it, then the
        cheapest, then the longest run (RH-087).
        """
        options = []
        for order, name in enumerate(EVASIVE):
            at, _, heading = self._position_after(name)
            run = self.ground.is_free(at) and 1 + self.ground.clear_run(at, heading, FURTHEST)
            safe = min(run, LOOKS_AHEAD + 1)
            options.append((-safe, d_value(name, self.play.settings), -run, order, name))
        return min(options)[-1]

    def _choose_maneuver(self) -> str:
        """A turn toward the nearest enemy, a drift out of an enemy's arc, or straight on (RH-087)."""
        return self._turn() or self._drift() or STRAIGHT

    def _turn(self) -> str:
        """The turn that brings the best weapon to bear on the nearest enemy; empty if it is not needed, does not fit
        or is not clear.
        """
        enemy, gun = nearest(self.play, self.car), best_gun(self.car)
        mount = gun.mount if gun else "front"
        if enemy is None or is_in_arc(self.at, self.facing, mount, enemy.at):
            return ""
        if not self._fits(TURNS[LEFT]):
            return ""
        side = turn_by(self.facing, MOUNT_DIRECTIONS[mount])
        toward = max((RIGHT, LEFT), key=lambda way: self._progress_toward(turn_by(side, ONE_SIDE * way), enemy.at))
        return TURNS[toward] if self._is_clear(TURNS[toward]) else ""

    def _progress_toward(self, way: int, target: Place) -> int:
        """How far a direction leads toward a place; only comparable between directions of the same kind."""
        along, down = STRIDES[way % HALF_SIDES]
        q, r = target[0] - self.at[0], target[1] - self.at[1]
        return 2 * along * q + 2 * down * r + along * r + down * q

    def _drift(self) -> str:
        """The steep drift after which fewer enemies have a clear shot; empty if there is none, or it does not fit or
        is not clear (RH-087).

        The autopilot never drifts lightly (RH-013).
        """
        if not self._fits(DRIFTS[LEFT]) or not is_threatened(self.play, self.car):
            return ""
        current_threats = count_threats(self.play, self.car, ahead(self.at, self.heading))
        for way in (LEFT, RIGHT):
            if self._is_clear(DRIFTS[way]):
                at = steep_drift(self.at, self.heading, way)
                if count_threats(self.play, self.car, at) < current_threats:
                    return DRIFTS[way]
        return ""


def spare_of(play: Match, car: CarState) -> int:
    """The handling that may be spent in this phase, so that the reserve and 1 are left at the check (RH-087)."""
    return car.hc + handling_gain(play, car, speed_of_check(play, car)) - reserve(play, car) - LEAST_HANDLING
