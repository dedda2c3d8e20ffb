"""How much care sides take of their cars by how they stand."""

from __future__ import annotations

import pytest

from rules.carcult.autopilot import Autopilot
from rules.carcult.autopilot.standing import LESS_CARE, MORE_CARE, care_for_cars
from tests.rules.carcult.boards import Board, Car

LEAST, MOST = 1 - LESS_CARE, 1 + MORE_CARE


@pytest.mark.rule("CC-090", "CC-095")
@pytest.mark.parametrize(
    ("turn", "own", "other", "care"),
    [
        (12, 0, 3, LEAST),
        (12, 3, 3, 1),
        (12, 3, 0, MOST),
        (12, 9, 0, MOST),
        (11, 0, 3, 1 - LESS_CARE / 2),
        (1, 0, 12, 1 - LESS_CARE / 3),
    ],
)
def test_a_lead_counts_more_the_fewer_rounds_are_left(turn: int, own: int, other: int, care: float) -> None:
    play = Board(Car(caused=own), Car(id="b1", at=(3000, 2400), caused=other))
    play.moment.turn = turn
    assert care_for_cars(play, "a") == pytest.approx(care)


@pytest.mark.rule("CC-090", "CC-095")
def test_a_side_stands_as_it_does_against_the_best_of_the_others() -> None:
    play = Board(Car(caused=3), Car(id="b1", at=(3000, 2400)), Car(id="c1", at=(3000, 3400), caused=6))
    play.moment.turn = 12
    assert care_for_cars(play, "a") == pytest.approx(LEAST)


@pytest.mark.rule("CC-095")
def test_a_side_alone_is_neither_ahead_nor_behind() -> None:
    assert care_for_cars(Board(Car(caused=3)), "a") == 1


@pytest.mark.rule("CC-090", "CC-095")
@pytest.mark.parametrize(
    ("own", "other", "tokens"),
    [(0, 6, {"machine_gun": 2}), (6, 0, {"dangerous_driver": 2})],
    ids=["behind", "ahead"],
)
def test_in_the_last_round_a_side_fires_if_behind_and_dodges_if_ahead(
    own: int, other: int, tokens: dict[str, int]
) -> None:
    cards = ("dangerous_driver", "machine_gun")
    play = Board(
        Car(at=(600, 2400), cards=cards, tracks={"engine": "SSDDD"}, caused=own),
        Car(id="b1", at=(1300, 2400), heading=180, cards=("rifle",), tracks={"engine": "SSSS."}, caused=other),
    )
    play.moment.turn = 12
    assert Autopilot().order(play, play.car(), "allocate").tokens == tokens
