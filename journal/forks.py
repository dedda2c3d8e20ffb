"""Creates forks without what is sealed, and deletes their rows without touching anything else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef, QuerySet

from drivers.models import Driver, Sheet
from franchises.models import Franchise, FranchiseSeason
from journal.checkpoints import state_at_checkpoint
from journal.gate import open_gate
from journal.replay import state_after
from journal.season_opening import fork_season
from journal.state.tables import points_at, relations, sort_by_dependency, target
from journal.state.visible import reader_of
from journal.writer import load_trusted_season, lock_season
from league.access import Viewer
from league.models import Checkpoint, Entry, Invitation, Membership, Sandbox, Season
from league.queries.season_leaves import Seeds
from rules.campaign.core.codec import copy_season
from rules.campaign.core.visible_state import hide_from_reader
from rules.core.refusals import Refusal, Unknown
from sql.deletion import delete_rows, delete_together
from sql.short_transactions import write_in_pieces

DELETED_LAST = (Checkpoint, FranchiseSeason, Sandbox)
"""The tables that identify a fork, and the drivers and franchises created in it, until its last row is gone."""


class NoFork(Refusal):
    """Only a fork can be ended, and this is one of the league's own seasons."""


def fork_for_viewer(
    season_id: str, name: str, *, viewer: Viewer, secret: bytes | Seeds, at: datetime, entry: int | None = None
) -> Season:
    """Fork a season as it is, or as it was after an entry, without what is sealed from the viewer.

    Sealed choices of the viewer's own franchise are kept. Call it inside a transaction. Raises `Unknown` if there is
    no such entry, and what `fork_season` raises.
    """
    origin = lock_season(season_id)
    last = origin.length if entry is None else entry
    if not 0 <= last <= origin.length:
        refusal = Unknown(f"{origin.pk} has {origin.length} entries: name one of them, or leave it out for the last.")
        raise refusal.at("entry")
    current = load_trusted_season(origin).season
    opening = copy_season(current) if last == origin.length else state_after(origin, last)
    hide_from_reader(opening, reader_of(origin, current, viewer), now=current, forget=True)
    return fork_season(origin.pk, name, secret=secret, at=at, opening=opening, previous=_link(origin, last))


def delete_some_fork_rows(season_id: str, *, most: int) -> int:
    """Delete up to `most` rows of a fork that nobody sees any more, in several transactions; return how many.

    If fewer than `most` were deleted, only the rows that `delete_fork` deletes are left: the drivers and franchises
    created in the fork, and what identifies them. After an interruption, call it again. Raises `Unknown` or `NoFork`.
    """
    row = _fork(season_id)
    thinned = 0
    with open_gate():
        for found in _rows_deletable_early(row):
            if thinned >= most:
                break
            thinned += write_in_pieces(found, delete_rows, most=most - thinned)
    return thinned


def delete_fork(season_id: str) -> None:
    """Delete a fork: all its rows, and the drivers and franchises created in it. Raises `Unknown` or `NoFork`."""
    known = state_at_checkpoint(_fork(season_id), 0)
    with transaction.atomic(), open_gate():
        row = lock_season(season_id, read_only_too=True)
        drivers = _ids_only_in(Driver, Sheet, "person_id", row, known.drivers)
        franchises = _ids_only_in(Franchise, FranchiseSeason, "identity_id", row, known.franchises)
        delete_together(_rows_of(row))
        Driver.objects.filter(pk__in=drivers).delete()
        deletable = Franchise.objects.filter(pk__in=franchises)
        for model in (Membership, Invitation):
            deletable = deletable.exclude(Exists(model._default_manager.filter(franchise=OuterRef("pk"))))
        deletable.delete()
        delete_rows(Season.objects.filter(pk=row.pk))


def _fork(season_id: str) -> Season:
    """The fork of that id. Raises `Unknown` or `NoFork`."""
    row = Season.objects.filter(pk=season_id).first()
    if row is None:
        raise Unknown(f"There is no season {season_id[:80]!r}: a season is named league/season.")
    if not row.forked_from:
        raise NoFork(f"{row.pk} is a season of the league and stays: only a fork can be ended.")
    return row


def _link(origin: Season, last: int) -> str:
    """The link before the fork's first entry: the hash of the entry it was taken after."""
    if last == origin.length:
        return origin.head
    hashes = Entry.objects.filter(season=origin, number=last).values_list("hash", flat=True)
    return hashes.first() or origin.genesis


def _ids_only_in(
    identity: type[models.Model], in_season: type[models.Model], link: str, row: Season, known: Any
) -> list[str]:
    """The ids of drivers or franchises that were created in a fork and are in no other season."""
    everywhere = in_season._default_manager.filter(**{link: OuterRef("pk")})
    found = identity._default_manager.filter(Exists(everywhere.filter(season=row)))
    found = found.exclude(Exists(everywhere.exclude(season=row)))
    return [id for id in found.values_list("pk", flat=True) if id.partition("/")[2] not in known]


def _rows_of(row: Season) -> Iterator[QuerySet[Any]]:
    """The rows of a season in every table, dependent ones first."""
    for relation in Season._meta.related_objects:
        name = relation.field.name
        for of_it in relation.related_model._meta.related_objects:
            if of_it.on_delete is models.CASCADE and not _has_season(of_it.related_model):
                yield of_it.related_model._base_manager.filter(**{f"{of_it.field.name}__{name}": row})
    for relation in Season._meta.related_objects:
        yield relation.related_model._base_manager.filter(**{relation.field.name: row})


def _rows_deletable_early(row: Season) -> Iterator[QuerySet[Any]]:
    """The rows of a fork that may be deleted early, each table after those whose rows point at it.

    What identifies the drivers and franchises created in it stays, with the rows that this points at.
    """
    found = list(_rows_of(row))
    order = sort_by_dependency({queryset.model for queryset in found})
    staying = set(DELETED_LAST)
    for model in order[::-1]:
        if model in staying:
            staying |= points_at(model)
    for queryset in sorted(found, key=lambda rows: -order.index(rows.model)):
        if queryset.model is Sheet:
            others = Sheet.objects.filter(person=OuterRef("person")).exclude(season=row)
            yield queryset.filter(Exists(others))
        elif queryset.model not in staying:
            for column in relations(queryset.model):
                if target(column) is queryset.model:  # rows that point at their own table go first
                    yield queryset.filter(**{f"{column.name}__isnull": False})
            yield queryset


def _has_season(model: type[models.Model]) -> bool:
    return any(field.remote_field is not None and field.related_model is Season for field in model._meta.fields)
