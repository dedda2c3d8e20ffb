"""The page of a match that awaits its report says who claimed one, whether they differ, and where to read more."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.reportable_matches import document, locked, send
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
PAGE = "/l/rust-belt/s1/m1/"
EVERYBODY = ("", "razors", "saints", "boss")
MOST_QUERIES = 8


def pages(table: Table) -> list[str]:
    """The match's page for a stranger, either side's owner and the commissioner."""
    return [Sitter(table.season, who).client.get(PAGE).content.decode() for who in EVERYBODY]


def differing(table: Table) -> dict[str, Any]:
    """A report that differs from `document`."""
    differing_report = document(table)
    differing_report["report"]["drivers"][0]["criticals"] = 1
    return differing_report


def test_nothing_is_said_of_claims_before_there_are_any() -> None:
    assert [page for page in pages(locked()) if 'id="claims"' in page] == []


def test_everybody_reads_who_reported_and_who_differs_and_is_led_to_where() -> None:
    table = locked()
    send(table, "razors", document(table))
    for page in pages(table):
        assert "Reported by Razors." in page
    send(table, "saints", differing(table))
    for page in pages(table):
        assert "The reports differ." in page
        assert "Razors and Saints claimed different things" in page
        assert 'href="/l/rust-belt/s1/m1/report/#claims"' in page
    send(table, "saints", document(table), key="k2")
    for page in pages(table):
        assert "The reports agree." in page


def test_the_leagues_own_claim_is_called_the_commissioners() -> None:
    table = locked()
    send(table, "boss", document(table))
    assert all("Reported by the commissioner." in page for page in pages(table))


def test_claims_of_other_line_ups_and_of_a_match_that_is_accepted_are_not_told() -> None:
    table = clocked(locked(), agreed_hours=0)
    send(table, "razors", document(table))
    table.at = table.at.replace(year=table.at.year + 20)
    table.give("forfeit_match", match="m1", franchise="saints", reason="Away.")
    assert [page for page in pages(table) if 'id="claims"' in page] == []
    table = clocked(locked(league="other"), agreed_hours=0)
    send(table, "boss", document(table))
    page = Sitter(table.season, "boss").client.get("/l/other/s1/m1/").content.decode()
    assert 'id="claims"' not in page


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_page_with_claims_costs_no_more_queries_than_a_page_may(who: str) -> None:
    table = locked()
    send(table, "razors", document(table))
    send(table, "saints", differing(table))
    reader = Sitter(table.season, who).client
    reader.get(PAGE)
    with CaptureQueriesContext(connection) as queries:
        reader.get(PAGE)
    statements = [captured_query["sql"] for captured_query in queries.captured_queries]
    sessions = [query for query in statements if "django_session" in query or "auth_user" in query]
    assert len(statements) - len(sessions) <= MOST_QUERIES, statements
