"""CI's suite on PostgreSQL names files that are there, with reasons, and has every test that starts a server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.suites import ON_POSTGRESQL, on_postgresql

ROOT = Path(__file__).parents[2]
MARKED = re.compile(r"^\s*@?(?:pytestmark = .*)?pytest\.mark\.postgres\b|postgres_url:", re.MULTILINE)


def test_every_path_of_the_postgresql_suite_is_there_and_says_why() -> None:
    paths = on_postgresql(ROOT)
    assert len(paths) > 30
    assert [path for path in paths if not ON_POSTGRESQL[path].strip()] == []


def test_a_path_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"rename it in ON_POSTGRESQL of tests/suites\.py"):
        on_postgresql(tmp_path)


def test_every_test_that_needs_a_postgresql_server_is_in_its_suite() -> None:
    needing = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if MARKED.search(path.read_text(encoding="utf-8")) and path.name != Path(__file__).name
    }
    assert len(needing) > 5
    left_out = sorted(
        path
        for path in needing
        if path not in ON_POSTGRESQL and not any(path.startswith(f"{it}/") for it in ON_POSTGRESQL)
    )
    assert left_out == [], "CI would never run these: add them to ON_POSTGRESQL of tests/suites.py."


def test_every_test_that_needs_a_browser_is_where_ci_looks_for_it() -> None:
    using = re.compile(r"mark\.browser\b|\bvisit: Callable")
    tests = [path for path in (ROOT / "tests").rglob("test_*.py") if using.search(path.read_text(encoding="utf-8"))]
    assert len(tests) > 10
    strays = [path.relative_to(ROOT).as_posix() for path in tests if path.parent.name != "journeys"]
    assert strays == [], "CI runs browser tests of tests/journeys alone: move these there."


def test_a_test_becomes_nightly_only_by_a_fixed_sample_of_its_family() -> None:
    marked = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("*.py")
        if re.search(r"mark\.nightly\b", path.read_text(encoding="utf-8"))
    ]
    assert "tests/sampling.py" in marked
    strays = sorted({*marked} - {"tests/sampling.py", "tests/tools/test_mutate.py", "tests/guards/test_suites.py"})
    assert strays == [], "CI would lose these tests whole: sample their parameters with tests/sampling.py instead."
