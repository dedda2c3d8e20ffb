"""A sandbox that was ended or has expired leaves no trace, and nothing else changes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from drivers.models import Driver
from jobs import outbox_delivery
from journal.forks import NoFork, delete_fork
from journal.gate import open_gate
from league import tasks
from league.models import Sandbox, Season
from league.sandboxes import end_expired_sandboxes
from rules.core.refusals import Unknown
from tests.api.api_callers import at
from tests.api.test_problems import told
from tests.api.test_sandboxes import HIRE, give, made, rows
from tests.league.small_league import assert_reconciled, founded, settled

pytestmark = pytest.mark.django_db


MATCH = {"match": "m2", "event": "race", "franchises": ["razors", "saints"]}
ROUND = {"type": "announce_round", "round": "r2", "matches": [MATCH]}
UPSTARTS = {"type": "found_franchise", "franchise": "upstarts", "name": "Upstarts"}


@pytest.mark.parametrize(
    ("world", "entry", "given"),
    [(founded, 2, UPSTARTS), (founded, None, HIRE), (settled, None, ROUND)],
    ids=["founding", "hiring", "playing"],
)
def test_an_ended_sandbox_leaves_the_database_as_it_was(world: Any, entry: int | None, given: dict[str, Any]) -> None:
    table = world()
    outbox_delivery.deliver_outbox(at=timezone.now())
    before = rows()
    sandbox, program = made(table, entry=entry)
    answer = give(sandbox, program, given)
    assert answer.status_code == 201, answer.content
    outbox_delivery.deliver_outbox(at=timezone.now())
    name = sandbox.row.name
    assert program.delete(at(table, f"/sandboxes/{name}")).status_code == 200
    assert rows() == before
    assert _places_of(name) == {"league_storedanswer"}
    told(program.delete(at(table, f"/sandboxes/{name}")), 404, "not-found")
    assert program.get(at(sandbox)).status_code == 404
    assert_reconciled(table.season)


def test_who_plays_in_the_season_stays_though_a_sandbox_had_him_too() -> None:
    table = founded()
    sandbox, program = made(table)
    give(sandbox, program, HIRE)
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Nova")
    assert Driver.objects.get(pk="rust-belt/razors.d1").name == "Nova"
    program.delete(at(table, f"/sandboxes/{sandbox.row.name}"))
    assert Driver.objects.get(pk="rust-belt/razors.d1").name == "Nova"


def test_what_a_sandbox_calls_a_driver_binds_nobody() -> None:
    table = founded()
    sandbox, program = made(table)
    give(sandbox, program, {**HIRE, "name": "Clown"})
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1")
    assert Driver.objects.get(pk="rust-belt/razors.d1").name != "Clown"


def test_a_season_of_the_league_cannot_be_ended() -> None:
    table = founded()
    before = rows()
    with pytest.raises(NoFork):
        delete_fork(table.season)
    with pytest.raises(Unknown):
        delete_fork("rust-belt/s9")
    assert rows() == before


def test_the_sweep_ends_those_that_are_over_and_those_of_closed_accounts() -> None:
    table = founded()
    expired, program = made(table)
    kept, _ = made(table, "saints")
    orphan, _ = made(table, "widows")
    Sandbox.objects.filter(season=expired.season).update(expires_at=timezone.now() - timedelta(seconds=1))
    get_user_model().objects.filter(username="rust-belt-widows").update(is_active=False)
    assert program.get(at(expired)).status_code == 404
    assert give(expired, program, HIRE).status_code == 404
    tasks.sweep()
    remaining = set(Season.objects.exclude(forked_from="").values_list("pk", flat=True))
    assert remaining == {kept.season} != {orphan.season}
    assert end_expired_sandboxes(at=timezone.now()) == 0


def test_one_that_cannot_be_ended_holds_up_no_other() -> None:
    table = founded()
    broken, _ = made(table)
    gone, _ = made(table, "saints")
    Sandbox.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with open_gate():
        Season.objects.filter(pk=broken.season).update(forked_from="")
    assert end_expired_sandboxes(at=timezone.now()) == 1
    assert not Season.objects.filter(pk=gone.season).exists()
    assert Season.objects.filter(pk=broken.season).exists()


def _places_of(name: str) -> set[str]:
    """The tables that have a sandbox's name in any row, except sessions."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - names of our own tables
            values = [value for row in cursor.fetchall() for value in row]
            if any(name in str(bytes(value) if isinstance(value, memoryview) else value) for value in values):
                found.add(table)
    return found - {"django_session"}
