"""Seasons whose dice are committed by leaves: each throw has one of its own, shown when it has fallen."""

from __future__ import annotations

import pytest

from league.journal import audit
from league.journal.body import read
from league.journal.verify import verify
from league.models import Entry
from tests.league.building import SEEDS, Table, settled

pytestmark = pytest.mark.django_db


def sound(table: Table) -> None:
    """Neither the audit nor a verification finds anything."""
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_each_entry_that_throws_takes_the_next_leaf_and_shows_it() -> None:
    table = settled(1, dice=SEEDS)
    bodies = [read(each.body) for each in Entry.objects.filter(season=table.season).order_by("number")]
    assert [body.leaf is not None for body in bodies] == [bool(body.rolls) for body in bodies]
    taken = [index for body in bodies for index in (body.leaf, *body.match_leaves.values()) if index is not None]
    assert taken == list(range(table.row.leaves))
    sound(table)
