"""Stages the import of a league outside the site's database, so that other writers need not wait.

An import performs every entry again, which takes seconds, and SQLite has one writer. So a league is first restored in
a database of its own in memory, and then all its rows are written here in one short transaction: the import succeeds
as a whole or leaves nothing behind.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import DEFAULT_DB_ALIAS, DataError, connections, models, transaction
from django.db.utils import load_backend

from journal.gate import open_gate
from journal.state import store
from journal.state.integrity import refuse_edited_tables
from journal.state.tables import relations, sort_by_dependency, target
from journal.transfer.league_export_schema import parse_league_archive
from journal.transfer.league_import import ImportedLeague, import_archive, refuse_existing_league
from league.models import League, Membership, Season
from rules.core.refusals import Malformed
from sql.bulk import upsert

LEAGUE_APPS = ("league", "drivers", "franchises")
"""The apps whose tables hold leagues."""


class StagingStopped(Exception):
    """The staging was canceled."""


@dataclass(frozen=True, slots=True)
class StagedLeague:
    """A restored league that is in no database yet: its rows by table, each table after those its rows point at.

    `users` are the names of its users by the primary keys used in the rows.
    """

    tables: tuple[tuple[type[models.Model], list[Any]], ...]
    users: Mapping[int, str]

    def rows(self, model: type[models.Model]) -> list[Any]:
        """The rows of one table."""
        return next((rows for known, rows in self.tables if known is model), [])

    @property
    def league(self) -> League:
        """The row of the league itself."""
        found: League = self.rows(League)[0]
        return found


class StagedImport:
    """Restores an export in a thread and a database of its own; `done` of `total` entries were performed."""

    def __init__(self, text: bytes) -> None:
        self.done = self.total = 0
        self._text = text
        self._stopped = False
        self._over = threading.Event()
        self._prepared: StagedLeague | None = None
        self._failed: BaseException | None = None
        threading.Thread(target=self._run, name="restoring", daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait at most that long; return whether it is finished."""
        return self._over.wait(seconds)

    def stop(self) -> None:
        """Stop at the next entry."""
        self._stopped = True

    def result(self) -> StagedLeague:
        """Wait for the restored league. Raises what the import raises, or `StagingStopped`."""
        self._over.wait()
        if self._failed is not None:
            raise self._failed
        if self._prepared is None:
            raise StagingStopped
        return self._prepared

    def _run(self) -> None:
        try:
            document = parse_league_archive(self._text)
            with _thread_database():
                import_archive(document, told=self._on_progress)
                self._prepared = StagedLeague(tuple(_read()), _user_names())
        except StagingStopped:
            pass
        except BaseException as error:  # noqa: BLE001 - whatever it is, `result` raises it where it is waited for
            self._failed = error
        finally:
            self._over.set()

    def _on_progress(self, done: int, total: int) -> None:
        if self._stopped:
            raise StagingStopped
        self.done, self.total = done, total
        time.sleep(0)  # lets a waiting request run first


def write_staged_league(prepared: StagedLeague, *, users: Mapping[str, Any]) -> ImportedLeague:
    """Write a staged league in one transaction; `users` are the users by their names in it.

    Joins the caller's transaction, if there is one. Raises `LeagueStands`, `PersonStands` or `Malformed`.
    """
    people = {number: users[name].pk for number, name in prepared.users.items()}
    with transaction.atomic(), open_gate():
        refuse_existing_league(prepared.league.pk, [member.handle for member in prepared.rows(Membership)])
        try:
            _write(prepared, people)
        except DataError:  # the staging database, SQLite, accepts text of any length
            raise Malformed("This export holds a text that is too long: export the league again.") from None
        seasons: list[Season] = prepared.rows(Season)
        for row in seasons:
            refuse_edited_tables(row, store.load(row))
        return ImportedLeague(prepared.league, seasons, sum(row.length for row in seasons))


def _write(prepared: StagedLeague, people: Mapping[int, int]) -> None:
    """Write every row with the primary keys that users and numbered rows have here."""
    numbers: dict[type[models.Model], Mapping[Any, Any]] = {get_user_model(): people}
    hung_on = {target(field) for model, _ in prepared.tables for field in relations(model)}
    for model, rows in prepared.tables:
        renumbered = [field for field in relations(model) if target(field) in numbers]
        for row in rows:
            for field in renumbered:
                if (was := getattr(row, field.attname)) is not None:
                    setattr(row, field.attname, numbers[target(field)][was])
        if model._meta.auto_field is None or model not in hung_on:
            upsert(rows)
            continue
        before = [row.pk for row in rows]
        for row in rows:
            row.pk = None
        model._default_manager.bulk_create(rows)
        numbers[model] = dict(zip(before, (row.pk for row in rows), strict=True))


def _read() -> Iterator[tuple[type[models.Model], list[Any]]]:
    """All rows, table by table."""
    for model in sort_by_dependency(_tables()):
        if rows := list(model._default_manager.order_by("pk")):
            yield model, rows


def _tables() -> list[type[models.Model]]:
    return [model for room in LEAGUE_APPS for model in apps.get_app_config(room).get_models()]


def _user_names() -> dict[int, str]:
    user = get_user_model()
    return dict(user._default_manager.values_list("pk", user.USERNAME_FIELD))


@contextmanager
def _thread_database() -> Iterator[None]:
    """Replace the site's database with an empty one in memory, for this thread only.

    Django's connections are separate for each thread, so other threads do not see it.
    """
    settings = {**connections.settings[DEFAULT_DB_ALIAS], "ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
    staging = load_backend(settings["ENGINE"]).DatabaseWrapper({**settings, "OPTIONS": {}}, alias=DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = staging
    try:
        with staging.schema_editor() as editor:
            for model in (get_user_model(), *_tables()):
                editor.create_model(model)
        yield
    finally:
        if staging.connection is not None:
            staging.connection.close()
        del connections[DEFAULT_DB_ALIAS]
