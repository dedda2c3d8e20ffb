"""The keys of a match are published once they can no longer help anyone, and give the journal's faces."""

from __future__ import annotations

import hashlib
import hmac
import re

import pytest
from django.test import Client

from journal.entry_body import load_body
from league.models import Entry
from tests.league.small_league import Table, announced, closed, lined_up, report, settled

pytestmark = pytest.mark.django_db


def shown(table: Table) -> list[str]:
    """The keys that a stranger reads on the match's page."""
    page = Client().get("/l/rust-belt/s1/m1/").content.decode()
    assert table.row.secret not in re.findall(r">([0-9a-f]+)<", page)
    return re.findall(r">([0-9a-f]{64})<", page)


def test_keys_appear_at_the_lock_and_at_the_settlement_and_not_before() -> None:
    table = announced()
    assert shown(table) == []
    lined_up(1, table, announce=False)
    pre = shown(table)
    assert pre == [hmac.digest(bytes.fromhex("00ff"), b"pre|m1", hashlib.sha256).hex()]
    table.give("accept_report", match="m1", report=report(table))
    assert shown(table) == pre
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    assert shown(table)[:1] == pre
    assert len(shown(table)) == 2


def test_the_published_match_key_throws_the_faces_of_the_journal() -> None:
    table = lined_up()
    table.give("accept_report", match="m1", report=report(table))
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    key = bytes.fromhex(shown(table)[1])
    closed = load_body(Entry.objects.get(season=table.season, command="close_settlement").body)
    pot = next(roll for roll in closed.parsed_rolls() if roll.path == "m1/settle/pot")
    block = hmac.digest(key, b"m1/settle/pot|0", hashlib.sha256)
    assert pot.faces == tuple(byte % 6 + 1 for byte in block if byte < 252)[: len(pot.faces)]


def test_the_journal_shows_the_seasons_own_key_once_it_is_closed_and_not_before() -> None:
    key = hmac.digest(bytes.fromhex("00ff"), b"season", hashlib.sha256).hex()
    table = settled(rounds=1)
    assert key not in Client().get("/l/rust-belt/s1/journal/").content.decode()
    closed(table)
    page = Client().get("/l/rust-belt/s1/journal/").content.decode()
    assert key in page
    assert table.row.secret not in page.split(key)
