"""A preview shows a few lines and folds the rest, so that its button stays near."""

from __future__ import annotations

import pytest

from explain.command_preview import LINES_NOT_FOLDED, LINES_UNFOLDED, CommandPreview
from explain.fact_rendering import render_fact
from explain.names import Names
from rules.campaign.garage.cars import CarBought
from rules.core.terms import CarId, FranchiseId

LINE = render_fact(
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
    [
        (0, 0),
        (LINES_UNFOLDED, LINES_UNFOLDED),
        (LINES_UNFOLDED + LINES_NOT_FOLDED, LINES_UNFOLDED + LINES_NOT_FOLDED),
        (LINES_UNFOLDED + LINES_NOT_FOLDED + 1, LINES_UNFOLDED),
    ],
)
def test_a_long_trial_tells_its_first_lines_and_folds_the_rest(lines: int, first: int) -> None:
    preview = CommandPreview(told=(LINE,) * lines)
    assert (len(preview.first), len(preview.rest)) == (first, lines - first)
