"""The health and readiness checks, and the status of each part."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.checks import run_checks
from django.db import connection
from django.test import Client
from django.utils import timezone

from jobs.queue import enqueue
from jobs.sweeper import sweep
from jobs.worker import claim_job

READY = {"status": "ready", "database": "ok", "migrations": "ok", "jobs": "ok"}


@pytest.fixture(autouse=True)
def _never_swept(settings: Any) -> None:
    """Configure no broker. The test's own cache has no sweep."""
    settings.REDIS_URL = ""


def asked(client: Client) -> tuple[int, dict[str, str]]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


@pytest.mark.django_db
def test_it_is_ready_once_jobs_are_swept(client: Client) -> None:
    assert asked(client) == (503, {**READY, "status": "not ready", "jobs": "missing"})
    sweep(at=timezone.now())
    assert asked(client) == (200, READY)


@pytest.mark.django_db
def test_it_is_not_ready_when_the_last_sweep_is_long_ago(client: Client) -> None:
    sweep(at=timezone.now() - timedelta(minutes=2))
    assert asked(client)[0] == 503


@pytest.mark.django_db
def test_workers_that_are_all_at_long_jobs_are_alive(client: Client) -> None:
    at = timezone.now()
    assert claim_job(enqueue("long", key="x", at=at).pk, at=at) is not None
    assert asked(client) == (200, READY)


@pytest.mark.django_db
def test_it_is_not_ready_before_its_migrations(client: Client) -> None:
    sweep(at=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'league'")
    assert asked(client) == (503, {"status": "not ready", "database": "ok", "migrations": "missing"})


@pytest.mark.django_db
@pytest.mark.usefixtures("deaf_broker")
def test_a_broker_that_is_configured_and_away_is_said(client: Client) -> None:
    sweep(at=timezone.now())
    assert asked(client) == (503, {**READY, "status": "not ready", "broker": "missing"})


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_is_read_and_never_written(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


@pytest.mark.parametrize(("servers", "redis", "found"), [(1, "", 0), (2, "", 1), (2, "redis://localhost", 0)])
def test_several_servers_without_redis_are_an_error(settings: Any, servers: int, redis: str, found: int) -> None:
    settings.WEB_SERVERS, settings.REDIS_URL = servers, redis
    messages = run_checks(tags=["jobs"])
    assert [check_message.id for check_message in messages] == ["league.E001"] * found
    assert not messages or messages[0].hint == "Set REDIS_URL, which they share, or run one process."
