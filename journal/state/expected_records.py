"""The records and index that a season should have according to a replay, and where the tables differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from journal import entry_body as bodies
from journal.amends.derivation import DerivedAmend
from journal.amends.records import RECORDS, standing_lines
from journal.amends.timeline import AMEND_TAG
from journal.entry_body import AmendedBody
from journal.replay import ReplayedEntry
from journal.state.record_rows import lines_of
from journal.state.tables import IdPrefixes
from league.models import Entry, Retold, Season
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import command_subjects, tag_of
from rules.campaign.core.facts import Fact, subjects

RecordLines = dict[tuple[int, int], tuple[Any, ...]]
"""Record rows by entry and fact, without their own ids."""


@dataclass(slots=True)
class ExpectedRecords:
    """The record rows and opened seals of the entries replayed so far."""

    place: IdPrefixes
    lines: dict[type[models.Model], RecordLines] = field(default_factory=lambda: {model: {} for model in RECORDS})
    misfiled: list[int] = field(default_factory=list)
    sealed: dict[int, tuple[str, int | None]] = field(default_factory=dict)
    retold: dict[int, AmendedBody] = field(default_factory=dict)

    def add(self, replayed: ReplayedEntry) -> None:
        """Add the records that one entry should have produced."""
        number = replayed.entry.number
        if replayed.amendment is not None:
            self._apply_amend(replayed.entry, replayed.amendment)
            return
        for line in lines_of(replayed.facts, entry=number, place=self.place, command=replayed.body.command):
            self._add_line(line)
        command = command_from_document(replayed.body.command)
        touched = dict.fromkeys(
            (*command_subjects(command), *(id for fact in replayed.facts for id in subjects(fact)))
        )
        if (replayed.entry.command, replayed.entry.subjects) != (tag_of(type(command)), list(touched)):
            self.misfiled.append(number)
        if seal := command.seal(replayed.season):
            self.sealed[number] = (seal, None)
        self._open(replayed.facts, by=number)

    def _add_line(self, line: Any) -> None:
        model = type(line)
        self.lines[model][line.entry, line.fact] = tuple(getattr(line, name) for name in _columns(model))

    def _open(self, facts: Iterable[Fact], *, by: int) -> None:
        for opening in (opening for fact in facts for opening in fact.opens()):
            for number, (seal, opened_by) in self.sealed.items():
                if seal == opening and opened_by is None:
                    self.sealed[number] = (seal, by)

    def _apply_amend(self, entry: Entry, worked_out: DerivedAmend) -> None:
        """Replace the records of the entries that an amend changed."""
        if entry.subjects != list(worked_out.subjects):
            self.misfiled.append(entry.number)
        if entry.command != AMEND_TAG:
            return
        changed = frozenset(worked_out.changed)
        for model, lines in self.lines.items():
            self.lines[model] = {key: line for key, line in lines.items() if key[0] not in changed}
        for number in worked_out.changed:
            performed = worked_out.course.performed[number]
            for line in standing_lines(performed, entry=number, place=self.place):
                self._add_line(line)
            self._open((fact for _, facts in performed.pieces for fact in facts), by=entry.number)
        self.retold = worked_out.course.retold

    def differences(self, row: Season) -> Iterator[tuple[int, str]]:
        """Every difference in the tables: its entry number, and a sentence."""
        for number in self.misfiled:
            yield number, "is filed under another command or subjects than it has"
        for model, expected in self.lines.items():
            rows = model._default_manager.filter(season=row)
            found = {(columns[1], columns[2]): columns for columns in rows.values_list(*_columns(model))}
            for entry, fact in sorted(expected.keys() | found.keys()):
                if expected.get((entry, fact)) != found.get((entry, fact)):
                    yield entry, f"its fact {fact} left another {model.__name__} than the one in the table"
        retolds = {retold.number: retold for retold in Retold.objects.filter(season=row)}
        for number in sorted(retolds.keys() | self.retold.keys()):
            if (
                number not in retolds
                or number not in self.retold
                or not _matches_stored(retolds[number], self.retold[number])
            ):
                yield number, "what is told of it since it was amended is not what an amend came to"
        entries = Entry.objects.filter(season=row).exclude(seal="", opened_by=None)
        stored_seals = {
            number: (seal, opened_by)
            for number, seal, opened_by in entries.values_list("number", "seal", "opened_by")
        }
        for number in sorted(stored_seals.keys() | self.sealed.keys()):
            if stored_seals.get(number) != self.sealed.get(number):
                yield number, "its seal is not open, or shut, as the journal says"


def _matches_stored(row: Retold, expected: AmendedBody) -> bool:
    stored = (row.by, row.standing, row.because, bodies.decompress(row.body))
    return stored == (expected.since, expected.standing, expected.because, bodies.json_bytes(expected))


def _columns(model: type[models.Model]) -> list[str]:
    return [column.attname for column in model._meta.concrete_fields if column.name != "id"]
