"""A pytest plugin that adds the time of collecting and running to a table of phases, and prints it.

`PHASES_FILE` names a file with one line for each phase: its name, a tab, and its wall time in seconds. `--phase NAME`
is the name of this run's two lines, and the table is printed above pytest's own summary. `PHASES_BEGAN` is the time
at which the first phase began, in seconds since the epoch: phases may run side by side, so their sum is not the time
they took. `.ci/run` and `make nightly` use it; a run without `PHASES_FILE` prints nothing.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for this run's name in the table."""
    parser.addoption("--phase", default="tests", help="what this run is called in the table of phases")


def pytest_configure(config: pytest.Config) -> None:
    """Register the timer in the process that prints the summary, not in xdist's workers."""
    if "PHASES_FILE" in os.environ and not hasattr(config, "workerinput"):
        table = Path(os.environ["PHASES_FILE"])
        config.pluginmanager.register(PhaseTable(table, config.getoption("--phase")), "phase-table")


class PhaseTable:
    """Times the collection and the tests of one run."""

    def __init__(self, table: Path, phase: str) -> None:
        self.table = table
        self.phase = phase
        self.began = self.collected = time.monotonic()

    def pytest_collection_finish(self) -> None:
        """Note the end of collecting: without xdist, this process collects."""
        self.collected = time.monotonic()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self) -> None:
        """Note the end of collecting: with xdist, the last worker to finish counts."""
        self.collected = time.monotonic()

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Add this run's lines and print the whole table."""
        ended = time.monotonic()
        with self.table.open("a", encoding="utf-8") as lines:
            lines.write(f"{self.phase}: collection\t{self.collected - self.began:.1f}\n")
            lines.write(f"{self.phase}: tests\t{ended - self.collected:.1f}\n")
        terminalreporter.section("phases so far, wall time")
        for line in phase_table(self.table.read_text(encoding="utf-8"), since_the_first()):
            terminalreporter.line(line)


def since_the_first() -> float | None:
    """The seconds since `PHASES_BEGAN`, or None where it is not set."""
    began = os.environ.get("PHASES_BEGAN")
    return None if began is None else time.time() - float(began)


def phase_table(phases: str, together: float | None = None) -> list[str]:
    """The lines of the table: each phase with its minutes and seconds, then the total.

    `together` is the total in seconds; if it is None, the phases are summed. A line without a time is a note, such as
    the machine's noise probe, and is printed unchanged.
    """
    lines, total = [], 0.0
    for phase in phases.splitlines():
        name, tab, seconds = phase.partition("\t")
        total += float(seconds) if tab else 0
        lines.append(f"{name:<36}{minutes(float(seconds)):>8}" if tab else name)
    return [*lines, f"{'together':<36}{minutes(total if together is None else together):>8}"]


def minutes(seconds: float) -> str:
    """A time in seconds as minutes and seconds, such as `2:05`."""
    full, rest = divmod(round(seconds), 60)
    return f"{full}:{rest:02}"


if __name__ == "__main__":
    print("\n".join(phase_table(Path(sys.argv[1]).read_text(encoding="utf-8"), since_the_first())))
