"""How much care sides take of their cars by how they stand."""

from __future__ import annotations

import pytest

from rules.carcult.autopilot.outlook import survey
from rules.carcult.autopilot.plan_choice import LINE
from rules.carcult.autopilot.prices import learned_prices
from rules.carcult.autopilot.standing import LESS_CARE, MORE_CARE, care_for_cars, settles_match
from rules.match.driving.judgment import STEADY
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
def test_in_the_last_round_a_car_minds_harm_by_how_its_side_stands() -> None:
    minded = []
    for own, other in ((0, 6), (3, 3), (6, 0)):
        play = Board(Car(caused=own), Car(id="b1", at=(3000, 2400), caused=other))
        play.moment.turn = 12
        outlook = survey(play, play.car(), prices=learned_prices(), profile=STEADY, plan=LINE)
        minded.append((outlook.taken, outlook.self_harm))
    behind, level, ahead = minded
    assert behind == pytest.approx([LEAST * weight for weight in level])
    assert ahead == pytest.approx([MOST * weight for weight in level])


@pytest.mark.rule("CC-090", "CC-095")
@pytest.mark.parametrize(
    ("own", "gained", "its", "given", "settles"),
    [
        (10, 9, 12, 7, 0),
        (16, 4, 10, 9, 1),
        (10, 9, 16, 4, -1),
        (16, 4, 18, 5, -1),
        (18, 4, 18, 4, 0),
        (20, 0, 10, 3, 1),
    ],
)
def test_a_crash_settles_a_match_for_the_side_with_more_points_at_the_limit(
    own: int, gained: int, its: int, given: int, settles: int
) -> None:
    play = Board(Car(caused=own), Car(id="b1", at=(3000, 2400), caused=its))
    assert settles_match(play, "a", gained=gained, other="b", given=given) == settles
