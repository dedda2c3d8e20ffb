"""Rebuilds a season's tables from its journal alone: present, records, amended bodies and checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.db import models

from franchises.models import Car
from journal import entry_body as bodies
from journal.amends.timeline import AMEND_TAG, PREVIEW_TAG
from journal.audit import ReplayCheck, replay_checked
from journal.dice.awaited import set_awaited
from journal.entry_recorder import CHECKPOINT_EVERY
from journal.replay import ReplayedEntry
from journal.state import store
from journal.state.expected_records import ExpectedRecords
from league.models import Checkpoint, Retold, Season
from rules.campaign.core.codec import season_bytes


def rebuild(row: Season, *, car_names: Mapping[str, str], told: Callable[[], None]) -> ReplayCheck:
    """Replay a season that has only its opening and its entries, and write its tables.

    `car_names` are the names of its cars by short id, since no entry has those of cars carried over. `told` is called
    after each entry. Returns the check of the replay; the caller must still call its `findings_with_tables`. Call it
    inside a transaction with the journal's gate open. Raises `NotPerformed`, which names the entry.
    """
    place = store.id_prefixes_of(row)
    check, checkpoints = ReplayCheck(row), []
    for replayed in replay_checked(row, check):
        if _has_checkpoint(replayed):
            state = bodies.compress(season_bytes(replayed.season))
            checkpoints.append(
                Checkpoint(season=row, number=replayed.entry.number, digest=replayed.entry.digest, state=state)
            )
        told()
    store.save(row, check.season)
    row.by_hand, row.misread = check.by_hand, check.misread
    row.set_aside, row.left = check.set_aside, check.left
    row.leaves, row.match_leaves = check.taken.leaves, check.taken.matches
    set_awaited(row, check.taken.awaited)
    row.save()
    Checkpoint.objects.bulk_create(checkpoints)
    _write_records(check.expected)
    _write_amended_entries(row, check.expected)
    for id, name in car_names.items():
        Car.objects.filter(pk=place.row_id(id)).update(name=name)
    return check


def _has_checkpoint(replayed: ReplayedEntry) -> bool:
    """Whether the writer keeps a checkpoint after that entry."""
    if replayed.entry.command == AMEND_TAG:
        return True
    return replayed.entry.command != PREVIEW_TAG and replayed.entry.number % CHECKPOINT_EVERY == 0


def _write_records(expected: ExpectedRecords) -> None:
    for model, lines in expected.lines.items():
        columns = [field.attname for field in model._meta.concrete_fields if field.name != "id"]
        rows: list[models.Model] = [
            model(**dict(zip(columns, line, strict=True)))
            for _, line in sorted(lines.items(), key=lambda item: item[0])
        ]
        model._default_manager.bulk_create(rows)


def _write_amended_entries(row: Season, expected: ExpectedRecords) -> None:
    Retold.objects.bulk_create(
        Retold(
            season=row,
            number=number,
            by=body.since,
            standing=body.standing,
            because=body.because,
            body=bodies.compress(bodies.json_bytes(body)),
        )
        for number, body in sorted(expected.retold.items())
    )
