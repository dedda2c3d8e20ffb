"""The order in which workers get tests: the longest files first, so that no long one is left for the end.

A whole file goes to one worker, so what its tests share is made once. Where `durations.tsv` names a function of a
file, that file is given out function by function, each with all its cases: what its tests share is cheap, or kept on
disk. This is the order of plain `-n`; name another to get it, as in `-n 2 --dist worksteal`.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from tests.durations import read_table

OF_AN_UNKNOWN_TEST = 0.02
"""The assumed seconds of a test whose file is not in the table."""


class LongestFirst(LoadScopeScheduling):
    """Gives a worker that is running out of tests the longest unit left."""

    def __init__(self, config: pytest.Config, log: Producer, seconds: Mapping[str, float]) -> None:
        super().__init__(config, log)
        self.seconds = seconds
        self.split = {unit.partition("::")[0] for unit in seconds if "::" in unit}
        self.places: dict[WorkerController, dict[str, int]] = {}
        """The index of each test in a worker's collection."""

    def _split_scope(self, nodeid: str) -> str:
        """The unit of a test: its file, or its function without the case."""
        file = nodeid.partition("::")[0]
        return nodeid.partition("[")[0] if file in self.split else file

    def _length(self, unit: str) -> float:
        """The expected seconds of a waiting unit."""
        return self.seconds.get(unit) or OF_AN_UNKNOWN_TEST * len(self.workqueue[unit])

    def _assign_work_unit(self, node: WorkerController) -> None:
        unit = max(self.workqueue, key=self._length)
        tests = self.workqueue.pop(unit)
        self.assigned_work[node][unit] = tests
        if node not in self.places:
            self.places[node] = {test: place for place, test in enumerate(self.registered_collections[node])}
        node.send_runtest_some([self.places[node][test] for test, done in tests.items() if not done])

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Record that a worker has finished a test, and drop units that are finished."""
        units = self.assigned_work[node]
        unit = self._split_scope(self.registered_collections[node][item_index])
        super().mark_test_complete(node, item_index, duration)
        if all(units[unit].values()):
            del units[unit]


def scheduler_of(config: pytest.Config, log: Producer) -> LongestFirst | None:
    """The scheduler for this run, or None where the command line names another."""
    return LongestFirst(config, log, read_table()) if config.getvalue("dist") == "load" else None
