"""What another book's handling model means for planning: the handling that can still be spent, and what a failed
check takes off the score of a path. Rules DM-M-068, DM-M-142, DM-M-143.
"""

from __future__ import annotations

from functools import cache

from rules.match.handling.handling_model import HandlingModel, LossOfControl

SIXTHS = 6
SLOWING, LOSING_CONTROL, ROLLING = 1, 6, 8
"""The weights in the score of losing speed, of losing control, and of a spin or rollover in addition (DM-M-143)."""
WORST = frozenset({LossOfControl.SPIN, LossOfControl.ROLLOVER})
RESERVE = 1
"""The handling a driver keeps in reserve when they choose their speed (DM-M-142)."""
POINTS_FOR_ONE = 2
"""This many points of handling weigh as much in the score as one point does without a model, because they come back
every turn (DM-M-143).
"""
FURTHEST = 30  # no mutant: any figure above what a model asks for
"""How far from 0 the search for the lowest safe handling goes."""


@cache
def least_safe_handling(model: HandlingModel) -> int:
    """Return the lowest handling, as the model checks it, with which a car keeps control."""
    return next(end for end in range(-FURTHEST, FURTHEST) if model.in_control(end))


def spendable_handling(model: HandlingModel, *, speed: int, handling: int) -> int:
    """Return what a car may still spend this turn and keep control. Below 0 it has too little.

    `speed` is the speed it set out with.
    """
    return handling + model.speed_adjustment(speed=speed) - least_safe_handling(model)


@cache
def failed_check_penalty(model: HandlingModel, longest: int) -> tuple[int, ...]:
    """Return what a check that is certain to fail takes off the score, for each sixth of the chance that it is made
    (DM-M-143).

    The penalties are listed by the points below the highest handling that fails, up to `longest`.
    """
    best = least_safe_handling(model) - 1
    return tuple(_failed_check_penalty(model, best - below) for below in range(longest + 1))


def _failed_check_penalty(model: HandlingModel, end: int) -> int:
    crashes = [model.crash(end=end, solid=False, face=face + 1) for face in range(SIXTHS)]
    lost = sum(LOSING_CONTROL if crash.loss else SLOWING for crash in crashes)
    return SIXTHS * (lost + ROLLING * sum(crash.loss in WORST for crash in crashes))
