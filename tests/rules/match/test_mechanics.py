"""The extra repair checks of Mechanics, the same for a league's match and one from a file."""

from __future__ import annotations

import pytest

from rules.match.mechanics import mechanic_check_count, repair_checks
from rules.match.packet import RepairCheck


@pytest.mark.rule("DM-C-040", "DM-M-131")
@pytest.mark.parametrize(
    ("attempts", "checks"), [(0, 1), (1, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 3), (9, 3), (30, 10)]
)
def test_a_mechanic_has_a_third_of_the_attempts_to_the_nearest_whole(attempts: int, checks: int) -> None:
    assert mechanic_check_count(attempts=attempts) == checks


@pytest.mark.rule("DM-C-040", "DM-M-131")
def test_each_further_copy_of_the_talent_raises_the_skill_by_one_and_no_copy_gives_no_check() -> None:
    assert repair_checks({"eve": 2, "bob": 0, "ada": 1}, attempts=9) == (
        RepairCheck(driver="eve", checks=3, skill=4),
        RepairCheck(driver="ada", checks=3, skill=3),
    )
