"""Writes the result of an amend: current records, and the amended body of each changed entry."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models

from franchises.models import LedgerLine
from journal import entry_body as bodies
from journal.amends.derivation import DerivedAmend
from journal.amends.rederivation import PerformedEntry
from journal.state import store
from journal.state.identities import create_identities, name_cars
from journal.state.record_rows import RECORD_MODELS, lines_of
from journal.state.tables import IdPrefixes
from league.models import Entry, Retold, Season

RECORDS: tuple[type[models.Model], ...] = (LedgerLine, *dict.fromkeys(RECORD_MODELS.values()))
"""Every kind of record row."""


def forget_records(row: Season, worked_out: DerivedAmend) -> None:
    """Delete the records of every changed entry; the original facts stay readable in the entries."""
    for model in RECORDS:
        model._default_manager.filter(season=row, entry__in=worked_out.changed).delete()


def write_amended_records(row: Season, worked_out: DerivedAmend, *, number: int, before: store.RowsByTable) -> None:
    """Write the records of the changed entries again, and store how each entry stands after amend `number`."""
    place, course = store.id_prefixes_of(row), worked_out.course
    lines: dict[type[models.Model], list[models.Model]] = {}
    for entry in worked_out.changed:
        for line in standing_lines(course.performed[entry], entry=entry, place=place):
            lines.setdefault(type(line), []).append(line)
    for model, rows in lines.items():
        model._default_manager.bulk_create(rows)
    Retold.objects.filter(season=row).delete()
    Retold.objects.bulk_create(
        Retold(
            season=row,
            number=entry,
            by=body.since,
            standing=body.standing,
            because=body.because,
            body=bodies.compress(bodies.json_bytes(body)),
        )
        for entry, body in sorted(course.retold.items())
    )
    facts = [fact for entry in worked_out.changed for _, piece in course.performed[entry].pieces for fact in piece]
    create_identities(facts, row, place, before)
    name_cars(facts, place)
    for seal in (seal for fact in facts for seal in fact.opens()):
        Entry.objects.filter(season=row, seal=seal, opened_by=None).update(opened_by=number)


def standing_lines(performed: PerformedEntry, *, entry: int, place: IdPrefixes) -> Iterator[models.Model]:
    """The record rows of all commands in effect at an entry, their facts numbered across its commands."""
    first = 0
    for command, facts in performed.pieces:
        yield from lines_of(facts, entry=entry, place=place, command=bodies.command_document(command), first=first)
        first += len(facts)
