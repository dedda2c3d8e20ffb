"""A fixer swaps tokens before the car moves, and the move is measured by the engine after the swap."""

from __future__ import annotations

import pytest

from rules.carcult.match.orders import ActOrder, Leg, Swap
from rules.carcult.movement.moves import act
from rules.carcult.play.order_checks import refuse_illegal
from rules.match.stepwise_play import OrderIllegal
from tests.rules.carcult.boards import Put, ahead, board, car, entries, run, tracks


def fixed(engine: str = "SSSD.") -> Put:
    """A streetfighter with a fixer. Its engine's numbers are 3 6 9 12 15."""
    tracks = {"engine": engine, "rifle": "S.", "fanatical_fixer": "S."}
    return Put(at=(1000, 2400), cards=("rifle", "fanatical_fixer"), tracks=tracks)


REPAIR = (("engine", 4), ("rifle", 1))


@pytest.mark.rule("CC-017", "CC-032", "CC-073")
@pytest.mark.parametrize(
    ("after", "inches", "legal"), [(0, 12, True), (0, 12.01, False), (1, 9, True), (1, 9.01, False)]
)
def test_a_swap_before_the_move_is_read_in_its_maximum(after: int, inches: float, *, legal: bool) -> None:
    play = board(fixed())
    order = ActOrder(legs=ahead(inches), swaps=(Swap(first=REPAIR[0], second=REPAIR[1], after=after),))
    if legal:
        refuse_illegal(play, car(play), order)
    else:
        with pytest.raises(OrderIllegal, match="at most"):
            refuse_illegal(play, car(play), order)


@pytest.mark.rule("CC-032", "CC-040", "CC-073")
@pytest.mark.parametrize(("after", "short"), [(0, 3), (1, 0)])
def test_a_swap_before_the_move_is_read_in_its_minimum(after: int, short: int) -> None:
    play = board(fixed(), faces=[20] * bool(short))
    order = ActOrder(legs=ahead(6), swaps=(Swap(first=REPAIR[0], second=REPAIR[1], after=after),))
    run(play, act(play, car(play), order))
    assert tracks(play) == {"engine": "SSSS.", "rifle": "D.", "fanatical_fixer": ".."}
    assert [entry.more["short"] for entry in entries(play, "brakes")] == [short] * bool(short)


@pytest.mark.rule("CC-036", "CC-073")
@pytest.mark.parametrize(("engine", "turns"), [("SS..D", 2), ("SSDDD", 0)])
def test_turns_are_counted_on_the_engine_the_move_is_made_with(engine: str, turns: int) -> None:
    play = board(fixed(engine))
    swap = Swap(first=("engine", 5), second=("rifle", 1))
    order = ActOrder(legs=(Leg(forward=600, turn=45 * turns),), swaps=(swap,))
    refuse_illegal(play, car(play), order)
    with pytest.raises(OrderIllegal, match=f"it may take {turns},"):
        refuse_illegal(play, car(play), ActOrder(legs=(Leg(forward=600, turn=45 * turns + 1),), swaps=(swap,)))


@pytest.mark.rule("CC-064", "CC-073")
def test_a_dead_engine_that_is_mended_before_the_move_moves() -> None:
    play = board(fixed("DDDDD"))
    car(play).status = "immobile"
    order = ActOrder(legs=ahead(3), swaps=(Swap(first=("engine", 1), second=("rifle", 1)),))
    refuse_illegal(play, car(play), order)
    run(play, act(play, car(play), order))
    assert (car(play).x, car(play).status, tracks(play)["engine"]) == (1300, "active", "SDDDD")
