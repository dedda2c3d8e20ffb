"""What a match offers every chapter: dice for an even choice, and who has which talent how often."""

from __future__ import annotations

import pytest

from rules.dethmatch import replay
from rules.dethmatch.match.orders import IntervalOrder, PhaseOrder, PitOrder, SpeedOrder
from tests.rules.dethmatch.boards import Board, Car


@pytest.mark.rule("DM-M-001")
def test_one_thing_is_chosen_without_a_die_and_one_of_several_by_a_die_of_as_many_sides() -> None:
    play = Board(Car("a"), faces=[1, 3, 5])
    assert [play.pick(count, "a thing") for count in (1, 4, 3, 5)] == [0, 0, 2, 4]
    assert [(roll.sides, roll.faces) for roll in play.dice.log] == [(4, (1,)), (3, (3,)), (5, (5,))]


@pytest.mark.rule("DM-M-006")
def test_a_talent_counts_as_often_as_somebody_has_it_and_an_empty_seat_has_none() -> None:
    play = Board(Car("a", driver={"talents": ("adept", "pro", "adept")}))
    assert [play.talent_count("a.driver", name) for name in ("adept", "pro", "marksman")] == [2, 1, 0]
    assert play.talent_count("", "adept") == 0


@pytest.mark.rule("DM-M-001", "DM-M-140")
def test_a_log_writes_faces_of_a_d6_plainly_and_others_with_their_sides() -> None:
    play = Board(Car("a"), faces=[4, 6, 3, 5])
    assert (play.d6("one"), play.d6("another")) == (4, 6)
    play.pick(12, "a thing")
    play.pick(5, "a thing")
    assert replay.make_recording(play).faces == {"m1/h1/test": "4 6 3/12 5/5"}


@pytest.mark.rule("DM-M-140")
def test_a_log_names_every_kind_of_order_by_the_word_it_always_had() -> None:
    assert {
        "speed": SpeedOrder,
        "phase": PhaseOrder,
        "pit": PitOrder,
        "interval": IntervalOrder,
    } == replay.ORDER_CLASSES
