"""What a fork may begin with, and its end: its rows are taken away, and nothing else is touched."""

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
from journal.state.table_order import points_at, relations, sort_by_dependency, target
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
"""The tables by which a fork is known, and who was made up in it, until its last row is gone."""


class NoFork(Refusal):
    """A season of the league was to be ended as only a fork may be."""


def fork_for_viewer(
    season_id: str, name: str, *, viewer: Viewer, secret: bytes | Seeds, at: datetime, entry: int | None = None
) -> Season:
    """A fork of a season as it stands, or as it stood after an entry, without what is sealed from the viewer.

    What was named under seal for a franchise of their is in it. Belongs inside a transaction.
    Raises `Unknown` for an entry there is not, and what `fork_season` raises.
    """
    origin = lock_season(season_id)
    last = origin.length if entry is None else entry
    if not 0 <= last <= origin.length:
        no = Unknown(f"{origin.pk} has {origin.length} entries: name one of them, or leave it out for the last.")
        raise no.at("entry")
    now = load_trusted_season(origin).season
    opening = copy_season(now) if last == origin.length else state_after(origin, last)
    hide_from_reader(opening, reader_of(origin, now, viewer), now=now, forget=True)
    return fork_season(origin.pk, name, secret=secret, at=at, opening=opening, previous=_link(origin, last))


def delete_some_fork_rows(season_id: str, *, most: int) -> int:
    """Take rows of a fork away that nobody sees any more, `most` at once and some in each transaction; how many were.

    With fewer than `most` all that may go one by one are gone, and `delete_fork` takes the rest: who was made up in
    it, and what says so. Whoever is stopped in between goes on with what is left. Raises `Unknown` or `NoFork`.
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
    """Take a fork away: all its rows in every table, and who was made up in it. Raises `Unknown` or `NoFork`."""
    known = state_at_checkpoint(_fork(season_id), 0)
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        drivers = _ids_only_in(Driver, Sheet, "person_id", row, known.drivers)
        franchises = _ids_only_in(Franchise, FranchiseSeason, "identity_id", row, known.franchises)
        delete_together(_rows_of(row))
        Driver.objects.filter(pk__in=drivers).delete()
        here = Franchise.objects.filter(pk__in=franchises)
        for held in (Membership, Invitation):
            here = here.exclude(Exists(held._default_manager.filter(franchise=OuterRef("pk"))))
        here.delete()
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
    """What the fork's chain hangs on: the hash of the entry it was taken after."""
    if last == origin.length:
        return origin.head
    hashes = Entry.objects.filter(season=origin, number=last).values_list("hash", flat=True)
    return hashes.first() or origin.genesis


def _ids_only_in(
    identity: type[models.Model], in_season: type[models.Model], link: str, row: Season, known: Any
) -> list[str]:
    """The ids of those who came to be in a fork and are in no other season."""
    everywhere = in_season._default_manager.filter(**{link: OuterRef("pk")})
    found = identity._default_manager.filter(Exists(everywhere.filter(season=row)))
    found = found.exclude(Exists(everywhere.exclude(season=row)))
    return [id for id in found.values_list("pk", flat=True) if id.partition("/")[2] not in known]


def _rows_of(row: Season) -> Iterator[QuerySet[Any]]:
    """The rows of a season in every table, those that hang on others of them first."""
    for relation in Season._meta.related_objects:
        name = relation.field.name
        for of_it in relation.related_model._meta.related_objects:
            if of_it.on_delete is models.CASCADE and not _has_season(of_it.related_model):
                yield of_it.related_model._base_manager.filter(**{f"{of_it.field.name}__{name}": row})
    for relation in Season._meta.related_objects:
        yield relation.related_model._base_manager.filter(**{relation.field.name: row})


def _rows_deletable_early(row: Season) -> Iterator[QuerySet[Any]]:
    """The rows of a fork that may go before its end, each table after those whose rows point at it.

    What says who was made up in it stays, and with it what that points at.
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
                if target(column) is queryset.model:  # what points at rows of its own table goes before those
                    yield queryset.filter(**{f"{column.name}__isnull": False})
            yield queryset


def _has_season(model: type[models.Model]) -> bool:
    return any(field.remote_field is not None and field.related_model is Season for field in model._meta.fields)
