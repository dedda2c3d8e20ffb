"""At the end of a match's page and of its replay there is a way on: the next match of the round, or the season."""

from __future__ import annotations

import re

import pytest

from tests.league.resolved_leagues import resolved
from tests.league.small_league import signed
from tests.pages.season_pages import HOME, ended, main_of

pytestmark = pytest.mark.django_db
PAIRS = (("m1", ["razors", "saints"]), ("m2", ["widows", "wrongs"]))


def onward(page: str) -> str:
    """The last navigation of a page's main part."""
    found = re.findall(r'<nav class="panel pad onward[^>]*>(.*?)</nav>', main_of(page), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def two_matches_a_round() -> None:
    """A league that announced two matches for its first round."""
    table = signed(franchises=("razors", "saints", "widows", "wrongs"))
    matches = [{"match": match, "event": "race", "franchises": pair} for match, pair in PAIRS]
    table.give("announce_round", round="r1", matches=matches)


@pytest.mark.parametrize("part", ["", "replay/"])
def test_the_next_match_of_the_round_is_named_and_linked(part: str) -> None:
    two_matches_a_round()
    way = onward(f"{HOME}m1/{part}")
    assert f'href="{HOME}m2/" rel="next">Next: Round 1, match B' in way
    assert f'<a href="{HOME}">Season’s home</a>' in way


@pytest.mark.parametrize("part", ["", "replay/"])
def test_the_last_match_of_a_round_leads_to_the_seasons_home(part: str) -> None:
    two_matches_a_round()
    way = onward(f"{HOME}m2/{part}")
    assert "This is the last match of round 1." in way
    assert re.findall(r'<a [^>]*href="([^"]*)"', way) == [HOME]


def test_a_match_of_the_next_round_is_not_the_next_of_this_one() -> None:
    ended()
    assert f'rel="next" href="{HOME}m2/"' in main_of(f"{HOME}m1/")
    assert "This is the last match of round 1." in onward(f"{HOME}m1/")


def test_a_replay_that_can_be_watched_has_the_way_on_at_its_end() -> None:
    resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})
    replay = main_of(f"{HOME}m1/replay/")
    assert replay.index("data-replay") < replay.index("This is the last match of round 1.")
