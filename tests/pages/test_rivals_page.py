"""The rivals of a franchise: whom it met, who came out ahead, and two franchises head to head."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.league.small_league import founded, settled
from tests.pages.season_pages import ended, main_of, said

pytestmark = pytest.mark.django_db
RIVALS = "/l/rust-belt/f/razors/rivals/"


def test_before_the_first_match_there_is_no_rival_and_none_to_compare_with() -> None:
    founded()
    assert "It has not met anybody yet." in said(RIVALS)
    assert Client().get(RIVALS, {"against": "saints"}).status_code == 404


def test_every_rival_has_who_came_out_ahead_in_the_matches_both_ran_in() -> None:
    settled()
    assert "Saints 1 1–0" in said(RIVALS, at="rivals")
    assert "Widows 1 1–0" in said(RIVALS, at="rivals")
    assert "Razors 1 0–1" in said("/l/rust-belt/f/saints/rivals/", at="rivals")


def test_two_franchises_stand_head_to_head_with_every_match_between_them() -> None:
    ended()
    text = said(RIVALS + "?against=saints", at="against")
    assert "Razors against Saints" in text
    assert "They met 2 times." in text
    assert text.index("Round 2, match A season 1") < text.index("Round 1, match A season 1")
    assert "Round 1, match A season 1 Race 1 10" in text


def test_the_loser_reads_the_same_record_from_the_other_side() -> None:
    settled()
    words = "They met 1 time. Razors came out ahead more often: 1–0."
    assert words in said(f"{RIVALS}?against=saints")
    assert words in said("/l/rust-belt/f/saints/rivals/?against=razors")


@pytest.mark.parametrize("against", ["nobody", "razors", "%00"])
def test_a_franchise_it_never_met_answers_404(against: str) -> None:
    settled()
    assert Client().get(f"{RIVALS}?against={against}").status_code == 404


def test_the_tab_and_the_history_lead_there() -> None:
    settled()
    assert main_of("/l/rust-belt/f/razors/history/").count(f'href="{RIVALS}"') == 2
