"""When rounds are revealed, by program: reading it, setting and moving it, giving it now, calling it off."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.models import Reveal
from league.tokens import COMMISSION_SCOPE, READ_SCOPE
from scheduling.calendar import set_calendar
from scheduling.watch_parties import set_reveal
from tests.api.api_callers import Program, at, program_of
from tests.league.league_cache import built_once
from tests.league.small_league import BEGAN, Table, signed
from tests.scheduling.calendar_league import member

pytestmark = pytest.mark.django_db

CULT = {"ruleset": "carcult", "event": "last_cult", "setting": {"table": "crossroads"}}


@built_once
def announced_here() -> Table:
    """A league with a calendar whose first round the site plays; nobody has named a line-up."""
    table = signed(franchises=("razors", "saints"))
    set_calendar(league=table.league, member=member(table), at=BEGAN)
    table.give("announce_round", round="r1", matches=[{"match": "m1", "franchises": list(table.franchises), **CULT}])
    return table


def held_back_here() -> Table:
    """The same league, whose round is revealed in four days."""
    table = announced_here()
    set_reveal(table.season, 1, until=soon(), member=member(table), at=timezone.now())
    return table


def soon() -> datetime:
    """A moment in four days, at a full second."""
    return (timezone.now() + timedelta(days=4)).replace(microsecond=0)


def boss(table: Table) -> Program:
    return program_of(table, "boss", READ_SCOPE, COMMISSION_SCOPE)


def post(table: Table, key: str, **body: Any) -> Any:
    """What a commissioner's program is answered."""
    return boss(table).post(at(table, "/reveals"), body, key=key)


def test_a_commissioners_program_sets_moves_and_calls_off_a_reveal_and_everybody_reads_it() -> None:
    table, moment = announced_here(), soon()
    for key, until in (("first", moment), ("second", moment + timedelta(days=1))):
        answer = post(table, key, round=1, at=until.isoformat())
        assert answer.status_code == 200, answer.content
        read = program_of(table, "saints").get(at(table, "/reveals")).json()
        assert datetime.fromisoformat(read["reveals"][0]["at"]) == until == Reveal.objects.get().at
    assert post(table, "third", round=1, act="off").json()["at"] is None
    assert post(table, "fourth", round=1, act="off").status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        {"round": 1},
        {"round": 1, "act": "now", "at": "2026-11-28T20:00:00Z"},
        {"round": 1, "at": "2026-11-28T20:00:00"},
        {"round": 1, "at": "0001-01-01T00:00:00+14:00"},
        {"round": 1, "at": "soon"},
        {"round": 1, "at": "2020-11-28T20:00:00Z"},
        {"round": 2, "at": "2026-11-28T20:00:00Z"},
        {"round": 1, "act": "now"},
        {"round": 1, "act": "later"},
        {"at": "2026-11-28T20:00:00Z"},
    ],
)
def test_what_makes_no_sense_or_comes_too_late_sets_nothing(body: dict[str, Any]) -> None:
    table = announced_here()
    assert post(table, "wrong", **body).status_code in {404, 422}
    assert not Reveal.objects.exists()


def test_a_repeated_request_is_answered_as_before_and_sets_it_once() -> None:
    table, moment = announced_here(), soon().isoformat()
    answers = [post(table, "same", round=1, at=moment).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert Reveal.objects.get().changes == 0
