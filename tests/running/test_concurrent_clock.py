"""Several processes turn one league's clock and work its jobs at once: every entry once, and the season in memory."""

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
        seen = json.loads(*programs.run_at_once([(*clock, "look")]))
    assert seen["digests"] == seen["in_memory"]
    assert seen["audit"] == []
    assert seen["failures"] == []


def test_on_sqlite(tmp_path: Path) -> None:
    _turned_by_several(on_sqlite(tmp_path))


@pytest.mark.postgres
def test_on_postgresql(postgres_url: str) -> None:
    _turned_by_several(on_postgresql(postgres_url))
