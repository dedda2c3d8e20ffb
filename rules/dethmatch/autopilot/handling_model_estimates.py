"""What another book's handling model means to a driver who plans: the handling they may still spend, and what a
failed check takes off the score of a path. Rules DM-M-068, DM-M-142, DM-M-143.
"""

from __future__ import annotations

from functools import cache

from rules.match.handling_model import HandlingModel, LossOfControl

SIXTHS = 6
SLOWING, LOSING_CONTROL, ROLLING = 1, 6, 8
"""What each weighs in the score: speed lost, control lost, and a spin or rollover besides (DM-M-143)."""
WORST = frozenset({LossOfControl.SPIN, LossOfControl.ROLLOVER})
RESERVE = 1
"""The handling a driver keeps for what they do not foresee when they choose their speed (DM-M-142)."""
POINTS_FOR_ONE = 2
"""So many points of handling weigh in the score as one that is not wholly regained with every turn (DM-M-143)."""
FURTHEST = 30  # no mutant: any figure above what a model asks for
"""How far from 0 the least handling that keeps control is looked for."""


@cache
def least_safe_handling(model: HandlingModel) -> int:
    """The least handling, as it is checked, with which a car keeps control."""
    return next(end for end in range(-FURTHEST, FURTHEST) if model.in_control(end))


def spendable_handling(model: HandlingModel, *, speed: int, handling: int) -> int:
    """What a car that set out with a speed may still spend this turn and keep control; below 0 it has not enough."""
    return handling + model.speed_adjustment(speed=speed) - least_safe_handling(model)


@cache
def failed_check_penalty(model: HandlingModel, longest: int) -> tuple[int, ...]:
    """What a check takes off the score that is sure to fail, by the points below the best that fails, up to the
    longest, for each sixth of the chance that it is called for (DM-M-143).
    """
    best = least_safe_handling(model) - 1
    return tuple(_failed_check_penalty(model, best - below) for below in range(longest + 1))


def _failed_check_penalty(model: HandlingModel, end: int) -> int:
    crashes = [model.crash(end=end, solid=False, face=face + 1) for face in range(SIXTHS)]
    lost = sum(LOSING_CONTROL if crash.loss else SLOWING for crash in crashes)
    return SIXTHS * (lost + ROLLING * sum(crash.loss in WORST for crash in crashes))
