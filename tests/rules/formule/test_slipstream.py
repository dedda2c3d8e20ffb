"""Slipstreams: three more squares behind a fast car."""

from __future__ import annotations

from typing import Any

import pytest

from rules.formule import engine
from rules.formule.match.orders import DriveOrder
from rules.formule.match.state import CarState
from rules.formule.movement import slipstream
from rules.match.stepwise_play import OrderIllegal
from tests.rules.formule.boards import Board, Car, marker


def behind(
    gears: tuple[int, int] = (4, 4),
    *,
    switches: dict[str, bool] | None = None,
    rows: tuple[int, int] = (10, 11),
    **state: Any,
) -> Board:
    """A car directly behind another, after its move."""
    return Board(
        Car("a", row=rows[0], gear=gears[0], **{"driven": 9} | state), Car("b", row=rows[1], gear=gears[1]),
        switches=switches,
    )  # fmt: skip


@pytest.mark.rule("FW-127")
@pytest.mark.parametrize(
    ("gears", "offered"),
    [
        ((4, 4), True),
        ((5, 4), True),
        ((6, 6), True),
        ((4, 5), False),
        ((4, 3), False),
        ((3, 3), False),
        ((5, 6), False),
    ],
)
def test_both_must_be_in_gear_4_and_the_follower_in_no_lower_one(gears: tuple[int, int], offered: bool) -> None:
    play = behind(gears)
    assert slipstream.is_offered(play, play.car()) == offered


@pytest.mark.rule("FW-127")
@pytest.mark.parametrize(
    "state",
    [{"braked": True}, {"diverted": True}, {"spun": True}, {"driven": 0}, {"overshooting": 1}, {"status": "out"}],
)
def test_whoever_braked_slid_spun_or_cannot_leave_the_lane_has_no_slipstream(state: dict[str, Any]) -> None:
    play = behind(**state)
    assert not slipstream.is_offered(play, play.car())


@pytest.mark.rule("FW-127")
@pytest.mark.parametrize(("row", "lane"), [(12, 1), (11, 0), (9, 1)])
def test_the_other_must_be_right_ahead(row: int, lane: int) -> None:
    play = Board(Car("a", gear=4, driven=9), Car("b", row=row, lane=lane, gear=4))
    assert not slipstream.is_offered(play, play.car())


@pytest.mark.rule("FW-127")
@pytest.mark.parametrize(("wall", "offered"), [(13, False), (14, True)])
def test_three_squares_must_be_free(wall: int, offered: bool) -> None:
    others = [Car(f"w{lane}", row=wall, lane=lane) for lane in range(3)]
    play = Board(Car("a", gear=4, driven=9), Car("b", row=11, gear=4), *others)
    assert slipstream.is_offered(play, play.car()) == offered


@pytest.mark.rule("FW-127", "FW-128")
@pytest.mark.parametrize(("row", "squares"), [(156, 3), (157, 3), (158, 2), (159, 1)])
def test_a_slipstream_ends_at_the_finish(row: int, squares: int) -> None:
    play = behind(rows=(row, row + 1))
    assert slipstream.squares(play, play.car()) == squares


def offered(switches: dict[str, bool]) -> bool:
    play = behind(switches=switches)
    return slipstream.is_offered(play, play.car())


@pytest.mark.rule("FW-127")
@pytest.mark.switch("formule.slipstream", False)
def test_by_the_house_rule_there_are_no_slipstreams() -> None:
    assert offered({})
    assert not offered({"formule.slipstream": False})


def slipped(order: dict[str, Any], *, end: tuple[int, ...] = (), more: tuple[Car, ...] = ()) -> Board:
    play = Board(Car("a", gear=4, weapons=[("mg", "front")]), Car("b", row=20, gear=4, armor=9), *more)
    play.await_order("a", "drive", roll=9, by_path={"a/slipstream1": [12], "a/end": end})
    engine.step(play)
    assert (play.moment.step, play.car().row) == ("slipstream", 19)
    question = engine.legal_orders(play)
    assert question is not None
    assert (question.step, question.car, question.kind) == ("r1/a/slipstream1", "a", "slipstream")
    engine.step(play, order)
    return play


@pytest.mark.rule("FW-127")
def test_a_driver_may_go_on_and_fire_on_the_way() -> None:
    play = slipped({"path": [2, 2, 2], "fire": [{"weapon": 0, "target": "b"}]})
    assert (play.car().row, play.car().lane, play.car().driven, play.car().slipstreams) == (22, 2, 12, 1)
    assert play.car("b").armor == 8
    (entry,) = play.entries_of("slipstream")
    assert (entry.before, entry.after) == ({"slipstreams": 0}, {"slipstreams": 1})
    assert play.moment.step == "turn"


@pytest.mark.rule("FW-124", "FW-127")
def test_a_driver_may_stay_behind_and_is_then_checked_for_a_collision() -> None:
    play = slipped({}, end=(2, 2))
    assert (play.car().row, len(play.entries_of("collision")), play.moment.step) == (19, 2, "turn")


@pytest.mark.rule("FW-127")
def test_slipstreams_may_follow_on_each_other() -> None:
    play = slipped({"path": [2, 2, 2]}, more=(Car("c", row=23, lane=2, gear=4),))
    question = engine.legal_orders(play)
    assert question is not None
    assert question.step == "r1/a/slipstream2"


@pytest.mark.rule("FW-127")
@pytest.mark.parametrize(
    "order",
    [
        {"path": [2, 2]},
        {"path": [2, 2, 2, 2]},
        {"path": [1, 1, 1]},
        {"fire": [{"weapon": 0, "target": "b"}]},
        {"drop": [{"weapon": 0}]},
        {"ram": [{"target": "b"}]},
    ],
)
def test_nothing_but_three_free_squares_or_none_is_taken(order: dict[str, Any]) -> None:
    with pytest.raises(OrderIllegal):
        slipped(order)


@pytest.mark.rule("FW-127")
def test_oil_and_a_ram_that_stops_end_a_move_without_a_slipstream() -> None:
    play = Board(Car("a", gear=4, road_holding=0), Car("b", row=16, gear=4))
    play.state.markers = [marker("oil", 12)]
    play.drive("a", 4, DriveOrder(), drive=[12], end=[2, 2])
    assert (play.car().row, play.moment.step) == (15, "turn")


def test_lane_changes_of_the_roll_do_not_count_against_the_slipstream() -> None:
    play = behind(lane_changes=2)
    sheet: CarState = play.car()
    assert slipstream.is_offered(play, sheet)
