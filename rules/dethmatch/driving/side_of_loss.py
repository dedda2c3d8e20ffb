"""The side, left or right, that a loss of control goes to. Rules DM-M-076, DM-M-088."""

from __future__ import annotations

from collections.abc import Mapping

from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import LEFT, RIGHT, CarState, Control

SIDE_BY_QUADRANT = {"left": LEFT, "right": RIGHT}
"""The quadrants that are sides (DM-M-088)."""
TURN, DRIFT, COLLISION = "turn", "drift", "collision"
SAME, OPPOSITE = 1, -1
Sway = Mapping[str, int]
SKID_SIDES: tuple[Sway, ...] = ({TURN: OPPOSITE, DRIFT: SAME, COLLISION: OPPOSITE},)
"""The side of a skid or fishtail, from the last event of this turn: against a turn, on with a drift, away from the
side hit (DM-M-076).
"""
SPIN_SIDES: tuple[Sway, ...] = ({TURN: SAME, COLLISION: SAME},)
"""The side of a spin, from the last event of this phase: on with a turn, toward the side hit (DM-M-076)."""
ROLLOVER_SIDES: tuple[Sway, ...] = ({TURN: SAME, DRIFT: SAME}, {COLLISION: OPPOSITE})
"""The side of a rollover, from this phase: on with the last maneuver, or without one away from the side hit
(DM-M-076).
"""
OUTWARD_ROLLOVER_SIDES: tuple[Sway, ...] = ({TURN: OPPOSITE, DRIFT: SAME}, {COLLISION: OPPOSITE})
"""The same where by house rule a rollover goes against the last turn (DM-M-076)."""


def remember_sway(play: Match, car: CarState, event: str, side: int) -> None:
    """Record a `turn`, a `drift` or a `collision`, from which a later loss of control takes its side (DM-M-076).

    `side` is -1 for left and 1 for right: the way the car went, or the side that was hit. A hit on the front or rear
    has side 0 and is not recorded.
    """
    if side:
        car.swayed = [sway for sway in car.swayed if sway[0] != event] + [(event, side, play.elapsed_phases)]


def side_of(play: Match, car: CarState, control: Control) -> int:
    """Return the side a loss of control goes to, -1 or 1. If no event decides it, a die does: odd right, even left
    (DM-M-076).
    """
    first_phase = play.elapsed_phases
    if control is Control.SPIN:
        tiers = SPIN_SIDES
    elif control is Control.ROLLOVER:
        tiers = OUTWARD_ROLLOVER_SIDES if play.settings.rollover_opposite_turn else ROLLOVER_SIDES
    else:
        tiers, first_phase = SKID_SIDES, play.elapsed_phases - play.state.moment.phase + 1
    for sway in tiers:
        for event, side, phase in reversed(car.swayed):
            if phase >= first_phase and event in sway:
                return side * sway[event]
    return RIGHT if play.d6("side of the loss of control") % 2 else LEFT


def side_of_collision(play: Match, struck: str, mover_hit: str) -> int:
    """Return the side that positioning after a collision goes to, -1 or 1 (DM-M-088).

    This is the side of the target that was struck. If the target was struck in front or rear, it is the side opposite
    to the one hit on the mover. If the mover was not hit on a side either, a d6 decides: 1 to 3 left, 4 to 6 right.
    """
    if struck in SIDE_BY_QUADRANT:
        return SIDE_BY_QUADRANT[struck]
    if mover_hit in SIDE_BY_QUADRANT:
        return -SIDE_BY_QUADRANT[mover_hit]
    return LEFT if play.d6("side of the collision") <= 3 else RIGHT
