"""Matches that await a report, and programs that send reports."""

from __future__ import annotations

import copy
from typing import Any

from league.packet_statements import packet_statement_digest
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE
from tests.api.api_callers import Program, at, program_of
from tests.league.small_league import Table, lined_up, report

TWO = ("razors", "saints")


def locked(**options: Any) -> Table:
    """A league of two whose first match, of two heats, awaits its report."""
    return lined_up(franchises=TWO, **options)


def reporting(table: Table, who: str) -> Program:
    """A program that may read and report for the commissioner (`boss`) or an owner."""
    scopes = (READ_SCOPE, REPORT_SCOPE, COMMISSION_SCOPE) if who == "boss" else (READ_SCOPE, REPORT_SCOPE)
    return program_of(table, who, *scopes)


def document(table: Table, **more: Any) -> dict[str, Any]:
    """A valid report of the locked match m1, with its packet's digest."""
    return {
        "packet": packet_statement_digest(table.row, table.state, "m1"),
        "report": copy.deepcopy(report(table)),
        **more,
    }


def send(table: Table, who: str, sent: Any, *, key: str = "k") -> Any:
    """Send a report of m1 as the commissioner (`boss`) or an owner."""
    return reporting(table, who).post(at(table, "/matches/m1/reports"), sent, key=key)


def claimed(table: Table, who: str = "boss") -> dict[str, Any]:
    """What the API returns about the reports of m1."""
    answer = reporting(table, who).get(at(table, "/matches/m1/reports"))
    assert answer.status_code == 200, answer.content
    reports: dict[str, Any] = answer.json()
    return reports
