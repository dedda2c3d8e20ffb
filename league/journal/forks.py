"""What a fork may begin with, and its end: its rows are taken away, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef, QuerySet

from drivers.models import Driver, Sheet
from franchises.models import Franchise, FranchiseSeason
from league.access import Viewer
from league.journal.checkpoints import state_at_checkpoint
from league.journal.gate import writing
from league.journal.opening import fork
from league.journal.replay import state_after
from league.journal.visible_state import reader_of
from league.journal.writer import locked, trusted
from league.models import Entry, Invitation, Membership, Season
from rules.campaign.codec import copy_of
from rules.campaign.visible_state import hide
from rules.refusal import Refusal, Unknown


class NoFork(Refusal):
    """A season of the league was to be ended as only a fork may be."""


def fork_seen(
    season_id: str, name: str, *, viewer: Viewer, secret: bytes, at: datetime, entry: int | None = None
) -> Season:
    """A fork of a season as it stands, or as it stood after an entry, without what is sealed from the viewer.

    What was named under seal for a franchise of his is in it. Belongs inside a transaction.
    Raises `Unknown` for an entry there is not, and what `fork` raises.
    """
    origin = locked(season_id)
    last = origin.length if entry is None else entry
    if not 0 <= last <= origin.length:
        no = Unknown(f"{origin.pk} has {origin.length} entries: name one of them, or leave it out for the last.")
        raise no.at("entry")
    now = trusted(origin).season
    opening = copy_of(now) if last == origin.length else state_after(origin, last)
    hide(opening, reader_of(origin, now, viewer), now=now, forget=True)
    return fork(origin.pk, name, secret=secret, at=at, opening=opening, previous=_link(origin, last))


@transaction.atomic
def end_fork(season_id: str) -> None:
    """Take a fork away: all its rows in every table, and who was made up in it. Raises `Unknown` or `NoFork`."""
    with writing():
        row = locked(season_id)
        if not row.forked_from:
            raise NoFork(f"{row.pk} is a season of the league and stays: only a fork can be ended.")
        known = state_at_checkpoint(row, 0)
        drivers = _only_here(Driver, Sheet, "person_id", row, known.drivers)
        franchises = _only_here(Franchise, FranchiseSeason, "identity_id", row, known.franchises)
        for found in _rows_of(row):
            found._raw_delete(found.db)
        Driver.objects.filter(pk__in=drivers).delete()
        here = Franchise.objects.filter(pk__in=franchises)
        for held in (Membership, Invitation):
            here = here.exclude(Exists(held._default_manager.filter(franchise=OuterRef("pk"))))
        here.delete()
        Season.objects.filter(pk=row.pk)._raw_delete(row._state.db or "default")


def _link(origin: Season, last: int) -> str:
    """What the fork's chain hangs on: the hash of the entry it was taken after."""
    if last == origin.length:
        return origin.head
    hashes = Entry.objects.filter(season=origin, number=last).values_list("hash", flat=True)
    return hashes.first() or origin.genesis


def _only_here(
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


def _has_season(model: type[models.Model]) -> bool:
    return any(each.remote_field is not None and each.related_model is Season for each in model._meta.fields)
