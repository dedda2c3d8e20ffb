"""Dethmatch in a league: a season that nobody reports, resolved here, audited, and played again."""

from __future__ import annotations

import pytest
from django.test import Client

from journal import audit
from journal.verify import verify_matches
from league.models import Entry, MatchLog
from tests.running.leagues import Running

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_a_season_of_the_books_own_matches_is_played_and_verifies_deeply() -> None:
    league = Running("book", 3, b"one", rounds=2, switches={"match.ruleset": "dethmatch"}).found(results="reported")
    league.run()
    assert league.digests(seasons=1) == league.in_memory()
    assert audit("book/s1") == []
    assert Entry.objects.filter(season="book/s1", command="accept_report").count() == 2
    deep = verify_matches("book/s1")
    assert (deep.played, deep.passed_over, deep.findings) == (2, [], [])
    log = MatchLog.objects.order_by("match")[0]
    answer = Client().get("/l/book/s1/m1/log/")
    assert answer.status_code == 200
    assert log.digest in answer.content.decode()
    assert answer.content.decode().count('<li id="line-') > 5
