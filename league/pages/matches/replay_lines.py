"""The lines of a step that a replay shows: as many as a phone has room for; the log has the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.pages.list_pages import phone_lines
from league.pages.matches.story import StoryLine

PHONE_LINES_A_STEP = 40
"""The most lines that the story of a step takes on a phone."""


@dataclass(frozen=True, slots=True)
class LinesOfStep:
    """The first lines of a step, how many are left out, and the number in the log of the first of these."""

    shown: Sequence[StoryLine]
    left: int
    following: str


def lines_of_step(lines: Sequence[StoryLine]) -> LinesOfStep:
    """The lines that fit, at least one if there is any."""
    taken, fits = 0, 0
    for line in lines:
        taken += phone_lines(line.text)
        if fits and taken > PHONE_LINES_A_STEP:
            break
        fits += 1
    left_out = lines[fits:]
    return LinesOfStep(lines[:fits], len(left_out), next((line.number for line in left_out if line.number), ""))
