"""Ids that dice were thrown under are permanent: no correction gives what it made another one.

Faces hang on the ids in their paths. Whoever could give a driver another id, or strike a hire and hire again under
another one, could throw all their dice again until they liked them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.journal.body import Left
from league.journal.course import Course
from league.journal.timeline import Folded, Step
from rules.campaign.codec import command_document
from rules.campaign.command import Command
from rules.campaign.state import Season
from rules.refusal import Refusal

Thing = tuple[str, str]
"""The shelf of a season and the id of something on it."""
SHELVES = {
    "franchises": "franchise",
    "drivers": "driver",
    "cars": "car",
    "sponsors": "sponsor",
    "items": "item",
    "rounds": "round",
    "matches": "match",
}
"""The shelves of what dice are thrown for under its own id, and what one thing on each is called."""


class IdStands(Refusal):
    """A correction, or a command in the place of one that was struck, gives another id to what it makes."""


def things_of(season: Season) -> set[Thing]:
    """Everything in a season that has an id for good."""
    return {(shelf, id) for shelf in SHELVES for id in getattr(season, shelf)}


def refuse_other_ids(
    was: Season, now: Season, standing: Mapping[int, Sequence[Mapping[str, Any]]], corrected: Mapping[int, Any]
) -> None:
    """Raise `IdStands` for a correction by which something is there under another id than it had.

    `was` is the season before the amend and `now` after it, `standing` what stood at the numbers `corrected`.
    """
    before, after = things_of(was), things_of(now)
    gone, new = before - after, after - before
    for number, documents in corrected.items():
        for document in documents:
            alike = [each for each in standing[number] if each["type"] == document["type"]]
            lost = [thing for each in alike for thing in _named(each, gone)]
            for shelf, id in _named(document, new):
                had = next((other for each, other in lost if each == shelf), None)
                if had is not None:
                    raise IdStands(
                        f"Entry {number} made the {SHELVES[shelf]} {had}, and dice are thrown under that id: leave "
                        f"it as it was, and not {id}."
                    ).at("corrections", number)


def left_by(before: Folded, steps: Sequence[Step], was: Season, course: Course) -> list[Left]:
    """The ids of what was struck, by the command that made each and for whom, in the order they were made.

    What lapsed alone keeps its id: it is tried again by the next amend.
    """
    there = things_of(course.season)
    last = before.amends[-1][1].amended if before.amends else None
    left = [each for each in (last.left if last else []) if (each.shelf, each.id) not in there]
    gone = things_of(was) - there - {(each.shelf, each.id) for each in left}
    for step in steps:
        told = course.retold.get(step.number)
        if told is None or told.standing not in ("struck", "corrected"):
            continue
        stood = before.retold[step.number].commands if step.number in before.retold else [step.body.command]
        for document in stood:
            for shelf, id in _named(document, gone):
                gone.discard((shelf, id))
                franchise = str(document.get("franchise", ""))
                left.append(Left(command=str(document["type"]), franchise=franchise, shelf=shelf, id=id))
    return left


def refuse_new_ids(left: Sequence[Left], command: Command, *, before: set[Thing], after: set[Thing]) -> None:
    """Raise `IdStands` for a command that makes something under a new id while that of one struck is free."""
    document = command_document(command)
    by = (str(document["type"]), str(document.get("franchise", "")))
    for shelf, id in sorted(after - before):
        free = [each.id for each in left if (each.command, each.franchise, each.shelf) == (*by, shelf)]
        if free and id not in free and (shelf, free[0]) not in after:
            raise IdStands(
                f"{free[0]} was struck, and dice are thrown under that id: give the {SHELVES[shelf]} that takes its "
                f"place the id {free[0]}, and not {id}."
            )


def _named(document: Any, among: set[Thing]) -> Iterator[Thing]:
    """The things that a command names, wherever in its document."""
    said = set(_texts(document))
    yield from sorted(thing for thing in among if thing[1] in said)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
