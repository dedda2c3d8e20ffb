"""Control rolls by a die, against the face that the referee's control table asks for."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

import msgspec

from rules.core.dice import Stream

NeededFace: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=7)]
"""The lowest face that keeps control: 1 where the table asks for no roll, 7 where no face is enough."""


class ControlRoll(NamedTuple):
    """A control roll: its face, or None if no die could change anything, and whether control is kept."""

    face: int | None
    kept: bool


def roll_control(needed: int, stream: Stream, *, why: str) -> ControlRoll:
    """Roll for control with one die, unless the needed face says that control is kept or lost anyway."""
    if not 2 <= needed <= 6:
        return ControlRoll(None, needed == 1)
    face = stream.roll(1, why).total
    return ControlRoll(face, face >= needed)


def describe_roll(roll: ControlRoll, needed: int) -> str:
    """What a control roll came to, in words."""
    control = "control is kept" if roll.kept else "control is lost"
    return f"{control} without a roll" if roll.face is None else f"{roll.face} with {needed} needed, so {control}"
