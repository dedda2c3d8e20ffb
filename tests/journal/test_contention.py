"""Eight processes perform commands on one season at once: no gaps, no duplicates, exact money, no lock errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

pytestmark = pytest.mark.long
PROCESSES, EACH = 8, 6
OPENED = """
import os, django
django.setup()
from tests.league.small_league import founded
table = founded(edition="3", switches={"roster.max": 40, "franchise.seed_money_k": 2000})  # ids of one's own
print(table.row.length)
"""
LOOK = """
import django, json
django.setup()
from django.core.management import call_command
from league.models import Batch, Entry
from franchises.models import FranchiseSeason
call_command("audit", "rust-belt/s1")
print(json.dumps({
    "numbers": list(Entry.objects.order_by("number").values_list("number", flat=True)),
    "keys": Batch.objects.count(),
    "balances": list(FranchiseSeason.objects.order_by("pk").values_list("balance", flat=True)),
}))
"""


def _contend(environment: dict[str, str]) -> None:
    racers = [
        ("-m", "tests.journal.contender", "rust-belt/s1", f"p{number}", str(EACH)) for number in range(PROCESSES)
    ]
    with programs_in(environment) as programs:
        began = int(programs.run(OPENED).split()[-1])
        outputs = programs.run_at_once(racers)
        summary = json.loads(programs.run(LOOK).splitlines()[-1])
    answered = [number for output in outputs for number in json.loads(output)]
    hires = PROCESSES * EACH
    assert summary["numbers"] == list(range(1, began + hires + 1))
    assert sorted(set(answered)) == list(range(began + 1, began + hires + 1))
    assert len(answered) == PROCESSES * (EACH + EACH // 2)
    assert summary["keys"] == began + hires
    assert summary["balances"] == [2_000_000 - hires // 3 * 50_000] * 3


def test_on_sqlite(tmp_path: Path) -> None:
    _contend(on_sqlite(tmp_path))


@pytest.mark.postgres
def test_on_postgresql(postgres_url: str) -> None:
    _contend(on_postgresql(postgres_url))
