"""The warning about a database that sorts text in another way than SQLite."""

from __future__ import annotations

import pytest
from django.core.checks import Tags, run_checks
from django.db import connection

from sql.collation_check import collation_warnings


@pytest.mark.parametrize(
    ("collation", "warned"), [("C", False), ("C.UTF-8", False), ("POSIX", False), ("en_US.UTF-8", True)]
)
def test_a_collation_that_does_not_sort_by_bytes_is_warned_of(collation: str, warned: bool) -> None:
    assert bool(collation_warnings(collation)) is warned


@pytest.mark.django_db
def test_the_check_runs_with_those_of_the_database() -> None:
    found = [
        message for message in run_checks(tags=[Tags.database], databases=["default"]) if message.id == "sql.W001"
    ]
    assert not found or connection.vendor == "postgresql"
