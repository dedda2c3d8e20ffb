"""The steps of a replay: the frames of a film with the lines of the story that belong to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from league.pages.matches.story import StoryLine, StoryPart, story_ids
from rules.match.replay_frames import Film, Frame

START = "The start"
"""The title of frames before the story's first turn."""


@dataclass(slots=True)
class ReplayStep:
    """A step of a replay: its number from 1, its frame, and the lines of the story that led to it.

    `part` is the heading of its part of the story, and `note` that heading's note if the part begins here.
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
        """The parts a reader can jump to, each with its first step."""
        first_steps: dict[str, int] = {}
        for step in self.steps:
            first_steps.setdefault(step.part, step.number)
        return list(first_steps.items())


def build_replay(film: Film, story: Sequence[StoryPart]) -> Replay:
    """Combine a film and its story: every line belongs to one step, and lines keep their order.

    A line belongs to the frame of its part and phase. Lines after a part's last phase belong to the part's last
    frame. The heading and lines of a part without frames belong to the frame before it.
    """
    steps = [ReplayStep(number, frame.part or START, frame) for number, frame in enumerate(film.frames, 1)]
    indexes_by_part: dict[str, list[int]] = {}
    for index, frame in enumerate(film.frames):
        indexes_by_part.setdefault(frame.part, []).append(index)
    begins: dict[str, int] = {}
    current = 0
    for part in story if steps else ():
        frames = indexes_by_part.get(part.heading.split(":")[0]) if part.heading else None
        current = frames[0] if frames else current
        begins[part.anchor] = steps[current].number
        if frames:
            steps[current].note = part.note
            current = _place_lines(steps, frames, part)
        else:
            steps[current].lines += [*_heading(part), *part.lines]
    return Replay(tuple(steps), begins)


def _place_lines(steps: Sequence[ReplayStep], frames: Sequence[int], part: StoryPart) -> int:
    """Assign the lines of a part to its frames, and return the index of its last frame."""
    by_phase = {steps[index].frame.phase: index for index in frames}
    last = max((number for number, line in enumerate(part.lines) if line.phase), default=len(part.lines))
    current = frames[0]
    for number, line in enumerate(part.lines):
        index = by_phase.get(int(line.phase)) if line.phase else frames[-1] if number > last else None
        current = current if index is None else max(current, index)
        steps[current].lines.append(line)
    return frames[-1]


def _heading(part: StoryPart) -> list[StoryLine]:
    """A heading as a line without a number."""
    text = f"{part.heading} ({part.note})" if part.note else part.heading
    return [StoryLine("", "", text, part.rule, story_ids(text))] if text else []
