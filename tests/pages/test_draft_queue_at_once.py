"""Several tabs change one draft queue at the same time, on both databases: no change is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.league.programs import on_postgresql, on_sqlite, programs_in

pytestmark = pytest.mark.long
TABS = """
import json, threading
import django
from django.conf import settings
if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    settings.DATABASES["default"]["OPTIONS"]["timeout"] = 30
django.setup()
from django.db import connections
from django.test.utils import setup_test_environment
from drivers.pages.draft_queue import queue_of
from franchises.models import StandingOrders
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import picking
from tests.pages.test_draft_queue import HERE, free
setup_test_environment()
table = picking()
drivers, queues = free(table), []

def add(client, driver, line):
    line.wait()
    client.post(HERE, {"franchise": "razors", "do": f"add:{driver}"})
    connections.close_all()

for _ in range(4):
    StandingOrders.objects.all().delete()
    line = threading.Barrier(len(drivers))
    tabs = [
        threading.Thread(target=add, args=(Sitter(table.season, "razors").client, driver, line)) for driver in drivers
    ]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    queues.append(sorted(queue_of("rust-belt", "razors")))
print(json.dumps({"drivers": sorted(drivers), "queues": queues}))
"""


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_drivers_who_are_added_in_several_tabs_at_once_are_all_in_the_queue(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    environment = (
        on_sqlite(tmp_path) if database == "sqlite" else on_postgresql(request.getfixturevalue("postgres_url"))
    )
    with programs_in(environment) as programs:
        found = json.loads(programs.run(TABS).splitlines()[-1])
    assert len(found["drivers"]) == 3
    assert found["queues"] == [found["drivers"]] * 4
