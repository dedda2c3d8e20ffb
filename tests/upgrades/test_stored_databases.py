"""A database with an earlier release's schema is migrated to today's, and all its rows survive."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.sampling import only
from tests.upgrades.databases import STORED, applied, columns, definitions, restore, rows, schema, stored

CHECKOUT = Path(__file__).parents[2]
MIGRATE = """
import json, sys
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "migrate", "--verbosity", "0"])
imported = sorted(sys.modules)
if {audit}:
    execute_from_command_line(["manage.py", "audit"])
print(json.dumps(imported))
"""
BEFORE_EDITIONS = {"02-journal"}
"""Databases stored before editions froze results: replaying their seasons today gives other results."""
FILLED = {
    "auth_user",
    "league_membership",
    "league_season",
    "league_entry",
    "league_match",
    "league_lineup",
    "league_seat",
    "league_standingsline",
    "drivers_sheet",
    "drivers_contract",
    "franchises_franchiseseason",
    "franchises_car",
    "franchises_sponsor",
}
"""Tables that have rows in every stored database, including those that later migrations change."""
QUICK = {"07-site", "08-api"}
"""The few that the quick suite migrates as well, in about a second each."""
IN_CI = [name for name in stored() if name in {stored()[0], stored()[-1], *QUICK}]
"""The databases that CI migrates: the oldest, which runs every migration, the newest, and the quick ones."""


def migrated(database: Path, *, audit: bool = False) -> list[str]:
    """Migrate that SQLite database, audit its seasons if asked to, and return the modules that were imported."""
    environment = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"sqlite:///{database}",
        "VAR_DIR": str(database.parent),
    }
    completed = subprocess.run(
        [sys.executable, "-c", MIGRATE.format(audit=audit)],
        cwd=CHECKOUT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr + completed.stdout
    imported: list[str] = json.loads(completed.stdout.splitlines()[-1])
    return imported


def filled(tables: dict[str, list[str]]) -> set[str]:
    """The tables that have rows."""
    return {table for table, rows_of_table in tables.items() if rows_of_table}


@dataclass(frozen=True)
class Fresh:
    """A new database after migrating, and the modules that migrating it imported."""

    database: Path
    imported: list[str]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """The database that all others are compared with."""
    database = tmp_path_factory.mktemp("fresh") / "league.sqlite3"
    return Fresh(database, migrated(database))


def test_there_is_a_database_of_every_release() -> None:
    assert [int(name[:2]) for name in stored()] == list(range(2, len(stored()) + 2))
    assert set(stored()) > BEFORE_EDITIONS | QUICK


@pytest.mark.long
def test_a_database_of_today_is_stored_with_its_rows(fresh: Fresh, tmp_path: Path) -> None:
    stored_file, database = tmp_path / "today.sql.gz", tmp_path / "league.sqlite3"
    subprocess.run(
        [sys.executable, "-m", "tools.stored_database", stored_file], cwd=CHECKOUT, timeout=300, check=True
    )
    restore(stored_file, database)
    assert schema(database) == schema(fresh.database)
    assert filled(rows(database, columns(database))) >= FILLED | {"league_calendar", "league_reportclaim"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(*sampled.values, marks=[*sampled.marks, *([] if name in QUICK else [pytest.mark.long])])
        for name, sampled in zip(stored(), only(IN_CI, stored()), strict=True)
    ],
)
def test_a_stored_database_is_migrated_to_the_tables_of_an_empty_one_and_keeps_its_rows(
    name: str, fresh: Fresh, tmp_path: Path
) -> None:
    database = tmp_path / "league.sqlite3"
    restore(STORED / f"{name}.sql.gz", database)
    before = columns(database)
    rows_before = rows(database, before)
    assert filled(rows_before) >= FILLED
    assert schema(database) != schema(fresh.database) or name == stored()[-1]
    migrated(database, audit=name not in BEFORE_EDITIONS)
    assert schema(database) == schema(fresh.database)
    assert rows(database, before) == rows_before
    assert applied(database) == applied(fresh.database)


def test_migrating_imports_no_page_and_no_part_of_the_api(fresh: Fresh) -> None:
    assert "league.models.leagues" in fresh.imported
    pages = ("config.urls", "config.celery", "league.views", "league.pages", "api", "franchises.views")
    assert [name for name in fresh.imported if name.startswith(pages)] == []


@pytest.mark.parametrize(
    ("table", "inside"),
    [
        ('CREATE TABLE "a" ("b" integer NOT NULL, "c" text)', ['"b" integer NOT NULL', '"c" text']),
        (
            "CREATE TABLE \"a\" (\"b\" text DEFAULT '(,', CHECK (\"b\" IN ('x', 'y')))",
            ["\"b\" text DEFAULT '(,'", "CHECK (\"b\" IN ('x', 'y'))"],
        ),
    ],
)
def test_a_table_is_taken_apart_at_the_commas_between_its_definitions(table: str, inside: list[str]) -> None:
    assert list(definitions(table)) == inside
