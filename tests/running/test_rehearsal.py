"""Rehearsals of a season's end: repeatable by secret, nothing stored, and no upcoming die face shown."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from league.models import Entry, Season
from rules.campaign.core.codec import season_digest
from rules.campaign.steward.simulation import play_out
from rules.core.dice import KeyRing
from rules.core.refusals import Malformed
from scheduling.season_end_odds import SeasonEndFarOff, estimate_season_end, odds_lines, stored_season_end_odds
from tests.running.leagues import Running

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> Running:
    """A league whose rounds are over and whose season end has not been played."""
    return Running("trial", 4, b"one", rounds=1).found().to_the_end()


def test_nothing_is_kept_and_the_same_secret_tells_the_same(league: Running) -> None:
    digest, entries = league.row.digest, Entry.objects.count()
    first, again = (stored_season_end_odds(league.row, times=5, secret=b"mine") for _ in range(2))
    assert first == again
    assert stored_season_end_odds(league.row, times=5, secret=b"yours") != first
    assert (league.row.digest, Entry.objects.count(), Season.objects.count()) == (digest, entries, 1)
    assert season_digest(league.state) == digest


def test_every_time_has_one_table_one_cup_and_shares_that_add_up(league: Running) -> None:
    odds = stored_season_end_odds(league.row, times=8, secret=b"mine")
    assert {id: sum(places.values()) for id, places in odds.told["Final table"].items()} == {
        f"f{number}": 8 for number in range(1, 5)
    }
    winners = odds.told["The Metal Cup"]["won by"]
    assert sum(odds.share("The Metal Cup", "won by", id) for id in winners) == 1


def test_even_the_seasons_own_secret_rehearses_with_other_dice(league: Running) -> None:
    secret = bytes.fromhex(league.row.secret)
    coming = [
        roll for performed in play_out(league.state, secret=secret) for fact in performed.facts for roll in fact.rolls
    ]
    own = KeyRing(secret).season()
    assert coming
    output = "\n".join(odds_lines(stored_season_end_odds(league.row, times=3, secret=secret), {}))
    assert own.hex() not in output
    assert not any(roll.path in output for roll in coming)


def test_what_owners_named_under_seal_changes_nothing_that_is_told(league: Running) -> None:
    for performed in play_out(league.state, secret=b"any", until="E5"):
        season = performed.season
    before = estimate_season_end(season, times=3, secret=b"mine")
    for franchise in season.all_franchises():
        franchise.contracts_named = True
        worst = sorted(season.roster(franchise.id), key=lambda driver: (driver.level, driver.xp))[:1]
        for driver in worst:
            season.contracts[driver.id].protected = True
    assert estimate_season_end(season, times=3, secret=b"mine") == before


def test_staff_that_cannot_be_paid_is_refused_with_its_price(league: Running) -> None:
    season = league.state
    season.franchise("f1").staff_rating, season.franchise("f1").balance = 3, 0
    odds = estimate_season_end(season, times=1, secret=b"mine")
    assert odds.prices["f1"] == 50_000
    assert [refusal for refusal in odds.refused if refusal.startswith("f1 ")] != []


def test_a_season_that_is_not_ending_is_not_rehearsed_and_times_are_bounded(league: Running) -> None:
    with pytest.raises(Malformed, match="cannot be rehearsed 0 times"):
        stored_season_end_odds(league.row, times=0, secret=b"mine")
    season = league.state
    season.step = "M"
    with pytest.raises(SeasonEndFarOff, match="The season is at M"):
        estimate_season_end(season, times=1, secret=b"mine")


def test_the_command_prints_shares(league: Running) -> None:
    printed, again = StringIO(), StringIO()
    for string_io in (printed, again):
        call_command("rehearse", league.season, "--times", "4", "--secret", "00ff", stdout=string_io)
    assert printed.getvalue() == again.getvalue()
    assert printed.getvalue().startswith("Rehearsed 4 times with dice of their own")
    assert "won by: " in printed.getvalue()
