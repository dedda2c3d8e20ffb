"""On PostgreSQL, the squashed migration makes the same schema as the migrations it replaces."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.sampling import like

CHECKOUT = Path(__file__).parents[2]
AT_ONCE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""
THROUGH_ALL = """
import django; django.setup()
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState
first = ("drivers", "0001_initial")
with connection.schema_editor() as editor:
    MigrationLoader(None).disk_migrations[first].apply(ProjectState(), editor)
MigrationRecorder(connection).record_applied(*first)
call_command("migrate", verbosity=0)
"""
"""Applies and records one of the replaced migrations first, so that the database goes on through all of them."""
SCHEMA = """
SELECT 'column', attrelid::regclass::text, attname::text,
       concat_ws(' ', attnum, format_type(atttypid, atttypmod), attnotnull, attidentity, pg_get_expr(adbin, adrelid))
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
UNION ALL
SELECT 'constraint', conrelid::regclass::text, conname::text, pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL
SELECT 'index', tablename::text, indexname::text, indexdef FROM pg_indexes WHERE schemaname = 'public'
ORDER BY 1, 2, 3
"""


def made(url: str, program: str) -> list[tuple[str, ...]]:
    """The schema that the program makes in that database, which is emptied again afterwards."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": url}
    subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, env=environment, timeout=300, check=True)
    with psycopg.connect(url) as connection:
        schema = connection.execute(SCHEMA).fetchall()
        connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return schema


@like("tests/upgrades/test_squashed.py::test_the_models_are_the_same_either_way")
@pytest.mark.postgres
@pytest.mark.long
def test_the_replaced_migrations_make_the_tables_that_are_made_at_once(postgres_url: str) -> None:
    at_once = made(postgres_url, AT_ONCE)
    assert len(at_once) > 1000
    assert made(postgres_url, THROUGH_ALL) == at_once
