"""What a reader jumps to in a replay: kills, losses of control and laps; and who led a race when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from league.pages.matches.names import MatchNames
from league.pages.matches.replay_captions import caption_in_words
from rules.match.replay_events import LOSSES_OF_CONTROL, EventKind
from rules.match.replay_frames import Film

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
