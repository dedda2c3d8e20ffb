"""A worker killed in any step of a settlement or of a season's end changes no result.

After each death another worker continues, soon and one turn of the clock later. The result is compared with that of
an undisturbed season: step, length and digest of each season, the ledger, notices and mails, an empty outbox, and
jobs that are all done and were queued once. The audit finds nothing.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.faults.grounds import Recorded
from tests.faults.kill_points import IN_A_STEP, IN_TELLING
from tests.sampling import crossed

pytestmark = pytest.mark.long

SETTLEMENT = (
    "accept_report",
    "open_settlement",
    "decide_repairs",
    "close_settlement",
    "open_shopping",
    "finish_shopping",
    "settle_match",
    "close_round",
)
SEASON_END = (
    "rank_table",
    "award_cup",
    "retire_drivers",
    "close_staff_keep",
    "protect_drivers",
    "open_draft",
    "pass_pick",
    "close_draft",
    "declare_safe",
    "draw_sponsors",
    "pick_sponsor",
    "close_pool",
    "close_season",
    "open_season",
)
TOLD = ("lock_line_ups", "close_settlement", "pass_pick", "close_season")
"""Commands that lead to notices."""


def same(told: dict[str, Any], should: dict[str, Any], *, mails_lost: int = 0) -> None:
    """Check a state. A mail that the dead worker had claimed is never sent, and no mail is sent twice."""
    assert len(told["mails"]) == len(set(told["mails"]))
    assert {**told, "mails": len(told["mails"]) + mails_lost} == {**should, "mails": len(should["mails"])}


@pytest.mark.parametrize(("tag", "when"), crossed([*SETTLEMENT, *SEASON_END], IN_A_STEP, every=6))
def test_killed_in_a_step_it_comes_to_the_same(on_sqlite: Recorded, tag: str, when: str) -> None:
    turn, sitting = on_sqlite.place(tag)
    same(*on_sqlite.after_a_death(turn, when=when, tag=tag, sitting=sitting))


@pytest.mark.parametrize(("tag", "when"), crossed(TOLD, IN_TELLING, every=2))
def test_killed_while_members_are_told_nobody_is_told_or_mailed_twice(
    on_sqlite: Recorded, tag: str, when: str
) -> None:
    turn, _ = on_sqlite.place(tag)
    same(*on_sqlite.after_a_death(turn, when=when), mails_lost=int(when == "claimed"))


def test_the_undisturbed_season_was_itself_whole(on_sqlite: Recorded) -> None:
    """It has every step, no mail twice, and no work left."""
    last = on_sqlite.turns[-1].told
    given = {tag for turn in on_sqlite.turns for sitting in turn.sittings for tag in sitting}
    assert {*SETTLEMENT, *SEASON_END} <= given
    assert (last["unsent"], last["undone"]) == (0, [])
    assert len(last["mails"]) == len(set(last["mails"])) > 50
