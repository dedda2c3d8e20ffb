"""Taking a report, and accepting it, asks as little of a large league as of a small one."""

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
"""Statements that accepting a report takes at most, those of its key, token, transaction and receipt among them."""
SETTLES = 35
"""And those of a report that settles its match at once."""


def locked(size: int, **calendar: Any) -> Table:
    """A league of that many franchises whose second match is locked."""
    table = clocked(grown(size), **calendar)
    for number in range(TEAMS_A_MATCH, 2 * TEAMS_A_MATCH):
        name = f"f{number:02}"
        seats = [{"car": f"{name}.c{n}", "driver": f"{name}.d{n}"} for n in range(DRIVERS)]
        batch(table, [{"type": "name_line_up", "franchise": name, "match": "m1", "seats": seats}], behalf=name)
    table.give("lock_line_ups", match="m1")
    return table


def report(*, damaged: bool) -> dict[str, Any]:
    """A report of that match; where nothing is damaged it is settled at once."""
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
    """How many queries the league's own report takes in a league of that size, which is gone afterwards."""
    with transaction.atomic():
        found = _asked(locked(size, **calendar), damaged=damaged, entry="agreed_hours" in calendar)
        transaction.set_rollback(True)
    return found


def _asked(table: Table, *, damaged: bool, entry: bool) -> int:
    program = reporting(table, "boss")
    sent = {"packet": packet_statement_digest(table.row, table.state, "m1"), "report": report(damaged=damaged)}
    program.get(at(table))
    signing_key(at=table.now)  # the site's own is made once
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
