"""Several clocks tick for one season at once, and no window, entry or mail is made twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

CLOCKS, HOURS = 4, 14
OPENED = """
import django
django.setup()
from tests.scheduling.calendar_league import clocked
from tests.league.small_league import announced
clocked(announced(), unattended=True, results="stand_in", hours={"M3": 3, "M5.4": 2, "M5.10": 3}, reminder_hours=1)
"""
LOOK = """
import django, json
django.setup()
from django.core.management import call_command
from league.models import Entry, Notice, Season, Window
call_command("audit", "rust-belt/s1")
print(json.dumps({
    "numbers": list(Entry.objects.order_by("number").values_list("number", flat=True)),
    "windows": sorted(Window.objects.values_list("what", flat=True)),
    "notices": sorted(Notice.objects.values_list("key", "member__handle")),
    "unsent": Notice.objects.filter(mailed_at=None).count(),
    "digest": Season.objects.get().digest,
}))
"""

pytestmark = pytest.mark.long


def _ticked(environment: dict[str, str], *, clocks: int) -> tuple[dict[str, Any], list[str]]:
    """The season's data after several clocks ticked through the same hours at once, and the mails they sent."""
    with programs_in(environment) as programs:
        programs.run(OPENED)
        outputs = programs.run_at_once([("-m", "tests.scheduling.tick_race", "rust-belt/s1", str(HOURS))] * clocks)
        summary = json.loads(programs.run(LOOK).splitlines()[-1])
    return summary, sorted(line for output in outputs for line in output.splitlines() if line.startswith("<notice-"))


def _contend(environment: dict[str, str]) -> None:
    summary, mails = _ticked(environment, clocks=CLOCKS)
    assert summary["numbers"] == list(range(1, len(summary["numbers"]) + 1))
    assert len(summary["windows"]) == len(set(summary["windows"])) >= 4
    assert len(mails) == len(set(mails)) == len(summary["notices"]) - summary["unsent"]
    assert summary["unsent"] == 0
    notice_keys = [f"{key} {who}" for key, who in summary["notices"]]
    assert len(notice_keys) == len(set(notice_keys)) > 20


def test_on_sqlite(tmp_path: Path) -> None:
    _contend(on_sqlite(tmp_path))


@pytest.mark.postgres
def test_on_postgresql(postgres_url: str) -> None:
    _contend(on_postgresql(postgres_url))
