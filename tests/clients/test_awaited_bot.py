"""A bot that knows no rules plays a season: it gives what `awaited` says, with the examples that stand there."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from dethmetal_client import Client

from league.tokens import COMMISSION_SCOPE, READ_SCOPE, act_scope
from rules.campaign.match_day.stand_in import stand_in_report
from rules.core.canonical_json import without_defaults
from rules.core.dice import Dice, KeyRing
from tests.api.api_callers import token_of
from tests.clients.in_process import client_of
from tests.league.small_league import Table, assert_reconciled, founded

pytestmark = [pytest.mark.django_db, pytest.mark.once]
MOST = 200
"""More commands than the season takes."""


def bots(table: Table) -> dict[str, Client]:
    """A client for each owner and for the commissioner, by their name."""
    owners = {name: client_of(token_of(table, name, READ_SCOPE, act_scope(name))[1]) for name in table.franchises}
    return {**owners, "boss": client_of(token_of(table, "boss", READ_SCOPE, COMMISSION_SCOPE)[1])}


def test_a_bot_plays_a_season_by_what_awaited_says_alone() -> None:
    table = founded(franchises=("razors", "saints"), rounds=1)
    clients, given = bots(table), Counter[str]()
    league, season = table.season.split("/")
    for number in range(MOST):
        if table.row.step == "closed":
            break
        assert _give_next(table, clients, f"{number}", given), (table.row.step, given)
    assert table.row.step == "closed", given
    assert {"name_line_up", "accept_report", "finish_shopping", "protect_drivers"} <= given.keys()
    assert {"pick_driver", "pass_pick"} & given.keys()
    assert clients["boss"].season(league, season).awaited == ()
    assert_reconciled(table.season)


def _give_next(table: Table, clients: dict[str, Client], key: str, given: Counter[str]) -> bool:
    """Give the first command that somebody is awaited for; whether there was one."""
    league, season = table.season.split("/")
    for who, client in clients.items():
        for command in client.season(league, season).awaited:
            mine = command.franchise == who if command.by == "owner" else who == "boss"
            if not (command.needed and command.may_give and mine and command.example):
                continue
            body: dict[str, Any] = dict(command.example)
            if command.open == ("report",):
                body["commands"] = [{**body["commands"][0], "report": _made_up_report(table, str(command.match))}]
            elif command.open:
                body["reason"] = "The season needs it."
            client.give(league, season, key=key, **body)
            given[command.type] += 1
            return True
    return False


def _made_up_report(table: Table, match: str) -> dict[str, Any]:
    """A result of a match, as its people would report one."""
    state = table.state
    report: dict[str, Any] = without_defaults(stand_in_report(state, state.match(match), Dice(KeyRing(b"made up"))))
    return report
