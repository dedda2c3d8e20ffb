"""The standings after any round: ranks and moves, ties in words, and the points of every round."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from franchises.crests import crest_of
from league.models import Season
from league.pages.season.standings import CutLine, StandingLine, cut_lines, lines_on_home
from league.queries.standings_columns import Standing, StandingsColumn
from tests.journal.amends import amended, lost_by
from tests.league.small_league import announced, closed, report, settled, shopping
from tests.pages.season_pages import ended, main_of, owner, said

pytestmark = pytest.mark.django_db
ADDRESS = "/l/rust-belt/s1/standings/"


def lines(after: str = "") -> list[tuple[str, str, int, int, int, int | None]]:
    """Rank, name, matches, wins, points and the ranks moved up, for every line."""
    context = Client().get(ADDRESS, {"after": after} if after else {}).context
    standings = [(row.line.standing, row.up) for row in context["lines"]]
    return [(it.rank_text, it.name, len(it.marks), it.wins, it.points, up) for it, up in standings]


def turned_round() -> Any:
    """A league of two rounds in which the last of the first round won the second by far."""
    table = shopping(1, rounds=3)
    table.give("end_shopping", match="m1", reason="The week is over.")
    announced(2, table)
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m2", seats=seats)
    table.give("lock_line_ups", match="m2")
    points = {"razors": 1, "saints": 4, "widows": 20}
    teams = [
        {"franchise": franchise, "points": points[franchise], "rank": 3 - index}
        for index, franchise in enumerate(table.franchises)
    ]
    table.give("accept_report", match="m2", report=report(table, teams=teams))
    return table


def test_before_any_result_there_is_no_round_to_look_at_and_nothing_to_draw() -> None:
    announced()
    page = main_of(ADDRESS)
    assert "Standings after each round" not in page
    assert "data-chart" not in page
    assert "chart.umd.min.js" not in Client().get(ADDRESS).content.decode()
    assert lines() == [("1=", name, 0, 0, 0, None) for name in ("Razors", "Saints", "Widows")]
    assert "1= Razors Level on points, wins and criticals: the rank is shared." in said(ADDRESS)


def test_ranks_and_moves_are_those_of_the_round_that_is_asked_for() -> None:
    turned_round()
    first = [("1", "Razors", 1, 1, 10, None), ("2", "Saints", 1, 0, 7, None), ("3", "Widows", 1, 0, 4, None)]
    second = [("1", "Widows", 2, 1, 24, 2), ("2", "Razors", 2, 1, 11, -1), ("3", "Saints", 2, 0, 11, -1)]
    assert lines("1") == first
    assert lines("2") == second == lines()
    words = said(f"{ADDRESS}?after=2")
    assert "1 ▲ up 2 Widows" in words
    assert "2 ▼ down 1 Razors" in words
    assert "Saints Level on points: placed by matches won (0)." in words
    assert "Move" not in said(f"{ADDRESS}?after=1", at="standings")


def test_the_points_of_every_round_stand_in_a_table_that_a_chart_is_drawn_from() -> None:
    turned_round()
    context = Client().get(ADDRESS).context
    assert [(climb.line.standing.name, climb.points, climb.drawn) for climb in context["climbs"]] == [
        ("Widows", (4, 24), True),
        ("Razors", (10, 11), True),
        ("Saints", (7, 11), True),
    ]
    page = main_of(ADDRESS)
    assert page.count("<tr data-series>") == 3
    assert page.count("data-value") == 2
    assert "chart.umd.min.js" in Client().get(ADDRESS).content.decode()
    assert [climb.points for climb in Client().get(ADDRESS, {"after": "1"}).context["climbs"]] == [(10,), (7,), (4,)]


def test_an_award_of_the_house_counts_from_the_round_whose_results_stood_by_then() -> None:
    table = settled(rounds=2)
    table.give("award_points", franchise="widows", points=9, reason="A fine parade.")
    settled(2, table)
    assert [(line[1], line[4]) for line in lines("1")] == [("Widows", 13), ("Razors", 10), ("Saints", 7)]
    assert [(line[1], line[4]) for line in lines()] == [("Razors", 20), ("Widows", 17), ("Saints", 14)]


def test_an_amended_result_is_put_right_in_the_rounds_before_as_well() -> None:
    table = ended()
    assert [line[1] for line in lines("1")] == ["Razors", "Saints", "Widows"]
    amended(table, lost_by(table))
    assert [(line[1], line[4]) for line in lines("1")] == [("Saints", 7), ("Widows", 4), ("Razors", 0)]


@pytest.mark.parametrize("after", ["0", "3", "-1", "two", "1e1", "99999999999999999999"])
def test_a_round_without_a_result_has_no_standings(after: str) -> None:
    settled()
    assert Client().get(ADDRESS, {"after": after}).status_code == 404


def test_of_a_closed_season_the_final_table_stands_and_every_round_before_it_shares_ranks() -> None:
    closed(ended())
    assert "Final table season 1, all ranks are final" in said(ADDRESS)
    assert "Standings season 1, as it was after round 2" in said(f"{ADDRESS}?after=2")
    assert owner("saints").get(ADDRESS).context["lines"][1].line.own


@pytest.mark.rule("DM-C-161", "DM-C-164")
def test_lines_show_who_protects_a_driver_more_and_who_has_a_pick_more() -> None:
    settled()
    rows = re.findall(r'<tr class="cut">.*?</tr>|<th scope="row">.*?</th>', main_of(ADDRESS), flags=re.DOTALL)
    places = [place for place, row in enumerate(rows) if "cut" in row]
    assert places == [1, 3]
    assert "Below the line: 4 picks in the draft, others 3" in rows[1]
    assert "Above the line: 3 drivers protected in the draft, others 2" in rows[3]
    assert "Above the line: 3 drivers protected in the draft" in said("/l/rust-belt/s1/", at="standings")


def test_a_league_without_drafts_or_extras_has_no_such_lines() -> None:
    season = Season(switches={"draft.enabled": False})
    assert cut_lines(season, franchises=8) == {}
    none_more = {"draft.contracts_top_two_bonus": 0, "draft.picks_bottom_two_bonus": 0}
    assert cut_lines(Season(switches=none_more), franchises=8) == {}


@pytest.mark.rule("DM-C-161", "DM-C-164")
def test_the_lines_are_under_the_second_and_above_the_last_two_and_meet_in_a_league_of_four() -> None:
    assert sorted(cut_lines(Season(switches={}), franchises=8)) == [2, 6]
    assert cut_lines(Season(switches={}), franchises=2) == {}
    met = cut_lines(Season(switches={}), franchises=4)[2]
    assert (met.above_rule, met.below_rule) == ("DM-C-161", "DM-C-164")


def test_the_trend_is_the_rank_after_every_round() -> None:
    turned_round()
    assert [row.trend for row in Client().get(ADDRESS).context["lines"]] == [(3, 1), (1, 2), (2, 3)]
    assert 'aria-label="Ranks after the last rounds: 3, 1"' in main_of(ADDRESS)
    assert "Trend" not in main_of(f"{ADDRESS}?after=1")


def line(place: int, *, own: bool = False, cut: CutLine | None = None) -> StandingLine:
    """A line of the standings at that place."""
    standing = Standing(franchise=f"f{place}", name=f"F{place}", balance=0, points=0, wins=0, criticals=0, rank=place)
    return StandingLine(standing=standing, cells=(), href="", crest=crest_of(f"f{place}"), own=own, cut=cut)


@pytest.mark.parametrize(
    ("size", "own", "cut", "ranks"),
    [
        (16, 9, 8, [*range(1, 17)]),
        (24, 0, 0, [*range(1, 13)]),
        (24, 20, 0, [*range(1, 13), 19, 20, 21]),
        (24, 24, 15, [*range(1, 13), 15, 23, 24]),
        (24, 13, 0, [*range(1, 13), 13, 14]),
    ],
)
def test_the_home_of_a_large_league_shows_the_best_the_cut_and_the_readers_own(
    size: int, own: int, cut: int, ranks: list[int]
) -> None:
    mark = CutLine("", "", "", "")
    placed = [line(place, own=place == own, cut=mark if place == cut else None) for place in range(1, size + 1)]
    shown = lines_on_home(placed)
    assert [it.standing.rank for it in shown] == ranks
    gaps = [it.standing.rank for before, it in pairwise(shown) if it.standing.rank - before.standing.rank > 1]
    assert [it.standing.rank for it in shown if it.after_gap] == gaps


def test_a_cell_is_written_by_the_kind_of_its_column() -> None:
    flag = StandingsColumn(name="gone", kind="flag", heading="Gone")
    values = [("score", 4), ("money", 1500), ("text", "Scrap Hill"), ("flag", True), ("flag", False)]
    cells = [{"column": replace(flag, kind=kind), "value": value} for kind, value in values]
    line = {"cells": cells, "own": False}
    written = render_to_string("league/partials/standings_cells.html", {"line": line})
    assert re.findall(r"<td[^>]*>(.*?)</td>", written) == ["<strong>4</strong>", "1.5k", "Scrap Hill", "Gone", ""]
