"""Several screens of one duel send at the same time, on both databases: nothing is lost, and nothing counts twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

pytestmark = pytest.mark.long
SCREENS = """
import json, threading
import django
from django.conf import settings
if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    settings.DATABASES["default"]["OPTIONS"]["timeout"] = 30
django.setup()
from django.db import connections
from django.test import Client
from django.test.utils import setup_test_environment
from league.models import Duel, DuelEntry
from tests.pages.duel_tables import close, enter, open_by_hand, send
setup_test_environment()
boss = open_by_hand()
line, answers = threading.Barrier(6), []

def screen(number):
    shared = enter("shared", type="hit", by="razors", on="saints")
    own = enter(f"own-{number}", type="hit", by="saints", on="wolves")
    line.wait()
    answers.append([result["key"] for result in send(boss, shared, own, close(1))["results"]])
    connections.close_all()

screens = [threading.Thread(target=screen, args=(number,)) for number in range(6)]
for thread in screens:
    thread.start()
for thread in screens:
    thread.join()
entries = list(DuelEntry.objects.order_by("number").values_list("number", "key"))
print(json.dumps({"answers": len(answers), "numbers": [number for number, _ in entries],
    "keys": sorted(key for _, key in entries), "closed": Duel.objects.get().closed}))
"""


@pytest.mark.rule("CW-S-004")
@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_six_screens_at_once_lose_no_entry_and_enter_none_twice(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    environment = (
        on_sqlite(tmp_path) if database == "sqlite" else on_postgresql(request.getfixturevalue("postgres_url"))
    )
    with programs_in(environment) as programs:
        found = json.loads(programs.run(SCREENS).splitlines()[-1])
    keys = sorted(["shared", "close 1", *(f"own-{number}" for number in range(6))])
    assert found == {"answers": 6, "numbers": list(range(1, 9)), "keys": keys, "closed": 1}
