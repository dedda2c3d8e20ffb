"""Sites and brokers for tests that start programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery

from jobs import dispatch
from tests.conftest import missing
from tests.jobs.harness import Redis, Site, own_redis
from tests.migrated import copy_to_file


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site without configuration: SQLite and no broker."""
    own_site = Site(tmp_path)
    yield own_site
    own_site.close()


@pytest.fixture
def migrated_site(site: Site) -> Site:
    """The same site with a migrated database."""
    copy_to_file(site.folder / "league.sqlite3")
    return site


@pytest.fixture
def redis_server() -> Iterator[Redis]:
    """A Redis server for this test."""
    with own_redis() as server:
        if server is None:
            missing("Redis")
            return
        yield server


@pytest.fixture
def shared_site(tmp_path: Path, postgres_url: str, redis_server: Redis) -> Iterator[Site]:
    """A site on PostgreSQL and Redis, with a migrated database."""
    own_site = Site(tmp_path, database=postgres_url, redis=redis_server.url)
    yield own_site
    own_site.close()


@pytest.fixture
def deaf_broker(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Configure a Redis that does not exist."""
    settings.REDIS_URL = settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    with Celery("deaf", broker=settings.REDIS_URL, set_as_current=False) as deaf:
        deaf.conf.broker_transport_options = {"max_retries": 1, "interval_start": 0}
        monkeypatch.setattr(dispatch, "celery_app", lambda: deaf)
        yield
