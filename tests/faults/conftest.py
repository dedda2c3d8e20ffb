"""A season recorded once on each database, and services for tests to break."""

from __future__ import annotations

import os
import pickle
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.disk_cache import PLAYED, read_or_make
from tests.faults.grounds import Recorded, forks
from tests.faults.postgres import own_cluster
from tests.jobs.harness import Redis, own_redis

SERVER = "postgres://postgres@127.0.0.1:5432"
TURNS = "turns.pickle"
"""The file with the recorded turns."""


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """A league's first season on SQLite, played to its end by the clock without faults."""
    folder = tmp_path_factory.mktemp("sqlite")
    shutil.copytree(read_or_make(PLAYED, "undisturbed", _record), folder, dirs_exist_ok=True)
    with forks(folder) as program:
        yield Recorded(program, pickle.loads((folder / TURNS).read_bytes()))  # noqa: S301 - written by `_record`


def _record(path: Path) -> None:
    """Record the season. `path` becomes the folder with its databases and the turns."""
    with tempfile.TemporaryDirectory(prefix="recorded-") as folder, forks(Path(folder)) as program:
        turns = Recorded(program).record().turns
        shutil.copytree(folder, path)
    (path / TURNS).write_bytes(pickle.dumps(turns))


@pytest.fixture(scope="module")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorded]:
    """The same on PostgreSQL, if possible on a server of its own that does not wait for the disk."""
    with own_cluster() as cluster:
        server = cluster.server if cluster else postgres_server()
        with forks(tmp_path_factory.mktemp("postgresql"), server) as program:
            yield Recorded(program).record()


@pytest.fixture
def redis_server() -> Iterator[Redis]:
    """A Redis server for this test."""
    with own_redis() as server:
        if server is None:
            missing("Redis")
            return
        yield server


def postgres_server() -> str:
    """The URL of a PostgreSQL server, without a database."""
    import psycopg

    url = os.environ.get("DATABASE_URL", "")
    server = url.rsplit("/", 1)[0] if url.startswith("postgres") else SERVER
    try:
        psycopg.connect(f"{server}/postgres", connect_timeout=3).close()
    except psycopg.OperationalError:
        missing("PostgreSQL")
    return server
