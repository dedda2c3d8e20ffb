"""The search of a league: exact names come first, and secrets are not found."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explain.rulebook_links import rule_url
from franchises.models import Car, Franchise
from journal.gate import open_gate
from league.access import Viewer
from league.models import League, Match
from league.pages.search import Hit, _all, rank_hits, words_of
from league.queries.names import match_title
from rules.campaign.core.switches import every_switch
from rules.rulebook.books import books
from tests.league.small_league import BEGAN, announced, founded, settled, signed
from tests.pages.large_league import grown
from tests.pages.page_reader import reader, words

pytestmark = pytest.mark.django_db
SEARCH = "/l/rust-belt/search/"
MOST_QUERIES = 8
ROSTER_MAX = "/l/rust-belt/s1/questionnaires/house-rules/sections/franchises-and-rosters/#rostermax"
FOUND = re.compile(r'<a href="([^"]*)">.*?<strong>(.*?)</strong> <span class="chip">(.*?)</span>')


def found(query: str, client: Client | None = None) -> list[tuple[str, str, str]]:
    """Name, kind and path of each result, best first."""
    page = (client or Client()).get(SEARCH, {"q": query, "part": "1"}).content.decode()
    return [(unescape(name), kind, unescape(href)) for href, name, kind in FOUND.findall(page)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("market", ("Market", "page", "/l/rust-belt/s1/market/")),
        ("razors 1", ("razors 1", "driver", "/l/rust-belt/d/razors.d1/")),
        ("RAZORS 1", ("razors 1", "driver", "/l/rust-belt/d/razors.d1/")),
        ("m1", ("Round 1, match A: Race", "match", "/l/rust-belt/s1/m1/")),
        ("roster.max", ("How large may a roster be?", "house rule", ROSTER_MAX)),
        ("how large may a roster", ("How large may a roster be?", "house rule", ROSTER_MAX)),
        ("dm-c-060", ("DM-C-060", "rule", rule_url("DM-C-060", "rust-belt/s1"))),
        ("rh-031", ("RH-031", "rule", rule_url("RH-031", "rust-belt/s1"))),
    ],
)
def test_what_is_called_just_so_comes_first(query: str, first: tuple[str, str, str]) -> None:
    announced()
    assert found(query)[0] == first


def test_a_franchise_comes_before_its_drivers() -> None:
    signed()
    kinds = [kind for _, kind, _ in found("razors")]
    assert kinds == ["franchise", *["driver"] * 6]


def test_a_car_leads_to_its_franchises_garage_and_has_a_name_even_where_nobody_gave_it_one() -> None:
    table = signed()
    assert ("Car 1", "car", "/l/rust-belt/f/razors/#garage") in found("car 1")
    table.give("give_car", franchise="saints", car="house.car1", dp=60, reason="Won at dice.")
    name = Car.objects.get(pk="rust-belt/s1/house.car1").name
    assert found(name) == [(name, "car", "/l/rust-belt/f/saints/#garage")]


def test_every_word_must_be_spoken_of() -> None:
    signed()
    assert found("razors market") == []
    assert [name for name, _, _ in found("1 razors")][:1] == ["razors 1"]


def test_a_rule_is_found_by_its_title_and_a_house_rule_by_what_it_changes() -> None:
    founded()
    assert ("DM-C-099", "rule", rule_url("DM-C-099", "rust-belt/s1")) in found("size")
    assert ("How large may a roster be?", "house rule", ROSTER_MAX) in found("largest roster")
    assert {name for name, kind, _ in found("roster") if kind == "house rule"} >= {"How large may a roster be?"}
    assert not {name for name, kind, _ in found("draft.") if kind == "house rule" and "draft." in name}


def test_every_rule_of_the_rulebook_is_found_in_a_league_without_a_season_too() -> None:
    league = League.objects.create(pk="new-belt", name="The New Belt", founded_at=BEGAN)
    rule_hits = {hit.name: hit.href for hit in _all(league, None, Viewer(), ()) if hit.kind == "rule"}
    assert rule_hits == {rule.id: rule_url(rule.id) for book in books() for rule in book.rules} != {}
    assert {switch.rule for switch in every_switch()} <= set(rule_hits)


@pytest.mark.parametrize("query", ["", "   ", "\x00", "%", "'", "_", "\\", "qqqq", "a" * 500])
def test_nonsense_finds_nothing_and_harms_nothing(query: str) -> None:
    settled()
    assert Client().get(SEARCH, {"q": query}).status_code == 200


def test_an_empty_result_says_what_may_be_sought() -> None:
    founded()
    assert "Nothing is called “qqqq”. Part of a name is enough" in words(Client(), f"{SEARCH}?q=qqqq")
    assert "Type a name" in words(Client(), SEARCH)


def test_a_match_of_a_rehearsal_or_another_league_is_not_found() -> None:
    announced()
    founded(league="other")
    assert {href for _, kind, href in found("razors") if kind == "franchise"} == {"/l/rust-belt/f/razors/"}


@pytest.mark.parametrize(("place", "called"), [(2, "B"), (26, "Z"), (27, "27"), (104, "104")])
def test_a_match_is_called_by_its_letter_and_past_the_last_letter_by_its_number(place: int, called: str) -> None:
    announced()
    with open_gate():
        Match.objects.update(place=place)
    (match,) = [name for name, kind, _ in found("m1") if kind == "match"]
    assert match == f"{match_title(1, place)}: Race" == f"Round 1, match {called}: Race"
    assert f"Round 1, match {called}: Race" in {name for name, _, _ in found(f"match {called}")}


def test_the_places_of_a_commissioner_are_found_by_him_alone() -> None:
    founded()
    board = ("Board", "page", "/l/rust-belt/s1/board/")
    assert board in found("board", reader("boss"))
    assert board not in found("board", reader("razors"))
    assert ("People", "page", "/l/rust-belt/people/") in found("people", reader("razors"))
    assert "page" not in {kind for _, kind, _ in found("people")}


def test_a_league_for_members_is_not_searched_by_strangers() -> None:
    table = founded()
    League.objects.filter(pk=table.league).update(public=False)
    assert Client().get(SEARCH, {"q": "razors"}).status_code == 404
    assert found("razors", reader("razors"))


def test_a_league_without_a_season_still_answers() -> None:
    League.objects.create(pk="empty", name="Empty", founded_at="2026-01-01T00:00Z")
    assert "League" in words(Client(), "/l/empty/search/?q=league")


@pytest.mark.statements
@pytest.mark.parametrize("size", [8, 24])
def test_a_search_asks_as_little_of_a_large_league_as_of_a_small_one(size: int) -> None:
    grown(size)
    owner = Client()
    owner.force_login(get_user_model().objects.get(username="rust-belt-owner"))
    counted = []
    for client in (Client(), owner):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(SEARCH, {"q": "f0"}).status_code == 200
        counted.append(len(queries))
    assert counted == [3, 4]
    assert max(counted) <= MOST_QUERIES


def test_the_list_says_when_there_is_more_than_it_shows() -> None:
    grown(24)
    assert "There are more results. Add a word to narrow them down." in words(Client(), f"{SEARCH}?q=f")


def test_the_best_hit_comes_first_whatever_it_is() -> None:
    names = ("Ray", "Ray Gun", "Sting Ray", "Murray", "Bob")
    hits = [Hit(kind="driver", name=name, href="", also="ray") for name in names]
    assert [rank_hit.name for rank_hit in rank_hits(reversed(hits), words_of("ray"))] == list(names)


def test_every_page_of_a_league_leads_to_its_search_and_its_keys() -> None:
    settled()
    for address in ("/l/rust-belt/", "/l/rust-belt/s1/m1/", "/l/rust-belt/f/razors/", "/l/rust-belt/d/razors.d1/"):
        page = Client().get(address).content.decode()
        assert f'href="{SEARCH}" data-palette' in page
        assert 'id="palette"' in page
        assert 'id="keys"' in page
    assert 'id="palette"' not in Client().get("/").content.decode()


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("Ünïcödé", "Ünïcödé"),
        ("Ünïcödé", "ÜNÏCÖDÉ"),
        ("Ünïcödé", "unicode"),
        ("Ünïcödé", "U\u0308nico\u0308d"),
        ("Ракета", "Ракета"),
        ("Ракета", "РАКЕТА"),
        ("Straße der Öfen", "STRASSE ofen"),
        ("Ølstykke", "olst"),
    ],
)
def test_a_name_is_found_whatever_its_letters_case_and_accents(name: str, query: str) -> None:
    founded()
    Franchise.objects.filter(pk="rust-belt/razors").update(name=name)
    assert found(query)[0] == (name, "franchise", "/l/rust-belt/f/razors/")


def test_the_best_results_of_many_are_kept_with_the_names_that_begin_so_first() -> None:
    founded()
    Franchise.objects.filter(pk="rust-belt/razors").update(name="Ätna")
    Franchise.objects.filter(pk="rust-belt/saints").update(name="Mount Atna")
    assert [name for name, kind, _ in found("atna") if kind == "franchise"] == ["Ätna", "Mount Atna"]
