"""A worker killed in any step of a settlement or of a season's end on PostgreSQL changes no result.

`test_killed_workers.py` says what is compared.
"""

from __future__ import annotations

import pytest

from tests.faults.grounds import Recorded
from tests.faults.kill_points import IN_TELLING
from tests.faults.test_killed_workers import SEASON_END, SETTLEMENT, same
from tests.sampling import one_in, only

pytestmark = [pytest.mark.long, pytest.mark.postgres]
IN_CI = ("accept_report", "close_draft", "close_season")
"""The commands at which CI kills a worker. The nightly run does so at all of them."""


@pytest.mark.parametrize("when", ["written", "committed"])
@pytest.mark.parametrize("tag", only(IN_CI, [*SETTLEMENT, *SEASON_END]))
def test_killed_in_a_step_on_postgresql_it_comes_to_the_same(on_postgresql: Recorded, tag: str, when: str) -> None:
    turn, sitting = on_postgresql.place(tag)
    same(*on_postgresql.after_a_death(turn, when=when, tag=tag, sitting=sitting))


@pytest.mark.parametrize("when", one_in(4, IN_TELLING))
def test_killed_while_members_are_told_on_postgresql_nobody_is_told_twice(on_postgresql: Recorded, when: str) -> None:
    turn, _ = on_postgresql.place("close_settlement")
    same(*on_postgresql.after_a_death(turn, when=when), mails_lost=int(when == "claimed"))
