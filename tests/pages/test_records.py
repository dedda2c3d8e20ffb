"""The records of a league: its champions, the best performances, and everybody's totals over all seasons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from journal.gate import open_gate
from league.models import Season
from league.pages.records.feats import longest_runs
from league.pages.records.sortable_tables import MOST_LINES, SortableColumn, SortableTable
from league.queries.records import MatchTeamResult
from tests.journal.amends import amended, lost_by
from tests.league.league_cache import built_once
from tests.league.small_league import Table, closed, founded, lined_up, reopened, settled
from tests.pages.season_pages import ended, main_of, owner, said

ADDRESS = "/l/rust-belt/records/"


@built_once
def two_seasons() -> Table:
    """A league with the same results in both rounds of its first season, which is over, and an open second season."""
    return reopened(closed(ended()))


def records_of(client: Client | None = None, **query: str) -> dict[str, Any]:
    """The entries of the records page by name."""
    context = (client or Client()).get(ADDRESS, query).context
    return {feat.of: feat for part in context["parts"] for feat in part.feats}


@pytest.mark.django_db
def test_a_league_without_a_season_or_a_match_says_what_comes_next() -> None:
    founded()
    words = said(ADDRESS)
    assert "not decided yet: hiring" in words.lower()
    assert "No record has been set yet. Records appear here once the report of the first match is accepted." in words
    assert "Nobody has run yet." in words
    assert "No car has been reported yet." in words


@pytest.mark.django_db
def test_every_champion_stands_with_the_cup_and_the_season_under_way_without_one() -> None:
    two_seasons()
    words = said(ADDRESS, at="champions")
    assert "Season 2 not decided yet: " in words
    assert re.search(r"Season 1 Razors 20 2 Saints won, bonus \d+k", words)


@pytest.mark.django_db
def test_every_record_says_who_holds_it_and_leads_to_where_it_was_set() -> None:
    two_seasons()
    feats = records_of()
    assert {
        name: (feat.value, [holder.name for holder in feat.holders], feat.where) for name, feat in feats.items()
    } == {
        "Highest score": ("10 points", ["Razors"], "Round 1, match A: Race"),
        "Most points by all teams together": ("21 points", ["Razors", "Saints", "Widows"], "Round 1, match A: Race"),
        "Biggest win": ("by 3 points", ["Razors"], "Round 1, match A: Race"),
        "Closest win": ("by 3 points", ["Razors", "Saints"], "Round 1, match A: Race"),
        "Longest run of wins": ("2 wins", ["Razors"], "Round 2, match A: Race, the last of them"),
        "Biggest purse": (feats["Biggest purse"].value, ["Razors"], feats["Biggest purse"].where),
        "Most kept of a match": (
            feats["Most kept of a match"].value,
            ["Razors"],
            feats["Most kept of a match"].where,
        ),
        "Most points in a season": ("20 points", ["Razors"], "Standings"),
        "Most matches won in a season": ("2 wins", ["Razors"], "Standings"),
        "Richest at a season's end": (feats["Richest at a season's end"].value, ["Razors"], "Standings"),
        "Most criticals in a match": ("2 criticals", ["razors 1"], "Round 1, match A: Race"),
        "Most scores in a match": ("1 score", ["razors 1"], "Round 1, match A: Race"),
        "Most experience out of a match": ("5 XP", ["razors 1"], "Round 1, match A: Race"),
    }
    page = main_of(ADDRESS)
    assert 'href="/l/rust-belt/s1/m2/">Round 2, match A: Race, the last of them</a>' in page
    assert 'href="/l/rust-belt/s1/standings/">Standings</a>' in page
    assert 'href="/l/rust-belt/d/razors.d1/">razors 1</a>' in page
    assert 'href="/l/rust-belt/f/razors/">Razors</a>' in page
    assert all(Client().get(feat.where_href).status_code == 200 for feat in feats.values())


@pytest.mark.django_db
def test_franchises_drivers_and_cars_stand_with_all_they_did_in_all_seasons() -> None:
    two_seasons()
    context = Client().get(ADDRESS).context
    razors, *_ = context["franchises"].lines
    assert (razors.name, razors.seasons, razors.titles, razors.cups, razors.matches) == ("Razors", 2, 1, 1, 2)
    assert (razors.wins, razors.points, razors.criticals, razors.run) == (2, 20, 4, 2)
    assert [(line.name, line.out) for line in context["franchises"].lines if line.out] == [("Widows", 2)]
    first = context["drivers"].lines[0]
    assert (first.name, first.franchise.name, first.matches, first.heats) == ("razors 1", "Razors", 2, 4)
    assert (first.criticals, first.scores, first.xp, first.out, first.best) == (4, 2, 10, 0, 5)
    lost = max(context["cars"].lines, key=lambda line: line.destroyed)
    assert (lost.name, lost.franchise.name, lost.matches, lost.criticals, lost.destroyed) == (
        "Car 2",
        "Widows",
        2,
        6,
        2,
    )
    assert Client().get(lost.href).status_code == 200


@pytest.mark.django_db
def test_an_owner_finds_his_own_marked_and_his_balance_in_the_bar() -> None:
    table = two_seasons()
    page = owner("saints").get(ADDRESS)
    assert [line.name for line in page.context["franchises"].lines if line.own] == ["Saints"]
    assert {line.franchise.name for line in page.context["drivers"].lines if line.own} == {"Saints"}
    assert page.context["own"].balance == table.state.franchise("saints").balance


@pytest.mark.django_db
def test_a_head_sorts_its_table_and_leaves_the_others_as_they_were() -> None:
    ended()
    page = Client().get(ADDRESS, {"drivers": "name", "cars": "-destroyed"}).context
    assert [line.name for line in page["drivers"].lines] == sorted(line.name for line in page["drivers"].lines)
    assert [line.destroyed for line in page["cars"].lines][:2] == [2, 0]
    by_name = page["drivers"].headings[0]
    assert (by_name.sorted, by_name.href) == ("ascending", "?cars=-destroyed&drivers=-name#drivers")
    assert [heading.sorted for heading in page["drivers"].headings[1:]] == [""] * 10
    astray = Client().get(ADDRESS, {"drivers": "password", "cars": ""}).context
    assert astray["drivers"].sort == "-kills"


@pytest.mark.django_db
def test_an_amended_result_and_a_voided_match_count_as_they_stand() -> None:
    table = settled(2, settled(rounds=3))
    amended(table, lost_by(table))
    feats = records_of()
    assert feats["Longest run of wins"].value == "1 win"
    assert feats["Longest run of wins"].holders[0].name == "Saints"
    assert feats["Highest score"].where == "Round 2, match A: Race"
    lined_up(3, table)
    table.give("void_match", match="m3", reason="It rained.")
    assert records_of() == feats


@pytest.mark.django_db
def test_a_rehearsal_sets_no_record() -> None:
    two_seasons()
    assert records_of()
    with open_gate():
        Season.objects.filter(pk="rust-belt/s1").update(forked_from="rust-belt/s0")
    assert records_of() == {}


RESULTS = "W1 W2 L1 W1 W1 L2 W1 W2 W2 W2"
"""Results of the franchises 1 and 2, in the order they were played."""


def result(number: int, outcome: str) -> MatchTeamResult:
    """A result made from a letter (W or L) and the number of a franchise."""
    return MatchTeamResult(
        match=f"m{number}",
        season="s",
        event="race",
        title=f"Round {number}, match A",
        franchise=outcome[1],
        points=1,
        won=outcome[0] == "W",
        forfeited=False,
        prize=None,
        profit=None,
    )


def test_of_two_runs_as_long_the_first_stands_and_a_loss_ends_a_run() -> None:
    runs = longest_runs([result(index, outcome) for index, outcome in enumerate(RESULTS.split())])
    assert {run.franchise: (run.length, run.last.match) for run in runs.values()} == {
        "1": (3, "m6"),
        "2": (3, "m9"),
    }
    assert longest_runs([result(0, "L1")]) == {}


@dataclass(frozen=True)
class Row:
    """A line of a table that is sorted here."""

    name: str
    kills: int


KIND: SortableTable[Row] = SortableTable(
    name="rows", first="kills", columns=(SortableColumn("name", "Name"), SortableColumn("kills", "Kills", "", "n"))
)


def rows(count: int) -> Sequence[Row]:
    """That many lines, pairs of them with the same number of kills."""
    return [Row(f"r{number:02}", number // 2) for number in range(count)]


def test_a_long_table_is_on_pages_which_keep_its_order_and_a_file_of_it_is_whole() -> None:
    short = KIND.sort_lines(rows(MOST_LINES), {})
    assert (len(short.lines), short.lines.links) == (MOST_LINES, [])
    many = rows(2 * MOST_LINES + 5)
    wanted = {"others": "-a", "rows": "name"}
    pages = [KIND.sort_lines(many, {**wanted, "rows_page": number}).lines for number in ("1", "2", "3")]
    assert [line for page in pages for line in page] == many
    assert max(map(len, pages)) <= MOST_LINES
    assert [it.href for it in pages[0].links] == [
        "?others=-a&rows=name#rows",
        "?others=-a&rows=name&rows_page=2#rows",
        "?others=-a&rows=name&rows_page=3#rows",
    ]
    sorted_anew = KIND.sort_lines(many, {**wanted, "rows_page": "3"}).headings[0]
    assert sorted_anew.href == "?others=-a&rows=-name#rows"
    assert len(KIND.sort_lines(many, {}, every=True).lines) == len(many)
    assert [line.name for line in KIND.sort_lines(rows(4), {"rows": "-kills"}).lines] == ["r02", "r03", "r00", "r01"]
    assert [line.name for line in KIND.sort_lines(rows(4), {"rows": "kills"}).lines] == ["r00", "r01", "r02", "r03"]
