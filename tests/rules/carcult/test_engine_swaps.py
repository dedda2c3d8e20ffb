"""A fixer swaps tokens before the car moves, and the move is measured by the engine after the swap."""

from __future__ import annotations

import pytest

from rules.carcult.match.orders import ActOrder, Leg, Swap
from rules.carcult.movement.moves import act
from rules.carcult.play.order_checks import refuse_illegal
from rules.match.stepwise_play import OrderIllegal
from tests.rules.carcult.boards import Board, Car, ahead


def fixed(engine: str = "SSSD.") -> Car:
    """A streetfighter with a fixer. Its engine's numbers are 3 6 9 12 15."""
    tracks = {"engine": engine, "rifle": "S.", "fanatical_fixer": "S."}
    return Car(at=(1000, 2400), cards=("rifle", "fanatical_fixer"), tracks=tracks)


REPAIR = (("engine", 4), ("rifle", 1))


@pytest.mark.rule("CC-017", "CC-032", "CC-073")
@pytest.mark.parametrize(
    ("after", "inches", "legal"), [(0, 12, True), (0, 12.01, False), (1, 9, True), (1, 9.01, False)]
)
def test_a_swap_before_the_move_is_read_in_its_maximum(after: int, inches: float, *, legal: bool) -> None:
    play = Board(fixed())
    order = ActOrder(legs=ahead(inches), swaps=(Swap(first=REPAIR[0], second=REPAIR[1], after=after),))
    if legal:
        refuse_illegal(play, play.car(), order)
    else:
        with pytest.raises(OrderIllegal, match="at most"):
            refuse_illegal(play, play.car(), order)


@pytest.mark.rule("CC-032", "CC-040", "CC-073")
@pytest.mark.parametrize(("after", "short"), [(0, 3), (1, 0)])
def test_a_swap_before_the_move_is_read_in_its_minimum(after: int, short: int) -> None:
    play = Board(fixed(), faces=[20] * bool(short))
    order = ActOrder(legs=ahead(6), swaps=(Swap(first=REPAIR[0], second=REPAIR[1], after=after),))
    play.run(act(play, play.car(), order))
    assert play.tracks() == {"engine": "SSSS.", "rifle": "D.", "fanatical_fixer": ".."}
    assert [entry.more["short"] for entry in play.entries_of("brakes")] == [short] * bool(short)


@pytest.mark.rule("CC-036", "CC-073")
@pytest.mark.parametrize(("engine", "turns"), [("SS..D", 2), ("SSDDD", 0)])
def test_turns_are_counted_on_the_engine_the_move_is_made_with(engine: str, turns: int) -> None:
    play = Board(fixed(engine))
    swap = Swap(first=("engine", 5), second=("rifle", 1))
    order = ActOrder(legs=(Leg(forward=600, turn=45 * turns),), swaps=(swap,))
    refuse_illegal(play, play.car(), order)
    with pytest.raises(OrderIllegal, match=f"it may take {turns},"):
        refuse_illegal(play, play.car(), ActOrder(legs=(Leg(forward=600, turn=45 * turns + 1),), swaps=(swap,)))


@pytest.mark.rule("CC-064", "CC-073")
def test_a_dead_engine_that_is_mended_before_the_move_moves() -> None:
    play = Board(fixed("DDDDD"))
    play.car().status = "immobile"
    order = ActOrder(legs=ahead(3), swaps=(Swap(first=("engine", 1), second=("rifle", 1)),))
    refuse_illegal(play, play.car(), order)
    play.run(act(play, play.car(), order))
    assert (play.car().x, play.car().status, play.tracks()["engine"]) == (1300, "active", "SDDDD")
