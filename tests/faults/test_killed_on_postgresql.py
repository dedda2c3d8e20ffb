"""A worker is killed inside the steps of a settlement and of a season's end on PostgreSQL, and it comes to the same.

What is compared is told in `test_killed_workers.py`.
"""

from __future__ import annotations

import pytest

from tests.faults.grounds import Recorded
from tests.faults.kill_points import IN_TELLING
from tests.faults.test_killed_workers import SEASON_END, SETTLEMENT, same
from tests.sampling import one_in, only

pytestmark = [pytest.mark.long, pytest.mark.postgres]
IN_CI = ("accept_report", "close_draft", "close_season")
"""Commands at which a worker is killed in CI; at the others it is in the nightly run."""


@pytest.mark.parametrize("when", ["written", "committed"])
@pytest.mark.parametrize("tag", only(IN_CI, [*SETTLEMENT, *SEASON_END]))
def test_killed_in_a_step_on_postgresql_it_comes_to_the_same(on_postgresql: Recorded, tag: str, when: str) -> None:
    turn, sitting = on_postgresql.place(tag)
    same(*on_postgresql.after_a_death(turn, when=when, tag=tag, sitting=sitting))


@pytest.mark.parametrize("when", one_in(4, IN_TELLING))
def test_killed_while_members_are_told_on_postgresql_nobody_is_told_twice(on_postgresql: Recorded, when: str) -> None:
    turn, _ = on_postgresql.place("close_settlement")
    same(*on_postgresql.after_a_death(turn, when=when), mails_lost=int(when == "claimed"))
