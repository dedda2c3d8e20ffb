"""Damage to armor, the parts behind it, the power plant and the crew, and damage by rams."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.rhad.car.damage import damage_side, hurt, hurt_everybody, roll_ram_points, wear_tires
from rules.rhad.match.state import CarStatus
from tests.rules.rhad.boards import GUN, PLAIN, Board, Car

OFF = {"rhad.duel_params": "free 4 each 4 rounds 30 start 30 mounts off"}
TURRET = replace(PLAIN, weapons=(replace(GUN, mount="turret"), replace(GUN, name="Second", dp=2)))


def struck(points: int, *faces: int, side: str = "front", gunner: bool = False) -> Board:
    play = Board(Car("a", gunner=gunner), Car("b", at=(5, 0)), faces=faces)
    play.car().armor[side] = 4
    damage_side(play, play.car(), side=side, points=points, by="b", crew="b.d", why="test")
    assert play.all_thrown()
    return play


@pytest.mark.rule("RH-085", "RH-093")
@pytest.mark.parametrize(
    ("points", "armor", "gun", "plant", "hits", "criticals"),
    [
        (3, 1, 3, 8, 0, 0),
        (4, 0, 3, 8, 0, 0),
        (5, 0, 2, 8, 0, 0),
        (6, 0, 1, 8, 0, 0),
        (7, 0, 0, 8, 0, 1),
        (8, 0, 0, 7, 0, 1),
        (14, 0, 0, 1, 0, 1),
        (15, 0, 0, 0, 0, 2),
        (16, 0, 0, 0, 1, 2),
        (18, 0, 0, 0, 3, 2),
        (30, 0, 0, 0, 3, 2),
    ],
)
def test_damage_goes_in_from_the_side(  # noqa: PLR0917 - one parameter per column of the table
    points: int, armor: int, gun: int, plant: int, hits: int, criticals: int
) -> None:
    play = struck(points)
    sheet = play.car()
    assert (sheet.armor["front"], sheet.guns[0].dp, sheet.power_plant) == (armor, gun, plant)
    assert (play.crew().hits, play.crew("b.d").criticals) == (hits, criticals)
    assert (len(play.entries_of("weapon_hit")), len(play.entries_of("plant_hit"))) == (points > 4, points > 7)


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(("gun", "plant", "points", "hits"), [(1, 1, 1, 0), (1, 1, 2, 0), (0, 1, 2, 1), (0, 0, 2, 2)])
def test_the_last_point_of_a_part_stops_one(gun: int, plant: int, points: int, hits: int) -> None:
    play = Board(Car("a", power_plant=plant))
    play.car().armor["front"], play.car().guns[0].dp = 0, gun
    damage_side(play, play.car(), side="front", points=points, why="test")
    assert (play.car().guns[0].dp, play.crew().hits) == (0, hits)
    assert play.car().power_plant == (plant if gun and points == 1 else 0)
    assert len(play.entries_of("plant_hit")) == (plant if not gun or points > 1 else 0)


@pytest.mark.rule("RH-085")
def test_a_weapon_on_another_side_is_not_hit() -> None:
    sheet = struck(6, side="left").car()
    assert (sheet.guns[0].dp, sheet.power_plant) == (3, 6)


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(("side", "points", "left"), [("top", 2, [1, 2]), ("top", 9, [0, 2]), ("front", 1, [3, 1])])
def test_a_turret_stands_behind_the_top(side: str, points: int, left: list[int]) -> None:
    play = Board(Car("a", design=TURRET))
    play.car().armor[side] = 0
    damage_side(play, play.car(), side=side, points=points, why="test")
    assert [gun.dp for gun in play.car().guns] == left


@pytest.mark.rule("RH-085")
def test_a_weapon_that_is_lost_stops_nothing_more() -> None:
    play = Board(Car("a"))
    play.car().armor["front"] = 0
    play.car().guns[0].dp = 0
    damage_side(play, play.car(), side="front", points=2, why="test")
    assert (play.car().power_plant, play.entries_of("weapon_hit")) == (6, [])


@pytest.mark.rule("RH-076", "RH-085")
def test_each_point_hits_somebody_by_lot_among_the_living() -> None:
    play = struck(4 + 3 + 8 + 5, 1, 2, 2, 2, gunner=True)
    assert (play.crew("a.d").hits, play.crew("a.g").hits) == (2, 3)
    assert [(roll.sides, roll.faces) for roll in play.dice.log] == [(2, (1,)), (2, (2,)), (2, (2,)), (2, (2,))]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("points", [0, -2])
def test_no_damage_is_no_entry(points: int) -> None:
    play = Board(Car("a"), Car("b"))
    damage_side(play, play.car(), side="front", points=points, by="b", why="test")
    assert play.log.entries == []


@pytest.mark.rule("RH-093")
@pytest.mark.parametrize("by", ["", "c"])
def test_nothing_is_credited_without_an_enemy(by: str) -> None:
    play = Board(Car("a", team="reds"), Car("c", team="reds"), Car("b"))
    damage_side(play, play.car(), side="front", points=23, by=by, crew="c.d" if by else "", why="test")
    assert (play.car().guns[0].dp, play.crew("c.d").criticals, play.car().bane) == (0, 0, "")
    assert len(play.entries_of("component_lost")) == 1


@pytest.mark.rule("RH-076")
def test_nobody_loses_more_points_than_he_has() -> None:
    play = Board(Car("a", gunner=True))
    hurt(play, play.car(), play.crew(), 5)
    assert play.crew().hits == 3
    assert (play.is_able(play.crew("a.g")), play.is_dead(play.crew("a.g"))) == (True, False)
    hurt_everybody(play, play.car(), 2)
    assert (play.crew().hits, play.crew("a.g").hits) == (3, 2)
    assert (play.is_able(play.crew("a.g")), play.is_dead(play.crew("a.g"))) == (False, False)
    assert (play.is_dead(play.crew()), len(play.entries_of("injury"))) == (True, 2)


@pytest.mark.rule("RH-075")
@pytest.mark.parametrize(
    ("mph", "faces", "points"),
    [
        (0, [], 0),
        (5, [4], 0),
        (5, [3], 0),
        (5, [6], 2),
        (10, [2], 0),
        (10, [3], 1),
        (15, [1], 0),
        (15, [2], 1),
        (20, [1], 1),
        (35, [2, 3], 5),
        (300, [1] * 55, 55),
        (305, [1] * 55, 55),
    ],
)
def test_a_ram_throws_the_dice_of_its_row(mph: int, faces: list[int], points: int) -> None:
    play = Board(Car("a"), faces=faces)
    assert roll_ram_points(play, mph, why="test") == points
    assert play.all_thrown()


@pytest.mark.rule("RH-077")
def test_lost_tires_lower_the_base_and_not_the_running_handling() -> None:
    play = Board(Car("a"))
    wear_tires(play, play.car(), [8, 7, 0, 0], why="test")
    sheet = play.car()
    assert (sheet.tires, sheet.base_hc, sheet.built_hc, sheet.hc) == ([0, 1, 8, 8], 2, 4, 4)
    wear_tires(play, sheet, [9, 9, 9, 0], why="test")
    assert (sheet.tires, sheet.base_hc) == ([0, 0, 0, 8], 0)
    count = len(play.log.entries)
    wear_tires(play, sheet, [5, 0, 0, 0], why="test")
    assert len(play.log.entries) == count


@pytest.mark.rule("RH-085")
@pytest.mark.switch("rhad.duel_params", "free 4 each 4 rounds 30 start 30 mounts off")
def test_a_house_may_leave_the_weapons_out_of_it() -> None:
    play = Board(Car("a"), switches=OFF)
    damage_side(play, play.car(), side="front", points=22, why="test")
    assert (play.car().guns[0].dp, play.car().power_plant, play.car().status) == (3, 6, CarStatus.RUNNING)
