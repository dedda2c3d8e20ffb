"""How much the first view of a replay of twelve cars takes: its page, its data, and the files of the site."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.league.resolved_leagues import climbing, resolved
from tests.league.small_league import signed

pytestmark = pytest.mark.django_db
SIX = ("razors", "saints", "widows", "cinders", "magpies", "embers")
REPLAY = "/l/rust-belt/s1/m1/replay/"
MOST_BYTES = 300_000
PLANS = {
    "dethmatch": {"event": "lap_race", "setting": {"track": "anvil_oval", "laps": 3}},
    "formule": {"event": "circuit_race", "setting": {"circuit": "ice_bridge", "laps": 1}},
    "rhad": {"event": "duel", "setting": {"arena": "the_sieve"}},
    "carcult": {"event": "last_cult", "setting": {"table": "crossroads"}},
}
LINKED = re.compile(r'(?:href|src)="/static/([^"#?]+)')


def transferred(path: str) -> int:
    """The bytes of a file of the site as it is sent: packed, unless it is a font."""
    found = finders.find(re.sub(r"\.[0-9a-f]{12}(?=\.\w+$)", "", path))
    assert isinstance(found, str), path
    body = Path(found).read_bytes()
    return len(body) if path.endswith(".woff2") else len(gzip.compress(body))


@pytest.mark.parametrize("book", list(PLANS))
def test_the_first_view_of_twelve_cars_takes_little(book: str) -> None:
    resolved(climbing(table=signed(franchises=SIX), franchises=SIX, ruleset=book, **PLANS[book]))
    client = Client(headers={"accept-encoding": "gzip"})
    page = Client().get(REPLAY).content.decode()
    assert page.count('<g class="car ') == 12
    files = set(LINKED.findall(page)) | {"vendor/barlow-condensed-5.3.0/barlow-condensed-latin-700-normal.woff2"}
    with CaptureQueriesContext(connection) as queries:
        data = client.get(f"{REPLAY}frames/")
    assert len(queries) <= 8
    assert len(data.content) < 60_000
    total = len(gzip.compress(page.encode())) + len(data.content) + sum(map(transferred, files))
    assert total < MOST_BYTES
    assert len(gzip.compress(page.encode())) < 20_000
