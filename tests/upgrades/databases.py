"""SQLite databases to compare: those stored with earlier tables, and what tables and rows a database has."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

STORED = Path(__file__).parents[1] / "golden" / "databases"
"""Databases as the releases made them, numbered in the order of the releases."""
COUNTED_ANEW = {"django_content_type", "auth_permission", "django_migrations"}
"""Tables that every migration adds rows to."""

Schema = dict[str, list[str]]


def stored() -> list[str]:
    """The names of the stored databases, from the oldest to the newest."""
    return sorted(path.name.removesuffix(".sql.gz") for path in STORED.glob("*.sql.gz"))


def restore(stored: Path, database: Path) -> None:
    """Make a stored database again, in a file of its own."""
    statements = gzip.decompress(stored.read_bytes()).decode()
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(statements)


def schema(database: Path) -> Schema:
    """Every table with its columns and constraints, and every index, as SQL.

    The definitions inside a table are sorted: a column that was added later stands behind the constraints, and one
    that SQLite copied the table for may stand elsewhere among the columns.
    """
    with closing(sqlite3.connect(database)) as connection:
        made = connection.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
        ).fetchall()
    assert made
    return {f"{kind} {name}": sorted(definitions(sql)) if kind == "table" else [sql] for kind, name, sql in made}


def definitions(table: str) -> Iterator[str]:
    """The definitions of columns and constraints between the outermost brackets of a CREATE TABLE."""
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
    """The names of the columns of every table that holds rows of people and leagues."""
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
    """The rows of those tables as their columns of those names have them."""
    found = {}
    with closing(sqlite3.connect(database)) as connection:
        for table, names in columns.items():
            selected = ", ".join(f'"{name}"' for name in names)
            found[table] = sorted(map(repr, connection.execute(f'SELECT {selected} FROM "{table}"')))  # noqa: S608 - names the database itself gave
    return found


def applied(database: Path) -> set[tuple[str, str]]:
    """The migrations that the database counts as applied."""
    with closing(sqlite3.connect(database)) as connection:
        return set(connection.execute("SELECT app, name FROM django_migrations").fetchall())
