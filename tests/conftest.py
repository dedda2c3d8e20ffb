"""What every test gets: the one-writer guard, and services that are available or clearly reported as missing."""

from __future__ import annotations

import gc
import os
import re
import secrets
import signal
import sqlite3
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings

from rules.campaign.core.state import Season as SeasonState
from rules.campaign.core.switches import default_setting
from rules.core.switches import Setting, Switch
from tests.sampling import caught_at_night
from tools.source_index import parsed_file_count

PURE = Path(__file__).parent / "rules"
REQUIRED = bool(os.environ.get("REQUIRE_SERVICES"))
COMMITTING = {"transactional_db", "live_server"}
OF_THE_DATABASE = {"db", *COMMITTING}
NOTHING_BUILT_ONCE = {"monkeypatch", "settings", "django_capture_on_commit_callbacks"}
"""Fixtures whose tests may change how the league builders work or watch them work, so no cached league is used."""


@dataclass(frozen=True, slots=True)
class Collected:
    """The result of collecting: the modules imported by its end, and how many source files were parsed."""

    modules: frozenset[str]
    parsed: int


COLLECTED = pytest.StashKey[Collected]()


def pytest_configure() -> None:
    """Restore the default handlers of SIGINT and SIGHUP where they are ignored.

    A background job of a shell, or a program under `nohup`, ignores some of them. Programs that tests start would
    inherit that and not stop when they are interrupted.
    """
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect with the garbage collector off, then exempt the collected objects from it.

    The 22,000 tests stay until the end, so scanning them for garbage costs time and finds none: a third of the
    collection's time, and some of every later test's.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        session.config.stash[COLLECTED] = Collected(frozenset(sys.modules), parsed_file_count())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Schedule the longest files first."""
    from tests.longest_first import scheduler_of  # only with pytest-xdist

    return scheduler_of(config, log)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test `once` if it uses neither Django's database nor PostgreSQL: it is the same on both."""
    if not _asks_for_the_database(item) and item.get_closest_marker("postgres") is None:
        item.add_marker("once")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests `caught` that a nightly run caught once: every run has them, `nightly` or not."""
    caught = caught_at_night()
    for item in items:
        if item.nodeid in caught:
            item.add_marker("caught")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_use_migrations: bool, django_db_keepdb: bool
) -> Iterator[None]:
    """Make the test database start migrated, so that the migrations find nothing to do in it."""
    if not django_db_use_migrations or django_db_keepdb:
        yield
        return
    from tests import migrated

    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated.template_on(_postgres_server())
        yield
        return
    # Django opens this database later; it lives as long as one connection to it is open.
    with closing(sqlite3.connect(connection.creation._get_test_db_name(), uri=True)) as kept_open:
        migrated.copy_to_connection(kept_open)
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: Any, request: pytest.FixtureRequest, tmp_path_factory: Any
) -> Iterator[None]:
    """Give SQLite a file if a live server is used, and end PostgreSQL's connections before its database is dropped.

    A database in memory has one connection for all threads of a live server. Concurrent requests would share
    transactions, and leave them open for the tests that follow.
    """
    in_memory = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite" and any(
        "live_server" in getattr(test, "fixturenames", ()) for test in request.session.items
    ):
        from tests import migrated

        path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        migrated.copy_to_file(path)
        connection.settings_dict["NAME"] = str(path)
        _close(connection, django_db_blocker)
    with django_db_blocker.unblock():
        # Django asks the database this once a process; a test that counts queries would count it if it came first.
        _ = connection.features.supports_json_field
    yield
    if connection.settings_dict["NAME"] != in_memory:
        _close(connection, django_db_blocker)
        connection.settings_dict["NAME"] = in_memory
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


def _close(opened: Any, blocker: Any) -> None:
    """Close a connection even where its database name says that it is in memory, which Django would not close."""
    with blocker.unblock():
        opened.close()


def _asks_for_the_database(test: pytest.Item) -> bool:
    return not OF_THE_DATABASE.isdisjoint(getattr(test, "fixturenames", ())) or any(
        mark.name == "django_db" for mark in test.iter_markers()
    )


@pytest.fixture(autouse=True)
def _one_writer(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which anything but the journal writes to a journaled table.

    The guard is inside the database fixture, so that emptying the tables after a test does not count. A test that
    does not use the database has no guard.
    """
    if not _asks_for_the_database(request.node):
        yield
        return
    request.getfixturevalue("_django_db_helper")
    from tests.league.league_cache import forgetting, remembering
    from tests.one_writer import one_writer

    committed = any(mark.kwargs.get("transaction") for mark in request.node.iter_markers("django_db"))
    committed = committed or not COMMITTING.isdisjoint(request.fixturenames)
    forgets = not NOTHING_BUILT_ONCE.isdisjoint(_asked(request.node))
    with connection.execute_wrapper(one_writer), forgetting() if forgets else remembering(committed=committed):
        yield


@pytest.fixture(autouse=True)
def _gives_back_its_rulesets() -> Iterator[None]:
    """Fail a test that leaves a ruleset installed, which every later test of its process would see."""
    before = _installed_rulesets()
    yield
    for name in _installed_rulesets() - before:
        del sys.modules["rules.match.registry"]._installed[name]
        says = "The test leaves the ruleset {} installed: install it in a fixture, by temporarily_installed."
        pytest.fail(says.format(name), pytrace=False)


def _installed_rulesets() -> set[str]:
    """The rulesets that are installed and not listed; none while no module has asked for one."""
    registry = sys.modules.get("rules.match.registry")
    return set() if registry is None else registry._installed.keys() - registry.RULESET_MODULES.keys()


@pytest.fixture(autouse=True)
def _a_cache_of_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give each test its own cache keys, since workers of one run share the cache where it is Redis."""
    if request.path.is_relative_to(PURE):
        yield
        return
    from tests.own_cache import new_prefix

    cache = {**settings.CACHES["default"], "KEY_PREFIX": new_prefix()}
    with override_settings(CACHES={"default": cache}):
        yield


def _asked(test: pytest.Function) -> set[str]:
    """The fixtures that the test requests, directly or through this suite's fixtures, not through plugins."""
    fixture_info = test._fixtureinfo
    ours = [
        fixture_def
        for definitions in fixture_info.name2fixturedefs.values()
        for fixture_def in definitions
        if fixture_def.baseid
    ]
    return {*fixture_info.argnames, *(name for fixture_def in ours for name in fixture_def.argnames)}


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    """Run a test marked with a switch again with that switch stuck at its default; it must then fail.

    Such a test has to build its season in its own body: one from a fixture would have been used already.
    """
    outcome = yield
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    for name in sorted({mark.args[0] for mark in pyfuncitem.iter_markers("switch")}):
        passed = True
        with suppress(Exception, pytest.fail.Exception), _nothing_remembered(), stuck_at_default(name):
            pyfuncitem.obj(**arguments)
            passed = False
        if not passed:
            pytest.fail(f"it passes with {name} stuck at its default, so it holds nothing of that switch")
    return outcome


@contextmanager
def _nothing_remembered() -> Iterator[None]:
    """Have leagues built anew, without the cache; tests of the rules have not imported it and need no Django."""
    league_cache = sys.modules.get("tests.league.league_cache")
    with league_cache.forgetting() if league_cache else nullcontext():
        yield


@contextmanager
def stuck_at_default(name: str) -> Iterator[None]:
    """Every season and every match reads the default of that switch, whatever it was set to."""
    setting = SeasonState.setting
    read_by = [switches for switches in _switches_of_books() if name in switches]
    originals = [switches[name] for switches in read_by]

    def stuck(season: SeasonState, switch: str) -> Setting:
        return default_setting(switch) if switch == name else setting(season, switch)

    SeasonState.setting = stuck  # type: ignore[method-assign]
    for switches in read_by:
        switches[name] = Stuck(*(getattr(switches[name], field.name) for field in fields(Switch)))
    try:
        yield
    finally:
        SeasonState.setting = setting  # type: ignore[method-assign]
        for switches, switch in zip(read_by, originals, strict=True):
            switches[name] = switch


def _switches_of_books() -> list[dict[str, Switch]]:
    """The switch tables that books' settings read, of the books that have been imported."""
    settings = [module for name, module in sys.modules.items() if re.fullmatch(r"rules\.\w+\.settings", name)]
    return [setting.SWITCHES_BY_NAME for setting in settings if hasattr(setting, "SWITCHES_BY_NAME")]


class Stuck(Switch):
    """A switch that stays at its default, whatever it is set to."""

    def validate(self, value: object) -> Setting:  # noqa: ARG002 - the value does not matter
        """The default, whatever the value."""
        return self.default


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where services are required, a skipped test fails the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if REQUIRED and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say that skipped tests are why the run failed."""
    if REQUIRED and (skipped := terminalreporter.stats.get("skipped")):
        terminalreporter.write_line(
            f"REQUIRE_SERVICES is set, so skipped tests fail the run: {len(skipped)}", red=True
        )


def missing(what: str, *, remedy: str = "") -> None:
    """Skip the test because a service is missing; fail it where services are required. `remedy` says what to do."""
    then = f": {remedy}" if remedy else ""
    if REQUIRED:
        pytest.fail(f"{what} is required here and is not there{then}")
    pytest.skip(f"{what} is not there{then}")


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The URL of a migrated, empty PostgreSQL database for this test, dropped after it."""
    import psycopg
    from psycopg import sql

    from tests.migrated import copy_on_server

    server = _postgres_server()
    try:
        admin = psycopg.connect(f"{server}/postgres", autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        missing("PostgreSQL")
        return
    name = f"dethmetal_{os.getpid()}_{secrets.token_hex(4)}"
    with admin:
        copy_on_server(server, name)
        try:
            yield f"{server}/{name}"
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _postgres_server() -> str:
    """The URL of the PostgreSQL server, without a database name."""
    url = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    return url.rsplit("/", 1)[0]
