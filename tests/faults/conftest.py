"""A season recorded once on each database, and the services that faults are done to."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.conftest import missing
from tests.faults.grounds import Recorded, forks
from tests.jobs.harness import Redis, own_redis

SERVER = "postgres://postgres@127.0.0.1:5432"


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """A league's first season, played to its end by the clock with nothing in its way."""
    with forks(tmp_path_factory.mktemp("sqlite")) as program:
        yield Recorded(program).record()


@pytest.fixture(scope="module")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """The same on PostgreSQL."""
    with forks(tmp_path_factory.mktemp("postgresql"), postgres_server()) as program:
        yield Recorded(program).record()


@pytest.fixture
def redis_server() -> Iterator[Redis]:
    """A Redis server of the test's own."""
    with own_redis() as server:
        if server is None:
            missing("Redis")
            return
        yield server


def postgres_server() -> str:
    """The address of a PostgreSQL server, without a database."""
    import psycopg

    given = os.environ.get("DATABASE_URL", "")
    server = given.rsplit("/", 1)[0] if given.startswith("postgres") else SERVER
    try:
        psycopg.connect(f"{server}/postgres", connect_timeout=3).close()
    except psycopg.OperationalError:
        missing("PostgreSQL")
    return server
