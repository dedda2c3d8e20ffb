"""Heat-seeking rockets."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.combat.shooting import fire, to_hit
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.state import CarStatus
from rules.dethmatch.weapons.to_hit import OutOfRange
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.gunnery import armed, at_b, mount_for, target_at


def seeking(*others: Car, variant: str = "rockets", far: int = 3, faces: tuple[int, ...] = ()) -> Board:
    """Car `a` with heat-seekers made from that pack, car `b` ahead of it, and other cars."""
    rockets = ItemEntry(id="a.m1", kind="heat_seeking_rockets", mount="m1", variant=variant)
    shooter = Car(id="a", at=(-9, 0), design=armed(mount_for("rockets")), items=[rockets])
    play = Board(shooter, target_at(far - 9), *others, faces=faces)
    play.gun().ammunition = 3
    return play


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize(("variant", "furthest"), [("light_rockets", 9), ("rockets", 9), ("heavy_rockets", 9)])
def test_any_shot_up_to_maximum_range_counts_as_short(variant: str, furthest: int) -> None:
    for far in (1, 3, furthest):
        play = seeking(variant=variant, far=far)
        assert to_hit(play, play.car(), at_b()) == 4
    play = seeking(variant=variant, far=furthest + 1)
    with pytest.raises(OutOfRange):
        to_hit(play, play.car(), at_b())


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize(("wild", "struck", "needed"), [(1, "c", 3), (2, "b", 4), (6, "b", 4)])
def test_on_a_1_a_shot_goes_for_the_car_nearest_to_the_firer_in_arc_or_not(
    wild: int, struck: str, needed: int
) -> None:
    # The car behind is fast; its speed counts when the rocket turns on it.
    play = seeking(Car(id="c", at=(-10, 1), speed=5), faces=(wild, 5))
    fire(play, play.car(), at_b())
    assert play.entries_of("fire")[0].more["target"] == struck
    miss = play.entries_of("miss")[0].more
    assert (miss["target"], miss["needed"]) == (struck, needed)


@pytest.mark.rule("DM-M-121")
def test_of_cars_equally_near_one_is_drawn_and_wrecks_are_cold() -> None:
    others = [Car(id="c", at=(-10, 0)), Car(id="d", at=(-8, 0)), Car(id="e", at=(-9, 1))]
    play = seeking(*others, faces=(1, 2, 6))
    play.car("c").status = CarStatus.WRECK
    fire(play, play.car(), at_b())
    assert play.entries_of("fire")[0].more["target"] == "e"
    assert play.all_thrown()


@pytest.mark.rule("DM-M-121", "DM-M-139")
def test_a_rocket_that_strays_into_a_team_mate_is_friendly() -> None:
    mate: dict[str, Any] = {"team": "team-a", "damage": 1}
    # Astray, a hit, 6 + 1 against 4, 1d2 of 1: this is the second point, so a critical of 6, body; tires.
    play = seeking(Car(id="c", at=(-8, 0), **mate), faces=(1, 1, 6, 1, 6, 1))
    fire(play, play.car(), at_b())
    assert (play.crew().criticals, play.crew().friendly) == (0, 1)
