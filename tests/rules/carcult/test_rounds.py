"""The order of activations, the end of a match, and what it did to its people (CC-010 to CC-012, CC-080, CC-090,
CC-102).
"""

from __future__ import annotations

import pytest

from rules.carcult.engine import is_over, step
from rules.carcult.match.orders import PlaceOrder, StartOrder
from rules.carcult.play.rounds import end_reason, first_to_act, resolve_injuries
from rules.core.switches import Setting
from tests.rules.carcult.boards import Board, Car


def apart(*engines: str, faces: tuple[int, ...] = (), switches: dict[str, Setting] | None = None) -> Board:
    """Cars a1, b1, c1 … far from each other, with those tokens on their engines."""
    puts = [
        Car(id=f"{'abcdef'[number]}1", at=(400, 400 + 700 * number), tracks={"engine": marks})
        for number, marks in enumerate(engines)
    ]
    return Board(*puts, faces=faces, switches=switches)


def first(play: Board) -> str:
    return first_to_act(play, play.cars_in_play()).id


@pytest.mark.rule("CC-011")
def test_the_car_with_most_speed_tokens_goes_first() -> None:
    assert first(apart("S....", "SSS..", "SS.DD")) == "b1"


@pytest.mark.rule("CC-011")
@pytest.mark.switch("carcult.order_direction", "ascending")
def test_by_house_rule_the_car_with_fewest_goes_first() -> None:
    assert first(apart("SS...", "SSS..", "S..DD", switches={"carcult.order_direction": "ascending"})) == "c1"


@pytest.mark.rule("CC-012")
def test_tied_cars_roll_and_the_highest_goes_first() -> None:
    play = apart("SS...", "S....", "SS...", faces=(7, 8))
    assert first(play) == "c1"
    (entry,) = play.entries_of("tie")
    assert (entry.rule, entry.more) == ("CC-012", {"tokens": 2, "rolls": {"a1": [7], "c1": [8]}})
    assert entry.rolls[0].sides == 20


@pytest.mark.rule("CC-012")
def test_equal_rolls_are_rolled_again_by_those_cars_alone() -> None:
    play = apart("SS...", "SS...", "SS...", faces=(9, 5, 9, 3, 4))
    assert first(play) == "c1"
    assert play.entries_of("tie")[0].more["rolls"] == {"a1": [9, 3], "b1": [5], "c1": [9, 4]}


@pytest.mark.rule("CC-012")
def test_what_was_rolled_holds_until_the_tie_is_over() -> None:
    play = apart("SS...", "SS...", "SS...", faces=(9, 5, 7))
    assert first(play) == "a1"
    play.car().acted = True
    assert first_to_act(play, [car_state for car_state in play.cars_in_play() if not car_state.acted]).id == "c1"
    assert len(play.entries_of("tie")) == 1


@pytest.mark.rule("CC-012")
def test_a_car_that_comes_to_a_tie_rolls_and_the_others_keep_their_rolls() -> None:
    play = apart("SS...", "SS...", "SSS..", faces=(9, 5, 9, 2, 6))
    assert first_to_act(play, [play.car(), play.car("b1")]).id == "a1"
    play.car("c1").tracks["engine"] = [1, 1, 0, 0, 2]
    assert first(play) == "c1"
    assert play.entries_of("tie")[1].more["rolls"] == {"a1": [9, 2], "b1": [5], "c1": [9, 6]}


@pytest.mark.rule("CC-012")
def test_a_change_of_tokens_undoes_a_roll() -> None:
    play = apart("SS...", "SS...", faces=(9, 5, 3, 4))
    assert first(play) == "a1"
    for car_state in play.cars_in_play():
        car_state.tracks["engine"] = [1, 0, 0, 0, 2]
    assert first(play) == "b1"
    assert play.entries_of("tie")[1].more["rolls"] == {"a1": [3], "b1": [4]}


def activations(play: Board) -> list[tuple[int, int, str]]:
    while not is_over(play):
        step(play)
    return [(entry.turn, entry.phase, entry.car) for entry in play.entries_of("acted")]


def three(*orders: int, switches: dict[str, Setting]) -> Board:
    puts = [Car(id=id, at=(600, 600 + 1200 * number)) for number, id in enumerate(("a1", "b1", "c1"))]
    return Board(
        *puts,
        orders={car.id: StartOrder(tokens=order) for car, order in zip(puts, orders, strict=True)},
        switches=switches,
        begun=False,
    )


@pytest.mark.rule("CC-010", "CC-011", "CC-017", "CC-030")
def test_every_car_activates_once_a_round_the_fastest_first() -> None:
    play = three(1, 3, 2, switches={"carcult.max_rounds": 2})
    assert activations(play)[:3] == [(1, 1, "b1"), (1, 2, "c1"), (1, 3, "a1")]
    assert [entry.turn for entry in play.entries_of("turn_end")] == [1, 2]
    assert [(heat, turn) for heat, turn, _ in play.log.digests] == [(1, 1), (1, 2)]
    assert play.log.digests[0][2] == play.entries_of("turn_end")[0].more["digest"]


@pytest.mark.rule("CC-011")
def test_the_order_is_worked_out_anew_before_each_activation() -> None:
    play = three(1, 3, 2, switches={"carcult.max_rounds": 1})
    while not play.entries_of("acted"):
        step(play)
    play.car().tracks["engine"] = [1, 1, 1, 1, 1]
    assert activations(play) == [(1, 1, "b1"), (1, 2, "a1"), (1, 3, "c1")]


@pytest.mark.rule("CC-011")
@pytest.mark.switch("carcult.order", "fixed_at_round_start")
def test_by_house_rule_the_order_stands_for_the_round() -> None:
    play = three(1, 3, 2, switches={"carcult.max_rounds": 1, "carcult.order": "fixed_at_round_start"})
    while not play.entries_of("acted"):
        step(play)
    play.car().tracks["engine"] = [1, 1, 1, 1, 1]
    assert activations(play) == [(1, 1, "b1"), (1, 2, "c1"), (1, 3, "a1")]


@pytest.mark.rule("CC-011", "CC-065")
def test_a_car_that_is_gone_by_its_turn_has_none() -> None:
    play = three(1, 3, 2, switches={"carcult.max_rounds": 1, "carcult.order": "fixed_at_round_start"})
    while not play.entries_of("acted"):
        step(play)
    play.car("c1").status = "exploded"
    assert activations(play) == [(1, 1, "b1"), (1, 2, "a1")]


@pytest.mark.rule("CC-064")
def test_a_car_with_a_dead_engine_comes_last() -> None:
    assert first(apart("DDDDD", "S....")) == "b1"


# -------------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(
    ("points", "turn", "switches", "ending"),
    [
        (19, 11, {}, ""),
        (20, 11, {}, "points"),
        (20, 12, {}, "points"),
        (0, 12, {}, "rounds"),
        (7, 1, {"carcult.victory_limit": 8}, ""),
        (8, 1, {"carcult.victory_limit": 8}, "points"),
        (0, 4, {"carcult.max_rounds": 5}, ""),
        (0, 5, {"carcult.max_rounds": 5}, "rounds"),
        (0, 6, {"carcult.max_rounds": 5}, "rounds"),
        (20, 11, {"carcult.mission": "last_standing"}, ""),
        (20, 12, {"carcult.mission": "last_standing"}, "rounds"),
    ],
)
def test_points_or_rounds_end_a_match(points: int, turn: int, switches: dict[str, Setting], ending: str) -> None:
    play = apart("S....", "S....", switches=switches)
    play.car("b1").caused, play.state.moment.turn = points, turn
    assert end_reason(play) == ending


@pytest.mark.rule("CC-090")
@pytest.mark.switch("carcult.mission", "last_standing")
def test_by_house_rule_points_end_no_match() -> None:
    play = apart("S....", "S....", switches={"carcult.mission": "last_standing"})
    play.car().caused = 100
    assert end_reason(play) == ""


@pytest.mark.rule("CC-090")
@pytest.mark.switch("carcult.victory_limit", 2)
@pytest.mark.switch("carcult.max_rounds", 3)
def test_by_house_rule_fewer_points_or_rounds_end_it() -> None:
    switches: dict[str, Setting] = {"carcult.victory_limit": 2, "carcult.max_rounds": 3}
    pointed, late = apart("S....", "S....", switches=switches), apart("S....", "S....", switches=switches)
    pointed.car().caused, late.state.moment.turn = 2, 3
    assert (end_reason(pointed), end_reason(late)) == ("points", "rounds")


@pytest.mark.rule("CC-090")
def test_a_side_that_is_alone_ends_it() -> None:
    play = apart("S....", "S....", "S....")
    play.car().status = "exploded"
    assert end_reason(play) == ""
    play.car("b1").status = "left"
    assert end_reason(play) == "sides"


@pytest.mark.rule("CC-090", "CC-010")
@pytest.mark.parametrize("puts", [(), (Car(),), (Car(), Car(id="a2", at=(400, 400)))])
def test_a_match_without_an_opponent_is_one_round(puts: tuple[Car, ...]) -> None:
    play = Board(*puts, begun=False)
    assert [car for _, _, car in activations(play)] == [put.id for put in puts] or len(puts) == 2
    assert play.moment.turn == 1


# ---------------------------------------------------------------------------------------------- carried-over damage


@pytest.mark.rule("CC-080", "CC-062", "CC-098", "CC-030")
@pytest.mark.switch("carcult.carry_over", True)
def test_by_house_rule_the_owner_places_what_stayed_on_the_car() -> None:
    orders = [PlaceOrder(component="rifle"), PlaceOrder(component="engine"), StartOrder(tokens=1)]
    play = Board(
        Car(cards=("rifle",), criticals=5),
        orders={"a1": orders},
        switches={"carcult.carry_over": True, "carcult.max_rounds": 1},
        begun=False,
    )
    for _ in range(4):
        step(play)
    assert play.tracks() == {"engine": "S...D", "rifle": ".D"}
    assert [(step, car) for step, car, _ in play.log.orders] == [
        ("r0/a1/place1", "a1"), ("r0/a1/place2", "a1"), ("r0/a1/start", "a1")
    ]  # fmt: skip


@pytest.mark.rule("CC-080")
def test_nothing_stays_on_a_car_otherwise() -> None:
    play = Board(Car(cards=("rifle",), criticals=5), begun=False)
    step(play)
    step(play)
    assert play.tracks() == {"engine": ".....", "rifle": ".."}


# --------------------------------------------------------------------------------------------------------- people


def aboard(status: str, faces: list[int], *, driver: str = "..", gunner: str = "..") -> dict[str, tuple[int, bool]]:
    """The wounds of everybody in a match, and whether each is out, if the first car ends it in that status. Toughness
    is 3.
    """
    crewed = Car(
        cards=("dangerous_driver", "gutsy_gunner"),
        driver="ada",
        crew={"dangerous_driver": "ada", "gutsy_gunner": "bo"},
    )
    opponent = Car(id="b1", at=(400, 400), driver="cy", tracks={})
    play = Board(crewed, opponent, by_path={"crews": faces}, switches={"carcult.max_rounds": 1}, begun=False)
    step(play)
    contents = {".": 0, "D": 2, "S": 1}
    while not is_over(play):
        step(play)
        if play.moment.phase == 2 and not is_over(play):
            play.car().status = status
            play.car().tracks["dangerous_driver"] = [contents[letter] for letter in driver]
            play.car().tracks["gutsy_gunner"] = [contents[letter] for letter in gunner]
    if faces:
        play.dice.refuse_leftovers()
    return {crew.id: (crew.wounds, crew.out) for crew in play.state.crew.values()}


@pytest.mark.rule("CC-102", "CC-104")
@pytest.mark.parametrize(
    ("status", "driver", "gunner", "faces", "hurt"),
    [
        ("active", "..", "S.", [], [(0, False), (0, False)]),
        ("active", ".D", "..", [], [(1, False), (0, False)]),
        ("active", "DD", "SD", [3], [(1, False), (1, False)]),
        ("active", "DD", "DD", [4, 3], [(0, True), (1, False)]),
        ("immobile", "..", "DD", [4], [(0, False), (0, True)]),
        ("exploded", "..", "..", [3, 4], [(1, False), (0, True)]),
    ],
)
def test_crew_under_damage_is_wounded_or_checks_its_toughness(
    status: str, driver: str, gunner: str, faces: list[int], hurt: list[tuple[int, bool]]
) -> None:
    ada, bo = hurt
    assert aboard(status, faces, driver=driver, gunner=gunner) == {"ada": ada, "bo": bo, "cy": (0, False)}


@pytest.mark.rule("CC-102")
def test_a_driver_without_a_card_is_only_hurt_when_his_car_explodes() -> None:
    play = Board(Car(driver="ada", tracks={"engine": "DDDDD"}), faces=[4])
    resolve_injuries(play, play.car())
    assert play.log.entries == []
    play.car().status = "exploded"
    resolve_injuries(play, play.car())
    assert [entry.kind for entry in play.log.entries] == ["toughness", "crew"]
    assert play.state.crew["ada"].out is True
    (entry,) = play.entries_of("crew")
    assert (entry.before, entry.after) == ({"wounds": 0, "out": False}, {"wounds": 0, "out": True})
