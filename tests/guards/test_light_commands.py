"""Commands that start fast: what each may not import.

A command is slow because of what it imports, and a slow import deep down is easily added. If one of these tests
fails, find out with `python -X importtime manage.py …` which module imports the one it names, and move that import
into the function that needs it, or into a module of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

import manage

pytestmark = pytest.mark.long
CHECKOUT = Path(__file__).parents[2]
MATCH = "examples/matches/street-duel.json"
CHECKED_BY_MIGRATE = ["models", "database"]
"""System checks that import no page."""
ANOTHER_BOOKS = "examples/matches/rhad/pan-pair.json"
DOORS = (
    "api",
    *(
        f"{room}.{door}"
        for room in ("league", "drivers", "franchises")
        for door in ("urls", "views", "forms", "admin", "pages")
    ),
)
"""The pages and the API, which no command needs to start."""
SLOW = (
    "celery",
    "cryptography",
    "py_ecc",
    "pydantic",
    "drf_spectacular.utils",
    "fido2",
    "icalendar",
    "kombu",
    "markdown_it",
    "openpyxl",
    "psycopg",
    "redis",
    "requests",
    "rest_framework.fields",
    "structlog",
    "urllib3",
    "waitress",
)
"""Libraries, or parts of them, that are slow to import and that few commands need."""
APPLICATIONS = ("allauth", "django.contrib", "django.db.models", "django.template", "django.urls", "rest_framework")
ROOMS = ("league.models", "journal", "league.queries", "jobs", "drivers", "franchises")
OTHER_BOOKS = ("rules.campaign", "rules.rulebook", "rules.formule", "rules.carcult")
NOT_LIGHT = {
    "api_conformance": "it checks signatures, and asks another site",
    "clock": "it sends what the clock asks for, to other sites too",
    "jobs": "it works jobs, as a worker does",
    "rehearse": "it runs a season as the clock does",
    "season_end": "it ends a season as the clock does",
    "serve": "it serves the site",
}
"""Commands that may import slow libraries, with the reason."""

RUN = """
import runpy, sys
modules, sys.argv = sys.argv[1], ["manage.py", *sys.argv[2:]]
try:
    runpy.run_path("manage.py", run_name="__main__")
finally:
    with open(modules, "w") as file:
        file.write("\\n".join(sys.modules))
"""
"""A program that runs `manage.py` and then writes the names of all imported modules to a file."""
ALL = """
import sys
import django
from django.core.management import load_command_class
django.setup()
for name in sys.argv[2:]:
    load_command_class("league", name)
with open(sys.argv[1], "w") as file:
    file.write("\\n".join(sys.modules))
"""
"""A program that loads commands as Django does and writes the names of all imported modules to a file."""
ORDINARY = "import sys; from django.core import management; management.execute_from_command_line(sys.argv[1:])"
"""What Django's own `manage.py` does: it loads every application."""


def ran(folder: Path, *program: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments for an empty, unconfigured site in a folder."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder), "PYTHONPATH": str(CHECKOUT)}
    return subprocess.run(
        [sys.executable, *program],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def imported(folder: Path, code: str, *arguments: str) -> set[str]:
    """The modules that a program had imported when it ended."""
    modules = folder / "modules"
    done = ran(folder, "-c", code, str(modules), *arguments)
    assert modules.exists(), done.stderr[-3000:]
    return set(modules.read_text().split())


def among(modules: set[str], forbidden: tuple[str, ...]) -> list[str]:
    """The forbidden modules, and up to five modules inside them, among the imported ones."""
    return sorted(name for name in modules if name.startswith(tuple(f"{name}." for name in forbidden)))[:5] + sorted(
        modules & set(forbidden)
    )


def ours() -> list[str]:
    """The names of this project's management commands."""
    return sorted(name for name, app in get_commands().items() if app == "league")


@pytest.mark.parametrize("arguments", [("commands",), ("commands", "settle_match")])
def test_the_commands_of_a_season_are_listed_without_a_season_to_give_them_in(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    modules = imported(tmp_path, RUN, *arguments)
    assert "rules.campaign.play.perform" in modules
    books = ("rules.rulebook", "rules.dethmatch", "rules.formule", "rules.rhad", "rules.carcult")
    assert among(modules, (*DOORS, *SLOW, *APPLICATIONS, *ROOMS, *books)) == []


@pytest.mark.parametrize(
    ("file", "book", "other"),
    [(MATCH, "rules.dethmatch", "rules.rhad"), (ANOTHER_BOOKS, "rules.rhad", "rules.dethmatch")],
)
def test_a_match_is_played_with_its_own_book_alone(tmp_path: Path, file: str, book: str, other: str) -> None:
    log = tmp_path / "log"
    modules = imported(tmp_path, RUN, "resolve", file, "--secret", "00ff", "--replay", str(log))
    assert f"{book}.ruleset" in modules
    assert among(modules, (*DOORS, *SLOW, *APPLICATIONS, *ROOMS, *OTHER_BOOKS, other)) == []
    again = imported(tmp_path, RUN, "resolve", str(log), "--again", "--ruleset", book.removeprefix("rules."))
    assert among(again, (*DOORS, *SLOW, *APPLICATIONS, *ROOMS, *OTHER_BOOKS, other)) == []


def test_a_round_that_is_still_to_come_is_told_without_a_season_and_without_its_library(tmp_path: Path) -> None:
    modules = imported(tmp_path, RUN, "beacon", "9999999999")
    assert "beacon.client" in modules
    assert among(modules, (*DOORS, *SLOW, *APPLICATIONS, *ROOMS)) == []


@pytest.mark.parametrize("arguments", [("verify",), ("verify", "README.md")])
def test_verifying_starts_without_pages_and_slow_libraries(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    modules = imported(tmp_path, RUN, *arguments)
    assert "journal.verify" in modules
    assert among(modules, ("config.urls", *DOORS, *SLOW)) == []


def test_no_command_waits_for_what_it_does_not_use(tmp_path: Path) -> None:
    assert set(NOT_LIGHT) < set(ours())
    modules = imported(tmp_path, ALL, *(name for name in ours() if name not in NOT_LIGHT))
    assert "league.management.commands.play" in modules
    assert among(modules, ("config.urls", *DOORS, *SLOW)) == []


@pytest.mark.parametrize("name", ours())
def test_no_command_of_ours_checks_the_whole_site_before_it_starts(name: str) -> None:
    checked = load_command_class("league", name).requires_system_checks
    allowed = CHECKED_BY_MIGRATE if name == "migrate" else []
    says = "say requires_system_checks = [], as DatabaseCommand does: the checks import every page"
    assert list(checked) == allowed, says


@pytest.mark.parametrize(
    "arguments",
    [
        ("resolve", "--help"),
        ("resolve", "nowhere.json"),
        ("beacon", "0"),
        ("beacon", "--signature", "00"),
        ("resolve", MATCH, "--secret", "00ff", "--verbosity", "4"),
        ("commands", "no_such_command", "--settings", "config.settings"),
    ],
)
def test_without_applications_a_command_says_the_same_as_with_them(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert arguments[0] in manage.WITHOUT_APPS
    light = ran(tmp_path, "manage.py", *arguments)
    usual = ran(tmp_path, "-c", ORDINARY, "manage.py", *arguments)
    assert (light.returncode, light.stdout, light.stderr) == (usual.returncode, usual.stdout, usual.stderr)
