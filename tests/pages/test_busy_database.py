"""While the database is busy for too long, pages, API and commands say "try again", and nothing has been done."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from psycopg_pool import PoolTimeout

from config.error_views import server_error
from league.management.cli_actor import BUSY_SENTENCE, DatabaseCommand
from league.management.commands import migrate
from league.models import StoredAnswer
from sql.busy_errors import RETRY_AFTER_SECONDS, is_busy
from tests.api.api_callers import at, program_of
from tests.api.test_problems import told
from tests.guards.findings import report
from tests.league.small_league import founded, settled

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-laps"
NO_DATABASE = {"beacon", "commands", "resolve", "score", "vendored"}
"""Commands that do not use the database."""
OF_POSTGRESQL = {"scaled"}
"""Commands that refuse any database but PostgreSQL before they use it."""


@pytest.fixture
def busy(tmp_path: Path) -> sqlite3.OperationalError:
    """The error of a SQLite connection that waited for a writer too long."""
    with (
        closing(sqlite3.connect(tmp_path / "x", timeout=0)) as writer,
        closing(sqlite3.connect(tmp_path / "x", timeout=0)) as waiting_connection,
    ):
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError) as caught:
            waiting_connection.execute("BEGIN IMMEDIATE")
        return caught.value


@contextmanager
def waiting_in_vain(cause: Exception, *statements: str) -> Iterator[None]:
    """Make every statement that starts with one of these words, or all if none is given, time out."""

    def execute(go_on: Any, sql: str, params: object, many: bool, context: dict[str, Any]) -> Any:
        if not statements or sql.lstrip().upper().startswith(statements):
            raise OperationalError("database is locked") from cause
        return go_on(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield


WRITES = ("INSERT", "UPDATE", "DELETE")


def holds(answer: Any) -> str:
    """Check that the response is the page that says "try again", and return its text."""
    assert answer.status_code == 503, answer.content[:300]
    assert answer["Retry-After"] == str(RETRY_AFTER_SECONDS)
    assert "no-store" in answer["Cache-Control"]
    return str(answer.content.decode())


def test_what_each_database_says_to_who_waited_in_vain_is_known(busy: sqlite3.OperationalError) -> None:
    assert is_busy(busy)
    for no in (
        psycopg.errors.LockNotAvailable(),
        psycopg.errors.QueryCanceled(),
        psycopg.errors.SerializationFailure(),
        psycopg.errors.DeadlockDetected(),
        PoolTimeout(),
    ):
        assert is_busy(no), no
        wrapped = OperationalError(str(no))
        wrapped.__cause__ = no
        assert is_busy(wrapped), no
    with closing(sqlite3.connect(":memory:")) as database, pytest.raises(sqlite3.OperationalError) as caught:
        database.execute("SELECT * FROM nothing")
    assert not any(map(is_busy, (caught.value, psycopg.errors.DiskFull(), LookupError(), None)))


@pytest.mark.django_db(transaction=True)
def test_signing_up_beside_a_busy_writer_is_a_page_that_says_try_again(busy: sqlite3.OperationalError) -> None:
    payload = {
        "username": "ann",
        "email": "ann@example.org",
        "password1": "long-enough-9",
        "password2": "long-enough-9",
    }
    with waiting_in_vain(busy, *WRITES):
        page = holds(Client().post("/accounts/signup/", payload))
    assert "Try again in a moment" in page
    assert "your browser then sends the same again" in page
    assert "long-enough-9" not in page
    assert not get_user_model().objects.filter(username="ann").exists()


@pytest.mark.django_db
def test_what_was_typed_stands_on_the_page_to_copy(busy: sqlite3.OperationalError) -> None:
    founded()
    client = Client()
    client.force_login(get_user_model().objects.get(username="rust-belt-boss"))
    payload = {"title": "Rain on Sunday", "text": "Bring tires.", "key": "k", "act": "post"}
    with waiting_in_vain(busy, *WRITES):
        page = holds(client.post("/l/rust-belt/announcements/", payload))
    assert "title: Rain on Sunday" in page
    assert "text: Bring tires." in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/accounts/login/",
        "/l/rust-belt/",
        "/l/rust-belt/s1/",
        "/l/rust-belt/s1/journal/",
        "/l/rust-belt/d/x/",
        "/me/",
    ],
)
def test_no_page_breaks_where_nothing_in_the_database_can_be_read(path: str, busy: sqlite3.OperationalError) -> None:
    """Errors may occur in the view, or before and after it: in sessions, memberships and the page itself."""
    settled()
    client = Client(raise_request_exception=False)
    client.force_login(get_user_model().objects.get(username="rust-belt-boss"))
    with waiting_in_vain(busy):
        answer = client.get(path)
    if path != "/accounts/login/" or answer.status_code != 200:
        assert "Try again in a moment" in holds(answer)


@pytest.mark.django_db
def test_the_api_answers_a_problem_that_says_when_to_ask_again(busy: sqlite3.OperationalError) -> None:
    table = founded()
    program = program_of(table, "boss")
    with waiting_in_vain(busy):
        answer = program.get(at(table))
    told(answer, 503, "database-busy")
    assert answer["Retry-After"] == str(RETRY_AFTER_SECONDS)


@pytest.mark.django_db
def test_a_command_of_the_api_is_to_be_sent_again_under_its_key(busy: sqlite3.OperationalError) -> None:
    table = founded()
    program = program_of(table, "razors")
    hire = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1"}
    with waiting_in_vain(busy, *WRITES):
        told(program.post(at(table, "/commands"), {"commands": [hire]}, key="k"), 409, "key-in-use")
    assert not StoredAnswer.objects.exists()
    assert program.post(at(table, "/commands"), {"commands": [hire]}, key="k").status_code == 201


def test_what_waited_in_vain_before_any_view_is_answered_alike(busy: sqlite3.OperationalError) -> None:
    try:
        raise OperationalError("database is locked") from busy
    except OperationalError:
        page = server_error(RequestFactory().get("/rust-belt"))
        problem = server_error(RequestFactory().get("/api/v1/leagues"))
    assert (page.status_code, problem.status_code) == (503, 503)
    assert page["Retry-After"] == problem["Retry-After"] == str(RETRY_AFTER_SECONDS)
    assert server_error(RequestFactory().get("/rust-belt")).status_code == 500


@pytest.mark.django_db
def test_play_beside_a_busy_writer_ends_with_a_sentence(busy: sqlite3.OperationalError) -> None:
    with waiting_in_vain(busy, *WRITES), pytest.raises(CommandError, match="Another program writes to the database"):
        call_command("play", str(EXAMPLE), season_secret="00ff", verbosity=0)


def own_commands() -> list[str]:
    """Every management command of the site's own."""
    return sorted(name for name, app in get_commands().items() if app in ("league", "drivers", "franchises"))


def test_every_command_that_asks_the_database_says_so_in_a_sentence() -> None:
    found = own_commands()
    report(
        (
            f"manage.py {name} ends with a traceback while the database is busy: derive its Command from "
            "DatabaseCommand, or list it in tests/pages/test_busy_database.py."
            for name in found
            if name not in NO_DATABASE | OF_POSTGRESQL
            and not isinstance(load_command_class("league", name), DatabaseCommand | migrate.Command)
        ),
        seen=found,
        of="commands",
    )


@pytest.mark.parametrize("kind", [DatabaseCommand, migrate.Command])
def test_a_command_that_waited_in_vain_says_so(kind: Any, busy: sqlite3.OperationalError) -> None:
    class Waits(kind):  # type: ignore[misc] # either of the two
        requires_system_checks = ()

        def handle(self, *_args: Any, **_options: Any) -> None:
            raise OperationalError("database is locked") from busy

    with pytest.raises(CommandError, match="try again in a moment"):
        call_command(Waits())
    assert BUSY_SENTENCE.endswith(".")
