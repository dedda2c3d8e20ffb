"""CI finds every test: those for PostgreSQL in its suite, browser tests in one folder, samples by fixed choice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.guards.findings import report
from tests.suites import ON_PLAIN_ORM, ON_POSTGRESQL, on_plain_orm, on_postgresql

ROOT = Path(__file__).parents[2]
SAMPLED_HERE = {"tests/sampling.py", "tests/tools/test_mutate.py", "tests/guards/test_suites.py"}


def files_with(pattern: str, *, name: str = "test_*.py") -> list[str]:
    """The test files that contain a pattern, except this one."""
    seeks = re.compile(pattern, re.MULTILINE)
    return [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "tests").rglob(name))
        if path != Path(__file__) and seeks.search(path.read_text(encoding="utf-8"))
    ]


def test_every_path_of_the_postgresql_suite_is_there_and_says_why() -> None:
    paths = on_postgresql(ROOT)
    says = "ON_POSTGRESQL of tests/suites.py has no reason for {}: say what can differ there."
    report((says.format(path) for path in paths if not ON_POSTGRESQL[path].strip()), seen=paths, of="paths")


def test_every_path_of_the_run_on_the_plain_orm_is_there_and_says_why() -> None:
    paths = on_plain_orm(ROOT)
    says = "ON_PLAIN_ORM of tests/suites.py has no reason for {}: say what can differ there."
    report((says.format(path) for path in paths if not ON_PLAIN_ORM[path].strip()), seen=paths, of="paths")


def test_no_test_clears_the_cache_that_other_workers_share() -> None:
    says = "{} clears the cache, with what other workers keep in Redis: call empty_cache of tests/own_cache.py."
    report(map(says.format, files_with(r"\bcache\.clear\(\)", name="*.py")), seen=files_with("def test_"), of="files")


def test_a_path_that_is_not_there_is_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"rename it in ON_POSTGRESQL of tests/suites\.py"):
        on_postgresql(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"rename it in ON_PLAIN_ORM of tests/suites\.py"):
        on_plain_orm(tmp_path)


def test_every_test_that_needs_a_postgresql_server_is_in_its_suite() -> None:
    needing = files_with(r"mark\.postgres\b|postgres_url:")
    covered = [path for path in needing if any(f"{path}/".startswith(f"{listed}/") for listed in ON_POSTGRESQL)]
    says = "CI would never run the PostgreSQL tests of {}: add it to ON_POSTGRESQL of tests/suites.py."
    report((says.format(path) for path in needing if path not in covered), seen=needing, of="PostgreSQL tests")


def test_every_test_that_needs_a_browser_is_where_ci_looks_for_it() -> None:
    needing = files_with(r"mark\.browser\b|\bvisit: Callable")
    strays = [path for path in needing if not path.startswith("tests/journeys/")]
    says = "CI runs browser tests of tests/journeys alone: move {} there."
    report(map(says.format, strays), seen=needing, of="browser tests")


AT_ONCE = r"assert .*((?<!objects)\.(is_[a-z]+|count)\(\)|page\.url( ==|\.endswith))"
"""An assertion about a page that does not wait for it."""


def test_no_browser_test_asserts_at_once_what_a_page_may_show_later() -> None:
    journeys = [path for path in files_with(r"^from|^import", name="*.py") if path.startswith("tests/journeys/")]
    strays = [path for path in files_with(AT_ONCE, name="*.py") if path in journeys]
    says = "A slow browser would fail {}, whose page comes later: use expect() of playwright.sync_api, which waits."
    report(map(says.format, strays), seen=journeys, of="browser tests")


def test_no_browser_test_waits_for_a_script_that_pages_forbid() -> None:
    journeys = [path for path in files_with(r"^from|^import", name="*.py") if path.startswith("tests/journeys/")]
    strays = [path for path in files_with(r"\.wait_for_function\(", name="*.py") if path in journeys]
    says = "{} calls wait_for_function, which the security policy of pages refuses at its second look: use expect()."
    report(map(says.format, strays), seen=journeys, of="browser tests")


@pytest.mark.parametrize(
    "line", ["assert link.is_visible()", "assert page.locator('h1').count() == 1", "assert page.url.endswith('/m1/')"]
)
def test_a_look_that_does_not_wait_is_found(line: str) -> None:
    assert re.search(AT_ONCE, line)


def test_a_test_becomes_nightly_only_by_a_fixed_sample_of_its_family() -> None:
    marking = files_with(r"mark\.nightly\b", name="*.py")
    strays = [path for path in marking if path not in SAMPLED_HERE]
    says = "CI would lose tests of {} whole: sample their parameters with tests/sampling.py instead."
    report(map(says.format, strays), seen=marking, of="marks of nightly tests")
