"""The prize pot and its shares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaign.money.prize_money import prize_share, prize_shares, roll_pot
from rules.core.dice import Stream


@pytest.mark.rule("DM-C-096")
@pytest.mark.parametrize(("faces", "k"), [((1,) * 4, 60), ((6,) * 4, 360), ((2, 5), 105), ((6, 1, 3), 150)])
def test_the_pot_is_a_die_a_team_times_15k(faces: tuple[int, ...], k: int) -> None:
    pot = roll_pot(teams=len(faces), stream=Stream("m1/settle/pot", loaded=faces))
    assert (pot.amount, pot.rolls[0].faces) == (k * 1000, faces)


@pytest.mark.rule("DM-C-096", "DM-C-001")
@pytest.mark.parametrize(
    ("pot_k", "points", "paid_k"),
    [
        (165, {"a": 7, "b": 4, "c": 0}, {"a": 105, "b": 60, "c": 0}),
        (105, {"a": 1, "b": 1}, {"a": 53, "b": 53}),
        (60, {"a": 1, "b": 1, "c": 1}, {"a": 20, "b": 20, "c": 20}),
        (210, {"a": 10, "b": 7, "c": 5, "d": 3}, {"a": 84, "b": 59, "c": 42, "d": 26}),
        (90, {"a": 3, "b": 0}, {"a": 90, "b": 0}),
        (90, {"a": 0, "b": 0}, {"a": 0, "b": 0}),
    ],
)
def test_shares_are_by_points_and_round_up_to_a_whole_k(
    pot_k: int, points: dict[str, int], paid_k: dict[str, int]
) -> None:
    assert prize_shares(pot=pot_k * 1000, points=points) == {franchise: k * 1000 for franchise, k in paid_k.items()}


@pytest.mark.rule("DM-C-096")
@pytest.mark.parametrize(("points", "all_points", "paid"), [(7, 11, 105_600), (4, 11, 61_050), (11, 11, 165_000)])
def test_the_percentage_rounds_up_where_the_house_says_so(points: int, all_points: int, paid: int) -> None:
    assert prize_share(pot=165_000, points=points, all_points=all_points, teams=2, percent_up=True) == paid


@pytest.mark.rule("DM-C-096")
@pytest.mark.parametrize(("percent_up", "paid"), [(False, 34_000), (True, 34_000)])
def test_a_match_without_points_is_split_where_the_house_says_so(percent_up: bool, paid: int) -> None:
    points = {"a": 0, "b": 0, "c": 0}
    split = prize_shares(pot=100_000, points=points, zero_points_split=True, percent_up=percent_up)
    assert split == dict.fromkeys("abc", paid)
    assert prize_shares(pot=100_000, points={"a": 1, "b": 0}, zero_points_split=True) == {"a": 100_000, "b": 0}


@pytest.mark.rule("DM-C-096")
@given(
    pips=st.integers(2, 120),
    points=st.dictionaries(st.text("abcdef", min_size=1, max_size=2), st.integers(0, 60), min_size=2, max_size=20),
)
def test_nobody_gets_less_than_his_part_nor_a_k_more(pips: int, points: dict[str, int]) -> None:
    amount = pips * 15_000
    everything = sum(points.values())
    for franchise, paid in prize_shares(pot=amount, points=points).items():
        assert paid % 1000 == 0
        exact = amount * points[franchise]
        assert exact <= paid * everything < exact + 1000 * max(everything, 1)
