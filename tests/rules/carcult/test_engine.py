"""A match step by step: which car is asked, what it may order, and what is logged (CC-002, CC-017, CC-098)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carcult import engine
from rules.carcult.engine import is_over, legal_orders, start, step
from rules.carcult.match.match import Match
from rules.carcult.match.orders import ActOrder, AllocateOrder, PlaceOrder, StartOrder
from rules.carcult.play.questions import distances
from rules.carcult.settings import settings_of
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Unknown
from rules.match.engine import play_match
from rules.match.recording import digest_of_state
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderIllegal, OrderRequest
from tests.rules.carcult.boards import Board, Car, Orders, ahead, setup_for

TWO = (
    Car(id="a1", at=(600, 600), cards=("machine_gun", "mines", "fanatical_fixer", "gutsy_gunner")),
    Car(id="b1", at=(600, 2000), cards=("rifle",)),
)


def next_request(play: Board) -> OrderRequest:
    question = legal_orders(play)
    assert question is not None
    return question


def until(play: Board, kind: str, **order: Any) -> OrderRequest:
    """Play on until a car is asked for that kind of order."""
    while (question := legal_orders(play)) is None or question.kind != kind:
        step(play)
    return question


@pytest.mark.rule("CC-010", "CC-011", "CC-017", "CC-098")
def test_each_step_asks_one_car_or_nobody() -> None:
    play = Board(*TWO, by_path={"r1/a1/order": [20, 1]}, begun=False)
    steps = []
    while len(steps) < 8:
        question = legal_orders(play)
        steps.append("" if question is None else question.step)
        step(play)
    assert steps == ["", "r0/a1/start", "r0/b1/start", "", "r1/a1/allocate", "", "r1/b1/allocate", ""]


@pytest.mark.rule("CC-030")
def test_a_start_says_how_many_tokens_there_may_be() -> None:
    play = Board(*TWO, begun=False)
    step(play)
    assert next_request(play) == OrderRequest(
        step="r0/a1/start", car="a1", kind="start", may={"tokens": {"lowest": 0, "highest": 5}}
    )
    step(play, {"tokens": 2})
    assert play.tracks()["engine"] == "SS..."
    assert play.log.orders == [("r0/a1/start", "a1", {"tokens": 2})]


@pytest.mark.rule("CC-014", "CC-016", "CC-031", "CC-041")
def test_a_shift_and_an_allocation_say_their_bounds() -> None:
    play = Board(*TWO, orders={"a1": StartOrder(tokens=2)}, begun=False)
    assert until(play, "shift").may == {"tokens": {"lowest": 0, "highest": 2}}
    assert next_request(play).step == "r1/a1/shift"
    assert until(play, "allocate").may == {
        "generated": 5,
        "tokens": {"highest": {"engine": 2, "machine_gun": 2, "mines": 4, "fanatical_fixer": 2, "gutsy_gunner": 2}},
    }


@pytest.mark.rule("CC-002", "CC-017")
def test_an_act_says_what_may_be_done_and_no_distance() -> None:
    tokens = {"engine": 2, "machine_gun": 1, "mines": 1, "fanatical_fixer": 1}
    play = Board(*TWO, orders={"a1": [StartOrder(tokens=2), AllocateOrder(tokens=tokens)]}, begun=False)
    assert until(play, "act").may == {
        "minimum": 9,
        "maximum": 12,
        "turbo": False,
        "turns": 1,
        "drift": 2,
        "attacks": {"machine_gun": 1},
        "targets": ["b1"],
        "rerolls": 0,
        "lays": {"mines": 1},
        "swaps": 1,
        "window": "any",
    }


@pytest.mark.rule("CC-017", "CC-033")
def test_a_car_that_cannot_move_has_no_turns() -> None:
    play = Board(
        *TWO, orders={"a1": AllocateOrder(tokens={"machine_gun": 1})}, by_path={"r1/a1/order": [20, 1]}, begun=False
    )
    may = until(play, "act").may
    assert (may["minimum"], may["maximum"], may["turns"], may["attacks"]) == (0, 0, 0, {"machine_gun": 1})


@pytest.mark.rule("CC-002")
@pytest.mark.switch("carcult.premeasure", True)
def test_by_house_rule_distances_are_told() -> None:
    play = Board(*TWO, switches={"carcult.premeasure": True}, begun=False)
    assert "distances" not in until(play, "start").may
    assert until(play, "allocate").may["distances"] == {
        "a1" if next_request(play).car == "b1" else "b1": {"distance": 1274, "line": 1274}
    }


@pytest.mark.rule("CC-002", "CC-003")
def test_distances_are_rounded_up_and_a_line_that_is_none_is_none() -> None:
    wall = [("blocking", [(30, 0), (31, 0), (31, 48), (30, 48)])]
    puts = (Car(at=(600, 600)), Car(id="b1", at=(1000, 826)), Car(id="c1", at=(4000, 600)))
    play = Board(*puts, terrain=wall)
    assert distances(play, play.car()) == {
        "b1": {"distance": 142, "line": 142},
        "c1": {"distance": 3100, "line": None},
    }


@pytest.mark.rule("CC-061")
def test_a_place_says_whose_damage_it_is_and_where_it_may_go() -> None:
    play = Board(
        Car(at=(600, 600), cards=("rifle",), criticals=1),
        Car(id="b1", at=(600, 2000)),
        switches={"carcult.carry_over": True},
        begun=False,
    )
    step(play)
    assert next_request(play) == OrderRequest(
        step="r0/a1/place1",
        car="a1",
        kind="place",
        may={"car": "a1", "side": "owner", "components": ["engine", "rifle"]},
    )
    assert play.moment.step == "place"


@pytest.mark.rule("CC-010", "CC-098", "CC-061")
def test_places_are_numbered_within_each_activation() -> None:
    puts = [Car(id=f"{team}1", at=(4600, y), cards=("rifle",)) for team, y in (("a", 600), ("b", 2000))]
    acting = [StartOrder(tokens=2), ActOrder(legs=ahead(3)), *[PlaceOrder(component="rifle")] * 2]
    play = Board(
        *puts,
        orders={"a1": acting, "b1": acting},
        by_path={"r1/a1/order": [20, 1]},
        switches={"carcult.max_rounds": 1},
        begun=False,
    )
    while not is_over(play):
        step(play)
    assert [step for step, _, _ in play.log.orders if "place" in step] == [
        f"r1/{id}/place{number}" for id in ("a1", "b1") for number in (1, 2)
    ]


# ------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.rule("CC-098")
def test_an_illegal_order_changes_nothing() -> None:
    play = Board(*TWO, begun=False)
    step(play)
    before = (digest_of_state(play.state), len(play.log.entries), list(play.log.orders), len(play.dice.log))
    for order in ({"tokens": 6}, {"token": 1}, {"tokens": -1}):
        with pytest.raises(OrderIllegal):
            step(play, order)
    assert before == (digest_of_state(play.state), len(play.log.entries), list(play.log.orders), len(play.dice.log))
    assert next_request(play).step == "r0/a1/start"


def test_nobody_takes_orders_between_the_steps_nor_when_it_is_over() -> None:
    play = Board(*TWO, switches={"carcult.max_rounds": 1}, begun=False)
    with pytest.raises(NobodyAsked, match="go on without one"):
        step(play, {})
    while not is_over(play):
        step(play)
    assert legal_orders(play) is None
    with pytest.raises(MatchOver, match="take its result"):
        step(play)


def test_a_pilot_who_gives_an_illegal_order_is_refused_as_well() -> None:
    play = Board(*TWO, orders={"a1": StartOrder(tokens=9)}, begun=False)
    step(play)
    with pytest.raises(OrderIllegal):
        step(play)


def test_a_switch_that_the_book_has_not_got_begins_no_match() -> None:
    with pytest.raises(Unknown, match=r"use carcult\.premeasure"):
        start(setup_for(*TWO, switches={"carcult.premeasured": True}), Dice(), Orders())
    assert not start(setup_for(*TWO, switches={"dethmatch.heats": 2}), Dice(), Orders()).settings.premeasure


# ---------------------------------------------------------------------------------------------- whole matches


@pytest.mark.rule("CC-098")
def test_the_same_match_with_the_same_dice_is_the_same() -> None:
    def played(key: bytes) -> Match:
        orders = {"a1": StartOrder(tokens=3), "b1": StartOrder(tokens=2)}
        return play_match(engine, setup_for(*TWO), Dice(KeyRing(key * 8)), Orders(orders))

    first, second, unlike = played(b"dice"), played(b"dice"), played(b"lots")
    assert (first.log.entries, first.log.digests, first.log.orders) == (
        second.log.entries,
        second.log.digests,
        second.log.orders,
    )
    assert first.log.digests != unlike.log.digests
    assert [(heat, turn) for heat, turn, _ in first.log.digests] == [
        (1, turn) for turn in range(1, first.moment.turn + 1)
    ]


@pytest.mark.rule("CC-098")
def test_every_roll_is_told_by_an_entry_and_every_entry_cites_its_rule() -> None:
    play = play_match(
        engine,
        setup_for(*TWO),
        Dice(KeyRing(b"dice" * 8)),
        Orders({"a1": StartOrder(tokens=3), "b1": StartOrder(tokens=2)}),
    )
    assert [roll for entry in play.log.entries for roll in entry.rolls] == play.dice.log
    assert all(entry.rule.startswith("CC-") for entry in play.log.entries)
    assert settings_of({}) == play.settings
