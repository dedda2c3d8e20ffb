"""A league whose sides meet at a table, for tests of the times of matches."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from league.models import Appointment
from scheduling.appointments import accept, call_off, counter, move, propose, set_time
from scheduling.clock_tick import tick
from tests.league.small_league import BEGAN, Table, announced
from tests.scheduling.calendar_league import DAY, HOUR, clocked, member

PAIR = ("razors", "saints")
FIRST, SECOND, THIRD = BEGAN + DAY, BEGAN + 30 * HOUR, BEGAN + 2 * DAY
ACTS: dict[str, Any] = {"propose": propose, "counter": counter, "move": move, "accept": accept, "call_off": call_off}


def meeting(franchises: tuple[str, ...] = PAIR, *, league: str = "rust-belt", **calendar: Any) -> Table:
    """A league whose match awaits its line-ups: they are due in 48 hours, and the report 72 hours after."""
    table = clocked(announced(franchises=franchises, league=league), **calendar)
    tick(table.season, at=BEGAN)
    return table


def does(
    table: Table, act: str, who: str, *, at: datetime = BEGAN, seen: int | None = -1, **fields: Any
) -> Appointment:
    """A side's act about the time of its match, having seen what is there."""
    if "times" in fields:
        fields["times"] = list(fields["times"])
    if seen == -1:
        seen = version(table)
    side = fields.pop("side", who)
    found: Appointment = ACTS[act](
        table.season, "m1", side=side, seen=seen, member=member(table, who), at=at, **fields
    )
    return found


def sets(table: Table, time: datetime, *, at: datetime = BEGAN, reason: str = "The hall is free.") -> Appointment:
    """The commissioner sets the time."""
    boss = member(table)
    return set_time(table.season, "m1", time=time, reason=reason, seen=version(table), member=boss, at=at)


def version(table: Table) -> int:
    """The version of the appointment, 0 before there is one."""
    return next(iter(Appointment.objects.filter(season=table.season).values_list("version", flat=True)), 0)


def agreed(table: Table) -> Table:
    """The same league, whose two sides agreed on the first time."""
    does(table, "propose", "razors", times=[FIRST, SECOND])
    does(table, "accept", "saints", number=1, at=BEGAN + timedelta(minutes=5))
    return table
