"""Collecting the tests stays fast, since every worker does it in every run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import COLLECTED

CHECKOUT = Path(__file__).parents[2]
SLOW = {"schemathesis"}
"""Libraries that are slow to import and that few tests use."""


def test_no_module_of_tests_imports_what_takes_long_and_few_tests_use(pytestconfig: pytest.Config) -> None:
    imported = pytestconfig.stash[COLLECTED].modules
    assert __name__ in imported
    assert SLOW & imported == set(), "import it inside the test or the fixture that uses it"


def test_no_module_of_tests_parses_the_sources_when_it_is_imported(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.stash[COLLECTED].parsed == 0, "read them in a cached function that the test calls"


@pytest.mark.parametrize(
    ("unwanted", "prefix", "kept_in"),
    [
        ("", "", "None"),
        ("1", "", str(CHECKOUT / ".pytest_cache" / "compiled")),
        ("1", "/nowhere", "/nowhere"),
    ],
    ids=["beside the sources", "in pytest's folder", "where they are wanted"],
)
def test_compiled_tests_are_kept_though_none_are_wanted_beside_the_sources(
    unwanted: str, prefix: str, kept_in: str
) -> None:
    code = "import sys, tests.settings; print(sys.pycache_prefix)"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": unwanted, "PYTHONPYCACHEPREFIX": prefix}
    assert _printed_by(code, environment) == kept_in


def test_programs_that_tests_start_keep_what_they_compile_where_the_tests_do() -> None:
    child = "import sys; print(sys.dont_write_bytecode, sys.pycache_prefix)"
    code = f"import subprocess, sys, tests.settings; subprocess.run([sys.executable, '-c', {child!r}], check=True)"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": ""}
    assert _printed_by(code, environment) == f"False {CHECKOUT / '.pytest_cache' / 'compiled'}"


def _printed_by(code: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()
