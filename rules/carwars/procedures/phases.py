"""Phases counted on from one to another, with the referee's number of phases in a turn. Rule CW-S-003."""

from __future__ import annotations

from rules.carwars.procedures.procedure import Answers, InputsImpossible

PHASES = "duel.end_conditions"
"""The question that says how many phases a turn has."""


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
