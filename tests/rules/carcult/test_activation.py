"""The steps of an activation: clear, down shift, generate, allocate (CC-002, CC-013 to CC-018, CC-030, CC-031,
CC-041).
"""

from __future__ import annotations

import pytest

from rules.carcult.match.orders import ActOrder, AllocateOrder, ShiftOrder
from rules.carcult.play.activation import (
    activate,
    allocate,
    allocation_limits,
    can_act,
    most_at_start,
    set_starting_speed,
    shift,
)
from tests.rules.carcult.boards import Board, Car, ahead

LOOK, SHIFT = "r1/a1/look", "r1/a1/shift"


@pytest.mark.rule("CC-013", "CC-014", "CC-015", "CC-016", "CC-017")
def test_an_activation_goes_through_its_steps_in_order() -> None:
    marks = {"engine": "SS...", "dangerous_driver": "S.", "rifle": "SS"}
    mine = Car(at=(1000, 1000), cards=("dangerous_driver", "rifle"), tracks=marks)
    play = Board(mine, Car(id="b1", at=(4000, 4000)), by_path={LOOK: [11]})
    orders = [ShiftOrder(), AllocateOrder(tokens={"engine": 1, "rifle": 2}), ActOrder(legs=ahead(6))]
    questions = play.run(activate(play, play.car()), *orders)
    assert [(question.car, question.kind) for question in questions] == [
        ("a1", "shift"),
        ("a1", "allocate"),
        ("a1", "act"),
    ]
    assert [(entry.kind, entry.rule) for entry in play.log.entries] == [
        ("look", "CC-002"), ("clear", "CC-013"), ("allocate", "CC-016"), ("move", "CC-034"), ("acted", "CC-010")
    ]  # fmt: skip
    assert play.tracks() == {"engine": "SSS..", "dangerous_driver": "..", "rifle": "SS"}
    assert play.entries_of("clear")[0].after == {"dangerous_driver": [0, 0], "rifle": [0, 0]}
    assert (play.entries_of("allocate")[0].more["generated"], play.entries_of("allocate")[0].more["lost"]) == (5, 2)
    assert (play.car().acted, play.state.guesses) == (True, {})


@pytest.mark.rule("CC-013")
def test_what_an_activation_leaves_behind_is_cleared_at_the_next() -> None:
    play = Board(Car(engine="hauler", tracks={"engine": "SSSSSS"}))
    play.car().shifted = play.car().boosted = True
    play.car().tie, play.car().tie_speed = [7], 6
    play.run(activate(play, play.car()), ShiftOrder(), ActOrder(legs=ahead(17)))
    assert (play.car().shifted, play.car().boosted, play.car().tie, play.car().tie_speed) == (False, False, [], 0)
    assert play.entries_of("clear") == []


@pytest.mark.rule("CC-002")
@pytest.mark.parametrize(("face", "percent"), [(1, -10), (11, 0), (12, 1), (21, 10)])
def test_each_enemy_is_judged_nearer_or_farther_than_it_is(face: int, percent: int) -> None:
    puts = (Car(), Car(id="a2", at=(200, 200)), Car(id="b1", at=(400, 4000)), Car(id="c1", at=(4000, 400)))
    play = Board(*puts, by_path={LOOK: [face, 11]})
    steps = activate(play, play.car())
    next(steps)
    assert play.state.guesses == {"b1": percent, "c1": 0}
    assert play.entries_of("look")[0].rolls[0].sides == 21


@pytest.mark.rule("CC-002")
@pytest.mark.switch("carcult.premeasure", True)
def test_by_house_rule_nobody_guesses() -> None:
    play = Board(Car(), Car(id="b1", at=(400, 4000)), switches={"carcult.premeasure": True})
    next(activate(play, play.car()))
    assert (play.state.guesses, play.entries_of("look")) == ({}, [])


# ----------------------------------------------------------------------------------------------------- down shift


@pytest.mark.rule("CC-041", "CC-014", "CC-048")
@pytest.mark.parametrize(
    ("tokens", "faces", "after"),
    [
        (0, [], "SSSS."),
        (1, [], "SSS.."),
        (2, [10, 10], "SS..."),
        (2, [10, 9], "SS..D"),
        (3, [9, 20, 1], "S..DD"),
        (4, [9, 9, 9, 9], ".DDDD"),
    ],
)
def test_one_token_comes_off_freely_and_of_more_each_is_rolled_for(tokens: int, faces: list[int], after: str) -> None:
    play = Board(Car(cards=("armor_1",), tracks={"engine": "SSSS."}), faces=faces)
    play.run(shift(play, play.car(), tokens))
    assert play.tracks() == {"engine": after, "armor": "."}
    assert play.car().shifted is (tokens > 0)
    assert play.stream is not None
    assert play.stream.unused_count() == 0
    assert {entry.rule for entry in play.log.entries} <= {"CC-041", "CC-064"}


@pytest.mark.rule("CC-041")
@pytest.mark.switch("carcult.downshift_dice", "extra_only")
@pytest.mark.parametrize(("tokens", "faces"), [(2, [9]), (3, [10, 9])])
def test_by_house_rule_the_first_token_is_not_rolled_for(tokens: int, faces: list[int]) -> None:
    play = Board(Car(tracks={"engine": "SSSS."}), faces=faces, switches={"carcult.downshift_dice": "extra_only"})
    play.run(shift(play, play.car(), tokens))
    assert len(play.entries_of("damage")) == 1


@pytest.mark.rule("CC-041", "CC-065", "CC-017")
def test_a_car_that_explodes_as_it_shifts_down_does_nothing_more() -> None:
    play = Board(Car(tracks={"engine": "DDDSS"}), by_path={SHIFT: [1, 1]})
    questions = play.run(activate(play, play.car()), ShiftOrder(tokens=2))
    assert [question.kind for question in questions] == ["shift"]
    assert (play.car().status, play.car().acted) == ("exploded", True)


# ------------------------------------------------------------------------------------------------------- allocate


@pytest.mark.rule("CC-031")
@pytest.mark.parametrize(("engine", "most"), [("SS....", 2), ("SSSSS.", 1), ("......", 2), ("SSSSSS", 0)])
def test_an_engine_takes_as_many_tokens_as_its_plug_and_its_room(engine: str, most: int) -> None:
    play = Board(Car(engine="hauler", cards=("dangerous_driver",), tracks={"engine": engine}))
    assert allocation_limits(play, play.car())["engine"] == most


@pytest.mark.rule("CC-031")
@pytest.mark.parametrize("added", [0, 1, 2])
def test_a_plug_of_two_makes_two_three_or_four_of_two(added: int) -> None:
    play = Board(Car(engine="hauler", tracks={"engine": "SS...."}))
    allocate(play, play.car(), {"engine": added})
    assert play.tracks()["engine"] == "SSSS"[: 2 + added].ljust(6, ".")


@pytest.mark.rule("CC-016", "CC-098")
def test_tokens_are_told_by_the_names_of_what_they_go_on_in_whatever_order_they_were_named() -> None:
    play = Board(Car(cards=("rifle", "dangerous_driver")))
    allocate(play, play.car(), {"rifle": 1, "engine": 1, "dangerous_driver": 2})
    (entry,) = play.log.entries
    assert [*entry.before] == [*entry.after] == ["dangerous_driver", "engine", "rifle"]
    assert play.tracks() == {"engine": "S....", "rifle": "S.", "dangerous_driver": "SS"}


@pytest.mark.rule("CC-016", "CC-018", "CC-074")
def test_a_card_takes_what_it_has_room_for_and_is_made_and_armor_takes_nothing() -> None:
    cards = ("dangerous_driver", "mines", "rifle", "armor_2")
    marks = {"engine": "...DD", "dangerous_driver": "D.", "rifle": "DD"}
    play = Board(Car(cards=cards, tracks=marks))
    assert allocation_limits(play, play.car()) == {"engine": 2, "dangerous_driver": 1, "mines": 2, "rifle": 0}


@pytest.mark.rule("CC-042")
def test_a_car_that_shifted_down_adds_no_speed() -> None:
    play = Board(Car(tracks={"engine": "SS..."}))
    play.car().shifted = True
    assert allocation_limits(play, play.car())["engine"] == 0


@pytest.mark.rule("CC-042")
@pytest.mark.switch("carcult.shift_then_accelerate", True)
def test_by_house_rule_it_does() -> None:
    play = Board(Car(tracks={"engine": "SS..."}), switches={"carcult.shift_then_accelerate": True})
    play.car().shifted = True
    assert allocation_limits(play, play.car())["engine"] == 2


@pytest.mark.rule("CC-015", "CC-016")
def test_a_car_that_makes_nothing_is_not_asked_where_it_goes() -> None:
    play = Board(Car(tracks={"engine": "..DDD"}))
    assert play.run(activate(play, play.car())) == []


@pytest.mark.rule("CC-017")
@pytest.mark.parametrize(
    ("engine", "rifle", "may"), [(".....", "..", False), (".S...", "..", True), ("DDDDD", ".S", True)]
)
def test_a_car_with_a_token_anywhere_may_act(engine: str, rifle: str, *, may: bool) -> None:
    play = Board(Car(cards=("rifle",), tracks={"engine": engine, "rifle": rifle}))
    assert can_act(play.car()) is may


# ---------------------------------------------------------------------------------------------------------- start


@pytest.mark.rule("CC-030")
@pytest.mark.parametrize(
    ("engine", "cards", "drawn", "most"),
    [
        ("streetfighter", (), ".....", 3),
        ("streetfighter", ("dangerous_driver",), ".....", 5),
        ("streetfighter", ("dangerous_driver", "gutsy_gunner"), ".....", 5),
        ("streetfighter", ("dangerous_driver",), "...DD", 3),
        ("warwagon", ("gutsy_gunner",), ".......", 6),
    ],
)
def test_a_car_starts_with_no_more_than_it_makes_and_its_engine_holds(
    engine: str, cards: tuple[str, ...], drawn: str, most: int
) -> None:
    play = Board(Car(engine=engine, cards=cards, tracks={"engine": drawn}))
    assert most_at_start(play, play.car()) == most
    set_starting_speed(play, play.car(), most)
    assert play.tracks()["engine"].count("S") == most
    assert [(entry.kind, entry.rule, entry.more["tokens"]) for entry in play.log.entries] == [
        ("start", "CC-030", most)
    ]
