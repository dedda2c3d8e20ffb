"""Cars that finish, stop or are out: places, and what happens to the drivers."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.dice import Dice
from rules.formule import engine
from rules.formule.log.story import narrate_entry
from rules.formule.match.setup import DriverEntry
from rules.formule.match.state import CarStatus
from rules.formule.movement import finish
from rules.formule.settings import settings_of
from tests.rules.formule.boards import Board, Car, marker, ring


@pytest.mark.rule("FW-128", "FW-131")
@pytest.mark.parametrize(("roll", "home"), [(1, False), (2, True), (6, True)])
def test_a_car_is_home_when_it_crosses_the_line_after_its_last_lap(roll: int, home: bool) -> None:
    play = Board(Car("a", row=158), Car("b", row=20), laps=2)
    play.drive("a", roll)
    assert (play.car().status is CarStatus.FINISHED) == home
    assert (play.car().place, play.car().progress) == ((1, 160) if home else (0, 159))
    assert play.car().lap == 2


@pytest.mark.rule("FW-128")
def test_the_line_of_an_earlier_lap_is_driven_over() -> None:
    play = Board(Car("a", row=78), Car("b", row=20))
    play.drive("a", 4)
    assert (play.car().status, play.car().row, play.car().lap) == (CarStatus.RUNNING, 2, 2)


@pytest.mark.rule("FW-128")
def test_places_go_by_the_order_of_crossing() -> None:
    play = Board(Car("a", row=159), Car("b", row=158), Car("c", row=20, status=CarStatus.OUT))
    play.drive("b", 5)
    play.drive("a", 2)
    assert (play.car("b").place, play.car().place, play.car("c").place) == (1, 2, 0)
    assert [(entry.before["place"], entry.after["place"]) for entry in play.entries_of("finish")] == [(0, 1), (0, 2)]


@pytest.mark.rule("FW-128")
def test_a_car_that_is_home_is_off_the_track() -> None:
    play = Board(Car("a", row=158), Car("b", row=159, lane=0), laps=2)
    play.drive("a", 5)
    assert play.car_on(0, 1) is None
    assert play.entries_of("collision") == []


def laps(switches: dict[str, int], named: int = 0) -> int:
    return Board(Car("a"), laps=named, switches=switches).laps


@pytest.mark.rule("FW-128")
@pytest.mark.switch("formule.laps", 3)
def test_by_the_house_rule_a_race_that_names_none_has_other_laps() -> None:
    assert laps({}) == 2
    assert laps({"formule.laps": 3}) == 3
    assert laps({"formule.laps": 3}, named=1) == 1


# ------------------------------------------------------------------------------------------------------ stopped races


@pytest.mark.rule("FW-144")
@pytest.mark.parametrize(("laps", "turn", "stopped"), [(1, 39, False), (1, 40, True), (2, 79, False), (2, 80, True)])
def test_a_race_is_stopped_after_40_rounds_a_lap(laps: int, turn: int, stopped: bool) -> None:
    play = Board(Car("a"), laps=laps)
    play.moment.turn = turn
    play.moment.step = "round_end"
    engine.step(play)
    assert (engine.is_over(play), play.moment.phase) == (stopped, 0)
    assert play.car().status is (CarStatus.UNFINISHED if stopped else CarStatus.RUNNING)


@pytest.mark.rule("FW-067", "FW-144")
def test_no_smoke_hangs_over_a_race_that_was_stopped() -> None:
    play = Board(Car("a"), laps=1)
    play.state.markers = [marker("smoke", 60, progress=60), marker("oil", 60)]
    play.moment.turn, play.moment.step = 40, "round_end"
    engine.step(play)
    assert [left_over.kind for left_over in play.state.markers] == ["oil"]


@pytest.mark.rule("FW-144")
def test_cars_not_home_are_placed_by_how_far_they_have_come() -> None:
    play = Board(
        Car("a", row=50), Car("b", row=60), Car("c", row=10, status=CarStatus.FINISHED, place=1),
        Car("d", row=70, status=CarStatus.OUT),
    )  # fmt: skip
    finish.stop(play)
    assert [play.car(id).place for id in "abcd"] == [3, 2, 1, 0]
    assert [(entry.before["place"], entry.after["place"]) for entry in play.entries_of("unfinished")] == [
        (0, 2),
        (0, 3),
    ]


@pytest.mark.rule("FW-104", "FW-150")
def test_if_nobody_comes_home_the_cars_that_are_out_are_placed_by_how_far_they_came() -> None:
    out: dict[str, Any] = {"status": CarStatus.OUT, "out_reason": "engine"}
    play = Board(Car("a", row=50, gear=2, **out), Car("b", row=60, **out), Car("c", row=50, lane=1, gear=3, **out))
    finish.place_cars_out(play)
    # a and c are level: c was in the higher gear
    assert [play.car(id).place for id in "abc"] == [3, 1, 2]
    assert [narrate_entry(entry) for entry in play.entries_of("classified")] == [
        "Nobody came home: b is placed 1, 100 squares short of the finish [FW-150]",
        "Nobody came home: c is placed 2, 110 squares short of the finish [FW-150]",
        "Nobody came home: a is placed 3, 110 squares short of the finish [FW-150]",
    ]


@pytest.mark.rule("FW-150")
@pytest.mark.parametrize("status", [CarStatus.FINISHED, CarStatus.UNFINISHED])
def test_a_car_that_is_out_has_no_place_if_any_other_has_one(status: CarStatus) -> None:
    play = Board(Car("a", row=50, status=CarStatus.OUT, out_reason="engine"), Car("b", status=status, place=1))
    finish.place_cars_out(play)
    assert play.car("a").place == 0


@pytest.mark.rule("FW-150")
@pytest.mark.switch("formule.nobody_home_places", False)
def test_by_house_rule_and_by_the_first_edition_no_car_that_is_out_has_a_place() -> None:
    for settings in (settings_of({"formule.nobody_home_places": False}), settings_of({}, edition=1)):
        play = Board(Car("a", row=50, status=CarStatus.OUT, out_reason="engine"))
        play.settings = settings
        finish.place_cars_out(play)
        assert (play.car("a").place, play.kinds()) == (0, [])


@pytest.mark.rule("FW-128", "FW-150")
def test_a_race_ends_with_places_when_its_last_car_goes_out() -> None:
    play = Board(Car("a", row=50, status=CarStatus.OUT, out_reason="engine"))
    play.moment.step = "round_end"
    engine.step(play)
    assert (engine.is_over(play), play.car("a").place) == (True, 1)


# ------------------------------------------------------------------------------------------------------------ drivers


def seen_to(*faces: int, toughness: int = 3, **state: Any) -> Board:
    play = Board(Car("a", toughness=toughness, **state))
    play.load_paths({"after/a": faces})
    finish.resolve_injuries(play)
    play.dice.refuse_leftovers()
    return play


@pytest.mark.rule("FW-152")
@pytest.mark.parametrize(("state", "wounds"), [({}, 0), ({"wounds": 1}, 1)])
def test_a_wounded_driver_has_a_flesh_wound(state: dict[str, int], wounds: int) -> None:
    play = seen_to(**state)
    assert (play.car().out_of_action, play.car().flesh_wounds) == (False, wounds)
    assert [(entry.before["flesh_wounds"], entry.after["flesh_wounds"]) for entry in play.entries_of("driver")] == (
        [(0, 1)] if wounds else []
    )


@pytest.mark.rule("FW-152", "FW-154")
@pytest.mark.parametrize(("face", "toughness", "out"), [(3, 3, False), (4, 3, True), (6, 6, False), (2, 1, True)])
@pytest.mark.parametrize("state", [{"wounds": 2}, {"destroyed": True}, {"destroyed": True, "wounds": 1}])
def test_an_unconscious_driver_or_one_of_a_destroyed_car_is_tried_for_toughness(
    face: int, toughness: int, out: bool, state: dict[str, Any]
) -> None:
    sheet = seen_to(face, toughness=toughness, **state).car()
    assert (sheet.out_of_action, sheet.flesh_wounds) == (out, 0 if out else 1)


@pytest.mark.rule("FW-154")
def test_a_driver_of_whom_no_toughness_is_told_has_3() -> None:
    assert DriverEntry(id="d").toughness == 3


def test_a_race_without_cars_is_over_at_once() -> None:
    play = engine.start(Board().setup, Dice(loaded={}))
    engine.step(play)
    assert engine.is_over(play)
    assert play.log.entries == []


@pytest.mark.rule("FW-128")
def test_a_race_goes_on_until_every_car_is_home_or_out() -> None:
    play = Board(Car("a", row=158), Car("b", row=20), circuit=ring((30, 34, 1, 2)))
    play.load()
    play.drive("a", 2)
    play.moment.step = "round_end"
    engine.step(play)
    assert play.moment.step == "round"
    play.car("b").status = CarStatus.OUT
    play.moment.step = "round_end"
    engine.step(play)
    assert play.moment.step == "over"
    assert len(play.log.digests) == 2
