"""What a replay draws of a match: an event for each log entry that has a picture, and what keeps the others.

Every kind of entry of a book is in exactly one of the three tables of its `Pictures`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from rules.match.log import LogEntry


class EventKind(StrEnum):
    """What an event looks like."""

    HIT = "hit"
    """A tracer that ends in a burst on the other car."""
    MISS = "miss"
    """A tracer that goes past the other car."""
    RICOCHET = "ricochet"
    """A tracer that the armor of the other car turns aside, without any loss."""
    HARM = "harm"
    """A car is damaged, by `amount` points."""
    HOLD = "hold"
    """The armor of a car holds and loses nothing."""
    RAM = "ram"
    """A car runs into the other car."""
    CRASH = "crash"
    """A car runs into something solid."""
    SKID = "skid"
    SPIN = "spin"
    ROLL = "roll"
    """The three ways to lose control of a car."""
    GRIP = "grip"
    """A car is under control again."""
    FIRE = "fire"
    """A car begins to burn."""
    BLAST = "blast"
    """Something explodes at a car."""
    DROP = "drop"
    """A car leaves something on the ground."""
    TRAP = "trap"
    """A car meets something that lies on the ground."""
    SMOKE = "smoke"
    """A car lays smoke."""
    TIRE = "tire"
    """A car's tires are damaged."""
    PART = "part"
    """A part of a car is knocked out."""
    WOUND = "wound"
    """Somebody in a car is hurt."""
    WRECK = "wreck"
    """A car is out of the match: a kill of the other car, if there is one."""
    LAP = "lap"
    FINISH = "finish"
    FLAG = "flag"
    """A flag is taken, dropped or brought home."""
    PIT = "pit"
    """A car is worked on in its pit."""
    BOOST = "boost"
    """A car gets a push."""
    HEAT = "heat"
    """A heat begins."""
    OVER = "over"
    """A heat, or the match, is over."""


LOSSES_OF_CONTROL = frozenset({EventKind.SKID, EventKind.SPIN, EventKind.ROLL})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayEvent:
    """Something that happens to a car during a frame, and is drawn there.

    `other` is the second car of the event: a target, the car that was run into, or the one credited with a wreck.
    `crew` is the competitor credited with it, if the log names nobody's car. `amount` is a number of points, laps or
    places, by the kind. `tag` is the text drawn beside it, empty for none. `faces` are the d6 that decided it, and
    `needed` what they, or other dice, had to show.
    """

    kind: EventKind
    car: str = ""
    other: str = ""
    crew: str = ""
    amount: int = 0
    tag: str = ""
    faces: tuple[int, ...] = ()
    needed: str = ""


Picture = Callable[[LogEntry], ReplayEvent | None]
"""Draws a log entry; None for an entry of the kind in which nothing happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """How the log entries of a book are drawn, by kind.

    `events` are drawn for a moment. `lasting` are seen in the frames themselves, each with what shows it. `unseen`
    have no picture, each with the reason.
    """

    events: Mapping[str, Picture]
    lasting: Mapping[str, str] = field(default_factory=dict)
    unseen: Mapping[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> list[str]:
        """The kinds of entries in the three tables; one that is in two of them is listed twice."""
        return [*self.events, *self.lasting, *self.unseen]

    def draw(self, entries: Iterable[LogEntry]) -> Iterator[ReplayEvent]:
        """The events of log entries, in their order."""
        for entry in entries:
            picture = self.events.get(entry.kind)
            event = None if picture is None else picture(entry)
            if event is not None:
                yield event


NO_PICTURES = Pictures(events={})


WAY = "the way of the car"
PLACE_ON_GRID = "the car on its place"
CONDITION = "the car's condition in words"
BAR = "the bar of the car"
SCORE = "the score of the car"
THINGS = "the things on the ground"
"""What shows an entry that lasts, where several books say the same."""
ROLL_OR_COUNT = "a roll, an order or a count: what comes of it has a picture"
"""Why an entry of which something else comes has no picture."""


def picture_of(kind: EventKind, *, tag: str = "", other: str = "") -> Picture:
    """A picture of the entry's car, with that tag. `other` is the field of the entry with the second car, if any."""
    if other:
        return lambda entry: ReplayEvent(kind=kind, car=entry.car, other=entry.more[other], tag=tag)
    return lambda entry: ReplayEvent(kind=kind, car=entry.car, tag=tag)


def settle_shots(events: Iterable[ReplayEvent]) -> list[ReplayEvent]:
    """The events of a frame, with the result of each shot known.

    A hit takes the points of the damage that follows it. If only armor that held follows, it is a ricochet.
    """
    settled: list[ReplayEvent] = []
    held: list[bool] = []
    shot = -1
    for event in events:
        if event.kind in {EventKind.HARM, EventKind.HOLD} and shot >= 0 and event.car == settled[shot].other:
            hit = settled[shot]
            held[shot] = event.kind is EventKind.HOLD and (held[shot] or not hit.amount)
            settled[shot] = replace(hit, amount=hit.amount + event.amount)
            continue
        if event.kind in {EventKind.HIT, EventKind.MISS, EventKind.RAM, EventKind.CRASH, EventKind.BLAST}:
            shot = len(settled) if event.kind is EventKind.HIT else -1
        settled.append(event)
        held.append(False)
    return [
        replace(event, kind=EventKind.RICOCHET) if armor_held and not event.amount else event
        for event, armor_held in zip(settled, held, strict=True)
    ]


def count(value: Any) -> int:
    """A number of a log entry as a whole number; 0 for anything else."""
    return int(value) if isinstance(value, (int, float)) else 0
