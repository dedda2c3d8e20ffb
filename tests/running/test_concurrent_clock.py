"""Several processes run one league's clock and jobs at once: each entry is written once, as in the run in memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

pytestmark = pytest.mark.long
PROCESSES = 3


def _turned_by_several(environment: dict[str, str]) -> None:
    clock = ("-m", "tests.running.turn_clock")
    with programs_in({**environment, "REDIS_URL": ""}) as programs:
        programs.run_at_once([(*clock, "found")])
        programs.run_at_once([(*clock, "turn")] * PROCESSES)
        report = json.loads(*programs.run_at_once([(*clock, "look")]))
    assert report["digests"] == report["in_memory"]
    assert report["audit"] == []
    assert report["failures"] == []


def test_on_sqlite(tmp_path: Path) -> None:
    _turned_by_several(on_sqlite(tmp_path))


@pytest.mark.postgres
def test_on_postgresql(postgres_url: str) -> None:
    _turned_by_several(on_postgresql(postgres_url))
