"""Turns and phases of a duel, with as many phases in a turn as the referee says. Rule CW-S-003."""

from __future__ import annotations

from rules.carwars.procedures.procedure import Answers, Inputs, InputsImpossible
from rules.carwars.procedures.quantities import Phase, Turn

PHASES = "duel.end_conditions"
"""The question that says how many phases a turn has (CW-Q-148)."""


class Moment(Inputs, frozen=True):
    """A phase of the duel."""

    turn: Turn
    """The turn, from 1."""
    phase: Phase
    """The phase of that turn, from 1."""


def refuse_no_phase(phase: int, answers: Answers) -> int:
    """The number of phases in a turn. Raises `InputsImpossible` if a turn does not have that phase."""
    per_turn = answers.number(PHASES, "phases_per_turn")
    if phase > per_turn:
        raise InputsImpossible(f"A turn has {per_turn} phases, so there is no phase {phase}: give one of them.")
    return per_turn


def phase_after(turn: int, phase: int, count: int, answers: Answers) -> tuple[int, int]:
    """Turn and phase that many phases after another.

    Raises `InputsImpossible` if a turn does not have the phase it counts from.
    """
    turns, before = divmod(phase - 1 + count, refuse_no_phase(phase, answers))
    return turn + turns, before + 1


def phase_index(moment: Moment, answers: Answers) -> int:
    """The number of a phase counted from the start of the duel: turn 1, phase 1 is 1.

    Raises `InputsImpossible` if a turn does not have that phase.
    """
    return (moment.turn - 1) * refuse_no_phase(moment.phase, answers) + moment.phase


def moment_at(index: int, answers: Answers) -> dict[str, int]:
    """The turn and phase with that number, as plain values."""
    turn, phase = phase_after(1, 1, index - 1, answers)
    return {"turn": turn, "phase": phase}


def moment_text(index: int, answers: Answers) -> str:
    """The turn and phase with that number, in words."""
    return "turn {turn} phase {phase}".format(**moment_at(index, answers))
