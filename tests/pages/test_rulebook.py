"""The rulebook on the site: every rule has its own address, and every rule named on a page links to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explain.rule_links import rule_link
from rules.rulebook.books import books, rulings
from tests.league.small_league import settled
from tests.pages.page_reader import main_of
from tests.pages.season_pages import said
from tools.rulebook import read_table

pytestmark = pytest.mark.django_db
TEMPLATES = Path(__file__).parents[2] / "templates"
IN_SEASON = "/l/rust-belt/s1/rulebook/"
MOST_QUERIES = 8
NAMED = re.compile(r'class="rule[^"]*"[^>]*>((?:[A-Z]{2}(?:-[A-Z])?|HOUSE)-\d{3})<')
LINKED = re.compile(r'<a class="rule" href="([^"]*)"(?: title="[^"]*")?>([^<]*)</a>')
NAMES = [book.name for book in books()]
CAMPAIGN_RULES = len(read_table(TEMPLATES.parent / "docs" / "rules" / "dethmatch-campaign.tsv"))
PLACES = ("", "drivers/", "rules/", "draft/", "pool/", "market/", "journal/", "m1/", "schedule/", "questionnaires/")
TABS = ("", "stores/", "finances/", "sponsors/", "market/", "history/")


def page(address: str) -> str:
    return main_of(Client(), address)


def ids_of(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]*)"', html)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_of_a_book_is_an_anchor_with_its_title_and_no_id_stands_twice(name: str) -> None:
    html = page(f"/rulebook/{name}/")
    ids = ids_of(html)
    assert len(ids) == len(set(ids))
    (book,) = (known_book for known_book in books() if known_book.name == name)
    assert {rule.id for rule in book.rules} <= set(ids)
    assert len(re.findall(r'<span class="chip warn">Ruling</span>', html)) == sum(
        r.id in rulings() for r in book.rules
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_and_chapter_a_book_leads_to_is_there(name: str) -> None:
    anchors = {book: set(ids_of(page(f"/rulebook/{book}/"))) for book in NAMES}
    html = page(f"/rulebook/{name}/")
    led_to = re.findall(r'href="/rulebook/([a-z]+)/#([^"]+)"', html)
    assert led_to
    assert [(book, anchor) for book, anchor in led_to if anchor not in anchors[book]] == []
    assert set(re.findall(r'href="#([^"]+)"', html)) <= anchors[name]


def test_the_rulebook_s_front_leads_to_every_book_and_explains_its_words() -> None:
    text = said("/rulebook/")
    assert re.findall(r'<h2><a href="/rulebook/([a-z]+)/">', page("/rulebook/")) == NAMES
    assert f"The campaign {CAMPAIGN_RULES} rules" in text
    assert "quirk What a driver may bring back from cloning" in text
    assert "turn mode How many hexes a car must go straight" in text


def test_a_rule_says_its_text_its_table_its_ruling_and_its_house_rules() -> None:
    html = page("/rulebook/campaign/")
    (rule,) = re.findall(r'<article class="rule-entry" id="DM-C-064".*?</article>', html, flags=re.DOTALL)
    rule_text = " ".join(re.sub(r"<[^>]*>", " ", rule).split())
    assert "Mechanical staff DM-C-064 DM-C-064 Ruling The staff has one rating" in rule_text
    assert "Rating Season One match To keep it Adds to size" in rule_text
    assert "Ruling. The printed figures hold" in rule_text
    assert "House rule staff.keep_fee_r4_k 75 What keeping rating 4 costs, in k." in rule_text
    assert "Played differently" not in rule_text


def test_a_term_is_a_button_that_tells_what_it_means_to_the_keyboard_and_to_a_tap() -> None:
    html = page("/rulebook/campaign/")
    assert '<button type="button" class="tip" data-tip title="One die against a trait' in html


def test_the_search_finds_a_rule_by_its_number_its_title_and_its_words() -> None:
    assert "Overhead table DM-C-100 The campaign" in said("/rulebook/?q=dm-c-100", at="found")
    assert said("/rulebook/?q=overhead+table", at="found").count("Overhead table") == 1
    assert "Bail-Out!" in said("/rulebook/?q=fireproof+suit", at="found")
    assert "Retirement" not in said("/rulebook/?q=fireproof+suit", at="found")


@pytest.mark.parametrize("query", ["qqqq", "%", "<script>", "\x00", "a" * 300])
def test_what_no_rule_speaks_of_is_said_kindly_and_harms_nothing(query: str) -> None:
    answer = Client().get("/rulebook/", {"q": query})
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode().split("<main")[1]


def test_a_search_that_finds_much_says_that_there_is_more() -> None:
    assert "There are more" in said("/rulebook/?q=a", at="found")


def test_a_book_there_is_not_is_nowhere() -> None:
    assert Client().get("/rulebook/ludo/").status_code == 404


# ------------------------------------------------------------------------------------------------- in a season


def test_a_season_s_rulebook_marks_what_it_plays_otherwise_and_leads_to_its_house_rules() -> None:
    settled(switches={"roster.max": 12, "rhad.mod_speed": "end"})
    assert "Nothing in this book" in said(f"{IN_SEASON}carcult/", at="otherwise")
    text = said(f"{IN_SEASON}campaign/", at="otherwise")
    assert text == ("Played differently in season 1 DM-C-060 Roster size The largest roster. Here: 12 ; printed: 10.")
    html = page(f"{IN_SEASON}campaign/")
    assert html.count("Played differently here") == 1
    assert '<a class="mono" href="/l/rust-belt/s1/rules/?q=roster.max#all">roster.max</a>' in html
    assert f"The campaign {CAMPAIGN_RULES} rules 1 played differently here" in said(IN_SEASON)
    assert "Played differently here" in said(f"{IN_SEASON}rhad/")
    assert "Played differently" not in said("/rulebook/campaign/")
    assert Client().get(f"{IN_SEASON}ludo/").status_code == 404


@pytest.mark.parametrize("address", ["/rulebook/", "/rulebook/dethmatch/", IN_SEASON, f"{IN_SEASON}campaign/"])
def test_the_rulebook_asks_the_database_little(address: str) -> None:
    settled()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert Client().get(address).status_code == 200
    assert len(queries) <= MOST_QUERIES


def test_the_bar_leads_to_the_rulebook_of_the_season_and_of_the_site() -> None:
    settled()
    assert f'href="{IN_SEASON}">Rulebook</a>' in Client().get("/l/rust-belt/s1/").content.decode()
    assert 'href="/rulebook/">Rulebook</a>' in Client().get("/").content.decode()


# ------------------------------------------------------------------------------------------------- from other pages


def test_every_rule_that_a_page_names_is_the_way_to_that_rule_in_the_season_s_rulebook() -> None:
    settled()
    rule_by_url = {f"{IN_SEASON}{book.name}/#{rule.id}": rule.id for book in books() for rule in book.rules}
    addresses = [f"/l/rust-belt/s1/{place}" for place in PLACES]
    addresses += [f"/l/rust-belt/f/razors/{tab}" for tab in TABS] + ["/l/rust-belt/d/razors.d1/"]
    links_met = 0
    for address in addresses:
        html = page(address)
        links = LINKED.findall(html)
        assert len(links) == len(NAMED.findall(html)), address
        assert [(href, id) for href, id in links if rule_by_url.get(href) != id] == [], address
        links_met += len(links)
    assert links_met > 50


def test_no_template_writes_a_rule_s_mark_by_itself() -> None:
    own = TEMPLATES / "league" / "partials" / "rulebook_rule.html"
    others = [path for path in TEMPLATES.rglob("*.html") if path != own]
    assert others
    assert [path.name for path in others if re.search(r'<span class="rule">', path.read_text("utf-8"))] == []


def test_a_mark_is_a_link_outside_a_season_too_and_no_link_where_no_book_has_the_rule() -> None:
    tag = Template('{% load rulebook %}{% rule_link "DM-C-100" "Overhead" %}')
    assert tag.render(Context()) == (
        '<a class="rule" href="/rulebook/campaign/#DM-C-100" title="Overhead">DM-C-100</a>'
    )
    assert rule_link("YRN-001", about="A & B") == '<span class="rule" title="A &amp; B">YRN-001</span>'
    assert rule_link("") == ""
