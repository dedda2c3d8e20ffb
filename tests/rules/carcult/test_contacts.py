"""Contact with terrain, the edge and other cars, and the reinforced ram (CC-046 to CC-049, CC-078)."""

from __future__ import annotations

import pytest

from rules.carcult.match.match import Question
from rules.carcult.match.orders import ActOrder, PlaceOrder
from rules.carcult.movement.collisions import has_ram, shortfall
from rules.carcult.movement.moves import act
from rules.carcult.settings import settings_of
from tests.rules.carcult.boards import Board, Car, ahead

WALL = [("blocking", [(30, 10), (32, 10), (32, 40), (30, 40)])]
TRACK_12 = {"name": "x", "az": 5, "plug": 2, "track": [3, 6, 9, 12, 15], "plus": [3]}


def drive(play: Board, *inches: float, id: str = "a1", orders: tuple[PlaceOrder, ...] = ()) -> list[Question]:
    return play.run(act(play, play.car(id), ActOrder(legs=ahead(*inches))), *orders)


@pytest.mark.rule("CC-005", "CC-046", "CC-040")
@pytest.mark.parametrize(
    ("minimum", "moved", "short"),
    [(12, 950, 2), (12, 900, 3), (12, 901, 2), (12, 1200, 0), (12, 1300, 0), (3, 201, 0), (0, 0, 0)],
)
def test_inches_not_moved_are_rounded_down(minimum: int, moved: int, short: int) -> None:
    assert shortfall(minimum, moved) == short


@pytest.mark.rule("CC-046", "CC-005", "CC-048")
def test_contact_after_nine_and_a_half_of_twelve_inches_is_two_tokens() -> None:
    wall = [("blocking", [(22, 10), (24, 10), (24, 40), (22, 40)])]
    play = Board(Car(at=(1100, 2400), cards=("rifle",), tracks={"engine": "..SSS"}), terrain=wall)
    play.car().tracks["engine"] = [0, 0, 0, 1, 1]
    questions = drive(play, 14, orders=(PlaceOrder(component="rifle"), PlaceOrder(component="engine")))
    assert play.car().x == 1100 + 950
    assert questions == [Question("a1", "place")] * 2
    assert play.tracks() == {"engine": "....D", "rifle": ".D"}
    (stopped,) = play.entries_of("stopped")
    assert (stopped.rule, stopped.more["what"], stopped.after) == ("CC-046", "terrain", {"engine": [0, 0, 0, 0, 0]})
    assert play.entries_of("brakes") == []


@pytest.mark.rule("CC-046")
def test_who_has_moved_his_minimum_takes_no_damage_but_stops() -> None:
    play = Board(Car(at=(1650, 2400), tracks={"engine": "...SS"}), terrain=WALL)
    drive(play, 15)
    assert (play.car().x, play.tracks()["engine"]) == (2850, ".....")
    assert play.entries_of("damage") == []


@pytest.mark.rule("CC-049", "CC-046")
def test_the_edge_is_blocking_terrain() -> None:
    play = Board(Car(at=(4400, 2400), tracks={"engine": ".SS.."}))
    drive(play, 9)
    assert (play.car().x, play.car().status, play.tracks()["engine"]) == (4650, "active", "..DDD")
    assert play.entries_of("stopped")[0].more["what"] == "edge"


@pytest.mark.rule("CC-049")
@pytest.mark.switch("carcult.edge", "leave_play")
def test_by_house_rule_a_car_leaves_over_the_edge() -> None:
    play = Board(Car(at=(4400, 2400), tracks={"engine": ".SS.."}), switches={"carcult.edge": "leave_play"})
    drive(play, 9)
    assert (play.car().status, play.tracks()["engine"], play.cars_in_play()) == ("left", ".SS..", [])
    (entry,) = play.entries_of("left")
    assert (entry.rule, entry.before, entry.after) == ("CC-049", {"status": "active"}, {"status": "left"})


@pytest.mark.rule("CC-047", "CC-067", "CC-048")
def test_without_a_ram_both_cars_take_the_same_damage_and_the_struck_one_keeps_its_speed() -> None:
    play = Board(
        Car(at=(1000, 2400), cards=("rifle",), tracks={"engine": "..SS."}),
        Car(id="b1", at=(2000, 2400), cards=("rifle",), tracks={"engine": "SSS.."}),
    )
    questions = drive(play, 10, orders=tuple(PlaceOrder(component="engine") for _ in range(4)))
    assert questions == [*[Question("a1", "place")] * 2, *[Question("b1", "place")] * 2]
    assert (play.tracks()["engine"], play.tracks("b1")["engine"]) == ("...DD", "SSSDD")
    assert (play.car().x, play.car("b1").x) == (1700, 2000)
    assert (play.car().caused, play.car("b1").caused, play.car().criticals) == (2, 2, 0)
    assert {entry.rule for entry in play.entries_of("damage")} == {"CC-047"}
    assert [(entry.car, entry.rule) for entry in play.entries_of("stopped")] == [("a1", "CC-047")]


@pytest.mark.rule("CC-067")
@pytest.mark.switch("carcult.collision_credit", "mover")
def test_by_house_rule_only_the_car_that_moved_is_credited_with_a_collision() -> None:
    play = Board(
        Car(at=(1000, 2400), tracks={"engine": "..SS."}),
        Car(id="b1", at=(2000, 2400), tracks={"engine": "SSS.."}),
        switches={"carcult.collision_credit": "mover"},
    )
    drive(play, 10)
    assert (play.car().caused, play.car("b1").caused) == (2, 0)
    assert settings_of({}, edition=1).collision_credit == "mover"


@pytest.mark.rule("CC-047")
@pytest.mark.switch("carcult.collision_struck_stops", True)
def test_by_house_rule_the_struck_car_loses_its_speed_too() -> None:
    play = Board(
        Car(at=(1200, 2400), tracks={"engine": ".SS.."}),
        Car(id="b1", at=(2000, 2400), tracks={"engine": "SSS.."}),
        switches={"carcult.collision_struck_stops": True},
    )
    drive(play, 9)
    assert (play.tracks()["engine"], play.tracks("b1")["engine"]) == ("....D", "....D")


@pytest.mark.rule("CC-047", "CC-065")
def test_two_cars_that_are_covered_by_one_collision_explode_together() -> None:
    play = Board(
        Car(at=(1000, 2400), tracks={"engine": "..SSD"}), Car(id="b1", at=(1400, 2400), tracks={"engine": "...DD"})
    )
    drive(play, 12)
    assert [entry.car for entry in play.entries_of("explosion")] == ["a1", "b1"]
    assert (play.car().kills, play.car("b1").kills, play.car().caused) == (["b1"], ["a1"], 3)


# ----------------------------------------------------------------------------------------------------------- ram


def rammer(face: int, *, switches: dict[str, bool] | None = None, target: str = "b1", ram: str = "..") -> Board:
    return Board(
        Car(at=(1000, 2400), cards=("ram", "rifle"), tracks={"engine": ".SSS.", "ram": ram}),
        Car(id=target, at=(1900, 2400), cards=("rifle",), tracks={"engine": "..SS."}),
        faces=[face] if target == "b1" else [],
        switches=switches,
    )


@pytest.mark.rule("CC-078", "CC-061", "CC-103", "CC-067")
def test_a_ram_strikes_once_for_as_much_damage_as_the_engine_has_tokens() -> None:
    play = rammer(9)
    orders = tuple(PlaceOrder(component=name) for name in ("rifle", "engine", "engine"))
    questions = drive(play, 12, orders=orders)
    assert [question.car for question in questions] == ["b1", "a1", "a1"]
    assert play.tracks("b1") == {"engine": "..SDD", "rifle": ".D"}
    assert play.tracks() == {"engine": ".SSS.", "ram": "..", "rifle": ".."}
    assert (play.car().x, play.car().caused, play.car().criticals) == (1600, 3, 1)
    (entry,) = play.entries_of("ram")
    assert (entry.rule, entry.more["modifier"], entry.more["hits"], entry.more["damage"]) == ("CC-078", 1, 1, 3)
    assert (play.entries_of("brakes"), play.entries_of("stopped")) == ([], [])


@pytest.mark.rule("CC-078", "CC-054")
def test_a_ram_that_misses_does_nothing_and_its_car_takes_nothing() -> None:
    play = rammer(8)
    drive(play, 12)
    assert play.entries_of("damage") == []
    assert (play.entries_of("ram")[0].more["hits"], play.car().x) == (0, 1600)


@pytest.mark.rule("CC-078")
@pytest.mark.switch("carcult.ram_keeps_speed", False)
def test_by_house_rule_a_ram_loses_its_speed() -> None:
    play = rammer(8, switches={"carcult.ram_keeps_speed": False})
    drive(play, 12)
    assert (play.tracks()["engine"], play.entries_of("damage")) == (".....", [])


@pytest.mark.rule("CC-078")
def test_a_ram_stops_at_a_friend_and_does_not_attack_him() -> None:
    play = rammer(20, target="a2")
    drive(play, 12)
    assert play.entries_of("ram")[0].more == {"target": "a2", "hits": 0, "damage": 0}
    assert (play.entries_of("damage"), play.car().x, play.tracks()["engine"]) == ([], 1600, ".SSS.")


@pytest.mark.rule("CC-078", "CC-046")
def test_a_ram_helps_nothing_against_terrain() -> None:
    play = Board(Car(at=(2600, 2400), cards=("ram",), tracks={"engine": ".SS.."}), terrain=WALL)
    drive(play, 9, orders=tuple(PlaceOrder(component="ram") for _ in range(2)))
    assert play.tracks() == {"engine": "....D", "ram": "DD"}


@pytest.mark.rule("CC-078")
@pytest.mark.parametrize(("held", "has"), [("..", True), (".D", True), ("SD", True), ("DD", False)])
def test_a_ram_that_is_all_damage_is_none(held: str, *, has: bool) -> None:
    play = rammer(1, ram=held)
    assert has_ram(play, play.car()) is has
    assert has_ram(play, play.car("b1")) is False
