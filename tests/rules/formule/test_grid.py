"""The grid: cars as built, old damage, starting places, and the order of moves."""

from __future__ import annotations

import pytest

from rules.formule import engine
from rules.formule.match import positions
from rules.formule.match.state import CarState
from tests.rules.formule.boards import RING, Board, Car


def lined_up(*cars: Car, faces: dict[str, list[int]], switches: dict[str, str] | None = None) -> Board:
    play = Board(*cars, switches=switches, by_path=faces, begun=False)
    engine.step(play)
    play.dice.refuse_leftovers()
    return play


def places(play: Board) -> list[str]:
    return [entry.car for entry in play.entries_of("grid")]


@pytest.mark.rule("FW-014", "FW-101")
def test_a_car_enters_as_it_was_built() -> None:
    play = Board(Car("a", weapons=[("mg", "front"), ("laser", "rear", "x")], items=["i1"]), begun=False)
    sheet = play.car()
    assert (sheet.tires, sheet.brakes, sheet.fuel) == (6, 3, 3)
    assert (sheet.body, sheet.engine, sheet.road_holding, sheet.armor) == (3, 3, 2, 0)
    assert [
        (weapon.key, weapon.mount, weapon.ammunition, weapon.link, weapon.works, weapon.item)
        for weapon in sheet.weapons
    ] == [
        ("mg", "front", 10, "", True, "i1"),
        ("laser", "rear", -1, "x", True, ""),
    ]


@pytest.mark.rule("FW-105")
def test_the_lowest_die_starts_from_pole_and_ties_are_rolled_again() -> None:
    play = lined_up(Car("a"), Car("b"), Car("c"), Car("d"), faces={"grid": [7, 20, 7, 1, 12, 11]})
    assert places(play) == ["d", "c", "a", "b"]
    assert [(car_state.row, car_state.lane, car_state.progress) for car_state in (play.car("d"), play.car("b"))] == [
        (79, 0, -1),
        (78, 0, -2),
    ]
    assert [entry.more["position"] for entry in play.entries_of("grid")] == [1, 2, 3, 4]
    assert [play.car(id).lap for id in "abcd"] == [1, 1, 1, 1]


@pytest.mark.rule("FW-105")
def test_a_car_alone_throws_nothing_for_pole() -> None:
    assert places(lined_up(Car("a"), faces={})) == ["a"]


@pytest.mark.rule("FW-105")
@pytest.mark.switch("formule.pole", "highest")
def test_by_the_house_rule_the_highest_die_starts_from_pole() -> None:
    play = lined_up(Car("a"), Car("b"), Car("c"), faces={"grid": [7, 20, 1]}, switches={"formule.pole": "highest"})
    assert places(play) == ["b", "a", "c"]


@pytest.mark.rule("FW-105")
@pytest.mark.switch("formule.pole", "season_reverse")
def test_by_the_house_rule_whoever_the_match_lists_last_starts_from_pole() -> None:
    play = lined_up(Car("a"), Car("b"), Car("c"), faces={}, switches={"formule.pole": "season_reverse"})
    assert places(play) == ["c", "b", "a"]


# --------------------------------------------------------------------------------------------------------- old damage


def aged(criticals: int, *faces: int, **points: int) -> CarState:
    aged_car = Car("a", criticals=criticals, weapons=[("mg", "front"), ("laser", "rear")])
    play = Board(aged_car, by_path={"old/a": faces}, begun=False)
    for name, value in points.items():
        setattr(play.car(), name, value)
    engine.step(play)
    play.dice.refuse_leftovers()
    return play.car()


@pytest.mark.rule("FW-151")
@pytest.mark.parametrize(
    ("face", "name", "left"),
    [(3, "engine", 2), (7, "fuel", 2), (8, "brakes", 2), (9, "road_holding", 1), (12, "tires", 5), (14, "body", 2)],
)
def test_old_damage_is_allotted_by_the_table(face: int, name: str, left: int) -> None:
    assert getattr(aged(1, face), name) == left


@pytest.mark.rule("FW-151")
@pytest.mark.parametrize("face", [10, 11])
def test_old_damage_of_the_driver_counts_as_body(face: int) -> None:
    sheet = aged(1, face)
    assert (sheet.body, sheet.wounds) == (2, 0)


@pytest.mark.rule("FW-151")
@pytest.mark.parametrize(("face", "name"), [(4, "engine"), (9, "road_holding"), (15, "body")])
def test_old_damage_never_takes_the_last_point_of_what_a_car_is_out_without(face: int, name: str) -> None:
    assert getattr(aged(2, face, face, **{name: 2}), name) == 1


@pytest.mark.rule("FW-151")
def test_old_damage_takes_the_last_point_of_what_a_car_can_do_without_and_then_goes_to_body() -> None:
    sheet = aged(2, 6, 6, fuel=1)
    assert (sheet.fuel, sheet.body) == (0, 2)


@pytest.mark.rule("FW-151")
def test_old_damage_leaves_weapons_destroyed_and_after_the_last_one_goes_to_body() -> None:
    sheet = aged(3, 1, 2, 2, 1)
    assert ([weapon.works for weapon in sheet.weapons], sheet.body) == ([False, False], 2)
    assert sheet.struck == {}


# ---------------------------------------------------------------------------------------------------------- the order


@pytest.mark.rule("FW-104")
def test_the_leader_moves_first_then_the_higher_gear_then_the_inner_lane() -> None:
    play = Board(
        Car("a", row=10, lane=0), Car("b", row=10, lane=2), Car("c", row=10, lane=1, gear=4), Car("d", row=11, gear=1)
    )
    assert [car_state.id for car_state in positions.running_order(play)] == ["d", "c", "b", "a"]


@pytest.mark.rule("FW-104")
@pytest.mark.parametrize(("row", "first"), [(10, "b"), (34, "b"), (35, "a"), (59, "a"), (60, "b"), (79, "b")])
def test_the_inner_lane_is_that_of_the_corner_a_car_is_in_or_comes_to_next(row: int, first: str) -> None:
    play = Board(Car("a", row=row, lane=0), Car("b", row=row, lane=2))
    assert positions.running_order(play)[0].id == first


@pytest.mark.rule("FW-104")
def test_a_lap_ahead_is_ahead() -> None:
    play = Board(Car("a", row=70), Car("b", row=81))
    assert (play.car("b").row, play.car("b").lap, play.car().lap) == (1, 2, 1)
    assert [car_state.id for car_state in positions.running_order(play)] == ["b", "a"]


@pytest.mark.rule("FW-104")
def test_the_order_is_fixed_when_a_round_begins() -> None:
    play = Board(Car("a", row=10), Car("b", row=20))
    play.moment.step = "round"
    engine.step(play)
    assert (play.moment.turn, play.moment.queue, play.moment.step) == (2, ["b", "a"], "turn")
    assert play.moment.phase == 0


@pytest.mark.rule("FW-032")
@pytest.mark.parametrize(
    ("row", "other", "ahead"),
    [(0, 0, 0), (10, 30, 20), (30, 10, -20), (79, 0, 1), (0, 79, -1), (0, 39, 39), (0, 40, -40)],
)
def test_rows_ahead_are_counted_the_shorter_way_round(row: int, other: int, ahead: int) -> None:
    assert positions.rows_ahead(RING, row, other) == ahead


@pytest.mark.rule("FW-104", "FW-128")
@pytest.mark.parametrize(("progress", "lap"), [(-12, 1), (-1, 1), (0, 1), (79, 1), (80, 2), (160, 2)])
def test_the_grid_belongs_to_the_first_lap_and_the_finish_to_the_last(progress: int, lap: int) -> None:
    play = Board(Car("a", row=progress))
    assert (play.car().lap, play.car().row, play.car().progress) == (lap, progress % 80, progress)
