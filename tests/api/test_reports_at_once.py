"""Copies of one report sent at the same time make one claim, one settlement, and one answer for each key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

pytestmark = pytest.mark.long
READY = """
import json, threading, time
import django
from django.conf import settings
if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    settings.DATABASES["default"]["OPTIONS"]["timeout"] = {patience}
django.setup()
from django.db import connections, transaction
from django.test.utils import setup_test_environment
from api import idempotency
from league.models import Entry, ReportClaim, Season, Settlement, StoredAnswer
from tests.api.api_callers import Program, at, token_of
from tests.api.reportable_matches import document, locked
from tests.scheduling.calendar_league import clocked
setup_test_environment()
idempotency.LOCK_TIMEOUT = "{patience}s"
table = clocked(locked(), agreed_hours=0)
text = token_of(table, "boss", "read", "report", "commission")[1]
sent, answers = document(table), {{}}
sent["report"]["cars"] = [{{"car": each["car"]}} for each in sent["report"]["cars"]]

def report(name, key, wait=lambda: None):
    wait()
    said = Program(text).post(at(table, "/matches/m1/reports"), sent, key=key)
    answers[name] = [said.status_code, said.get("Idempotent-Replayed"), said.content.decode()]
    connections.close_all()

def begun(*asked, wait=lambda: None):
    made = [threading.Thread(target=report, args=(*each, wait)) for each in asked]
    for each in made:
        each.start()
    return made

def told(**more):
    accepted = Entry.objects.filter(command="accept_report").count()
    print(json.dumps({{"answers": answers, "claims": ReportClaim.objects.count(), "accepted": accepted,
        "settled": Settlement.objects.count(), "kept": StoredAnswer.objects.count(), **more}}))
"""
COPIES = """
line = threading.Barrier(8)
for each in begun(*[(number, f"k{number % KEYS}") for number in range(8)], wait=line.wait):
    each.join()
told()
"""
WHILE_WRITTEN = """
with transaction.atomic():
    Season.objects.select_for_update().get(pk=table.season)
    two = begun(("first", "k"), ("copy", "k"))
    time.sleep(WRITING)
    early = dict(answers)
    for each in two if LATE else ():
        each.join()
for each in two:
    each.join()
if LATE:
    late, answers = answers, {}
    report("again", "k")
    told(late=late)
else:
    told(early=early)
"""
"""Two copies arrive while the season's row is locked: for `WRITING` seconds, or if `LATE` until both gave up."""


def came_of(environment: dict[str, str], code: str, *, patience: float = 20, **named: object) -> dict[str, object]:
    """The JSON printed last by a program that runs `code` on a match which awaits its report.

    `patience` is how long its requests wait for locks, in seconds; `named` become globals of the program.
    """
    names = "".join(f"{name} = {value!r}\n" for name, value in named.items())
    with programs_in(environment) as programs:
        output = programs.run(READY.format(patience=patience) + names + code)
    found: dict[str, object] = json.loads(output.splitlines()[-1])
    return found


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment for programs on an empty SQLite or PostgreSQL database."""
    if request.param == "sqlite":
        return on_sqlite(tmp_path)
    return on_postgresql(request.getfixturevalue("postgres_url"))


@pytest.mark.parametrize("keys", [1, 2])
def test_eight_copies_at_once_make_one_claim_and_one_settlement(environment: dict[str, str], keys: int) -> None:
    outcome = came_of(environment, COPIES, KEYS=keys)
    answers = outcome.pop("answers")
    assert isinstance(answers, dict)
    assert outcome == {"claims": 1, "accepted": 1, "settled": 2, "kept": keys}
    assert {status for status, _, _ in answers.values()} <= {200, 201}
    assert len({json.loads(body)["entry"] for _, _, body in answers.values()}) == 1
    assert len({body for _, _, body in answers.values()}) == keys
    assert sum(again is None for _, again, _ in answers.values()) == keys


def test_a_copy_that_comes_while_the_first_is_performed_waits_and_is_answered_as_that_was(
    environment: dict[str, str],
) -> None:
    outcome = came_of(environment, WHILE_WRITTEN, WRITING=1, LATE=False)
    answers = outcome.pop("answers")
    assert isinstance(answers, dict)
    assert outcome == {"early": {}, "claims": 1, "accepted": 1, "settled": 2, "kept": 1}
    assert {status for status, _, _ in answers.values()} == {201}
    assert answers["first"][2] == answers["copy"][2]
    assert sorted(str(again) for _, again, _ in answers.values()) == ["None", "true"]


def test_who_has_waited_too_long_is_told_to_ask_again_and_nothing_was_done(environment: dict[str, str]) -> None:
    outcome = came_of(environment, WHILE_WRITTEN, patience=0.5, WRITING=0, LATE=True)
    late, answers = outcome.pop("late"), outcome.pop("answers")
    assert isinstance(late, dict)
    assert isinstance(answers, dict)
    for status, _, body in late.values():
        assert (status, json.loads(body)["type"]) == (409, "/api/v1/problems/key-in-use")
    assert len(late) == 2
    assert outcome == {"claims": 1, "accepted": 1, "settled": 2, "kept": 1}
    assert answers["again"][:2] == [201, None]
