"""A fork is a copy of a season with its own secret and journal; the original is not affected."""

from __future__ import annotations

import pytest

from journal import fork_season
from journal.season_opening import PathsGiven, SeasonStands, open_season
from journal.state import store
from league.models import Entry, Season
from rules.campaign.core.codec import season_digest
from rules.core.refusals import Malformed, Unknown
from tests.league.small_league import BEGAN, Table, assert_reconciled, lined_up, report, settled

pytestmark = pytest.mark.django_db
OTHER = bytes.fromhex("beef")


def test_a_fork_stands_where_the_season_stands_and_goes_its_own_way() -> None:
    table = lined_up()
    head, digest = table.row.head, table.row.digest
    copy = fork_season(table.season, "rehearsal", secret=OTHER, at=BEGAN)
    assert copy.digest == digest
    assert season_digest(store.load(copy).season) == digest
    fork = Table(season="rust-belt/rehearsal")
    answer = fork.give("accept_report", match="m1", report=report(fork))
    assert answer.entries[0].number == 1
    assert_reconciled("rust-belt/rehearsal")
    assert (table.row.head, table.row.digest) == (head, digest)
    assert_reconciled(table.season)


def test_a_fork_throws_other_dice_than_the_season_will() -> None:
    table = lined_up()
    fork_season(table.season, "rehearsal", secret=OTHER, at=BEGAN)
    fork = Table(season="rust-belt/rehearsal")
    rehearsed = fork.give("accept_report", match="m1", report=report(fork), key="go")
    fork.give("decide_repairs", by="widows", franchise="widows", match="m1")
    real = table.give("accept_report", match="m1", report=report(table), key="go")
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    assert rehearsed.entries[0].facts == real.entries[0].facts
    assert fork.row.digest != table.row.digest


def test_a_forks_chain_hangs_on_the_head_it_was_taken_from() -> None:
    table = settled()
    first = fork_season(table.season, "one", secret=OTHER, at=BEGAN)
    table.give(
        "announce_round", round="r2", matches=[{"match": "m2", "event": "race", "franchises": ["razors", "saints"]}]
    )
    second = fork_season(table.season, "two", secret=OTHER, at=BEGAN)
    assert first.genesis != second.genesis
    assert Entry.objects.filter(season__in=[first, second]).count() == 0


def test_a_fork_of_a_fork_and_one_that_cannot_be() -> None:
    table = settled()
    fork_season(table.season, "one", secret=OTHER, at=BEGAN)
    assert fork_season("rust-belt/one", "two", secret=b"x", at=BEGAN).forked_from == "rust-belt/one"
    with pytest.raises(PathsGiven):
        fork_season(table.season, "three", secret=bytes.fromhex("00ff"), at=BEGAN)
    with pytest.raises(SeasonStands):
        fork_season(table.season, "one", secret=OTHER, at=BEGAN)
    with pytest.raises(Unknown):
        fork_season("rust-belt/s9", "three", secret=OTHER, at=BEGAN)
    with pytest.raises(Malformed):
        fork_season(table.season, "Three!", secret=OTHER, at=BEGAN)
    assert sorted(Season.objects.values_list("name", flat=True)) == ["one", "s1", "two"]


def test_a_season_is_opened_once_with_a_secret() -> None:
    table = settled()
    boss = table.handle("boss")
    with pytest.raises(SeasonStands):
        open_season("rust-belt", "s1", secret=OTHER, rounds=3, actor=boss, at=BEGAN, key="again")
    with pytest.raises(Malformed):
        open_season("rust-belt", "s2", secret=b"", rounds=3, actor=boss, at=BEGAN, key="again")
    with pytest.raises(Unknown):
        open_season("nowhere", "s1", secret=OTHER, rounds=3, actor=boss, at=BEGAN, key="again")
    assert not Season.objects.filter(name="s2").exists()


@pytest.mark.parametrize("name", ["f", "d", "journal"])
def test_a_season_is_not_called_what_the_site_calls_something_else(name: str) -> None:
    table = settled()
    boss = table.handle("boss")
    with pytest.raises(Malformed, match="keeps for itself"):
        open_season("rust-belt", name, secret=OTHER, rounds=3, actor=boss, at=BEGAN, key="open")
    with pytest.raises(Malformed, match="keeps for itself"):
        fork_season(table.season, name, secret=OTHER, at=BEGAN)
