"""Eight processes perform commands on one season at once: no gap, no double, money exact, nobody dies of a lock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

PROCESSES, EACH = 8, 6
OPENED = """
import os, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.league.building import founded
table = founded(switches={"roster.max": 40, "franchise.seed_money_k": 2000})
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


def _run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def _contend(environment: dict[str, str]) -> None:
    began = int(_run(environment, "-c", OPENED).split()[-1])
    racers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.league.contend", "rust-belt/s1", f"p{number}", str(EACH)],
            env=environment,
            cwd=settings.BASE_DIR,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    told = [each.communicate(timeout=240) for each in racers]
    died = [errors[-2000:] for each, (_, errors) in zip(racers, told, strict=True) if each.returncode]
    assert died == []
    answered = [number for out, _ in told for number in json.loads(out)]
    seen = json.loads(_run(environment, "-c", LOOK).splitlines()[-1])
    hires = PROCESSES * EACH
    assert seen["numbers"] == list(range(1, began + hires + 1))
    assert sorted(set(answered)) == list(range(began + 1, began + hires + 1))
    assert len(answered) == PROCESSES * (EACH + EACH // 2)
    assert seen["keys"] == began + hires
    assert seen["balances"] == [2_000_000 - hires // 3 * 50_000] * 3


def test_on_sqlite(tmp_path: Path) -> None:
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    environment.pop("DATABASE_URL", None)
    _contend(environment)


@pytest.mark.postgres
def test_on_postgresql(postgres_url: str) -> None:
    _contend({**os.environ, "DATABASE_URL": postgres_url, "DJANGO_SETTINGS_MODULE": "tests.settings"})
