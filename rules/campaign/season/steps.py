"""The steps of a season at which something planned comes into force: `S1` to `E9`, or `r4` for round 4.

Rules HOUSE-008, HOUSE-012.
"""

from __future__ import annotations

import re

from rules.campaign.core.command import SEASON_STEPS, STEPS_BEFORE_CLOSED, open_steps
from rules.campaign.core.state import Season
from rules.core.refusals import Malformed, Refusal

ROUND_STEP_PATTERN = re.compile(r"r([1-9][0-9]{0,2})")
ROUNDS_INDEX = SEASON_STEPS.index("M")


class StepPast(Refusal):
    """The season has already reached the step at which something was to change."""


def round_step(number: int) -> str:
    """The name of the step at which a round is announced, such as `r4`."""
    return f"r{number}"


def is_step(step: str) -> bool:
    """Whether a text names a step at which something planned can come into force."""
    return step in STEPS_BEFORE_CLOSED or ROUND_STEP_PATTERN.fullmatch(step) is not None


def step_position(step: str) -> tuple[int, int]:
    """A step's place in the season: the index of the step, and the round within it."""
    round = ROUND_STEP_PATTERN.fullmatch(step)
    return (ROUNDS_INDEX, int(round[1])) if round else (SEASON_STEPS.index(step), 0)  # no mutant: before round 1


def furthest_step(season: Season) -> str:
    """The last of the open steps; hiring, garage and party are open together if they are one window."""
    return max(open_steps(season), key=SEASON_STEPS.index)


def refuse_step(season: Season, step: str) -> None:
    """Refuse a step that the season does not have, or has reached. Raises `Malformed` or `StepPast`."""
    round = ROUND_STEP_PATTERN.fullmatch(step)
    if not is_step(step):
        raise Malformed(
            f"There is no step {step[:20]!r} to wait for: name one of {', '.join(STEPS_BEFORE_CLOSED)}, or r4 for "
            "round 4."
        )
    if round and not season.rounds_before < int(round[1]) <= season.rounds_planned:
        raise Malformed(
            f"There is no round {round[1]} to come: name one from {season.rounds_before + 1} to "
            f"{season.rounds_planned}."
        )
    if step_position(step) <= _current_position(season):
        raise StepPast(f"The season has reached {step}: name a later step, or make the change now.")


def _current_position(season: Season) -> tuple[int, int]:
    rounds = season.all_rounds()
    step = furthest_step(season)
    return step_position(round_step(rounds[-1].number) if step == "M" and rounds else step)
