"""Leagues whose matches a ruleset resolves, built through the site's own functions, and their jobs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jobs import outbox_delivery
from jobs.worker import run_due_jobs
from league.models import Entry, Job, MatchLog
from scheduling import match_resolution as _bodies
from tests.league.league_cache import built_once
from tests.league.small_league import BEGAN, Table, signed

assert _bodies.RESOLVE_JOB
PAIR = ("razors", "saints")


@built_once
def climbing(
    *,
    franchises: Sequence[str] = PAIR,
    match: str = "m1",
    table: Table | None = None,
    edition: str = "",
    **plan: Any,
) -> Table:
    """A league whose first match is locked and resolved by the ladder: two cars each, drivers d1 and d2.

    With an earlier `edition`, the same match is played for ever: its autopilots do not change any more.
    """
    table = table or signed(franchises=tuple(franchises), edition=edition)
    planned = {"match": match, "event": "ladder", "franchises": list(table.franchises), "ruleset": "ladder", **plan}
    table.give("announce_round", round=f"r{match[1:]}", matches=[planned])
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give(
            "name_line_up", by=franchise, franchise=franchise, match=match, seats=seats, words=f"{franchise} first"
        )
    table.give("lock_line_ups", match=match)
    return table


def worked() -> list[Job]:
    """Deliver the outbox, and run every job there is."""
    outbox_delivery.deliver_outbox(at=BEGAN)
    return run_due_jobs(clock=lambda: BEGAN)


def resolved(table: Table | None = None, **plan: Any) -> Table:
    """A league whose match was resolved by its job."""
    table = table or climbing(**plan)
    worked()
    assert MatchLog.objects.filter(season=table.season).exists(), list(Job.objects.values_list("failure", "log"))
    return table


def results(table: Table) -> list[Entry]:
    """The entries that accepted results."""
    return list(Entry.objects.filter(season=table.season, command="accept_report").order_by("number"))
