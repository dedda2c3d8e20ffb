"""A car's figures with its items: injectors add the fuel points that were rolled for them."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.entries import ItemEntry
from tests.rules.dethmatch.boards import Put, board


@pytest.mark.rule("DM-M-035", "DM-M-124")
@pytest.mark.parametrize(("rolled", "more"), [({}, 0), ({"fuel": 1}, 1), ({"fuel": 3}, 3)])
def test_injectors_bring_the_fuel_points_they_were_rolled_for(rolled: dict[str, int], more: int) -> None:
    injectors = ItemEntry(id="injectors", kind="efficient_injectors", rolled=rolled)
    with_them, without = board(Put("a", items=[injectors])), board(Put("a"))
    assert with_them.fits["a"].fuel - without.fits["a"].fuel == more
