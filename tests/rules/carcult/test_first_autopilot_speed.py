"""The speed that the autopilot wants."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcult.first_autopilot import Autopilot
from rules.carcult.first_autopilot.speed import (
    FAST_RANGE,
    SLOW_RANGE,
    target_range,
    tokens_to_add,
    tokens_to_shift,
    tokens_to_start,
)
from rules.carcult.match.orders import ShiftOrder, StartOrder
from tests.rules.carcult.boards import Board, Car

AWAY = (4000, 2400)


def face_to_face(*puts: Car, **more: Any) -> Board:
    """A hauler that faces a buzzbox far ahead, or the given cars."""
    return Board(*(puts or (Car(at=(800, 2400), engine="hauler"), Car(id="b1", at=AWAY, engine="buzzbox"))), **more)


@pytest.mark.rule("CC-030", "CC-095")
@pytest.mark.parametrize(
    ("engine", "tokens"),
    [("buzzbox", 3), ("streetfighter", 3), ("hauler", 4), ("jackrabbit", 2), ("warwagon", 5), ("razorback", 2)],
)
def test_a_car_starts_hard_to_hit_as_far_as_it_may(engine: str, tokens: int) -> None:
    play = face_to_face(Car(at=(800, 2400), engine=engine), Car(id="b1", at=AWAY))
    assert tokens_to_start(play, play.car()) == tokens
    assert Autopilot().order(play, play.car(), "start") == StartOrder(tokens=tokens)


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("heading", "aim"), [(0, FAST_RANGE), (180, SLOW_RANGE)])
def test_it_aims_at_eight_to_eleven_or_at_five_with_every_enemy_behind(heading: int, aim: tuple[int, int]) -> None:
    play = Board(Car(at=(2000, 2400), heading=heading), Car(id="b1", at=AWAY))
    assert target_range(play, play.car()) == aim
    assert (FAST_RANGE, SLOW_RANGE) == ((8, 11), (0, 5))


@pytest.mark.rule("CC-095")
def test_without_an_enemy_it_goes_on_fast_and_with_one_ahead_too() -> None:
    assert target_range(Board(Car()), Board(Car()).car()) == FAST_RANGE
    play = Board(Car(at=(2000, 2400)), Car(id="b1", at=AWAY), Car(id="b2", at=(500, 2400)))
    assert target_range(play, play.car()) == FAST_RANGE


@pytest.mark.rule("CC-031", "CC-042", "CC-095")
@pytest.mark.parametrize(
    ("track", "most", "tokens"),
    [
        ("SS....", 4, 2),
        ("SSS...", 4, 1),
        ("SSSS..", 4, 0),
        ("SSSSS.", 4, 0),
        ("......", 4, 2),
        ("SS....", 1, 1),
        ("SS..DD", 4, 2),
    ],
)
def test_tokens_are_added_toward_that_minimum_within_the_plug(track: str, most: int, tokens: int) -> None:
    play = face_to_face(
        Car(at=(800, 2400), engine="hauler", tracks={"engine": track}), Car(id="b1", at=AWAY)
    )  # fmt: skip
    assert tokens_to_add(play, play.car(), most=most) == tokens


@pytest.mark.rule("CC-042", "CC-095")
@pytest.mark.parametrize(("house", "tokens"), [({}, 0), ({"carcult.shift_then_accelerate": True}, 2)])
def test_a_car_that_shifted_down_adds_none_unless_the_house_lets_it(house: dict[str, Any], tokens: int) -> None:
    play = face_to_face(
        Car(at=(800, 2400), engine="hauler", tracks={"engine": "SS...."}), Car(id="b1", at=AWAY), switches=house
    )  # fmt: skip
    play.car().shifted = True
    assert tokens_to_add(play, play.car(), most=4) == tokens


@pytest.mark.rule("CC-014", "CC-041", "CC-095")
@pytest.mark.parametrize(
    ("track", "at", "heading", "tokens"),
    [
        ("SSSS..", (800, 2400), 0, 0),
        ("SSSSSS", (800, 2400), 0, 1),
        ("SSSSS.", (800, 2400), 0, 0),
        ("SSSS..", (800, 2400), 180, 1),
        ("SS....", (800, 2400), 180, 0),
        ("S.....", (4500, 2400), 0, 0),
        ("......", (800, 2400), 0, 0),
        ("SSSSS.", (4000, 4400), 45, 1),
    ],
)
def test_one_token_is_taken_off_when_the_car_is_too_fast_or_no_way_is_clear(
    track: str, at: tuple[int, int], heading: int, tokens: int
) -> None:
    play = Board(
        Car(at=at, heading=heading, engine="hauler", tracks={"engine": track}), Car(id="b1", at=(4600, 300))
    )  # fmt: skip
    if at == (4500, 2400):
        play.car("b1").x = 4700
    assert tokens_to_shift(play, play.car()) == tokens
    assert Autopilot().order(play, play.car(), "shift") == ShiftOrder(tokens=tokens)


@pytest.mark.rule("CC-095")
def test_no_token_is_added_that_leads_into_a_wall() -> None:
    walls = [("blocking", [(14, 10), (16, 10), (16, 38), (14, 38)])]
    cars = (Car(at=(800, 2400), engine="buzzbox", tracks={"engine": "...."}), Car(id="b1", at=AWAY))
    free, walled = Board(*cars), Board(*cars, terrain=walls)
    assert tokens_to_add(free, free.car(), most=4) == 3
    assert tokens_to_add(walled, walled.car(), most=4) == 2


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(
    ("engine", "track", "tokens"),
    [("razorback", "SS...", 2), ({"plug": 3, "track": [4, 8, 10, 12], "plus": [1]}, "SS..", 1)],
)
def test_an_inch_below_the_band_is_too_slow_and_of_several_within_the_fewest_tokens_do(
    engine: Any, track: str, tokens: int
) -> None:
    """The minimum of a razorback is 7 with three tokens and 10 with four; that of the other engine is 8 and 10."""
    play = face_to_face(Car(at=(800, 2400), engine=engine, tracks={"engine": track}), Car(id="b1", at=AWAY))
    assert tokens_to_add(play, play.car(), most=4) == tokens


def strip(left: int, right: int, *, down: tuple[int, int]) -> tuple[str, list[tuple[int, int]]]:
    """A blocking piece between two x and two y coordinates, in inches."""
    top, bottom = down
    return "blocking", [(left, top), (right, top), (right, bottom), (left, bottom)]


@pytest.mark.rule("CC-095")
def test_no_token_is_added_where_no_way_is_clear_at_any_speed() -> None:
    walls = [
        strip(0, 30, down=(20, 23)),
        strip(0, 30, down=(25, 28)),
        strip(11, 12, down=(23, 25)),
        strip(4, 5, down=(23, 25)),
    ]
    play = Board(
        Car(at=(800, 2400), engine="buzzbox", tracks={"engine": "SS.."}), Car(id="b1", at=AWAY), terrain=walls
    )
    assert (tokens_to_add(play, play.car(), most=4), tokens_to_shift(play, play.car())) == (0, 1)


@pytest.mark.rule("CC-046", "CC-095")
@pytest.mark.parametrize(("y", "wall"), [(2437, (25, 28)), (2363, (20, 23))])
def test_a_way_along_a_wall_that_the_car_only_slides_by_is_clear(y: int, wall: tuple[int, int]) -> None:
    """The engine has no turn left, so there is only one way."""
    play = Board(
        Car(at=(800, y), engine="buzzbox", tracks={"engine": "SSSD"}), Car(id="b1", at=AWAY),
        terrain=[strip(12, 30, down=wall)],
    )  # fmt: skip
    assert tokens_to_shift(play, play.car()) == 0


@pytest.mark.rule("CC-036", "CC-095")
@pytest.mark.parametrize(
    ("walls", "tokens"),
    [([strip(30, 31, down=(0, 3))], 0), ([strip(30, 31, down=(0, 3)), strip(27, 31, down=(5, 9))], 1)],
)
def test_a_way_is_looked_for_as_far_round_as_the_engine_turns(walls: Any, tokens: int) -> None:
    """With one turn the car may go 45 degrees to its right, but not 90 if that is blocked as well."""
    play = Board(
        Car(at=(2400, 150), engine="buzzbox", tracks={"engine": "SSS."}), Car(id="b1", at=AWAY), terrain=walls
    )
    assert tokens_to_shift(play, play.car()) == tokens
