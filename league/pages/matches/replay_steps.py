"""The frames of a match with what its story says of each: the steps of its replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from league.pages.matches.story import StoryLine, StoryPart, story_ids
from rules.match.replay_frames import Film, Frame

START = "The start"
"""What a moment before the story's first turn is called."""


@dataclass(slots=True)
class ReplayStep:
    """A moment of a replay: its number from 1, its frame, and the lines of the story that led to it.

    `part` is the heading it stands under, `note` what that heading adds where the part begins.
    """

    number: int
    part: str
    frame: Frame
    note: str = ""
    lines: list[StoryLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Replay:
    """The steps of a replay, and the step at which each part of the story begins, by the part's anchor."""

    steps: tuple[ReplayStep, ...]
    begins: dict[str, int]

    @property
    def turns(self) -> list[tuple[str, int]]:
        """The parts one may jump to, each with its first step."""
        first: dict[str, int] = {}
        for step in self.steps:
            first.setdefault(step.part, step.number)
        return list(first.items())


def build_replay(film: Film, story: Sequence[StoryPart]) -> Replay:
    """A film and its story together: every line of it stands at one step, and they keep their order.

    A line goes to the frame of its part and phase; what a part says after its last phase to the part's last frame;
    a part without frames, its heading first, to the frame before it.
    """
    steps = [ReplayStep(number, frame.part or START, frame) for number, frame in enumerate(film.frames, 1)]
    own: dict[str, list[int]] = {}
    for at, frame in enumerate(film.frames):
        own.setdefault(frame.part, []).append(at)
    begins: dict[str, int] = {}
    here = 0
    for part in story if steps else ():
        frames = own.get(part.heading.split(":")[0]) if part.heading else None
        here = frames[0] if frames else here
        begins[part.anchor] = steps[here].number
        if frames:
            steps[here].note = part.note
            here = _place_lines(steps, frames, part)
        else:
            steps[here].lines += [*_heading(part), *part.lines]
    return Replay(tuple(steps), begins)


def _place_lines(steps: Sequence[ReplayStep], frames: Sequence[int], part: StoryPart) -> int:
    """Put the lines of a part where they belong, and say which is its last frame."""
    by_phase = {steps[at].frame.phase: at for at in frames}
    last = max((number for number, line in enumerate(part.lines) if line.phase), default=len(part.lines))
    here = frames[0]
    for number, line in enumerate(part.lines):
        at = by_phase.get(int(line.phase)) if line.phase else frames[-1] if number > last else None
        here = here if at is None else max(here, at)
        steps[here].lines.append(line)
    return frames[-1]


def _heading(part: StoryPart) -> list[StoryLine]:
    """What a heading says, as a line without a number."""
    text = f"{part.heading} ({part.note})" if part.note else part.heading
    return [StoryLine("", "", text, part.rule, story_ids(text))] if text else []
