"""The risks of some weapons to the car that fires them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.dethmatch.combat.shooting import fire
from rules.dethmatch.designs.design import Mount
from rules.dethmatch.match.state import CarStatus, Critical
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.gunnery import armed, at_b, duel, gunner_of, target_at


@pytest.mark.rule("DM-M-120")
@pytest.mark.parametrize("kind", ["laser", "twin_heavy_machineguns"])
@pytest.mark.parametrize(("again", "out"), [(1, True), (3, True), (4, False), (6, False)])
def test_an_attack_die_of_1_may_put_a_laser_or_a_twin_machinegun_out_after_the_attack(
    kind: str, again: int, out: bool
) -> None:
    # The first attack: 1, deflected by 1 + 1 against 4, then the die again; the second attack misses.
    play = duel(kind, faces=[1, 1, again, 6])
    fire(play, play.car(), at_b())
    assert (play.gun().out, play.gun().destroyed) == (out, False)
    assert [roll.why for roll in play.dice.log] == ["to hit", "penetration", "overheating", "to hit"]
    assert play.all_thrown()


@pytest.mark.rule("DM-M-120")
def test_the_second_die_of_a_plus_attack_is_looked_at_too() -> None:
    play = duel("laser", faces=[6, 1, 1, 2])
    fire(play, play.car(), at_b())
    assert play.gun().out


@pytest.mark.rule("DM-M-120")
def test_no_other_die_and_no_other_weapon_overheats() -> None:
    play = duel("laser", faces=[2, 1, 2, 1])
    fire(play, play.car(), at_b())
    assert not play.gun().out
    play = duel("vulcan_gun", faces=[1, 1, 1, 1])
    fire(play, play.car(), at_b())
    assert not play.gun().out
    assert play.all_thrown()


@pytest.mark.rule("DM-M-120")
@pytest.mark.parametrize(
    ("again", "out", "destroyed"),
    [(1, True, False), (2, True, False), (3, False, True), (4, False, True), (5, False, False)],
)
def test_a_pulsed_laser_burns_out_on_1_or_2_and_is_destroyed_with_a_critical_on_3_or_4(
    again: int, out: bool, destroyed: bool
) -> None:
    play = duel("pulsed_laser", faces=[1, 1, again, *([6] if destroyed else [])])
    fire(play, play.car(), at_b())
    assert (play.gun().out, play.gun().destroyed) == (out, destroyed)
    # A critical without a side: the body row takes the front.
    assert play.car().armor["front"] == (3 if destroyed else 4)
    assert play.car().loadout.lost == (["a.m1"] if destroyed else [])
    assert play.all_thrown()


@pytest.mark.rule("DM-M-120")
@pytest.mark.parametrize("kind", ["railgun", "bomb_launcher"])
def test_a_railgun_or_bomb_launcher_that_rolls_a_1_when_fired_is_lost_with_its_shot_and_takes_a_critical(
    kind: str,
) -> None:
    play = duel(kind, far=1, faces=[1, 6])
    before = play.gun().ammunition
    fire(play, play.car(), at_b())
    assert (play.gun().destroyed, play.gun().ammunition, play.car().armor["front"]) == (True, before - 1, 3)
    assert "hit" not in play.kinds()
    assert all((crew_state.criticals, crew_state.friendly) == (0, 0) for crew_state in play.state.crew.values())


@pytest.mark.rule("DM-M-120")
@pytest.mark.parametrize("kind", ["railgun", "bomb_launcher"])
def test_on_anything_else_it_fires(kind: str) -> None:
    play = duel(kind, far=1, faces=[2, 6])
    fire(play, play.car(), at_b())
    assert play.kinds() == ["burst_roll", "fire", "miss"]


@pytest.mark.rule("DM-M-119", "DM-M-120")
def test_both_barrels_use_two_rounds_and_fire_twice() -> None:
    play = duel("dual_recoilless_rifle", far=1, faces=[2, 6, 6])
    fire(play, play.car(), at_b(both=True))
    assert play.kinds() == ["burst_roll", "fire", "miss", "miss"]
    assert play.gun().ammunition == 4


@pytest.mark.rule("DM-M-120")
def test_one_barrel_is_rolled_for_nothing() -> None:
    play = duel("dual_recoilless_rifle", far=1, faces=[6])
    fire(play, play.car(), at_b())
    assert (play.gun().ammunition, play.all_thrown()) == (5, True)


@pytest.mark.rule("DM-M-120")
@pytest.mark.parametrize(
    ("traverse", "facing", "quadrant"),
    [
        ("fixed", "rear", "rear"),
        ("swivel", "left", "left"),
        ("turret", "right", "front"),
        ("fixed", "front", "front"),
    ],
)
def test_both_barrels_that_burst_hit_their_own_car_as_one_shell_on_the_mounts_side(
    traverse: str, facing: str, quadrant: str
) -> None:
    target_place = {"front": (1, 0), "rear": (-1, 0), "left": (1, -2)}[quadrant]
    shooter = gunner_of("dual_recoilless_rifle", mount=Mount(id="m1", type="light", traverse=traverse, facing=facing))
    # A 1 for the burst; 1 + 2 against 2 penetrates, 1d2 of 1 is a point, tires 5 + 1 is one more.
    play = Board(shooter, target_at(*target_place), faces=[1, 1, 1, 5])
    armor = {side: 2 if side == quadrant else 9 for side in ("front", "right", "rear", "left")}
    play.car().armor = armor
    fire(play, play.car(), at_b(both=True))
    assert (play.gun().destroyed, play.car().damage, play.car().tire_damage) == (True, 1, 1)
    assert play.entries_of("damage")[0].more["quadrant"] == quadrant
    assert play.all_thrown()


@pytest.mark.rule("DM-M-120", "DM-M-105")
@pytest.mark.parametrize(
    ("armor", "faces", "damage", "tires"),
    [(2, [1, 1, 4, 5], 2, 1), (3, [1, 1, 5], 0, 1), (3, [1, 2, 1, 4], 1, 0), (4, [1, 1], 0, 0)],
)
def test_the_shell_has_penetration_2_and_firepower_1d2(armor: int, faces: list[int], damage: int, tires: int) -> None:
    # The die of the burst, the penetration roll, the damage where it penetrates, the tires where it is not deflected.
    shooter = gunner_of("dual_recoilless_rifle")
    shooter.state = {"armor": dict.fromkeys(("front", "rear", "left", "right"), armor)}
    shooter.design = replace(shooter.design, toughness=4)
    play = Board(shooter, target_at(1), faces=faces)
    fire(play, play.car(), at_b(both=True))
    assert (play.car().damage, play.car().tire_damage) == (damage, tires)
    assert play.all_thrown()


@pytest.mark.rule("DM-M-120", "DM-M-100")
def test_a_car_its_own_weapon_destroys_fires_no_more_of_it() -> None:
    shooter = gunner_of()
    shooter.design = armed(Mount(id="m1", type="heavy", link="m2"), Mount(id="m2", type="heavy", link="m1"))
    shooter.guns, shooter.state = {"m1": "railgun", "m2": "railgun"}, {"criticals": [Critical(row="x")] * 1}
    play = Board(shooter, target_at(3), faces=[1, 6, 1])
    fire(play, play.car(), at_b())
    assert play.car().status is CarStatus.WRECK
    assert play.kinds().count("fire") == 1
    assert play.crew().kills == 0
    assert play.all_thrown()
