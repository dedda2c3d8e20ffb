"""The board's dialect: positions in words and drawings, dice in order and by path, orders by car."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.core.dice import NeedsDice
from rules.formule.match.orders import DriveOrder, GearOrder
from tests.rules.board import Orders
from tests.rules.carcult.boards import Board as Table
from tests.rules.carcult.boards import Car as TableCar
from tests.rules.dethmatch.boards import Board as Field
from tests.rules.dethmatch.boards import Car as FieldCar
from tests.rules.formule.boards import Board as Race
from tests.rules.formule.boards import Car as RaceCar
from tests.rules.positions import Hexes, locate, read_drawing
from tests.rules.rhad.boards import Board as Arena
from tests.rules.rhad.boards import Car as ArenaCar

CHECKOUT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("words", "hex_"),
    [
        ("ahead of a", (2, 0)), ("right ahead of a", (1, 1)), ("2 behind a", (-1, 0)), ("left behind a", (1, -1)),
        ("A", (5, 5)), ("3 left ahead of A", (8, 2)), ("a", (1, 0)),
    ],
)  # fmt: skip
def test_words_name_hexes(words: str, hex_: tuple[int, int]) -> None:
    assert locate(words, {"a": ((1, 0), 0), "A": ((5, 5), 0)}, Hexes()) == hex_


@pytest.mark.parametrize(("facing", "hex_"), [(0, (1, 0)), (1, (0, 1)), (3, (-1, 0)), (5, (1, -1))])
def test_ahead_is_where_a_car_faces(facing: int, hex_: tuple[int, int]) -> None:
    assert locate("ahead of a", {"a": ((0, 0), facing)}, Hexes()) == hex_


@pytest.mark.parametrize("words", ["ahead of z", "left of a", "somewhere", "1.5.2 ahead of a", "ahead", ""])
def test_words_that_name_no_place_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match="is no place"):
        locate(words, {"a": ((0, 0), 0)}, Hexes())


def test_a_drawing_holds_cars_places_and_walls() -> None:
    drawing = read_drawing("""
        a> .  #
          B  c<
    """)
    assert drawing.cars == {"a": ((0, 0), ">"), "c": ((1, 1), "<")}
    assert (drawing.places, drawing.solid) == ({"B": (0, 1)}, ((2, 0),))


def test_a_cell_that_means_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\? is no cell"):
        read_drawing("a> ?")


def test_a_car_that_is_drawn_twice_or_faces_where_none_does_is_refused() -> None:
    with pytest.raises(ValueError, match="a is drawn twice"):
        read_drawing("a . a")
    with pytest.raises(ValueError, match="a< faces where no car of this book does"):
        Race("a< b")


def test_a_part_of_a_hex_or_square_is_no_place() -> None:
    with pytest.raises(ValueError, match=r"1\.5 is no number of hexes or squares"):
        Field(FieldCar("a"), FieldCar("b", at="1.5 ahead of a"))
    with pytest.raises(ValueError, match=r"1\.5 is no number of hexes or squares"):
        Race(RaceCar("a"), RaceCar("b", at="1.5 ahead of a"))


def test_a_variant_of_a_car_may_stand_elsewhere() -> None:
    car = RaceCar("a", row=12, lane=2)
    assert (car.variant(row=14).place, car.variant(lane=0).place, car.place) == ((14, 2), (12, 0), (12, 2))
    assert Race(car.variant(row=14)).car("a").progress == Race(RaceCar("a", row=14, lane=2)).car("a").progress


def test_one_drawing_is_read_by_every_book() -> None:
    drawn = "a1> . b1"
    field, arena, race, table = Field(drawn), Arena(drawn), Race(drawn), Table(drawn)
    assert (field.place("b1"), arena.place("b1"), race.place("b1")) == ((2, 0), (2, 0), (12, 0))
    assert table.place("b1") == table.place("2 ahead of a1")


def test_cars_that_are_given_stand_where_they_are_drawn() -> None:
    field = Field("a> . b<", FieldCar("b", speed=3))
    assert (field.car("b").facing, field.car("b").speed, field.place("b")) == (3, 3, (2, 0))
    arena = Arena("a>\n. b<", ArenaCar("b", speed=30))
    assert (arena.car("b").facing, arena.car("b").speed, arena.place("b")) == (6, 30, (1, 1))


def test_a_wall_is_drawn() -> None:
    assert Arena("a> . #").arena.obstacles == {(2, 0)}
    field = Field("a> . #")
    assert field.track.impassable[field.hex_at((2, 0))]


def test_the_place_of_a_car_in_words_goes_by_cars_given_before() -> None:
    race = Race(RaceCar("a"), RaceCar("b", at="2 ahead of a"), RaceCar("c", at="left of b"))
    assert (race.place("b"), race.place("c")) == ((12, 1), (12, 0))
    table = Table(TableCar("a1", heading=90), TableCar("b1", at="2.5 left of a1"))
    assert table.place("b1") == (2400 + 250, 2400)


def test_further_keywords_are_fields_of_a_cars_state() -> None:
    car = RaceCar("a", body=1)
    assert Race(car).car().body == 1
    assert Race(car.variant(body=2, gear=5)).car().body == 2
    assert Race(car.variant(body=2, gear=5)).car().gear == 5
    assert car.state == {"body": 1}
    with pytest.raises(AttributeError, match="bodies"):
        Race(RaceCar("a", bodies=1))


def test_dice_show_their_faces_in_the_order_they_are_thrown() -> None:
    race = Race("a", faces=[3, 5])
    race.begin_procedure("r1/a/drive")
    assert race.d6("one") == 3
    race.begin_procedure("r1/a/end")
    assert (race.d6("two"), race.all_thrown()) == (5, True)
    assert [(roll.path, roll.why) for roll in race.dice.log] == [
        ("m1/h1/r1/a/drive", "one"),
        ("m1/h1/r1/a/end", "two"),
    ]
    with pytest.raises(NeedsDice):
        race.d6("three")


def test_dice_by_path_are_those_of_that_procedure() -> None:
    race = Race("a", faces=[1], by_path={"r1/a/end": [6]})
    race.begin_procedure("r1/a/end")
    assert race.d6("end") == 6
    race.begin_procedure("r1/a/drive")
    assert race.d6("drive") == 1


def test_an_order_by_itself_is_given_always_and_those_of_a_list_once() -> None:
    gear, first, second = GearOrder(gear=2), DriveOrder(brake=1), DriveOrder(brake=2)
    orders = Orders({"a": [first, gear, second], "b": gear})
    assert [orders.take("a", DriveOrder) for _ in range(3)] == [first, second, None]
    assert (orders.take("a", GearOrder), orders.take("a", GearOrder)) == (gear, None)
    assert (orders.take("b", GearOrder), orders.take("b", GearOrder)) == (gear, gear)
    assert orders.take("b", DriveOrder) is orders.take("c", DriveOrder) is None
    assert orders.asked[-2:] == [("b", DriveOrder), ("c", DriveOrder)]


def test_the_page_about_boards_quotes_tests_that_are_run() -> None:
    page = (CHECKOUT / "docs/contributing/try-a-rule.md").read_text(encoding="utf-8")
    tests = [path.read_text(encoding="utf-8") for path in CHECKOUT.glob("tests/rules/*/test_board_examples.py")]
    quoted = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(quoted) == 3
    assert [block for block in quoted if not any(block in test for test in tests)] == []
