"""Turns taken in rounds."""

from __future__ import annotations

import pytest

from rules.campaign.core.turns import Turns


def played(turns: Turns, *, picks: dict[str, int], passing: str = "", turning: bool = False, most: int = 20) -> str:
    """The turns in order. Franchises in `passing` pass, and the others pick while they have picks left."""
    sequence = ""
    for _ in range(most):
        turn = turns.next_turn(able={id for id, picks_left in picks.items() if picks_left}, turning=turning)
        if turn is None:
            return sequence
        passes = turn.franchise in passing
        picks[turn.franchise] -= not passes
        turns.take(turn, passed=passes)
        sequence += f"{turn.round}{turn.franchise} "
    return sequence


@pytest.mark.rule("DM-C-163", "DM-C-166")
def test_turns_go_round_in_the_same_order_until_all_picks_are_used() -> None:
    turns = Turns(order=["a", "b", "c"])
    assert played(turns, picks={"a": 2, "b": 1, "c": 3}) == "1a 1b 1c 2a 2c 3c "
    assert turns.taken == 6


@pytest.mark.rule("DM-C-163")
def test_a_snake_turns_round_after_each_round() -> None:
    turns = Turns(order=["a", "b", "c"])
    assert played(turns, picks={"a": 3, "b": 3, "c": 3}, turning=True) == "1a 1b 1c 2c 2b 2a 3a 3b 3c "


@pytest.mark.rule("DM-C-166", "DM-C-171")
def test_it_ends_when_all_pass_in_one_round() -> None:
    turns = Turns(order=["a", "b"])
    assert played(turns, picks={"a": 3, "b": 3}, passing="ab") == "1a 1b "
    assert (turns.taken, turns.passed) == (0, ["a", "b"])


@pytest.mark.rule("DM-C-166")
def test_who_passes_keeps_the_pick_while_another_picks() -> None:
    turns = Turns(order=["a", "b"])
    assert played(turns, picks={"a": 3, "b": 2}, passing="a", most=4) == "1a 1b 2a 2b "
    assert turns.round == 2


@pytest.mark.rule("DM-C-166")
def test_it_ends_when_only_those_hold_a_pick_who_passed_in_the_round() -> None:
    turns = Turns(order=["a", "b", "c"])
    assert played(turns, picks={"a": 1, "b": 1, "c": 1}, passing="a") == "1a 1b 1c "


@pytest.mark.rule("DM-C-166")
def test_a_pass_in_one_round_does_not_count_in_the_next() -> None:
    turns = Turns(order=["a", "b"])
    first = turns.next_turn(able={"a", "b"})
    assert first is not None
    turns.take(first, passed=True)
    second = turns.next_turn(able={"a", "b"})
    assert second is not None
    turns.take(second, passed=False)
    third = turns.next_turn(able={"a", "b"})
    assert third is not None
    assert (third.franchise, third.round) == ("a", 2)
    turns.take(third, passed=False)
    assert turns.passed == []


def test_nobody_is_on_turn_when_nobody_can_take_one() -> None:
    assert Turns(order=["a"]).next_turn(able=set()) is None
    assert Turns(order=[]).next_turn(able=set()) is None
