"""A preview at the desk shows a command's money, dice and odds, with names instead of ids."""

from __future__ import annotations

import re

import pytest

from explain.command_preview import LINES_NOT_FOLDED, LINES_UNFOLDED, CommandPreview, PriceLine
from explain.fact_rendering import render_fact
from explain.names import Names
from rules.campaign.core.season_steps import SeasonStepReached
from rules.campaign.dry_run.commands import Throw
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import at_the_shops
from tests.league.small_league import founded


def shown(page: str) -> str:
    """The text of a page's preview of a command."""
    part = page.split('class="comes-to"')[1].split("</section>", maxsplit=1)[0]
    return " ".join(re.sub("<[^>]+>", " ", part).split())


@pytest.mark.django_db
def test_a_party_is_shown_with_its_price_its_odds_and_what_may_be_thrown() -> None:
    razors = Sitter(founded().season, "razors")
    text = shown(razors.send("throw_party", razors.filled("throw_party", spend_k="150"), act="try").content.decode())
    assert "Razors: party thrown \N{MINUS SIGN}150k" in text
    decided = "Dice decide the rest: 1d6 sponsor party DM-C-070 Its odds on 1 of a die, 1 in 6"
    assert f"{decided} 1: no sponsor, 1 in 6" in text
    folded = "Some results roll these as well 2d6 or more sponsor attracted DM-C-071 Its odds 11–13: Oil company"
    assert f"{folded}, 3 in 36" in text


@pytest.mark.django_db
def test_the_same_page_is_shown_each_time() -> None:
    table = at_the_shops()
    razors = Sitter(table.season, "razors")
    pages = {shown(razors.open("roll_world_trade", match="m1").content.decode()) for _ in range(5)}
    assert len(pages) == 1


def test_throws_that_are_made_whatever_falls_stand_apart_from_those_that_hang_on_dice() -> None:
    sure, perhaps = Throw(dice="1d6", why="first"), Throw(dice="2d6", why="then", always=False)
    preview = CommandPreview(throws=(perhaps, sure))
    assert (preview.certain_throws, preview.possible_throws) == ((sure,), (perhaps,))


@pytest.mark.parametrize(
    ("lines", "folded"),
    [(0, False), (LINES_UNFOLDED + LINES_NOT_FOLDED, False), (LINES_UNFOLDED + LINES_NOT_FOLDED + 1, True)],
)
def test_much_money_that_no_line_tells_of_is_folded_away(lines: int, folded: bool) -> None:
    line = PriceLine(words="Razors: bill paid", least=-5000, most=0, certain=False, rule="DM-C-173")
    assert CommandPreview(unsaid=(line,) * lines).folds_prices is folded


def test_the_last_step_of_a_season_is_told_without_its_tag() -> None:
    closed = SeasonStepReached(rule="DM-C-172", step="closed", step_name="closed")
    assert render_fact(closed, Names("rust-belt/s1")).sentence == "The season is closed."
