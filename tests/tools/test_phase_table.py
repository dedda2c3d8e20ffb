"""The table of phases that CI and the nightly run print."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.phase_table import minutes, phase_table

CHECKOUT = Path(__file__).parents[2]


def test_phases_are_added_up_and_notes_are_printed_as_they_are() -> None:
    assert phase_table("install\t61.4\n2 cores; noise probe: 9 ms\nchecks\t3.7\n") == [
        "install                                 1:01",
        "2 cores; noise probe: 9 ms",
        "checks                                  0:04",
        "together                                1:05",
    ]


def test_phases_side_by_side_take_together_what_the_clock_says() -> None:
    assert phase_table("browser\t170\nPostgreSQL\t300\n", 301.2)[-1].split() == ["together", "5:01"]


def test_an_hour_is_sixty_minutes() -> None:
    assert minutes(3600.4) == "60:00"


def test_a_run_adds_its_collection_and_its_tests_and_prints_the_table(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_it(): pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    phases = tmp_path / "phases"
    phases.write_text("install\t2.0\n")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.phase_table", "--phase", "mine"),
            *("-c", str(tmp_path / "pytest.ini"), "--rootdir", str(tmp_path), str(tmp_path)),
        ],
        cwd=CHECKOUT,
        env={**os.environ, "PHASES_FILE": str(phases), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert [line.partition("\t")[0] for line in phases.read_text().splitlines()] == [
        "install",
        "mine: collection",
        "mine: tests",
    ]
    *above, last = run.stdout.strip().splitlines()
    assert "1 passed" in last
    assert any(line.startswith("together") for line in above)
