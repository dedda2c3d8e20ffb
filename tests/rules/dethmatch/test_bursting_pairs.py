"""A weapon of a linked pair that bursts, and what the other one still fires."""

from __future__ import annotations

import pytest

from rules.dethmatch.combat.shooting import fire
from rules.dethmatch.designs.design import Mount
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import armed, at_b, gunner_of, target_at


def linked_railguns(*faces: int) -> Board:
    """A pair of railguns and a target. The first bursts if the first face is a 1."""
    shooter = gunner_of()
    shooter.design = armed(Mount(id="m1", type="heavy", link="m2"), Mount(id="m2", type="heavy", link="m1"))
    shooter.guns = {"m1": "railgun", "m2": "railgun"}
    return Board(shooter, target_at(3), faces=faces)


@pytest.mark.rule("DM-M-100", "DM-M-109")
def test_whoever_his_own_weapon_puts_out_of_action_does_not_fire_the_other_of_the_pair() -> None:
    # 1 bursts, the critical is 5 for crew, and a 6 fails toughness 3.
    play = linked_railguns(1, 5, 6)
    fire(play, play.car(), at_b())
    assert play.crew().out
    assert play.kinds().count("fire") == 1
    assert play.all_thrown()


@pytest.mark.rule("DM-M-018", "DM-M-093")
@pytest.mark.parametrize(("lost", "fired", "left"), [(3, 1, 0), (2, 2, 0)])
def test_the_other_of_a_pair_fires_with_the_rounds_that_the_burst_has_left_it(
    lost: int, fired: int, left: int
) -> None:
    # 1 bursts, the critical is 4 for a weapon, and the other railgun has 3 rounds; then its risk, and a miss.
    play = linked_railguns(1, 4, lost, *((6, 6) if fired > 1 else ()))
    fire(play, play.car(), at_b())
    assert play.kinds().count("fire") == fired
    assert next(gun.ammunition for gun in play.car().guns if gun.mount == "m2") == left
    assert play.all_thrown()
