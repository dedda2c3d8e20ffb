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
from tests.rules.carcult.boards import Put, ahead, board, car, entries, run, tracks

LOOK, SHIFT = "r1/a1/look", "r1/a1/shift"


@pytest.mark.rule("CC-013", "CC-014", "CC-015", "CC-016", "CC-017")
def test_an_activation_goes_through_its_steps_in_order() -> None:
    marks = {"engine": "SS...", "dangerous_driver": "S.", "rifle": "SS"}
    mine = Put(at=(1000, 1000), cards=("dangerous_driver", "rifle"), tracks=marks)
    play = board(mine, Put(id="b1", at=(4000, 4000)), loaded={LOOK: [11]})
    orders = [ShiftOrder(), AllocateOrder(tokens={"engine": 1, "rifle": 2}), ActOrder(legs=ahead(6))]
    questions = run(play, activate(play, car(play)), *orders)
    assert [(question.car, question.kind) for question in questions] == [
        ("a1", "shift"),
        ("a1", "allocate"),
        ("a1", "act"),
    ]
    assert [(entry.kind, entry.rule) for entry in play.log.entries] == [
        ("look", "CC-002"), ("clear", "CC-013"), ("allocate", "CC-016"), ("move", "CC-034"), ("acted", "CC-010")
    ]  # fmt: skip
    assert tracks(play) == {"engine": "SSS..", "dangerous_driver": "..", "rifle": "SS"}
    assert entries(play, "clear")[0].after == {"dangerous_driver": [0, 0], "rifle": [0, 0]}
    assert (entries(play, "allocate")[0].more["generated"], entries(play, "allocate")[0].more["lost"]) == (5, 2)
    assert (car(play).acted, play.state.guesses) == (True, {})


@pytest.mark.rule("CC-013")
def test_what_an_activation_leaves_behind_is_cleared_at_the_next() -> None:
    play = board(Put(engine="hauler", tracks={"engine": "SSSSSS"}))
    car(play).shifted = car(play).boosted = True
    car(play).tie, car(play).tie_speed = [7], 6
    run(play, activate(play, car(play)), ShiftOrder(), ActOrder(legs=ahead(17)))
    assert (car(play).shifted, car(play).boosted, car(play).tie, car(play).tie_speed) == (False, False, [], 0)
    assert entries(play, "clear") == []


@pytest.mark.rule("CC-002")
@pytest.mark.parametrize(("face", "percent"), [(1, -10), (11, 0), (12, 1), (21, 10)])
def test_each_enemy_is_judged_nearer_or_farther_than_it_is(face: int, percent: int) -> None:
    puts = (Put(), Put(id="a2", at=(200, 200)), Put(id="b1", at=(400, 4000)), Put(id="c1", at=(4000, 400)))
    play = board(*puts, loaded={LOOK: [face, 11]})
    steps = activate(play, car(play))
    next(steps)
    assert play.state.guesses == {"b1": percent, "c1": 0}
    assert entries(play, "look")[0].rolls[0].sides == 21


@pytest.mark.rule("CC-002")
@pytest.mark.switch("carcult.premeasure", True)
def test_by_house_rule_nobody_guesses() -> None:
    play = board(Put(), Put(id="b1", at=(400, 4000)), switches={"carcult.premeasure": True})
    next(activate(play, car(play)))
    assert (play.state.guesses, entries(play, "look")) == ({}, [])


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
    play = board(Put(cards=("armor_1",), tracks={"engine": "SSSS."}), faces=faces)
    run(play, shift(play, car(play), tokens))
    assert tracks(play) == {"engine": after, "armor": "."}
    assert car(play).shifted is (tokens > 0)
    assert play.stream is not None
    assert play.stream.unused_count() == 0
    assert {entry.rule for entry in play.log.entries} <= {"CC-041", "CC-064"}


@pytest.mark.rule("CC-041")
@pytest.mark.switch("carcult.downshift_dice", "extra_only")
@pytest.mark.parametrize(("tokens", "faces"), [(2, [9]), (3, [10, 9])])
def test_by_house_rule_the_first_token_is_not_rolled_for(tokens: int, faces: list[int]) -> None:
    play = board(Put(tracks={"engine": "SSSS."}), faces=faces, switches={"carcult.downshift_dice": "extra_only"})
    run(play, shift(play, car(play), tokens))
    assert len(entries(play, "damage")) == 1


@pytest.mark.rule("CC-041", "CC-065", "CC-017")
def test_a_car_that_explodes_as_it_shifts_down_does_nothing_more() -> None:
    play = board(Put(tracks={"engine": "DDDSS"}), loaded={SHIFT: [1, 1]})
    questions = run(play, activate(play, car(play)), ShiftOrder(tokens=2))
    assert [question.kind for question in questions] == ["shift"]
    assert (car(play).status, car(play).acted) == ("exploded", True)


# ------------------------------------------------------------------------------------------------------- allocate


@pytest.mark.rule("CC-031")
@pytest.mark.parametrize(("engine", "most"), [("SS....", 2), ("SSSSS.", 1), ("......", 2), ("SSSSSS", 0)])
def test_an_engine_takes_as_many_tokens_as_its_plug_and_its_room(engine: str, most: int) -> None:
    play = board(Put(engine="hauler", cards=("dangerous_driver",), tracks={"engine": engine}))
    assert allocation_limits(play, car(play))["engine"] == most


@pytest.mark.rule("CC-031")
@pytest.mark.parametrize("added", [0, 1, 2])
def test_a_plug_of_two_makes_two_three_or_four_of_two(added: int) -> None:
    play = board(Put(engine="hauler", tracks={"engine": "SS...."}))
    allocate(play, car(play), {"engine": added})
    assert tracks(play)["engine"] == "SSSS"[: 2 + added].ljust(6, ".")


@pytest.mark.rule("CC-016", "CC-098")
def test_tokens_are_told_by_the_names_of_what_they_go_on_in_whatever_order_they_were_named() -> None:
    play = board(Put(cards=("rifle", "dangerous_driver")))
    allocate(play, car(play), {"rifle": 1, "engine": 1, "dangerous_driver": 2})
    (entry,) = play.log.entries
    assert [*entry.before] == [*entry.after] == ["dangerous_driver", "engine", "rifle"]
    assert tracks(play) == {"engine": "S....", "rifle": "S.", "dangerous_driver": "SS"}


@pytest.mark.rule("CC-016", "CC-018", "CC-074")
def test_a_card_takes_what_it_has_room_for_and_is_made_and_armor_takes_nothing() -> None:
    cards = ("dangerous_driver", "mines", "rifle", "armor_2")
    marks = {"engine": "...DD", "dangerous_driver": "D.", "rifle": "DD"}
    play = board(Put(cards=cards, tracks=marks))
    assert allocation_limits(play, car(play)) == {"engine": 2, "dangerous_driver": 1, "mines": 2, "rifle": 0}


@pytest.mark.rule("CC-042")
def test_a_car_that_shifted_down_adds_no_speed() -> None:
    play = board(Put(tracks={"engine": "SS..."}))
    car(play).shifted = True
    assert allocation_limits(play, car(play))["engine"] == 0


@pytest.mark.rule("CC-042")
@pytest.mark.switch("carcult.shift_then_accelerate", True)
def test_by_house_rule_it_does() -> None:
    play = board(Put(tracks={"engine": "SS..."}), switches={"carcult.shift_then_accelerate": True})
    car(play).shifted = True
    assert allocation_limits(play, car(play))["engine"] == 2


@pytest.mark.rule("CC-015", "CC-016")
def test_a_car_that_makes_nothing_is_not_asked_where_it_goes() -> None:
    play = board(Put(tracks={"engine": "..DDD"}))
    assert run(play, activate(play, car(play))) == []


@pytest.mark.rule("CC-017")
@pytest.mark.parametrize(
    ("engine", "rifle", "may"), [(".....", "..", False), (".S...", "..", True), ("DDDDD", ".S", True)]
)
def test_a_car_with_a_token_anywhere_may_act(engine: str, rifle: str, *, may: bool) -> None:
    play = board(Put(cards=("rifle",), tracks={"engine": engine, "rifle": rifle}))
    assert can_act(car(play)) is may


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
    play = board(Put(engine=engine, cards=cards, tracks={"engine": drawn}))
    assert most_at_start(play, car(play)) == most
    set_starting_speed(play, car(play), most)
    assert tracks(play)["engine"].count("S") == most
    assert [(entry.kind, entry.rule, entry.more["tokens"]) for entry in play.log.entries] == [
        ("start", "CC-030", most)
    ]
