"""The ledger of a franchise is grouped by match, with what each came to."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.league.small_league import settled
from tests.pages.season_pages import main_of, said

pytestmark = pytest.mark.django_db
FINANCES = "/l/rust-belt/f/razors/finances/"


def test_the_ledger_goes_by_match_and_what_came_before_the_first_is_apart() -> None:
    settled(items=True)
    headings = re.findall(r'<h3 class="ledger-match">(.*?)</h3>', main_of(FINANCES), flags=re.DOTALL)
    words = [re.sub(r"<[^>]*>", " ", heading).split() for heading in headings]
    assert [" ".join(it[:4]) for it in words] == ["Round 1, match A", "Before the first match"]
    assert 'href="/l/rust-belt/s1/m1/"' in headings[0]


def test_what_a_match_came_to_is_what_its_lines_add_up_to() -> None:
    settled()
    context = Client().get(FINANCES).context
    for group in context["ledger"]:
        assert group.total == sum(line.told.amount for line in group.lines)
    assert sum(group.total for group in context["ledger"]) == context["ledger"][0].lines[0].balance


def test_each_match_is_called_by_its_round_and_place() -> None:
    settled()
    assert said(FINANCES, at="matches").count("Round 1, match A") == 1
    assert 'data-called="R1 A"' in main_of(FINANCES)
    assert "Match m1" not in main_of(FINANCES)
