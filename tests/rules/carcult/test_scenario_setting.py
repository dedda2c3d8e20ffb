"""Speed tokens of the scenario: bonus tokens, also of other cars, and those cars begin with (CC-015, CC-030)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcult import engine
from rules.carcult.car import tokens
from rules.carcult.log.log_messages import LOG_MESSAGES
from rules.carcult.match.fixtures import fixture_errors
from rules.carcult.match.scenario import Bonus
from rules.carcult.match.state import EXPLODED
from rules.carcult.play.activation import activate, allocate, allocation_limits, most_at_start
from rules.carcult.play.questions import order_request
from rules.carcult.ruleset import RULESET
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed
from rules.match.log import LogEntry
from rules.match.ruleset import Fixture
from tests.rules.carcult.boards import Board, Car
from tests.rules.carcult.chance_matches import random_packet
from tests.rules.carcult.test_story import said

NEITHER, BOTH = Bonus(), Bonus(scenario=2, each_other_car=1)
THREE = (Car(), Car(id="a2", at=(400, 400)), Car(id="a3", at=(4000, 400)), Car(id="b1", at=(4000, 4000)))


@pytest.mark.rule("CC-015")
@pytest.mark.parametrize(
    ("bonus", "givers"),
    [
        (NEITHER, {}),
        (Bonus(scenario=2), {"the scenario": 2}),
        (Bonus(each_other_car=1), {"a2": 1, "a3": 1}),
        (BOTH, {"the scenario": 2, "a2": 1, "a3": 1}),
    ],
)
def test_a_car_has_bonus_tokens_from_the_scenario_and_from_each_other_car_of_its_side(
    bonus: Bonus, givers: dict[str, int]
) -> None:
    play = Board(*THREE, bonus=bonus)
    assert tokens.bonus_by(play, play.car()) == givers
    assert tokens.token_pool(play, play.car()) == 3 + sum(givers.values())


@pytest.mark.rule("CC-015")
def test_a_car_that_is_off_the_table_and_an_enemy_give_none() -> None:
    play = Board(*THREE, bonus=BOTH)
    play.car("a2").status = EXPLODED
    assert tokens.bonus_by(play, play.car()) == {"the scenario": 2, "a3": 1}
    assert tokens.bonus_by(play, play.car("b1")) == {"the scenario": 2}


@pytest.mark.rule("CC-015", "CC-066")
def test_the_bonus_comes_though_damage_covers_every_symbol() -> None:
    play = Board(Car(tracks={"engine": "SDDDD"}), bonus=Bonus(scenario=1))
    assert tokens.token_pool(play, play.car()) == 1


@pytest.mark.rule("CC-015", "CC-016", "CC-031")
def test_bonus_tokens_are_put_on_cards_within_the_same_bounds_and_the_rest_is_lost() -> None:
    play = Board(Car(cards=("rifle",)), bonus=Bonus(scenario=9))
    assert allocation_limits(play, play.car()) == {"engine": 2, "rifle": 2}
    allocate(play, play.car(), {"engine": 2, "rifle": 2})
    assert play.tracks() == {"engine": "SS...", "rifle": "SS"}
    (entry,) = play.entries_of("allocate")
    assert (entry.more["generated"], entry.more["lost"], entry.more["bonus"]) == (12, 8, {"the scenario": 9})


@pytest.mark.rule("CC-015")
def test_whoever_is_asked_is_told_of_the_bonus_among_the_tokens() -> None:
    play = Board(Car(), bonus=Bonus(scenario=1))
    question = next(activate(play, play.car()))
    play.question = question
    request = order_request(play)
    assert request is not None
    assert (request.kind, request.may["generated"]) == ("allocate", 4)


@pytest.mark.rule("CC-015", "CC-030")
def test_no_bonus_is_had_before_the_first_round() -> None:
    play = Board(Car(), bonus=BOTH)
    assert most_at_start(play, play.car()) == 3


@pytest.mark.rule("CC-015")
@pytest.mark.parametrize(
    ("bonus", "line"),
    [
        (BOTH, "a1 makes 3 tokens (engine 3), has 2 from the scenario, 1 from a2, puts 1 on its engine, 5 lost"),
        (Bonus(scenario=1), "a1 makes 3 tokens (engine 3), has 1 from the scenario, puts 1 on its engine, 3 lost"),
        (NEITHER, "a1 makes 3 tokens (engine 3), puts 1 on its engine, 2 lost"),
    ],
)
def test_the_story_says_where_the_tokens_are_from(bonus: Bonus, line: str) -> None:
    play = Board(Car(), Car(id="a2", at=(400, 400)), bonus=bonus)
    allocate(play, play.car(), {"engine": 1})
    assert said(play, "allocate") == [f"{line} [CC-016]"]


@pytest.mark.rule("CC-015")
def test_the_story_tells_of_a_bonus_alone() -> None:
    more = {"generated": 1, "lost": 1, "made": {}, "bonus": {"a2": 1}}
    entry = LogEntry(1, 1, 1, 1, "a1", "", "allocate", "CC-016", (), {}, {}, more)
    assert LOG_MESSAGES["allocate"](entry) == "a1 makes 0 tokens, has 1 from a2 and puts it nowhere: it is lost"


@pytest.mark.rule("CC-015")
@pytest.mark.parametrize(
    ("bonus", "told_of"),
    [
        ({}, []),
        ({"scenario": 0}, []),
        ({"scenario": 10, "each_other_car": 10}, []),
        (3, ["The bonus is no object: write one with scenario or each_other_car, or leave it out."]),
        ({"sun": 1}, ["The bonus has no field 'sun': it has scenario, each_other_car."]),
        ({"scenario": 11}, ["The bonus has no whole number from 0 to 10 for its scenario: give it one."]),
        ({"scenario": -1}, ["The bonus has no whole number from 0 to 10 for its scenario: give it one."]),
        (
            {"each_other_car": True},
            ["The bonus has no whole number from 0 to 10 for its each_other_car: give it one."],
        ),
        ({"scenario": "1"}, ["The bonus has no whole number from 0 to 10 for its scenario: give it one."]),
    ],
)
def test_a_match_is_announced_with_a_bonus_that_can_be(bonus: Any, told_of: list[str]) -> None:
    setting = {"table": "crossroads", "bonus": bonus}
    errors = fixture_errors(
        Fixture(event="last_cult", teams=2, vehicles_per_team=3, scoring="as_reported", setting=setting)
    )
    assert [(error.code, error.rule, error.sentence) for error in errors] == [
        ("bad_bonus", "CC-015", sentence) for sentence in told_of
    ]


@pytest.mark.rule("CC-015", "CC-098")
def test_a_match_with_bonus_tokens_is_played_told_and_played_again_from_its_log() -> None:
    packet = random_packet(3)
    packet.setting["bonus"] = {"scenario": 1, "each_other_car": 1}
    resolution = RULESET.resolve(packet, Dice(KeyRing(b"carcult" * 5)))
    assert RULESET.replay(packet, resolution.log, None) == resolution
    assert any("1 from the scenario" in line for line in RULESET.story(resolution.log))
    packet.setting["bonus"] = {"scenario": 99}
    with pytest.raises(Malformed, match="from 0 to 10 for its scenario"):
        RULESET.resolve(packet, Dice(KeyRing(b"carcult" * 5)))


# --------------------------------------------------------------------------------------------- how cars begin


@pytest.mark.rule("CC-030")
@pytest.mark.parametrize(("speed", "held"), [(0, "....."), (2, "SS..."), (7, "SSSSS")])
def test_a_scenario_says_with_how_many_tokens_every_car_begins_and_nobody_is_asked(speed: int, held: str) -> None:
    play = Board(Car(), Car(id="b1", at=(4000, 4000)), starting_speed=speed, begun=False)
    engine.step(play)
    assert [entry.more["tokens"] for entry in play.entries_of("start")] == [min(speed, 5)] * 2
    assert {play.tracks(id)["engine"] for id in ("a1", "b1")} == {held}
    assert play.log.orders == []


@pytest.mark.rule("CC-030")
def test_cars_begin_as_they_like_where_no_scenario_says_so() -> None:
    play = Board(Car(), Car(id="b1", at=(4000, 4000)), begun=False)
    question_kinds = []
    while play.moment.turn == 0:
        engine.step(play)
        question_kinds.append(play.question.kind)
    assert "start" in question_kinds


@pytest.mark.rule("CC-030")
@pytest.mark.parametrize(
    ("told_of", "wrong"), [(0, False), (7, False), (8, True), (-1, True), (True, True), ("2", True)]
)
def test_a_match_is_announced_with_a_starting_speed_that_can_be(told_of: Any, wrong: bool) -> None:
    setting = {"table": "crossroads", "starting_speed": told_of}
    errors = fixture_errors(
        Fixture(event="last_cult", teams=2, vehicles_per_team=3, scoring="as_reported", setting=setting)
    )
    sentence = "The starting speed is no whole number from 0 to 7: give one, or leave it out."
    assert [(error.rule, error.sentence) for error in errors] == ([("CC-030", sentence)] if wrong else [])


@pytest.mark.rule("CC-030", "CC-098")
def test_a_match_with_a_starting_speed_is_played_again_from_its_log() -> None:
    packet = random_packet(4)
    packet.setting["starting_speed"] = 2
    resolution = RULESET.resolve(packet, Dice(KeyRing(b"carcult" * 5)))
    assert RULESET.replay(packet, resolution.log, None) == resolution
