"""What every test has: the one-writer guard, and services that are there or are plainly said to be missing."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.db import connection

from tests.one_writer import one_writer

REQUIRED = bool(os.environ.get("REQUIRE_SERVICES"))


@pytest.fixture(autouse=True)
def _one_writer(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every write to a journalled table in a test comes from the journal, or the test fails."""
    if not {"db", "transactional_db", "live_server"} & set(request.fixturenames):
        yield
        return
    with connection.execute_wrapper(one_writer):
        yield


def missing(what: str) -> None:
    """Skip the test for want of a service; where the services are required, fail it."""
    if REQUIRED:
        pytest.fail(f"{what} is required here and is not there")
    pytest.skip(f"{what} is not there")


@pytest.fixture
def postgres() -> None:
    """The test runs on PostgreSQL only."""
    if connection.vendor != "postgresql":
        pytest.skip("this run is on SQLite; the same suite runs again on PostgreSQL")
