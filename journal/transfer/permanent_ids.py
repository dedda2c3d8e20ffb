"""Ids in dice paths are proposed by the site and permanent: no correction changes the id of what a command made.

Faces depend on the ids in their paths. Anybody who could choose or change a driver's id, or strike a hire and hire
again under another id, could throw all the driver's dice again until they liked them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from journal.amends.rederivation import Rederivation
from journal.amends.timeline import FoldedAmends, TimelineEntry
from journal.entry_body import FreedId
from league import models
from league.access import CLOCK, SEASON_ITSELF, STEWARD
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import Command
from rules.campaign.core.editions import has_edition
from rules.campaign.core.state import Season
from rules.campaign.steward.proposed_ids import PROPOSED_IDS_SINCE as PROPOSED_FROM
from rules.campaign.steward.proposed_ids import IdNotProposed, Proposal, proposals, refuse_unproposed_ids
from rules.core.refusals import Refusal

ThingKey = tuple[str, str]
"""The shelf and the id of a thing of a season."""
KIND_BY_ATTRIBUTE = {
    "franchises": "franchise",
    "drivers": "driver",
    "cars": "car",
    "sponsors": "sponsor",
    "items": "item",
    "rounds": "round",
    "matches": "match",
    "procedure_uses": "use",
}
"""The shelves of things whose ids are in dice paths, and the word for a thing on each."""


LAPSED_COMMAND = ""
"""In place of the command that inherits a freed id: the id of a lapsed thing is kept for it."""


class IdStands(Refusal):
    """A correction, or a command that replaces a struck one, gives a different id to what it makes."""


@dataclass(frozen=True, slots=True)
class IdCheck:
    """Checks the ids that a command gave, once it was performed."""

    command: Command
    left: Sequence[FreedId]
    before: set[ThingKey]
    proposed: Sequence[Proposal]

    def refuse_wrong_ids(self, season: Season) -> None:
        """Raise `IdStands` or `IdNotProposed` if the command made something under a wrong id."""
        if self.left:
            refuse_new_ids(self.left, self.command, before=self.before, after=thing_keys(season))
        if self.proposed:
            refuse_unproposed_ids(self.proposed, kept=_inheritable_ids(self.left, command_document(self.command)))


def make_id_check(row: models.Season, season: Season, command: Command, *, actor: str) -> IdCheck:
    """Prepare the check of a command's ids, given the season before it.

    The season itself, its clock and standing orders are not checked: they do not choose ids.
    """
    if actor in (SEASON_ITSELF, STEWARD, CLOCK):
        return IdCheck(command, [], set(), [])
    freed_ids = [FreedId(**document) for document in row.left]
    proposed = proposals(season, command, besides=reserved_ids(row))
    return IdCheck(command, freed_ids, thing_keys(season) if freed_ids else set(), proposed)


def reserved_ids(row: models.Season) -> frozenset[str]:
    """The ids of things that lapsed by a season's last amend; nothing else may have them."""
    return frozenset(str(document["id"]) for document in row.left if document["command"] == LAPSED_COMMAND)


def refuse_chosen_ids(before: FoldedAmends, corrected: Mapping[int, Any], course: Rederivation) -> None:
    """Raise `IdNotProposed` if a correction makes something under an id that is not proposed, its own or free.

    Its own ids are those that the former commands at its number gave to things whose ids are proposed. Free ids are
    those of struck things that it replaces. `before` are the amends so far.
    """
    last = before.amends[-1][1].amended if before.amends else None
    for number, proposed in course.proposed:
        free = (_inheritable_ids(last.left if last else [], document) for document in corrected[number])
        try:
            refuse_unproposed_ids([proposed], kept=course.kept[number].union(*free))
        except IdNotProposed as refusal:
            raise refusal.at("corrections", number) from None


def ids_of(season: Season) -> frozenset[str]:
    """The permanent ids of a season."""
    return frozenset(id for _, id in thing_keys(season))


def _inheritable_ids(freed_ids: Sequence[FreedId], document: Mapping[str, Any]) -> set[str]:
    """The freed ids that this command inherits."""
    by = (str(document["type"]), str(document.get("franchise", "")))
    return {freed.id for freed in freed_ids if (freed.command, freed.franchise) == by}


def thing_keys(season: Season) -> set[ThingKey]:
    """Everything in a season that has a permanent id."""
    return {(shelf, id) for shelf in KIND_BY_ATTRIBUTE for id in getattr(season, shelf)}


def refuse_changed_ids(
    was: Season,
    standing: Mapping[int, Sequence[Mapping[str, Any]]],
    corrected: Mapping[int, Any],
    course: Rederivation,
) -> None:
    """Raise `IdStands` if a correction changes the id of something.

    `was` is the season before the amend, `course` the rederivation, and `standing` the former commands at the numbers
    `corrected`. An id that people chose, since no dice are thrown under it, may change to the proposed one.
    """
    before, after = thing_keys(was), thing_keys(course.season)
    proposed = {(number, proposal.proposed) for number, proposal in course.proposed}
    removed, new = before - after, after - before
    for number, documents in corrected.items():
        for document in documents:
            alike = [command for command in standing[number] if command["type"] == document["type"]]
            lost = [thing for command in alike for thing in _things_named_in(command, removed)]
            for shelf, id in _things_named_in(document, new):
                old_id = next((lost_id for lost_shelf, lost_id in lost if lost_shelf == shelf), None)
                freely_called = (number, id) in proposed and old_id not in course.kept[number]
                if old_id is not None and not freely_called:
                    raise IdStands(
                        f"Entry {number} made the {KIND_BY_ATTRIBUTE[shelf]} {old_id}, and dice are thrown under "
                        f"that id: leave it as it was, and not {id}."
                    ).at("corrections", number)


def ids_freed_by(
    before: FoldedAmends, steps: Sequence[TimelineEntry], was: Season, course: Rederivation, *, number: int
) -> list[FreedId]:
    """The ids of struck things, with the command and franchise that made each, in the order they were made.

    Lapsed things keep their ids, since the next amend tries them again. From edition 4 on those ids are listed too,
    as reserved, except for things that were still sealed at the amend of that `number`.
    """
    present = thing_keys(course.season)
    last = before.amends[-1][1].amended if before.amends else None
    freed_ids = [freed for freed in (last.left if last else []) if (freed.shelf, freed.id) not in present]
    removed = thing_keys(was) - present - {(freed.shelf, freed.id) for freed in freed_ids}
    for step in steps:
        body = course.retold.get(step.number)
        if body is None or body.standing not in ("struck", "corrected"):
            continue
        commands = before.retold[step.number].commands if step.number in before.retold else [step.body.command]
        for document in commands:
            for shelf, id in _things_named_in(document, removed):
                removed.discard((shelf, id))
                franchise = str(document.get("franchise", ""))
                freed_ids.append(FreedId(command=str(document["type"]), franchise=franchise, shelf=shelf, id=id))
    if has_edition(was, PROPOSED_FROM):
        freed_ids += _lapsed_ids(steps, course, removed, number=number)
    return freed_ids


def _lapsed_ids(
    steps: Sequence[TimelineEntry], course: Rederivation, removed: set[ThingKey], *, number: int
) -> Iterator[FreedId]:
    """The ids of lapsed things that were not sealed when the amend of that number was written."""
    for step in steps:
        body = course.retold.get(step.number)
        if body is not None and body.standing in ("lapsed", "gave_way") and not step.was_sealed_at(number):
            for shelf, id in _things_named_in(step.body.command, removed):
                yield FreedId(command=LAPSED_COMMAND, franchise="", shelf=shelf, id=id)


def refuse_new_ids(
    freed_ids: Sequence[FreedId], command: Command, *, before: set[ThingKey], after: set[ThingKey]
) -> None:
    """Raise `IdStands` if a command makes something under a new id while a freed one should be used."""
    document = command_document(command)
    by = (str(document["type"]), str(document.get("franchise", "")))
    for shelf, id in sorted(after - before):
        free = [freed.id for freed in freed_ids if (freed.command, freed.franchise, freed.shelf) == (*by, shelf)]
        if free and id not in free and (shelf, free[0]) not in after:
            raise IdStands(
                f"{free[0]} was struck, and dice are thrown under that id: give the {KIND_BY_ATTRIBUTE[shelf]} that "
                "takes its "
                f"place the id {free[0]}, and not {id}."
            )


def _things_named_in(document: Any, among: set[ThingKey]) -> Iterator[ThingKey]:
    """The things that a command names anywhere in its document."""
    strings = set(_strings_in(document))
    yield from sorted(thing for thing in among if thing[1] in strings)


def _strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings_in(item)
