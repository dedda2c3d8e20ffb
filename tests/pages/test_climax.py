"""A season ends with its champion across the header, the Cup's roll, awards and broken records, all of them facts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from drivers.models import Appearance
from explain.names import Segment
from explain.round_ups import Event
from franchises.models import FranchiseSeason
from journal.entry_body import load_body
from journal.gate import open_gate
from league.access import Viewer
from league.models import Entry, LineUp, Notice, Season
from league.pages.records.feats import FeatSources
from league.pages.round_ups.honors import AWARDS, LeagueRecords, awards, broken_records, league_records
from league.pages.round_ups.page import season_sources
from league.pages.season.season_end import lead_words, season_climax
from league.queries.records import MatchTeamResult
from league.queries.standings import season_table
from league.queries.standings_columns import Standing
from rules.core.terms import in_k
from tests.league.small_league import Table, closed, drafting, reopened, settled
from tests.pages.season_pages import HOME, ended, main_of, owner, played_again, said
from tests.pages.test_feeds import items
from tests.scheduling.calendar_league import delivered

pytestmark = pytest.mark.django_db

ROUND_UP = f"{HOME}round-ups/"
MOST = 8
"""The most queries of a page."""


def facts(table: Table, command: str, tag: str) -> list[Any]:
    """The facts of a command's entries with that tag."""
    entries = Entry.objects.filter(season=table.season, command=command).order_by("number")
    return [fact for entry in entries for fact in load_body(entry.body).parsed_facts() if fact.tag == tag]


@pytest.mark.rule("DM-C-156")
def test_whoever_stands_first_after_all_rounds_is_in_the_header_and_is_champion_once_the_table_is_final() -> None:
    table = ended()
    assert table.row.step == "E1"
    assert "First after all rounds Razors 20 points, 2 wins, 6 points ahead of Saints" in said(HOME)
    assert "Champion of season" not in said(HOME)
    table.give("rank_table")
    first = next(fact for fact in facts(table, "rank_table", "final_rank") if fact.rank == 1)
    assert f"Champion of season 1 {first.franchise.title()} {first.points} points, {first.wins} wins" in said(HOME)
    assert "The Metal Cup" not in said(HOME).split("Final table")[0]


@pytest.mark.rule("DM-C-157")
def test_the_roll_of_the_cup_is_shown_with_its_whole_table() -> None:
    table = drafting(ended())
    (cup,) = facts(table, "award_cup", "cup_awarded")
    face = cup.rolls[0].faces[0]
    header = said(HOME).split("Final table")[0]
    assert f"rolled {face} {in_k(cup.bonus)} rolled 1 5k" in header
    rows = re.findall(r"rolled (\d) (\d+)k", header)[-6:]
    assert rows == [(str(number), str(5 * number)) for number in range(1, 7)]
    assert f"rolled {face} {in_k(cup.bonus)} thrown" in header


def test_a_season_whose_first_place_is_shared_or_that_is_not_over_has_no_champion() -> None:
    table = settled()
    row = table.row
    assert season_climax(row, season_table(row), ()) is None
    row.step = "E1"
    standings = season_table(row)
    assert season_climax(row, standings, ()) is not None
    tied = replace(standings, standings=tuple(replace(it, shared=True) for it in standings.standings))
    assert season_climax(row, tied, ()) is None
    assert season_climax(row, replace(standings, standings=()), ()) is None


@pytest.mark.rule("DM-C-156")
@pytest.mark.parametrize(
    ("points", "wins", "said_so"),
    [
        (12, 1, "3 points ahead of Saints"),
        (9, 2, "level with Saints on points, ahead on wins"),
        (9, 1, "level with Saints on points, ahead by the dice"),
    ],
)
def test_the_header_says_what_parted_the_first_from_the_second(points: int, wins: int, said_so: str) -> None:
    common = {"balance": 0, "criticals": 0}
    first = Standing(franchise="a", name="Razors", points=points, wins=wins, **common)
    second = Standing(franchise="b", name="Saints", points=9, wins=1, **common)
    assert lead_words(first, second, ("wins", "criticals")) == said_so


def test_the_awards_are_those_of_the_seasons_events() -> None:
    slots = {
        "team": Segment("Razors", "/r"), "driver": Segment("Ann", "/a"), "wins": Segment("4 wins"),
        "points": Segment("9 points"), "match": Segment("round 1, match A", "/m"), "from": Segment("3rd"),
        "to": Segment("1st"), "kills": Segment("2 kills"), "level": Segment("5"),
    }  # fmt: skip
    given = awards([Event(kind, slots) for kind, _, _, _ in AWARDS])
    assert [(it.title, it.winner.text, it.figure, it.where and it.where.text) for it in given] == [
        ("Most wins", "Razors", "4 wins", "round 1, match A"),
        ("Best match", "Razors", "9 points", "round 1, match A"),
        ("Longest climb", "Razors", "3rd to 1st", "round 1, match A"),
        ("Most kills", "Ann", "2 kills", "round 1, match A"),
        ("Highest level", "Ann", "level 5", "round 1, match A"),
    ]
    assert awards([]) == []


def test_the_round_up_of_a_season_begins_with_its_champion_cup_and_awards() -> None:
    table = drafting(ended())
    (cup,) = facts(table, "award_cup", "cup_awarded")
    page = said(ROUND_UP)
    assert "Champion of season 1 Razors" in page
    assert f"Metal Cup: {in_k(cup.bonus)} for their next income" in page
    assert "Awards Most wins 2 wins Razors" in page
    assert "Records broken" not in page  # in a league's first season every record is new
    assert "Awards" not in said(f"{ROUND_UP}1/")


def result(match: str, points: int) -> MatchTeamResult:
    """The Razors' result in a match."""
    return MatchTeamResult(
        match=match,
        season=match.rsplit("/", 1)[0],
        event="race",
        title="Round 1, match A",
        franchise="rust-belt/razors",
        points=points,
        won=False,
        forfeited=False,
        prize=None,
        profit=None,
    )


@pytest.mark.parametrize(("points", "broken"), [(11, [("Highest score", "11 points", "10 points")]), (10, [])])
def test_a_record_is_broken_by_more_than_it_was(points: int, broken: list[tuple[str, str, str]]) -> None:
    reopened(closed(ended()))
    seasons = {row.pk: row for row in Season.objects.all()}
    first = FeatSources(seasons, {"rust-belt/razors": "Razors"}, (), [result("rust-belt/s1/m1", 10)], ())
    second = replace(first, results=[*first.results, result("rust-belt/s2/m1", points)])
    found = [(it.feat.of, it.feat.value, it.before) for it in broken_records(second, first, number=2)]
    assert found == broken
    assert list(broken_records(first, first, number=2)) == []


def test_a_rehearsal_breaks_no_record_and_its_round_up_can_be_read() -> None:
    copy = played_again(settled(rounds=2), rehearsal=True)
    with open_gate():
        LineUp.objects.filter(match=f"{copy.season}/m2", franchise__identity="rust-belt/saints").update(points=77)
        FranchiseSeason.objects.filter(pk=f"{copy.season}/saints").update(points=77)
    assert league_records(copy.row, Viewer()).broken == ()
    page = said("/l/rust-belt/s2/round-ups/")
    assert "Champion of season 2" in page
    assert "Records broken" not in page


def test_a_driver_who_breaks_their_own_record_is_shown_with_what_it_was_before() -> None:
    following = played_again(settled(rounds=2))
    with open_gate():
        Appearance.objects.update(xp_gained=3)
        Appearance.objects.filter(driver="rust-belt/s1/saints.d1").update(xp_gained=7)
        Appearance.objects.filter(driver="rust-belt/s2/saints.d1").update(xp_gained=9)
    broken = {it.feat.of: (it.feat.value, it.before) for it in league_records(following.row, Viewer()).broken}
    assert broken["Most experience out of a match"] == ("9 XP", "7 XP")


def test_a_leagues_records_have_the_cups_bonus_and_the_balance_of_the_viewers_franchise() -> None:
    table = reopened(closed(ended()))
    (cup,) = facts(replace(table, season="rust-belt/s1"), "award_cup", "cup_awarded")
    first, second = Season.objects.order_by("number")
    assert league_records(first, Viewer()) == LeagueRecords((), cup.bonus, None)
    assert league_records(second, Viewer()) == LeagueRecords((), None, None)
    client = owner("razors")
    client.get(ROUND_UP)
    with CaptureQueriesContext(connection) as queries:
        context = client.get(ROUND_UP).context
    assert len(queries) <= MOST
    assert context["own"].balance == table.row.franchises.get(pk="rust-belt/s2/razors").balance


def test_everybody_is_told_of_the_champion_and_the_feed_names_it() -> None:
    table = drafting(ended())
    delivered()
    (cup,) = facts(table, "award_cup", "cup_awarded")
    notices = Notice.objects.filter(about="champion")
    assert notices.count() == len(table.franchises) + 1
    inbox = " ".join(re.sub(r"<[^>]*>", " ", owner("saints").get("/inbox/").content.decode()).split())
    assert f"Razors won season 1 and the Metal Cup: {in_k(cup.bonus)} for their next income." in inbox
    assert "Season 1: Razors are champions" in [item["title"] for item in items()]


def test_the_header_of_a_season_in_its_rounds_is_as_it_was() -> None:
    settled()
    assert "climax" not in main_of(HOME)
    assert not season_sources(Season.objects.get()).table.final
    assert Client().get(HOME).context["climax"] is None
