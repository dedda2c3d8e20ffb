"""Turns and phases, as CW-P-030 and CW-P-041 count them.

A turn has five phases: the worked example of a spinout counts five from turn 5 phase 4 to turn 6 phase 3.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rules.carwars.procedures.input_bounds import Turn
from rules.carwars.procedures.procedure import Inputs

PHASES_PER_TURN = 5


class Moment(Inputs, frozen=True):
    """A phase of the duel."""

    turn: Turn
    """The turn, from 1."""
    phase: Annotated[int, Meta(ge=1, le=PHASES_PER_TURN)]
    """The phase of that turn, 1 to 5."""

    @property
    def count(self) -> int:
        """The phases of the duel up to this one: turn 1 phase 1 is 1."""
        return (self.turn - 1) * PHASES_PER_TURN + self.phase


def moment_at(count: int) -> dict[str, int]:
    """The turn and phase with that count, as plain values."""
    turn, phase = divmod(count - 1, PHASES_PER_TURN)
    return {"turn": turn + 1, "phase": phase + 1}


def moment_text(count: int) -> str:
    """The turn and phase with that count, in words."""
    return "turn {turn} phase {phase}".format(**moment_at(count))
