"""Several processes turn one league's clock and work its jobs at once: every entry once, and the season in memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.long
PROCESSES = 3


def _started(environment: dict[str, str], what: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.running.turn_clock", what],
        env=environment,
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _ended(running: subprocess.Popen[str]) -> str:
    told, complained = running.communicate(timeout=240)
    assert running.returncode == 0, complained[-3000:]
    return told


def _turned_by_several(environment: dict[str, str]) -> None:
    _ended(_started(environment, "found"))
    racers = [_started(environment, "turn") for _ in range(PROCESSES)]
    for racer in racers:
        _ended(racer)
    seen = json.loads(_ended(_started(environment, "look")))
    assert seen["digests"] == seen["in_memory"]
    assert seen["audit"] == []
    assert seen["failures"] == []


def test_on_sqlite(tmp_path: Path) -> None:
    _turned_by_several({**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/busy.sqlite3", "REDIS_URL": ""})


@pytest.mark.postgres
def test_on_postgresql(postgres_url: str) -> None:
    _turned_by_several({**os.environ, "DATABASE_URL": postgres_url, "REDIS_URL": ""})
