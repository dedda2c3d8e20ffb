"""Orders at the edge of what is allowed, and the advice in each refusal."""

from __future__ import annotations

import pytest

from rules.carcult.match.orders import ActOrder, Attack, Lay, Swap
from tests.rules.carcult.boards import Board, Car
from tests.rules.carcult.test_order_checks import may, ready, refused


@pytest.mark.rule("CC-073", "CC-074", "CC-076")
@pytest.mark.parametrize(
    ("first", "second", "instead"),
    [
        (("engine", 1), ("engine", 2), "swap two action zones that both hold a token"),
        (("engine", 2), ("fanatical_fixer", 1), "swap tokens that are not on the fixer"),
        (("engine", 2), ("mines", 4), "leave the boxes used up by laying where they are"),
        (("engine", 2), ("engine", 2), "name two different tokens"),
        (("engine", 2), ("armor", 1), "swap no speed token onto armor"),
    ],
)
def test_a_swap_that_cannot_be_made_is_told_what_to_do(
    first: tuple[str, int], second: tuple[str, int], instead: str
) -> None:
    play = ready(engine=".SSS.", armor="D", mines="S..U")
    order = ActOrder(swaps=(Swap(first=first, second=second),))
    assert refused(play, order) == f"a1 cannot swap those tokens: {instead}."


@pytest.mark.rule("CC-081")
@pytest.mark.parametrize(("engine", "legal"), [(".....", False), ("S....", True), ("SS...", True)])
def test_one_speed_token_is_enough_to_use_a_turbo(engine: str, *, legal: bool) -> None:
    play = Board(Car(cards=("turbo",), tracks={"engine": engine}), switches={"carcult.turbo": True})
    assert (refused(play, ActOrder(turbo=True)) == "") is legal


@pytest.mark.rule("CC-051", "CC-055", "CC-073")
def test_one_attack_may_be_made_with_the_only_token_if_that_is_swapped_onto_the_weapon() -> None:
    attack, swap = Attack(weapon="machine_gun", target="b1"), Swap(first=("engine", 2), second=("machine_gun", 2))
    assert may(ActOrder(swaps=(swap,), attacks=(attack,)), machine_gun=".D") is True
    assert may(ActOrder(swaps=(swap,), attacks=(attack, attack)), machine_gun=".D") is False


@pytest.mark.rule("CC-073", "CC-076")
def test_one_mine_may_be_laid_with_the_only_token_if_that_is_swapped_onto_the_card() -> None:
    mine, swap = Lay(card="mines"), Swap(first=("engine", 2), second=("mines", 2))
    assert may(ActOrder(swaps=(swap,), lays=(mine,)), mines=".D..") is True
    assert may(ActOrder(swaps=(swap,), lays=(mine, mine)), mines=".D..") is False
