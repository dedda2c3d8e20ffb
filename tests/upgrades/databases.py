"""SQLite databases to compare: those stored with earlier schemas, and the schema and rows of a database."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

STORED = Path(__file__).parents[1] / "golden" / "databases"
"""Databases as earlier releases made them, numbered in the order of the releases."""
COUNTED_ANEW = {"django_content_type", "auth_permission", "django_migrations"}
"""Tables that every migration adds rows to."""

Schema = dict[str, list[str]]


def stored() -> list[str]:
    """The names of the stored databases, oldest first."""
    return sorted(path.name.removesuffix(".sql.gz") for path in STORED.glob("*.sql.gz"))


def restore(stored: Path, database: Path) -> None:
    """Restore a stored database into a new file."""
    statements = gzip.decompress(stored.read_bytes()).decode()
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(statements)


def schema(database: Path) -> Schema:
    """The SQL of every table, as a list of its columns and constraints, and of every index.

    The definitions inside a table are sorted, since their order depends on history: a column added later comes after
    the constraints, and one for which SQLite copied the table may be anywhere among the columns.
    """
    with closing(sqlite3.connect(database)) as connection:
        schema_rows = connection.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
        ).fetchall()
    assert schema_rows
    return {
        f"{kind} {name}": sorted(definitions(sql)) if kind == "table" else [sql] for kind, name, sql in schema_rows
    }


def definitions(table: str) -> Iterator[str]:
    """The definitions of columns and constraints between the outermost parentheses of a CREATE TABLE statement."""
    definition, depth, quote = "", 0, ""
    for sign in table[table.index("(") + 1 : table.rindex(")")]:
        if sign in "'\"" and quote in ("", sign):
            quote = "" if quote else sign
        if not quote:
            depth += (sign == "(") - (sign == ")")
            if sign == "," and not depth:
                yield definition.strip()
                definition = ""
                continue
        definition += sign
    yield definition.strip()


def columns(database: Path) -> dict[str, list[str]]:
    """The column names of every table except those that every migration adds rows to."""
    with closing(sqlite3.connect(database)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        return {
            name: [column[1] for column in connection.execute(f'PRAGMA table_info("{name}")')]
            for (name,) in tables
            if name not in COUNTED_ANEW
        }


def rows(database: Path, columns: dict[str, list[str]]) -> dict[str, list[str]]:
    """The rows of those tables, limited to those columns."""
    rows_by_table = {}
    with closing(sqlite3.connect(database)) as connection:
        for table, names in columns.items():
            selected = ", ".join(f'"{name}"' for name in names)
            rows_by_table[table] = sorted(map(repr, connection.execute(f'SELECT {selected} FROM "{table}"')))  # noqa: S608 - names the database itself gave
    return rows_by_table


def applied(database: Path) -> set[tuple[str, str]]:
    """The migrations that the database records as applied."""
    with closing(sqlite3.connect(database)) as connection:
        return set(connection.execute("SELECT app, name FROM django_migrations").fetchall())
