"""A match's page says first how it came out, then what it meant and what decided it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from franchises.models import Car
from journal.gate import open_gate
from league.access import Viewer
from league.pages.matches.headline import Claims, TeamResult, headline, meeting, outcome, places
from league.pages.matches.names import tell_cars_apart
from league.pages.matches.turning_points import forget_stories, render_sentence
from league.queries.matches import line_ups_with_log
from rules.core.plurals import ordinal
from rules.match.turning_points import TurningPoint
from tests.league.resolved_leagues import resolved
from tests.league.small_league import announced, settled

HOME = "/l/rust-belt/s1/"


def team(name: str, points: int | None, *, won: bool = False, forfeited: bool = False) -> TeamResult:
    return TeamResult(name=name, short_name=name.lower(), points=points, won=won, forfeited=forfeited)


@pytest.mark.parametrize(
    ("teams", "said"),
    [
        ([team("Razors", 10, won=True), team("Saints", 7)], "Razors beat Saints, 10 to 7"),
        ([team("Razors", 10, won=True), team("Saints", 9), team("Widows", 4)], "Razors win by 1 point"),
        ([team("Razors", 9, won=True), team("Saints", 9), team("Widows", 4)], "Razors win"),
        ([team("Razors", 9, won=True), team("Saints", 9, won=True)], "Razors and Saints share the win"),
        ([team("Razors", 9), team("Saints", 9)], "Razors and Saints finish level, and nobody wins"),
        ([team("Razors", 0), team("Saints", 0)], "Nobody wins"),
        ([team("Razors", 0, won=True), team("Saints", 0, forfeited=True)], "Razors win by forfeit"),
        ([team("Razors", 3, won=True)], "Razors win"),
    ],
)
def test_the_headline_says_who_won_and_by_how_much(teams: list[TeamResult], said: str) -> None:
    assert outcome(teams) == said


def test_before_a_result_the_headline_says_who_meets_and_what_comes_next() -> None:
    pair = [team("Razors", None), team("Saints", None)]
    assert meeting(pair) == "Razors v Saints"
    assert meeting([*pair, team("Widows", None)]) == "3 franchises meet"
    assert headline(pair, step="M3", named=1, run_here=True).reason.startswith("1 of 2 line-ups is in.")
    assert headline(pair, step="M4", named=2, run_here=True).reason.endswith("The site plays it next.")
    assert headline(pair, step="M4", named=2, run_here=False).reason.endswith("Its result is reported next.")
    for agreed, differ, reason in (
        (False, False, "has to be confirmed"),
        (True, False, "The reports agree"),
        (False, True, "The reports differ"),
    ):
        claims = Claims("Razors", differ=differ, agreed=agreed, href="report/")
        assert reason in headline(pair, step="M4", named=2, run_here=False, claims=claims).reason
    assert "voided" in headline(pair, step="void", named=2, run_here=False).reason


def test_teams_level_on_points_share_a_place_and_winners_come_first() -> None:
    teams = [team("A", 5), team("B", 9), team("C", 9, won=True), team("D", 5)]
    assert places(teams) == {"c": 1, "b": 2, "a": 3, "d": 3}
    assert places([team("A", None), team("B", 3)]) == {}


def test_places_are_spelled_as_people_write_them() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd",
    ]  # fmt: skip


def test_a_turning_point_has_names_for_ids_and_a_capital_where_it_begins() -> None:
    def said(text: str, **names: str) -> str:
        point = TurningPoint(kind="x", text=text, names=names, when="Turn 1", moment=(1, 1, 1), weight=1)
        return render_sentence(point, {"c1": "Rust & Dust"})

    assert said("{car} {loses}.", car="c1", loses="spins") == "<b>Rust &amp; Dust</b> spins."
    assert said("{flag} goes to {car}.", flag="the flag", car="c1") == "The flag goes to <b>Rust &amp; Dust</b>."
    assert said("Now {car}.", car="<c2>") == "Now &lt;c2&gt;."


def page(match: str = "m1") -> str:
    return Client().get(f"{HOME}{match}/").content.decode()


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.django_db
def test_a_settled_match_opens_with_its_outcome_its_places_and_what_it_meant() -> None:
    settled()
    shown = page()
    said = text(shown)
    assert re.search(r"<h1[^>]*>Razors win by 3 points</h1>", shown)
    assert said.index("Razors win by 3 points") < said.index("The table") < said.index("Box score")
    assert "Razors lead the table" in said
    assert re.search(r"Razors keep \d+k of \d+k", said)
    assert "Match m1" not in said
    assert "Round 1, match A" in said


@pytest.mark.django_db
def test_a_match_at_its_line_ups_says_how_many_are_in_and_offers_nothing_to_watch() -> None:
    announced()
    shown = page()
    assert "0 of 3 line-ups are in." in text(shown)
    assert 'class="match-watch' not in shown
    assert 'id="story"' not in shown


@pytest.mark.django_db
def test_a_match_that_was_run_here_has_its_story_linked_into_the_replay() -> None:
    resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})
    forget_stories()
    cold, warm = page(), page()
    story = re.search(r'<ol class="plain match-story">.*?</ol>', cold, re.DOTALL)
    assert story is not None
    again = re.search(r'<ol class="plain match-story">.*?</ol>', warm, re.DOTALL)
    assert again is not None
    assert again[0] == story[0]
    addresses = re.findall(r'href="(/l/rust-belt/s1/m1/replay/\?at=\d+)"', story[0])
    assert 1 <= len(addresses) <= 15
    assert Client().get(addresses[-1]).status_code == 200
    assert 'href="/l/rust-belt/s1/m1/replay/"' in cold


@pytest.mark.django_db
def test_a_story_tells_cars_of_the_same_name_apart_by_their_teams() -> None:
    resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"}, edition="4")
    with open_gate():
        Car.objects.filter(pk="rust-belt/s1/razors.car1").update(name="Salt")
    story = re.search(r'<ol class="plain match-story">.*?</ol>', page(), re.DOTALL)
    assert story is not None
    called = set(re.findall(r"<b>(Car \d[^<]*|Salt[^<]*)</b>", story[0]))
    assert "Car 2 (Razors)" in called
    assert called <= {"Salt", "Car 1", "Car 2 (Razors)", "Car 2 (Saints)"}


def test_only_a_name_that_several_cars_have_gets_the_name_of_their_team() -> None:
    cars = {"a": "Salt", "b": "Salt", "c": "Pepper", "d": "Salt"}
    told = tell_cars_apart(cars, team_of={"a": "red", "b": "blue", "c": "red"}, teams={"red": "Razors"})
    assert told == {"a": "Salt (Razors)", "b": "Salt (blue)", "c": "Pepper", "d": "Salt"}


@pytest.mark.django_db
def test_the_log_is_read_with_one_of_the_line_ups_alone() -> None:
    resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})
    rows = list(line_ups_with_log("rust-belt/s1/m1", Viewer()))
    assert [row.log_packet is not None for row in rows].count(True) == 1
