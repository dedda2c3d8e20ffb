"""A replay as data for the script that plays it: every step, with what has changed since the one before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.pages.matches.names import MatchNames
from league.pages.matches.replay.drawing import tag_text
from league.pages.matches.replay.steps import LinesOfStep, Mark, ReplayStep, caption_pieces
from league.pages.matches.story import StoryLine
from rules.match.replay.events import ReplayEvent
from rules.match.replay.frames import CarView, Frame, GroundObject

CarRow = list[Any]
"""A car that has changed: its index, x, y, heading, look, whether it is hurt, lap, score, notice, what is left on its
gauges, its lost wheels, whether it burns, its place in words and its condition in words.
"""


def steps_document(
    steps: Sequence[ReplayStep],
    *,
    cast: MatchNames,
    titles: Sequence[str],
    lines: Sequence[LinesOfStep],
    things: Sequence[str],
) -> list[dict[str, Any]]:
    """Every step as a dict: `t` is its title, `n` the note of the part that begins, `c` the cars that have changed,
    `o` the order of a race, `e` the events, `w` the ways of cars, `l` the lines of the story, and
    `m` how many of these are left out and the number of the first.

    Notes, captions and the texts of lines are lists of text, plain and bold in turn, and never HTML.
    `g` are the things on the ground and `y` the same in words, if they have changed.
    """
    document = []
    seen: dict[str, CarView] = {}
    lying: tuple[GroundObject, ...] | None = None
    order: tuple[str, ...] = ()
    index = {car.id: number for number, car in enumerate(steps[0].frame.cars)} if steps else {}
    for step, title, told, in_words in zip(steps, titles, lines, things, strict=True):
        frame = step.frame
        entry: dict[str, Any] = {"t": title}
        if step.note:
            entry["n"] = cast.marked_pieces(step.note)
        if changed := list(_changed_cars(frame, seen)):
            entry["c"] = changed
        if frame.order != order:
            order = frame.order
            entry["o"] = [index[car] for car in order]
        if frame.events:
            entry["e"] = [_event_row(event, index, cast) for event in frame.events]
        if ways := _ways(frame, index):
            entry["w"] = ways
        if frame.things != lying:
            lying = frame.things
            entry["g"] = [[thing.kind, thing.x, thing.y] for thing in frame.things]
            entry["y"] = in_words
        if told.shown:
            entry["l"] = [
                [line.number, cast.team_of.get(_team_id(line), ""), cast.marked_pieces(line.text), line.rule]
                for line in told.shown
            ]
        if told.left:
            entry["m"] = [told.left, told.following]
        document.append(entry)
    return document


def _team_id(line: StoryLine) -> str:
    """The first id of a line, whose team's flag it has if it begins with it."""
    return line.ids[0] if line.ids and line.text.startswith(line.ids[0]) else ""


def _changed_cars(frame: Frame, seen: dict[str, CarView]) -> Iterator[CarRow]:
    """The cars that differ from those in `seen`, which is brought up to date."""
    for number, car in enumerate(frame.cars):
        if seen.get(car.id) != car:
            seen[car.id] = car
            yield [
                number,
                car.x,
                car.y,
                car.heading,
                car.looks.value,
                int(car.hurt),
                car.lap,
                car.score,
                car.notice,
                [left for _, left, _ in car.gauges],
                list(car.lost_wheels),
                int(car.burning),
                car.place,
                car.condition,
            ]


def _event_row(event: ReplayEvent, index: Mapping[str, int], cast: MatchNames) -> list[Any]:
    """An event: its kind, its two cars (-1 for none), amount, tag, caption, the dice and what was needed."""
    row = [
        event.kind.value,
        index.get(event.car, -1),
        index.get(event.other, -1),
        event.amount,
        tag_text(event),
        caption_pieces(event, cast),
    ]
    return [*row, list(event.faces), event.needed] if event.needed else row


def _ways(frame: Frame, index: Mapping[str, int]) -> dict[int, list[float]]:
    """The ways of the cars, by index: x, y and heading, one after another."""
    return {
        index[car]: [number for waypoint in waypoints for number in waypoint]
        for car, waypoints in frame.trails.items()
        if car in index and len(waypoints) > 1
    }


def marks_document(marks: Sequence[Mark]) -> list[list[Any]]:
    """The marks as lists of step, kind and text."""
    return [[mark.step, mark.kind, mark.text] for mark in marks]
