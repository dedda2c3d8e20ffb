"""Damage to armor first, then to the parts behind it."""

from __future__ import annotations

import pytest

from rules.formule.car import damage, wear
from rules.formule.match.state import CarStatus
from tests.rules.formule.boards import Board, Car

STRUCK = {
    **dict.fromkeys((1, 2), "weapon"),
    **dict.fromkeys((3, 4, 5), "engine"),
    **dict.fromkeys((6, 7), "fuel"),
    8: "brakes",
    9: "road_holding",
    **dict.fromkeys((10, 11), "driver"),
    **dict.fromkeys((12, 13), "tires"),
    **dict.fromkeys(range(14, 21), "body"),
}
LEFT = {"engine": 2, "fuel": 2, "brakes": 2, "road_holding": 1, "tires": 5, "body": 2}
ARMED = Car("a", weapons=[("mg", "front"), ("oil", "rear")])


def hit(points: int, *faces: int, put: Car = ARMED, switches: dict[str, str] | None = None, **state: int) -> Board:
    play = Board(put, Car("b", row=40), Car("mate", row=42, team="team-a"), faces=faces, switches=switches)
    for name, value in state.items():
        setattr(play.car(), name, value)
    damage.damage_car(play, play.car(), points, by=play.car("b"), why="mg")
    return play


@pytest.mark.rule("FW-050")
@pytest.mark.parametrize(("armor", "points", "left"), [(3, 2, 1), (3, 3, 0), (1, 1, 0), (5, 0, 5)])
def test_damage_comes_off_the_armor_first(armor: int, points: int, left: int) -> None:
    play = hit(points, armor=armor)
    assert play.car().armor == left
    assert [entry.kind for entry in play.log.entries] == ["damage"]


@pytest.mark.rule("FW-051", "FW-052")
def test_what_the_armor_cannot_absorb_is_allotted_point_by_point() -> None:
    play = hit(5, 3, 14, 8, armor=2)
    assert (play.car().armor, play.car().engine, play.car().body, play.car().brakes) == (0, 2, 2, 2)
    assert [entry.more["place"] for entry in play.entries_of("struck")] == ["engine", "body", "brakes"]


@pytest.mark.rule("FW-051", "FW-054", "FW-151")
@pytest.mark.parametrize("face", range(1, 21))
@pytest.mark.parametrize("wounds", [0, 1])
def test_each_face_strikes_what_the_table_prints_whoever_drives(face: int, wounds: int) -> None:
    place = STRUCK[face]
    play = hit(1, face, *[1] * (place == "weapon"), wounds=wounds)
    sheet = play.car()
    if place == "weapon":
        assert [weapon.works for weapon in sheet.weapons] == [False, True]
    elif place == "driver":
        assert sheet.wounds == wounds + 1
    else:
        assert getattr(sheet, place) == LEFT[place]
    assert sheet.struck == ({} if place in {"driver", "tires"} else {place: 1})
    assert (play.car("b").criticals, play.car("b").friendly_criticals) == (1, 0)


@pytest.mark.rule("FW-057")
@pytest.mark.parametrize(("pick", "lost"), [(1, 0), (2, 2), (3, 3)])
def test_each_working_weapon_is_as_likely_to_be_destroyed(pick: int, lost: int) -> None:
    armed = Car("a", weapons=[("mg", "front"), ("laser", "rear", "x"), ("cannon", "rear", "x"), ("smoke", "rear")])
    play = Board(armed, Car("b", row=40), faces=[2, pick])
    play.car().weapons[1].works = False
    damage.damage_car(play, play.car(), 1, by=None, why="mg")
    works = [True, False, True, True]
    works[lost] = False
    assert [weapon.works for weapon in play.car().weapons] == works


@pytest.mark.rule("FW-053")
@pytest.mark.parametrize(
    ("face", "put", "state"),
    [
        (1, Car("a"), {}),
        (6, ARMED, {"fuel": 0}),
        (8, ARMED, {"brakes": 0}),
        (12, ARMED, {"tires": 0}),
    ],
)
def test_where_nothing_is_left_to_break_body_is_struck(face: int, put: Car, state: dict[str, int]) -> None:
    play = hit(1, face, put=put, **state)
    assert (play.car().body, play.car().struck) == (2, {"body": 1})


@pytest.mark.rule("FW-053", "FW-126")
def test_an_engine_at_0_that_runs_on_by_the_house_rule_passes_damage_to_the_body() -> None:
    play = Board(Car("a", engine=0), faces=[3], switches={"formule.zero_engine_out": False})
    damage.damage_car(play, play.car(), 1, by=None, why="mg")
    assert (play.car().engine, play.car().body) == (0, 2)


@pytest.mark.rule("FW-056")
def test_the_first_wound_stays_and_the_second_retires_the_car() -> None:
    play = hit(1, 10)
    assert (play.car().wounds, play.car().status) == (1, CarStatus.RUNNING)
    play = hit(2, 10, 11)
    assert (play.car().wounds, play.car().status) == (2, CarStatus.OUT)
    assert (play.car().out_reason, play.car().destroyed) == ("driver", False)
    assert play.state.debris == [(10, 1)]


@pytest.mark.rule("FW-056", "FW-102")
@pytest.mark.parametrize(("wounds", "counts"), [(0, 7), (1, 6)])
def test_a_wound_takes_1_off_the_drivers_own_black_dice(wounds: int, counts: int) -> None:
    play = Board(Car("a", wounds=wounds), faces=[7])
    assert wear.roll_black_die(play, play.car(), "test") == (7, counts)
    assert play.dice.log[-1].sides == 20


@pytest.mark.rule("FW-055", "FW-126", "FW-151")
@pytest.mark.parametrize(
    ("face", "name", "destroyed"), [(3, "engine", False), (9, "road_holding", False), (14, "body", True)]
)
def test_a_car_without_engine_road_holding_or_body_is_out_at_once(face: int, name: str, destroyed: bool) -> None:
    play = hit(5, face, **{name: 1})
    assert (play.car().status, play.car().out_reason, play.car().destroyed) == (CarStatus.OUT, name, destroyed)
    assert play.car("b").kills == int(destroyed)
    assert play.entries_of("out")[0].more["by"] == "b"


@pytest.mark.rule("FW-055", "FW-126")
@pytest.mark.parametrize(("face", "name"), [(6, "fuel"), (8, "brakes")])
def test_a_car_without_fuel_or_brakes_goes_on(face: int, name: str) -> None:
    play = hit(1, face, **{name: 1})
    assert (getattr(play.car(), name), play.car().status, play.car().spun) == (0, CarStatus.RUNNING, False)


@pytest.mark.rule("FW-118", "FW-126")
def test_a_car_without_tires_spins() -> None:
    play = hit(1, 13, tires=1)
    assert (play.car().tires, play.car().spun, play.car().gear, play.car().spins) == (0, True, 1, 1)
    assert play.car().status is CarStatus.RUNNING
    (entry,) = play.entries_of("spin")
    assert entry.before == {"spun": False, "gear": 3, "spins": 0}
    assert entry.after == {"spun": True, "gear": 1, "spins": 1}


@pytest.mark.rule("FW-118")
def test_a_car_that_is_out_does_not_spin_any_more() -> None:
    play = Board(Car("a", status=CarStatus.OUT))
    wear.spin(play, play.car(), "FW-118")
    assert (play.car().spun, play.log.entries) == (False, [])


@pytest.mark.rule("FW-125")
def test_an_engine_point_lost_leaves_debris() -> None:
    assert hit(1, 5).state.debris == [(10, 1)]
    assert hit(1, 7).state.debris == []


def overflow(excess: int, *faces: int, mode: str, **state: int) -> Board:
    return hit(excess, *faces, switches={"formule.overflow": mode}, **state)


@pytest.mark.rule("FW-052")
@pytest.mark.switch("formule.overflow", "per_hit")
def test_by_the_house_rule_a_hit_goes_to_one_place() -> None:
    play = overflow(2, 3, mode="per_hit")
    assert (play.car().engine, play.car().struck, play.car("b").criticals) == (1, {"engine": 2}, 1)


@pytest.mark.rule("FW-052", "FW-053")
@pytest.mark.parametrize(
    ("face", "state", "came"),
    [
        (8, {"brakes": 1}, {"brakes": 1, "body": 2}),
        (8, {"brakes": 3}, {"brakes": 3}),
        (10, {}, {}),
        (2, {}, {"weapon": 1}),
        (14, {}, {"body": 3}),
    ],
)
def test_such_a_hit_is_one_weapon_or_one_wound_and_what_a_place_has_not_goes_to_body(
    face: int, state: dict[str, int], came: dict[str, int]
) -> None:
    play = overflow(3, face, 1, mode="per_hit", **state) if face == 2 else overflow(3, face, mode="per_hit", **state)
    assert play.car().struck == came
    assert play.car().wounds == int(face == 10)
    assert play.car("b").criticals == 1


@pytest.mark.rule("FW-151")
def test_such_a_hit_that_destroys_by_what_goes_to_body_is_a_kill() -> None:
    play = overflow(4, 8, mode="per_hit", brakes=1)
    assert (play.car().destroyed, play.car("b").kills) == (True, 1)


@pytest.mark.rule("FW-153")
@pytest.mark.parametrize(("by", "criticals", "friendly"), [("b", 1, 0), ("mate", 0, 1), ("a", 0, 0)])
def test_results_are_credited_to_whoever_caused_them(by: str, criticals: int, friendly: int) -> None:
    play = Board(ARMED, Car("b", row=40), Car("mate", row=42, team="team-a"), faces=[14])
    sheet = play.car()
    sheet.team = play.car("mate").team
    damage.damage_car(play, sheet, 1, by=play.car(by), why="mg")
    assert (play.car(by).criticals, play.car(by).friendly_criticals) == (criticals, friendly)


@pytest.mark.rule("FW-150")
def test_a_car_of_the_own_team_destroyed_is_no_kill() -> None:
    play = Board(Car("a", team="t", body=1), Car("b", team="t", row=40), faces=[14])
    damage.damage_car(play, play.car(), 1, by=play.car("b"), why="mg")
    assert (play.car().destroyed, play.car("b").kills) == (True, 0)
