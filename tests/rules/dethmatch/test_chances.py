"""Chances in sixths, and the average damage of a penetration."""

from __future__ import annotations

import pytest

from rules.dethmatch.weapons.hit_chances import graze_in_sixths, hit_in_sixths, mean_firepower, penetration_in_sixths
from rules.match.item_types import Firepower


@pytest.mark.rule("DM-M-002")
@pytest.mark.parametrize(("needed", "sixths"), [(-1, 0), (0, 0), (1, 1), (3, 3), (6, 6), (7, 6)])
def test_a_shot_hits_on_as_many_faces_as_it_needs_at_most(needed: int, sixths: int) -> None:
    assert hit_in_sixths(needed) == sixths


@pytest.mark.rule("DM-M-105")
@pytest.mark.parametrize(
    ("pen", "armor", "through", "grazing"),
    [(0, 0, 6, 0), (0, 1, 5, 1), (0, 5, 1, 1), (0, 6, 0, 1), (0, 7, 0, 0), (3, 3, 6, 0), (3, 4, 5, 1), (8, 2, 6, 0)],
)
def test_a_penetration_beats_the_armor_and_a_graze_equals_it(
    pen: int, armor: int, through: int, grazing: int
) -> None:
    assert penetration_in_sixths(pen, armor) == through
    assert graze_in_sixths(pen, armor) == grazing


@pytest.mark.rule("DM-M-105")
@pytest.mark.parametrize(
    ("firepower", "mean"),
    [
        (Firepower(plus=1), 1.0),
        (Firepower(sides=2), 1.5),
        (Firepower(sides=3), 2.0),
        (Firepower(sides=3, plus=1), 3.0),
        (Firepower(sides=3, plus=3), 5.0),
        (Firepower(sides=6), 3.5),
    ],
)
def test_firepower_has_the_mean_of_its_die_and_what_is_added(firepower: Firepower, mean: float) -> None:
    assert mean_firepower(firepower) == mean
