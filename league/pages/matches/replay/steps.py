"""The steps of a replay: the frames of a film, each with its lines, captions and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.utils.safestring import SafeString

from explain.printed_names import quantity
from league.pages.list_pages import phone_lines
from league.pages.matches.names import MatchNames, pieces_as_html
from league.pages.matches.story import StoryLine, StoryPart, story_ids
from rules.match.replay.events import LOSSES_OF_CONTROL, EventKind, ReplayEvent
from rules.match.replay.frames import Film, Frame

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


Names = Mapping[str, str]
Sentence = Callable[[ReplayEvent, Names], tuple[str, str]]
"""Makes the first word or two of a caption, which stand out, and the sentence after it; the first may be empty."""
CRASH_SITES = {
    "Wall": "hits the wall",
    "Edge": "hits the edge",
    "Terrain": "hits the terrain",
    "Lands": "comes down hard",
}
WAYS_OF_LOSING = {"Oil": " on oil", "Shoved": ", shoved aside", "Overshoots": " and overshoots the corner"}
LOST = {EventKind.SKID: "Skid", EventKind.SPIN: "Spin", EventKind.ROLL: "Rollover"}


def _hit(event: ReplayEvent, names: Names) -> tuple[str, str]:
    harm = f" for {event.amount} damage" if event.amount else ""
    return "Hit", f"{names['car']} shoots {names['other']}{harm}"


def _lost_control(event: ReplayEvent, names: Names) -> tuple[str, str]:
    return LOST[event.kind], f"{names['car']} loses control{WAYS_OF_LOSING.get(event.tag, '')}"


def _wreck(event: ReplayEvent, names: Names) -> tuple[str, str]:
    if names["by"]:
        return "Kill", f"{names['by']} puts {names['car']} out"
    return "Out", f"{names['car']} is off the table" if event.tag == "Off the table" else f"{names['car']} is out"


def _blast(event: ReplayEvent, names: Names) -> tuple[str, str]:
    return event.tag or "Blast", f"{names['car']} is in an explosion"


def _tire(event: ReplayEvent, names: Names) -> tuple[str, str]:
    return "Tires", f"{names['car']} loses {quantity(event.amount, 'tire point') if event.amount else 'rubber'}"


SENTENCES: Mapping[EventKind, Sentence] = {
    EventKind.HIT: _hit,
    EventKind.MISS: lambda _, names: ("Miss", f"{names['car']} fires at {names['other']}"),
    EventKind.RICOCHET: lambda _, names: ("Ricochet", f"{names['car']} hits {names['other']} and does no harm"),
    EventKind.HARM: lambda event, names: ("", f"{names['car']} takes {event.amount} damage"),
    EventKind.HOLD: lambda _, names: ("", f"The armor of {names['car']} holds"),
    EventKind.RAM: lambda _, names: ("Ram", f"{names['car']} runs into {names['other']}"),
    EventKind.CRASH: lambda event, names: ("Crash", f"{names['car']} {CRASH_SITES.get(event.tag, 'crashes')}"),
    EventKind.SKID: _lost_control,
    EventKind.SPIN: _lost_control,
    EventKind.ROLL: _lost_control,
    EventKind.GRIP: lambda _, names: ("", f"{names['car']} is under control again"),
    EventKind.FIRE: lambda _, names: ("Fire", f"{names['car']} burns"),
    EventKind.BLAST: _blast,
    EventKind.DROP: lambda event, names: ("", f"{names['car']} drops {event.tag.lower() or 'something'}"),
    EventKind.TRAP: lambda event, names: (event.tag, f"{names['car']} drives into it"),
    EventKind.SMOKE: lambda _, names: ("Smoke", f"{names['car']} lays a screen"),
    EventKind.TIRE: _tire,
    EventKind.PART: lambda event, names: (event.tag or "Critical", f"{names['car']} is crippled"),
    EventKind.WOUND: lambda event, names: (event.tag or "Wounded", f"somebody in {names['car']}"),
    EventKind.WRECK: _wreck,
    EventKind.LAP: lambda event, names: ("", f"{names['car']} completes lap {event.amount}"),
    EventKind.FINISH: lambda event, names: ("Home", f"{names['car']} finishes in place {event.amount}"),
    EventKind.FLAG: lambda event, names: ("Flag", _flag(event, names)),
    EventKind.PIT: lambda _, names: ("", f"{names['car']} is in the pit"),
    EventKind.BOOST: lambda event, names: (event.tag, f"{names['car']} is faster for it"),
    EventKind.HEAT: lambda *_: ("", "The heat begins"),
    EventKind.OVER: lambda *_: ("", "It is over"),
}
"""The caption of each kind of event."""


def _flag(event: ReplayEvent, names: Names) -> str:
    if not event.tag:
        return "a flag is back home"
    return f"{names['car']} {event.tag[0].lower()}{event.tag[1:]}"


def caption_pieces(event: ReplayEvent, cast: MatchNames) -> list[str]:
    """The caption of an event in pieces of text that are plain and bold in turn."""
    by = event.other or event.crew
    names = {
        "car": cast.name(event.car) if event.car else "",
        "other": cast.name(event.other) if event.other else "the other car",
        "by": cast.name(by) if by and by != event.car else "",
    }
    first, sentence = SENTENCES[event.kind](event, names)
    if not first:
        return [f"{sentence}."]
    return ["", f"{first}.", f" {sentence[0].upper()}{sentence[1:]}."]


def caption(event: ReplayEvent, cast: MatchNames) -> SafeString:
    """The caption of an event as HTML."""
    return pieces_as_html(caption_pieces(event, cast))


def caption_in_words(event: ReplayEvent, cast: MatchNames) -> str:
    """The caption of an event as text."""
    return "".join(caption_pieces(event, cast))


KILL, LOSS, LAP = MARK_KINDS = ("kill", "loss", "lap")
STEPS_OF_A_LOSS = 6
"""A car that loses control again after fewer steps than this has never regained it."""
ICON_SHARE = 0.02
"""The width of an icon as a share of a wide timeline."""
MARK_NAMES = {KILL: "Next kill", LOSS: "Next spin", LAP: "Next lap"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A step worth jumping to: its number, its kind, and what happens there."""

    step: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Lead:
    """How long a team led a race: its first step, the number of steps, and the leading car."""

    first: int
    steps: int
    car: str


def marks_of(film: Film, cast: MatchNames) -> list[Mark]:
    """The marks of a film in their order.

    Each car is put out once in a heat, a loss of control counts when it begins, and a lap when the first car
    completes it.
    """
    marks: list[Mark] = []
    out: set[str] = set()
    lost: dict[str, int] = {}
    laps = 0
    for step, frame in enumerate(film.frames, start=1):
        for event in frame.events:
            kind = ""
            if event.kind is EventKind.HEAT:
                out.clear()
                laps = 0
            elif event.kind is EventKind.WRECK and event.car not in out:
                out.add(event.car)
                kind = KILL
            elif event.kind in LOSSES_OF_CONTROL:
                kind = LOSS if step - lost.get(event.car, -STEPS_OF_A_LOSS) >= STEPS_OF_A_LOSS else ""
                lost[event.car] = step
            elif event.kind is EventKind.LAP and event.amount > laps:
                laps = event.amount
                kind = LAP
            elif event.kind is EventKind.FINISH and event.amount == 1:
                kind = LAP
            if kind:
                marks.append(Mark(step, kind, caption_in_words(event, cast)))
    return marks


def marks_with_icons(marks: Sequence[Mark], last: int) -> set[int]:
    """The indices of the marks whose icons fit on the timeline of a match of `last` steps, the most telling first.

    The others are lines without an icon, so that no two icons overlap.
    """
    taken: dict[int, int] = {}
    for index in sorted(range(len(marks)), key=lambda index: (MARK_KINDS.index(marks[index].kind), index)):
        step = marks[index].step
        if all(abs(step - other) >= ICON_SHARE * last for other in taken.values()):
            taken[index] = step
    return set(taken)


def next_marks(marks: Sequence[Mark], step: int) -> dict[str, Mark | None]:
    """The next mark of each kind after a step, for the kinds there are in the match."""
    kinds = [kind for kind in MARK_KINDS if any(mark.kind == kind for mark in marks)]
    return {kind: next((mark for mark in marks if mark.kind == kind and mark.step > step), None) for kind in kinds}


def leads_of(film: Film) -> Iterator[Lead]:
    """Who led a race, from step to step; nothing for a match that is no race."""
    if not film.laps:
        return
    leaders = [frame.order[0] if frame.order else "" for frame in film.frames]
    first = 1
    for car, steps in groupby(leaders):
        count = len(list(steps))
        yield Lead(first, count, car)
        first += count
