"""The published heads of a league, and the export that anybody may download."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import find
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from journal import fork_season
from journal.transfer.season_export import season_document
from league.membership import found_league
from league.models import Entry
from league.queries.journal_heads import PUBLISHING_COMMANDS
from tests.league.small_league import BEGAN, announced, closed, founded, reopened, settled, signed
from tests.pages.page_reader import main_of, reader, words

pytestmark = pytest.mark.django_db
HEADS, EXPORT = "/l/rust-belt/heads/", "/l/rust-belt/s1/export.json"


def downloaded(address: str = EXPORT, client: Client | None = None) -> bytes:
    """The content of a download, for a stranger unless a client is given."""
    answer = (client or Client()).get(address)
    assert isinstance(answer, StreamingHttpResponse)
    return b"".join(answer.streaming_content)  # type: ignore[arg-type]


def asked(client: Client, address: str = HEADS) -> int:
    """The number of queries of the page."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_every_season_shows_its_head_and_each_settled_match_and_closed_round_one() -> None:
    table = settled()
    page = main_of(Client(), HEADS)
    heads = re.findall(r'<div class="mono">(\d+:[0-9a-f]{64})</div>', page)
    published = Entry.objects.filter(season=table.season, command__in=PUBLISHING_COMMANDS).order_by("-number")
    assert heads == [
        f"{table.row.length}:{table.row.head}",
        *(f"{entry.number}:{entry.hash}" for entry in published),
    ]
    assert "Round 1, match A settled" in page
    assert "Round 1 closed" in page
    assert f'href="{EXPORT}" download="rust-belt.s1.json"' in page


def test_a_closed_season_and_the_one_after_it_stand_there_newest_first_and_no_rehearsal() -> None:
    table = reopened(closed(settled(rounds=1)))
    fork_season("rust-belt/s1", "rehearsal", secret=b"other", at=BEGAN)
    text = words(Client(), HEADS)
    assert text.index("Season 2 Entry") < text.index("Season 1 Entry")
    assert "rehearsal" not in text
    assert "The season closed" in text
    assert table.row.head in text


def test_it_says_the_commands_to_run_and_leads_to_the_program() -> None:
    row = settled().row
    page = main_of(Client(), HEADS)
    assert re.findall(r'<div class="mono[^"]*">(python3 verify.py [^<]*)</div>', page) == [
        "python3 verify.py rust-belt.s1.json",
        f"python3 verify.py rust-belt.s1.json --head {row.length}:{row.head}",
        "python3 verify.py rust-belt.s1.json --heads noted.txt",
    ]
    assert 'href="/static/verify.py" download="verify.py"' in page
    assert Path(find("verify.py") or "").read_text(encoding="utf-8").startswith("#!/usr/bin/env python3")


def test_the_journal_leads_to_the_heads_and_they_lead_back() -> None:
    settled()
    assert f'href="{HEADS}"' in main_of(Client(), "/l/rust-belt/s1/journal/")
    assert 'href="/l/rust-belt/s1/journal/"' in main_of(Client(), HEADS)


def test_a_league_without_a_season_says_so() -> None:
    boss = get_user_model().objects.create_user("rust-belt-boss")
    found_league(id="rust-belt", name="Rust Belt", public=True, commissioner=boss, at=BEGAN)
    assert "No season has been opened yet" in words(Client(), HEADS)


def test_the_download_is_the_public_export_under_a_name_of_its_own() -> None:
    table = settled()
    answer = Client().get(EXPORT)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="rust-belt.s1.json"'
    assert downloaded() == season_document(table.row)
    assert downloaded(client=reader("boss")) == season_document(table.row)


def test_the_download_holds_nothing_that_is_sealed_not_for_the_commissioner_either() -> None:
    table = announced()
    seats = [{"car": "razors.car3", "driver": "razors.d4"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words="only the rain knows")
    for who in ("stranger", "boss", "razors"):
        text = downloaded(client=reader(who))
        assert b"only the rain knows" not in text
        assert json.loads(text)["entries"][-1].keys() == {
            *("at", "content_hash", "hash", "number", "previous", "seal"),
        }


@pytest.mark.parametrize(("who", "status"), [("stranger", 404), ("razors", 200), ("boss", 200)])
def test_a_members_only_league_shows_neither_to_strangers(who: str, status: int) -> None:
    founded(public=False)
    client = reader(who)
    assert [client.get(path).status_code for path in (HEADS, EXPORT)] == [status, status]


def test_what_is_nowhere_is_not_found() -> None:
    founded()
    addresses = ("/l/nowhere/heads/", "/l/rust-belt/s9/export.json", "/l/nowhere/s1/export.json")
    assert [Client().get(address).status_code for address in addresses] == [404, 404, 404]


@pytest.mark.statements
def test_the_page_asks_as_little_for_many_seasons_and_heads_as_for_one() -> None:
    table = settled(1, signed(rounds=2))
    owner = Client()
    owner.force_login(get_user_model().objects.get(username="rust-belt-razors"))
    query_counts = (asked(Client()), asked(owner))
    assert query_counts == (4, 5)
    settled(2, table)
    reopened(closed(table))
    assert (asked(Client()), asked(owner)) == query_counts
    assert main_of(Client(), HEADS).count("<section") == 3


def test_a_download_asks_once_a_hundred_entries() -> None:
    table = founded()
    with CaptureQueriesContext(connection) as short:
        downloaded()
    for number in range(200):
        table.give("adjust_balance", franchise="razors", amount=1000 + number, reason="Found in the sand.")
    with CaptureQueriesContext(connection) as long:
        downloaded()
    assert table.row.length == 205
    assert len(long) == len(short) + 2
