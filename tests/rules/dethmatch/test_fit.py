"""A car's figures with its items: injectors add the fuel points that were rolled for them."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.entries import ItemEntry
from tests.rules.dethmatch.boards import Board, Car


@pytest.mark.rule("DM-M-035", "DM-M-124")
@pytest.mark.parametrize(("rolled", "more"), [({}, 0), ({"fuel": 1}, 1), ({"fuel": 3}, 3)])
def test_injectors_bring_the_fuel_points_they_were_rolled_for(rolled: dict[str, int], more: int) -> None:
    injectors = ItemEntry(id="injectors", kind="efficient_injectors", rolled=rolled)
    with_them, without = Board(Car("a", items=[injectors])), Board(Car("a"))
    assert with_them.fits["a"].fuel - without.fits["a"].fuel == more
