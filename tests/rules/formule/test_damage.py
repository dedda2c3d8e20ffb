"""Damage to armor first, then to the parts behind it."""

from __future__ import annotations

import pytest

from rules.formule.car import damage, wear
from rules.formule.match.match import Match
from rules.formule.match.state import CarStatus
from tests.rules.formule.boards import Put, board, car, entries

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
ARMED = Put("a", weapons=[("mg", "front"), ("oil", "rear")])


def hit(points: int, *faces: int, put: Put = ARMED, switches: dict[str, str] | None = None, **state: int) -> Match:
    play = board(put, Put("b", row=40), Put("mate", row=42, team="team-a"), faces=faces, switches=switches)
    for name, value in state.items():
        setattr(car(play), name, value)
    damage.damage_car(play, car(play), points, by=car(play, "b"), why="mg")
    return play


@pytest.mark.rule("FW-050")
@pytest.mark.parametrize(("armor", "points", "left"), [(3, 2, 1), (3, 3, 0), (1, 1, 0), (5, 0, 5)])
def test_damage_comes_off_the_armor_first(armor: int, points: int, left: int) -> None:
    play = hit(points, armor=armor)
    assert car(play).armor == left
    assert [entry.kind for entry in play.log.entries] == ["damage"]


@pytest.mark.rule("FW-051", "FW-052")
def test_what_the_armor_cannot_absorb_is_allotted_point_by_point() -> None:
    play = hit(5, 3, 14, 8, armor=2)
    assert (car(play).armor, car(play).engine, car(play).body, car(play).brakes) == (0, 2, 2, 2)
    assert [entry.more["place"] for entry in entries(play, "struck")] == ["engine", "body", "brakes"]


@pytest.mark.rule("FW-051", "FW-054", "FW-151")
@pytest.mark.parametrize("face", range(1, 21))
@pytest.mark.parametrize("wounds", [0, 1])
def test_each_face_strikes_what_the_table_prints_whoever_drives(face: int, wounds: int) -> None:
    place = STRUCK[face]
    play = hit(1, face, *[1] * (place == "weapon"), wounds=wounds)
    sheet = car(play)
    if place == "weapon":
        assert [weapon.works for weapon in sheet.weapons] == [False, True]
    elif place == "driver":
        assert sheet.wounds == wounds + 1
    else:
        assert getattr(sheet, place) == LEFT[place]
    assert sheet.struck == ({} if place in {"driver", "tires"} else {place: 1})
    assert (car(play, "b").criticals, car(play, "b").friendly_criticals) == (1, 0)


@pytest.mark.rule("FW-057")
@pytest.mark.parametrize(("pick", "lost"), [(1, 0), (2, 2), (3, 3)])
def test_each_working_weapon_is_as_likely_to_be_destroyed(pick: int, lost: int) -> None:
    armed = Put("a", weapons=[("mg", "front"), ("laser", "rear", "x"), ("cannon", "rear", "x"), ("smoke", "rear")])
    play = board(armed, Put("b", row=40), faces=[2, pick])
    car(play).weapons[1].works = False
    damage.damage_car(play, car(play), 1, by=None, why="mg")
    works = [True, False, True, True]
    works[lost] = False
    assert [weapon.works for weapon in car(play).weapons] == works


@pytest.mark.rule("FW-053")
@pytest.mark.parametrize(
    ("face", "put", "state"),
    [
        (1, Put("a"), {}),
        (6, ARMED, {"fuel": 0}),
        (8, ARMED, {"brakes": 0}),
        (12, ARMED, {"tires": 0}),
    ],
)
def test_where_nothing_is_left_to_break_body_is_struck(face: int, put: Put, state: dict[str, int]) -> None:
    play = hit(1, face, put=put, **state)
    assert (car(play).body, car(play).struck) == (2, {"body": 1})


@pytest.mark.rule("FW-053", "FW-126")
def test_an_engine_at_0_that_runs_on_by_the_house_rule_passes_damage_to_the_body() -> None:
    play = board(Put("a", state={"engine": 0}), faces=[3], switches={"formule.zero_engine_out": False})
    damage.damage_car(play, car(play), 1, by=None, why="mg")
    assert (car(play).engine, car(play).body) == (0, 2)


@pytest.mark.rule("FW-056")
def test_the_first_wound_stays_and_the_second_retires_the_car() -> None:
    play = hit(1, 10)
    assert (car(play).wounds, car(play).status) == (1, CarStatus.RUNNING)
    play = hit(2, 10, 11)
    assert (car(play).wounds, car(play).status) == (2, CarStatus.OUT)
    assert (car(play).out_reason, car(play).destroyed) == ("driver", False)
    assert play.state.debris == [(10, 1)]


@pytest.mark.rule("FW-056", "FW-102")
@pytest.mark.parametrize(("wounds", "counts"), [(0, 7), (1, 6)])
def test_a_wound_takes_1_off_the_drivers_own_black_dice(wounds: int, counts: int) -> None:
    play = board(Put("a", state={"wounds": wounds}), faces=[7])
    assert wear.roll_black_die(play, car(play), "test") == (7, counts)
    assert play.dice.log[-1].sides == 20


@pytest.mark.rule("FW-055", "FW-126", "FW-151")
@pytest.mark.parametrize(
    ("face", "name", "destroyed"), [(3, "engine", False), (9, "road_holding", False), (14, "body", True)]
)
def test_a_car_without_engine_road_holding_or_body_is_out_at_once(face: int, name: str, destroyed: bool) -> None:
    play = hit(5, face, **{name: 1})
    assert (car(play).status, car(play).out_reason, car(play).destroyed) == (CarStatus.OUT, name, destroyed)
    assert car(play, "b").kills == int(destroyed)
    assert entries(play, "out")[0].more["by"] == "b"


@pytest.mark.rule("FW-055", "FW-126")
@pytest.mark.parametrize(("face", "name"), [(6, "fuel"), (8, "brakes")])
def test_a_car_without_fuel_or_brakes_goes_on(face: int, name: str) -> None:
    play = hit(1, face, **{name: 1})
    assert (getattr(car(play), name), car(play).status, car(play).spun) == (0, CarStatus.RUNNING, False)


@pytest.mark.rule("FW-118", "FW-126")
def test_a_car_without_tires_spins() -> None:
    play = hit(1, 13, tires=1)
    assert (car(play).tires, car(play).spun, car(play).gear, car(play).spins) == (0, True, 1, 1)
    assert car(play).status is CarStatus.RUNNING
    (entry,) = entries(play, "spin")
    assert entry.before == {"spun": False, "gear": 3, "spins": 0}
    assert entry.after == {"spun": True, "gear": 1, "spins": 1}


@pytest.mark.rule("FW-118")
def test_a_car_that_is_out_does_not_spin_any_more() -> None:
    play = board(Put("a", state={"status": CarStatus.OUT}))
    wear.spin(play, car(play), "FW-118")
    assert (car(play).spun, play.log.entries) == (False, [])


@pytest.mark.rule("FW-125")
def test_an_engine_point_lost_leaves_debris() -> None:
    assert hit(1, 5).state.debris == [(10, 1)]
    assert hit(1, 7).state.debris == []


def overflow(excess: int, *faces: int, mode: str, **state: int) -> Match:
    return hit(excess, *faces, switches={"formule.overflow": mode}, **state)


@pytest.mark.rule("FW-052")
@pytest.mark.switch("formule.overflow", "per_hit")
def test_by_the_house_rule_a_hit_goes_to_one_place() -> None:
    play = overflow(2, 3, mode="per_hit")
    assert (car(play).engine, car(play).struck, car(play, "b").criticals) == (1, {"engine": 2}, 1)


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
    assert car(play).struck == came
    assert car(play).wounds == int(face == 10)
    assert car(play, "b").criticals == 1


@pytest.mark.rule("FW-151")
def test_such_a_hit_that_destroys_by_what_goes_to_body_is_a_kill() -> None:
    play = overflow(4, 8, mode="per_hit", brakes=1)
    assert (car(play).destroyed, car(play, "b").kills) == (True, 1)


@pytest.mark.rule("FW-153")
@pytest.mark.parametrize(("by", "criticals", "friendly"), [("b", 1, 0), ("mate", 0, 1), ("a", 0, 0)])
def test_results_are_credited_to_whoever_caused_them(by: str, criticals: int, friendly: int) -> None:
    play = board(ARMED, Put("b", row=40), Put("mate", row=42, team="team-a"), faces=[14])
    sheet = car(play)
    sheet.team = car(play, "mate").team
    damage.damage_car(play, sheet, 1, by=car(play, by), why="mg")
    assert (car(play, by).criticals, car(play, by).friendly_criticals) == (criticals, friendly)


@pytest.mark.rule("FW-150")
def test_a_car_of_the_own_team_destroyed_is_no_kill() -> None:
    play = board(Put("a", team="t", state={"body": 1}), Put("b", team="t", row=40), faces=[14])
    damage.damage_car(play, car(play), 1, by=car(play, "b"), why="mg")
    assert (car(play).destroyed, car(play, "b").kills) == (True, 0)
