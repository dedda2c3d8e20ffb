"""The steps of a race: what each does, which driver it asks, which answers it takes, and reproducible races."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.dice import Dice, KeyRing
from rules.formule import engine
from rules.formule.match.match import Match
from rules.formule.match.orders import DriveOrder, DropOrder, FireOrder, GearOrder, RamOrder, SlipstreamOrder
from rules.formule.match.state import CarState
from rules.match.engine import play_match
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderIllegal
from tests.rules.formule.boards import RING, Board, Car, setup_for

KEYS = KeyRing(b"0" * 32, {})
FIELD = tuple(
    Car(f"c{number}", weapons=[("mg", "front"), ("mines", "rear")], criticals=number) for number in range(6)
)


def race(*, pilot: Any = None, laps: int = 1) -> Match:
    return play_match(engine, setup_for(*FIELD, laps=laps), Dice(KEYS), pilot)


def test_the_same_race_comes_out_the_same() -> None:
    first, second = race(), race()
    assert first.log.entries == second.log.entries
    assert first.log.digests == second.log.digests
    assert first.log.orders == second.log.orders


@pytest.mark.rule("FW-104")
def test_orders_given_step_by_step_make_the_race_the_pilot_would_have_made() -> None:
    by_pilot = race()
    orders = iter(by_pilot.log.orders)
    play = Board(*FIELD, laps=1, dice=Dice(KEYS), begun=False)
    while not engine.is_over(play):
        question = engine.legal_orders(play)
        if question is None:
            engine.step(play)
        else:
            path, driver_car, order = next(orders)
            assert (question.step, question.car) == (path, driver_car)
            engine.step(play, order)
    assert play.log.entries == by_pilot.log.entries


def test_every_roll_is_told_by_an_entry_and_every_entry_has_its_rule() -> None:
    play = race(laps=2)
    assert [roll for entry in play.log.entries for roll in entry.rolls] == play.dice.log
    assert all(entry.rule.startswith("FW-") for entry in play.log.entries)
    assert [entry.n for entry in play.log.entries] == list(range(1, len(play.log.entries) + 1))


@pytest.mark.rule("FW-104")
def test_each_round_has_a_turn_of_every_car_racing_and_a_digest() -> None:
    play = race()
    rounds = [entry for entry in play.log.entries if entry.kind == "order"]
    assert [digest[:2] for digest in play.log.digests] == [(1, number) for number in range(1, len(rounds) + 1)]
    for entry in rounds:
        turns = [
            log_entry.car
            for log_entry in play.log.entries
            if log_entry.turn == entry.turn and log_entry.kind == "turn"
        ]
        assert turns == [id for id in entry.more["order"] if id in turns]


def test_a_round_goes_from_turn_to_turn() -> None:
    play = Board(Car("a"), Car("b"), dice=Dice(KEYS), begun=False)
    steps = []
    while len(steps) < 10:
        steps.append(play.moment.step)
        engine.step(play)
    assert steps[:4] == ["grid", "round", "turn", "drive"]
    assert "round_end" in steps
    assert (play.moment.turn, play.moment.heat) == (2, 1)


@pytest.mark.rule("FW-103")
def test_a_driver_is_asked_for_his_gear_first_and_then_for_his_move() -> None:
    play = Board(Car("a", gear=3))
    play.moment.queue = ["a"]
    engine.step(play)
    question = engine.legal_orders(play)
    assert question is not None
    assert (question.step, question.car, question.kind) == ("r1/a/gear", "a", "gear")
    assert question.may == {"gear": [0, 1, 2, 3, 4], "takes": {"1": {"fuel": 1}}}
    assert (play.moment.phase, play.moment.car) == (2, "a")
    play.load_paths({"r1/a/gear": [12]})
    engine.step(play, {"gear": 4})
    question = engine.legal_orders(play)
    assert question is not None
    assert (question.step, question.kind, play.car().roll) == ("r1/a/drive", "drive", 12)
    assert (question.may["squares"], question.may["brake"], question.may["next"]) == (12, [0, 3], [1, 0, 2])
    assert question.may["path"] == [1] * 12
    assert play.log.orders == [("r1/a/gear", "a", {"gear": 4})]


@pytest.mark.rule("FW-030", "FW-031", "FW-080")
def test_weapons_droppers_and_cars_to_ram_are_told() -> None:
    armed = Car("a", weapons=[("mg", "front"), ("oil", "rear"), ("laser", "rear"), ("mines", "rear")])
    play = Board(armed, Car("b", row=15), Car("c", row=16), switches={"formule.actions_per_turn": 2})
    play.car().weapons[2].works = False
    play.car().weapons[3].ammunition = 0
    play.car().rammed, play.car().acted = ["c"], 1
    play.await_order("a", "drive", roll=2)
    question = engine.legal_orders(play)
    assert question is not None
    assert {name: question.may[name] for name in ("actions", "fire", "drop", "ram", "after")} == {
        "actions": 1,
        "fire": {"weapon": [0], "target": ["b", "c"]},
        "drop": {"weapon": [1]},
        "ram": {"target": ["b"]},
        "after": [0, 2],
    }


@pytest.mark.rule("FW-104")
def test_a_turn_begins_with_nothing_of_the_turn_before() -> None:
    state = {
        "roll": 3, "driven": 3, "overshooting": 1, "lane_changes": 2, "acted": 1, "slipstreams": 1, "braked": True,
        "diverted": True, "rammed": ["b"],
    }  # fmt: skip
    play = Board(Car("a", **state))
    play.moment.queue = ["a"]
    engine.step(play)
    assert [getattr(play.car(), name) for name in state] == [0, 0, 0, 0, 0, 0, False, False, []]
    assert play.entries_of("turn")[0].before == state


# ----------------------------------------------------------------------------------------------------------- refusals


def test_an_order_nobody_asked_for_is_refused() -> None:
    play = Board(Car("a"), dice=Dice(KEYS), begun=False)
    with pytest.raises(NobodyAsked):
        engine.step(play, {})
    assert (play.moment.step, play.log.entries) == ("grid", [])


def test_a_race_that_is_over_takes_no_step() -> None:
    play = race()
    assert engine.legal_orders(play) is None
    with pytest.raises(MatchOver):
        engine.step(play)
    with pytest.raises(MatchOver):
        engine.step(play, {"gear": 1})


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("gear", {"gear": "high"}),
        ("gear", {"brake": 1}),
        ("gear", {"gear": 1.5}),
        ("gear", {"gear": None}),
        ("drive", {"path": "left"}),
        ("drive", {"path": [None]}),
        ("drive", {"gear": 1}),
        ("drive", {"fire": [{"target": "b"}]}),
        ("drive", {"fire": {"weapon": 0}}),
        ("drive", {1: 1}),
        ("drive", ["path"]),
        ("gear", {"gear": True}),
        ("gear", 3),
    ],
)
def test_a_document_that_is_no_such_order_is_refused(kind: str, order: Any) -> None:
    play = Board(Car("a"))
    play.await_order("a", kind, roll=3)
    with pytest.raises(OrderIllegal):
        engine.step(play, order)
    assert play.log.entries == []


class Driving:
    """A pilot who only ever drives."""

    def order(self, _play: Match, _car: CarState, _kind: str) -> DriveOrder:
        return DriveOrder()


def test_a_pilot_that_answers_another_question_is_refused() -> None:
    play = Board(Car("a"))
    play.pilot = Driving()
    play.await_order("a", "gear")
    with pytest.raises(OrderIllegal, match="gear order"):
        engine.step(play)


@pytest.mark.rule("FW-030", "FW-060", "FW-080", "FW-103", "FW-104", "FW-127")
@pytest.mark.parametrize(
    ("order", "document"),
    [
        (GearOrder(), {}),
        (GearOrder(gear=2), {"gear": 2}),
        (DriveOrder(), {}),
        (DriveOrder(path=(0, 0), brake=1), {"path": [0, 0], "brake": 1}),
        (
            DriveOrder(fire=(FireOrder(weapon=0, target="b"), FireOrder(weapon=1, target="c", after=2))),
            {"fire": [{"weapon": 0, "target": "b"}, {"weapon": 1, "target": "c", "after": 2}]},
        ),
        (
            SlipstreamOrder(
                path=(1,), drop=(DropOrder(weapon=0, where="left"),), ram=(RamOrder(target="b", after=1),)
            ),
            {"path": [1], "drop": [{"weapon": 0, "where": "left"}], "ram": [{"target": "b", "after": 1}]},
        ),
    ],
)
def test_an_order_is_kept_without_its_defaults(order: Any, document: dict[str, Any]) -> None:
    assert engine.document_of_order(order) == document


def test_the_ring_of_these_tests_has_segments_as_its_text_says() -> None:
    assert [RING.segment_of[row] for row in (0, 30, 35, 50, 60, 70, 78)] == [0, 1, 2, 3, 4, 5, 0]
