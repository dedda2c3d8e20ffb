"""What a command would come to is told in a few lines, and folded where it is long, so that its button is near."""

from __future__ import annotations

import pytest

from league.pages.called import Names
from league.pages.desk.trial import A_FEW, AT_ONCE, Trial
from league.pages.telling import tell
from rules.campaign.garage.cars import CarBought
from rules.core.terms import CarId, FranchiseId

LINE = tell(
    CarBought(
        franchise=FranchiseId("razors"),
        rule="DM-C-066",
        amount=-1,
        balance=0,
        car=CarId("c"),
        name="C",
        dp=1,
        listed=1,
    ),
    Names("rust-belt/s1"),
)


@pytest.mark.parametrize(
    ("lines", "first"),
    [(0, 0), (AT_ONCE, AT_ONCE), (AT_ONCE + A_FEW, AT_ONCE + A_FEW), (AT_ONCE + A_FEW + 1, AT_ONCE)],
)
def test_a_long_trial_tells_its_first_lines_and_folds_the_rest(lines: int, first: int) -> None:
    made = Trial(told=(LINE,) * lines)
    assert (len(made.first), len(made.rest)) == (first, lines - first)
