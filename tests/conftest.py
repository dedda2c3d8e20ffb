"""What every test has: the one-writer guard, and services that are there or are plainly said to be missing."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from tests.one_writer import one_writer

REQUIRED = bool(os.environ.get("REQUIRE_SERVICES"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End what a live server's threads left open before the test database is dropped: PostgreSQL would refuse."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def _one_writer(_django_db_helper: None) -> Iterator[None]:
    """Every write to a journalled table in a test comes from the journal, or the test fails.

    It stands inside the database fixture, so that emptying the tables after a test is not held against it.
    """
    with connection.execute_wrapper(one_writer):
        yield


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where the services are required, a skipped test fails the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if REQUIRED and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def missing(what: str) -> None:
    """Skip the test for want of a service; where the services are required, fail it."""
    if REQUIRED:
        pytest.fail(f"{what} is required here and is not there")
    pytest.skip(f"{what} is not there")


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The address of an empty PostgreSQL database of the test's own, dropped after it."""
    import psycopg
    from psycopg import sql

    given = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    server = given.rsplit("/", 1)[0] + "/postgres"
    try:
        admin = psycopg.connect(server, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        missing("PostgreSQL")
        return
    name = f"dethmetal_{os.getpid()}_{secrets.token_hex(4)}"
    with admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield f"{server.rsplit('/', 1)[0]}/{name}"
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
