"""A squashed migration makes all tables, and replaces the old migrations wherever a database stopped among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import ConnectionHandler, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

SQUASHED = ("league", "0001_squashed_0011_programs")
STAND_INS = [("drivers", "0004_made_with_league"), ("franchises", "0005_made_with_league")]
ROOMS = ("league", "drivers", "franchises")
Key = tuple[str, str]
ACCOUNTS = [("contenttypes", "0001_initial"), ("auth", "0001_initial")]
"""The migrations of other apps that these three depend on."""


def replaced() -> list[Key]:
    """The replaced migrations, in the order in which an empty database used to apply them."""
    loader = MigrationLoader(None, replace_migrations=False)
    replaced_keys = loader.disk_migrations[SQUASHED].replaces
    order: list[Key] = []
    for key in sorted(replaced_keys):
        order += [step for step in loader.graph.forwards_plan(key) if step in replaced_keys and step not in order]
    assert len(order) == len(replaced_keys) == 18
    return order


@pytest.fixture
def empty(django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    """An in-memory database that only records migrations, registered with Django under its alias."""
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
    with django_db_blocker.unblock():
        connection = ConnectionHandler({"default": {}, "counting": settings}).create_connection("counting")
        connections["counting"] = connection
        MigrationRecorder(connection).ensure_schema()
        yield connection
        connection.close()
        del connections["counting"]


def left(connection: BaseDatabaseWrapper, applied: list[Key]) -> list[Key]:
    """The migrations, of those looked at here, that a database with the `applied` ones still has to run."""
    for key in applied:
        MigrationRecorder(connection).record_applied(*key)
    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    looked_at = {SQUASHED, *STAND_INS, *replaced()}
    return [key for migration, _ in plan if (key := (migration.app_label, migration.name)) in looked_at]


def test_an_empty_database_has_one_migration_make_its_tables(empty: BaseDatabaseWrapper) -> None:
    assert left(empty, []) == [SQUASHED, *STAND_INS]


@pytest.mark.parametrize("count", range(1, 18))
def test_a_database_that_stopped_on_the_way_goes_on_through_the_replaced_migrations(
    count: int, empty: BaseDatabaseWrapper
) -> None:
    order = replaced()
    going_on = left(empty, [*ACCOUNTS, *order[:count]])
    assert sorted(going_on[:-2]) == sorted(order[count:])
    assert going_on[-2:] == STAND_INS


def test_a_database_that_had_all_of_them_counts_as_having_had_the_one(empty: BaseDatabaseWrapper) -> None:
    assert left(empty, [*ACCOUNTS, *replaced()]) == STAND_INS
    MigrationExecutor(empty).check_replacements()
    assert SQUASHED in MigrationRecorder(empty).applied_migrations()


def test_making_the_tables_that_was_cut_off_before_the_stand_ins_goes_on_with_them(
    empty: BaseDatabaseWrapper,
) -> None:
    assert left(empty, [*ACCOUNTS, *replaced(), SQUASHED]) == STAND_INS


def test_the_models_are_the_same_either_way() -> None:
    loader = MigrationLoader(None, replace_migrations=False)
    through_all = loader.project_state([key for key in replaced() if key in ends(loader)])
    at_once = loader.project_state(SQUASHED)
    assert through_all.models.keys() == at_once.models.keys()
    for before, after in ((through_all, at_once), (at_once, through_all)):
        assert MigrationAutodetector(before, after)._detect_changes() == {}


def ends(loader: MigrationLoader) -> set[Key]:
    """The last replaced migration of each app."""
    return {max(key for key in replaced() if key[0] == room) for room in ROOMS}


def test_every_table_is_made_whole_and_none_is_copied_afterwards(empty: BaseDatabaseWrapper) -> None:
    loader = MigrationLoader(empty, replace_migrations=False)
    statements = loader.collect_sql([(loader.disk_migrations[SQUASHED], False)])
    statements = [statement for statement in statements if not statement.startswith(("--", "BEGIN;", "COMMIT;"))]
    assert sum(statement.startswith("CREATE TABLE") for statement in statements) == 55
    assert [
        statement for statement in statements if not re.match("CREATE (TABLE|INDEX|UNIQUE INDEX) ", statement)
    ] == []
