"""Claiming, accepting and settling a report takes as many queries in a large league as in a small one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.packet_statements import packet_statement_digest
from league.signing import signing_key
from tests.api.api_callers import at
from tests.api.reportable_matches import reporting
from tests.league.small_league import Table
from tests.pages.large_league import DRIVERS, TEAMS_A_MATCH, batch, grown
from tests.scheduling.calendar_league import clocked

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.statements]
MOST = 31
"""The most statements for accepting a report, including those for its key, token, transaction and receipt."""
SETTLES = 35
"""The most statements for a report that settles its match at once."""


def locked(size: int, **calendar: Any) -> Table:
    """A league of `size` franchises whose match m1, its second, is locked."""
    table = clocked(grown(size), **calendar)
    for number in range(TEAMS_A_MATCH, 2 * TEAMS_A_MATCH):
        name = f"f{number:02}"
        seats = [{"car": f"{name}.c{n}", "driver": f"{name}.d{n}"} for n in range(DRIVERS)]
        batch(table, [{"type": "name_line_up", "franchise": name, "match": "m1", "seats": seats}], behalf=name)
    table.give("lock_line_ups", match="m1")
    return table


def report(*, damaged: bool) -> dict[str, Any]:
    """A report of that match. If nothing is damaged the match is settled at once."""
    teams = [f"f{number:02}" for number in range(TEAMS_A_MATCH, 2 * TEAMS_A_MATCH)]
    cars: list[dict[str, Any]] = [{"car": f"{team}.c{n}"} for team in teams for n in range(DRIVERS)]
    if damaged:
        cars[0] |= {"destroyed": True, "criticals": 3}
    return {
        "teams": [{"franchise": team, "points": 9 - place, "rank": place + 1} for place, team in enumerate(teams)],
        "drivers": [{"driver": f"{team}.d{n}", "heats": [1]} for team in teams for n in range(DRIVERS)],
        "cars": cars,
    }


def asked(size: int, calendar: dict[str, Any], *, damaged: bool) -> int:
    """The number of queries for the commissioner's report in a league of `size` franchises, which is rolled back."""
    with transaction.atomic():
        found = _asked(locked(size, **calendar), damaged=damaged, entry="agreed_hours" in calendar)
        transaction.set_rollback(True)
    return found


def _asked(table: Table, *, damaged: bool, entry: bool) -> int:
    program = reporting(table, "boss")
    sent = {"packet": packet_statement_digest(table.row, table.state, "m1"), "report": report(damaged=damaged)}
    program.get(at(table))
    signing_key(at=table.now)  # created outside the count: the site makes it once
    with CaptureQueriesContext(connection) as queries:
        answer = program.post(at(table, "/matches/m1/reports"), sent, key="k")
    assert answer.status_code == 201, answer.content
    assert (answer.json()["entry"] is not None) is entry
    return len(queries)


@pytest.mark.parametrize(
    ("calendar", "damaged", "most"),
    [({}, True, MOST), ({"agreed_hours": 0}, True, MOST), ({"agreed_hours": 0}, False, SETTLES)],
    ids=["claimed", "accepted", "settled"],
)
def test_a_report_takes_as_few_queries_in_a_large_league(calendar: dict[str, Any], damaged: bool, most: int) -> None:
    small, large = (asked(size, calendar, damaged=damaged) for size in (8, 64))
    assert small == large
    assert large <= most
