"""Owners' bots play a round, each with a token for its own franchise. The commissioner only locks the line-ups."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from league.models import Entry, Match
from league.tokens import READ_SCOPE, REPORT_SCOPE, act_scope
from tests.api.api_callers import Program, at, program_of
from tests.api.reportable_matches import TWO
from tests.api.test_problems import told
from tests.league.small_league import Table, announced, assert_reconciled, report
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db


@dataclass
class Bot:
    """An owner's program. It is given only its franchise and reads everything else."""

    table: Table
    franchise: str
    program: Program = field(init=False)
    asked: int = 0

    def __post_init__(self) -> None:
        """Create a token that may read, report, and act for the franchise."""
        self.program = program_of(self.table, self.franchise, READ_SCOPE, REPORT_SCOPE, act_scope(self.franchise))

    def read(self, part: str) -> Any:
        """The document at a path of the season."""
        answer = self.program.get(at(self.table, part))
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, part: str, sent: Any) -> Any:
        """Send a POST request under a new key."""
        self.asked += 1
        return self.program.post(at(self.table, part), sent, key=f"{self.franchise} {self.asked}")

    def give(self, tag: str, **fields: Any) -> Any:
        """Give a command for its own franchise, unless `fields` name another."""
        return self.post("/commands", {"commands": [{"type": tag, "franchise": self.franchise, **fields}]})

    def gives(self, tag: str, **fields: Any) -> None:
        """Give a command, which must succeed."""
        answer = self.give(tag, **fields)
        assert answer.status_code == 201, answer.content


def test_two_owners_bots_play_a_round_from_their_line_ups_to_the_closed_shops() -> None:
    table = clocked(announced(franchises=TWO), agreed_hours=0)
    began, balance = table.row.length, table.state.franchise("razors").balance
    razors, saints = (Bot(table, franchise) for franchise in TWO)
    for bot in (razors, saints):
        franchise_id = bot.franchise
        seats = [{"car": f"{franchise_id}.car{number}", "driver": f"{franchise_id}.d{number}"} for number in (1, 2)]
        bot.gives("name_line_up", match="m1", seats=seats, words=f"{franchise_id} first")
    lock = {"commands": [{"type": "lock_line_ups", "match": "m1"}]}
    told(razors.post("/commands", lock), 403, "scope-missing")
    assert program_of(table, "boss").post(at(table, "/commands"), lock, key="lock").status_code == 201

    sent = {"packet": razors.read("/matches/m1/packet")["claimed_as"], "report": report(table)}
    first, second = (bot.post("/matches/m1/reports", sent) for bot in (razors, saints))
    assert (first.status_code, first.json()["entry"]) == (201, None)
    assert (second.status_code, second.json()["reports"]["state"]) == (201, "accepted")
    assert razors.read("/matches/m1/reports")["accepted"]["entry"] == second.json()["entry"]

    saints.gives("decide_repairs", match="m1")
    told(saints.give("buy_item", franchise="razors", item="razors.gun9", kind="machinegun"), 403, "scope-missing")
    razors.gives("buy_item", item="razors.gun9", kind="machinegun")
    for bot in (razors, saints):
        bot.gives("finish_shopping", match="m1")

    assert Match.objects.get(pk=f"{table.season}/m1").step == "settled"
    assert table.state.item("razors.gun9").franchise == "razors"
    assert table.state.franchise("razors").balance != balance
    own = Entry.objects.filter(season=table.season, number__gt=began, actor__startswith="rust-belt.")
    assert [(entry.command, entry.actor, entry.on_behalf_of) for entry in own.order_by("number")] == [
        ("name_line_up", "rust-belt.razors", ""),
        ("name_line_up", "rust-belt.saints", ""),
        ("lock_line_ups", "rust-belt.boss", ""),
        ("decide_repairs", "rust-belt.saints", ""),
        ("buy_item", "rust-belt.razors", ""),
        ("finish_shopping", "rust-belt.razors", ""),
        ("finish_shopping", "rust-belt.saints", ""),
    ]
    assert_reconciled(table.season)
