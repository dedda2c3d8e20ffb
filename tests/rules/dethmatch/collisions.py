"""Cars about to collide, and the results of their collisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState
from rules.dethmatch.movement.collisions import collide
from tests.rules.dethmatch.boards import PLAIN, Put, Told, board, open_field

STURDY = replace(PLAIN, toughness=4, suspension=72)
"""Like `PLAIN`, with handling 3 and four points of armor on each side, but with toughness 4: a critical needs four
points of damage.
"""
ARMOR = ("front", "right", "rear", "left")
STAYS = Told(stands=replace(Told().stands, drift="stay"))
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
    **puts: Any,
) -> tuple[Match, CarState, CarState]:
    """Two sturdy cars right after a collision of that kind. Their drivers stay in place where they may choose."""
    direction, target_place, facing = MEETINGS[kind]
    play = board(
        Put("mover", speed=speeds[0], **{"design": STURDY, **puts, **(mover or {})}),
        Put(
            "target", at=target_place, facing=facing, speed=speeds[1], **{"design": STURDY, **puts, **(target or {})}
        ),
        faces=faces,
        pilot=STAYS,
        switches=switches,
    )
    cars = play.state.cars
    collide(play, cars["mover"], direction, drift=direction)
    return play, cars["mover"], cars["target"]


def thrown(play: Match) -> list[str]:
    return [roll.why for roll in play.dice.log]


def used_up(play: Match) -> bool:
    return play.stream is not None and play.stream.unused_count() == 0


TALL = {"impassable": True}
PASS, FAIL = 1, 6
"""Faces with which a driving check passes or fails at every hazard of a collision."""
NO_DAMAGE = 1
"""The face of a damage die that armor of 4 deflects up to PEN 2."""
LEFT, RIGHT = 1, 6
"""The faces that decide an ambiguous side (DM-M-088)."""


def place(play: Match, car: CarState) -> tuple[tuple[int, int], int]:
    """The hex and facing of a car."""
    return play.track.hexes[car.at], car.facing


def crashed(
    *cars: Put,
    direction: int = 0,
    drift: int = 0,
    faces: Sequence[int],
    drifts: str = "stay",
    special: Mapping[tuple[int, int], Any] | None = None,
    edge: str = "wall",
) -> Match:
    """The first car right after it ran into whatever is in that direction. Every loaded face must be thrown."""
    play = board(
        *cars,
        faces=faces,
        track=open_field(special=special, edge=edge),
        pilot=Told(stands=replace(Told().stands, drift=drifts)),
    )
    collide(play, play.state.cars[cars[0].id], direction, drift=drift)
    assert play.stream is not None
    assert play.stream.unused_count() == 0
    return play


def two(
    heading: int, mover_check: int, target_check: int, *side: int, drifts: str = "stay", others: Sequence[Put] = ()
) -> Match:
    """A mover at speed 4 runs straight into the car ahead, which has speed 3 and that heading."""
    losses = [1, 1] if heading == 3 else []
    return crashed(
        Put("mover", speed=4),
        Put("target", at=(1, 0), facing=heading, speed=3),
        *others,
        faces=[mover_check, target_check, *losses, NO_DAMAGE, NO_DAMAGE, *side],
        drifts=drifts,
    )
