"""Cars about to collide, and the results of their collisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.dethmatch.match.state import CarState
from rules.dethmatch.movement.collisions import collide
from tests.rules.dethmatch.boards import NO_REROLLS, PLAIN, Board, Car, open_field

STURDY = replace(PLAIN, toughness=4, suspension=72)
"""Like `PLAIN`, with handling 3 and four points of armor on each side, but with toughness 4: a critical needs four
points of damage.
"""
ARMOR = ("front", "right", "rear", "left")
STAYS = replace(NO_REROLLS, drift="stay")
MEETINGS: Mapping[str, tuple[int, tuple[int, int], int]] = {
    "head_on": (0, (1, 0), 3),
    "t_bone": (0, (1, 0), 1),
    "rear_end": (0, (1, 0), 0),
    "swipe": (1, (0, 1), 0),
}
"""The collisions of a mover at (0, 0) with facing 0: the direction of its step, the target's hex and the target's
facing.
"""


def meeting(
    kind: str,
    *,
    speeds: tuple[int, int] = (6, 4),
    faces: Sequence[int] = (),
    mover: Mapping[str, Any] | None = None,
    target: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
    **both: Any,
) -> tuple[Board, CarState, CarState]:
    """Two sturdy cars right after a collision of that kind. Their drivers stay in place where they may choose."""
    direction, target_place, facing = MEETINGS[kind]
    play = Board(
        Car("mover", speed=speeds[0], **{"design": STURDY, **both, **(mover or {})}),
        Car(
            "target", at=target_place, facing=facing, speed=speeds[1], **{"design": STURDY, **both, **(target or {})}
        ),
        faces=faces,
        standing=STAYS,
        switches=switches,
    )
    collide(play, play.car("mover"), direction, drift=direction)
    return play, play.car("mover"), play.car("target")


TALL = {"impassable": True}
PASS, FAIL = 1, 6
"""Faces with which a driving check passes or fails at every hazard of a collision."""
NO_DAMAGE = 1
"""The face of a damage die that armor of 4 deflects up to PEN 2."""
LEFT, RIGHT = 1, 6
"""The faces that decide an ambiguous side (DM-M-088)."""


def crashed(
    *cars: Car,
    direction: int = 0,
    drift: int = 0,
    faces: Sequence[int],
    drifts: str = "stay",
    special: Mapping[tuple[int, int], Any] | None = None,
    edge: str = "wall",
) -> Board:
    """The first car right after it ran into whatever is in that direction. Every loaded face must be thrown."""
    play = Board(
        *cars,
        faces=faces,
        track=open_field(special=special, edge=edge),
        standing=replace(NO_REROLLS, drift=drifts),
    )
    collide(play, play.car(cars[0].id), direction, drift=drift)
    assert play.all_thrown()
    return play


def two(
    heading: int, mover_check: int, target_check: int, *side: int, drifts: str = "stay", others: Sequence[Car] = ()
) -> Board:
    """A mover at speed 4 runs straight into the car ahead, which has speed 3 and that heading."""
    losses = [1, 1] if heading == 3 else []
    return crashed(
        Car("mover", speed=4),
        Car("target", at=(1, 0), facing=heading, speed=3),
        *others,
        faces=[mover_check, target_check, *losses, NO_DAMAGE, NO_DAMAGE, *side],
        drifts=drifts,
    )
