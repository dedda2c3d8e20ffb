"""The rulebook on the site: every rule has its own address, and every rule named on a page links to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explain.rulebook_links import rule_link, rule_url
from rules.rulebook.books import books, get_book, rulings
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
RULE = re.compile(r"(?:[A-Z]{2}(?:-[A-Z])?|HOUSE)-\d{3}")
NAMES = [book.name for book in books()]
CAMPAIGN_RULES = len(read_table(TEMPLATES.parent / "docs" / "rules" / "campaign.tsv"))
PLACES = ("", "drivers/", "rules/", "draft/", "pool/", "market/", "journal/", "m1/", "schedule/", "questionnaires/")
TABS = ("", "stores/", "finances/", "sponsors/", "market/", "history/")


def page(address: str) -> str:
    return main_of(Client(), address)


def ids_of(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]*)"', html)


def chapters(name: str) -> dict[str, str]:
    """The pages of a book by their addresses, as its contents link to them."""
    addresses = re.findall(r'<a href="([^"]*)" data-rules="', page(f"/rulebook/{name}/"))
    return {address: page(address) for address in addresses}


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_of_a_book_is_an_anchor_of_one_chapter_and_no_id_stands_twice(name: str) -> None:
    book = get_book(name)
    assert book is not None
    html_by_address = chapters(name)
    rules: list[str] = []
    for html in html_by_address.values():
        ids = ids_of(html)
        assert len(ids) == len(set(ids))
        rules += [id for id in ids if RULE.fullmatch(id)]
    assert rules == [rule.id for rule in book.rules]
    marked = [len(re.findall(r'<span class="chip warn">Ruling</span>', html)) for html in html_by_address.values()]
    assert sum(marked) == sum(rule.id in rulings() for rule in book.rules)


def test_every_rule_that_a_chapter_leads_to_is_there_in_every_book() -> None:
    html_by_address = {address: html for name in NAMES for address, html in chapters(name).items()}
    anchors = {address: set(ids_of(html)) for address, html in html_by_address.items()}
    led_to = [
        (address, link, anchor)
        for address, html in html_by_address.items()
        for link, anchor in re.findall(r'href="(/rulebook/[^"#]*)?#([^"]+)"', html)
    ]
    assert len(led_to) > 1000
    assert [found for found in led_to if found[2] not in anchors.get(found[1] or found[0], ())] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_chapters_follow_each_other_from_the_first_to_the_last(name: str) -> None:
    addresses = list(chapters(name))
    read, address = [], addresses[0]
    while address:
        read.append(address)
        address, *_ = [*re.findall(r'rel="next" href="([^"]*)"', page(address)), ""]
    assert read == addresses
    assert 'rel="prev"' not in page(addresses[0])


def test_the_contents_know_the_rules_of_each_chapter_for_addresses_from_when_a_book_was_one_page() -> None:
    html = page("/rulebook/campaign/")
    (rules,) = re.findall(r'href="/rulebook/campaign/after-a-match/" data-rules="([^"]*)"', html)
    assert "DM-C-100" in rules.split()
    assert 'src="/static/theme/rulebook' in Client().get("/rulebook/campaign/").content.decode()


def test_a_chapter_there_is_not_is_nowhere() -> None:
    for address in ("/rulebook/campaign/ludo/", "/rulebook/ludo/talents/", "/rulebook/campaign/talents-9/"):
        assert Client().get(address).status_code == 404


def test_the_rulebook_s_front_leads_to_every_book_and_explains_its_words() -> None:
    text = said("/rulebook/")
    assert re.findall(r'<a href="/rulebook/([a-z]+)/">', page("/rulebook/")) == [*NAMES, "words"]
    assert f"The campaign {CAMPAIGN_RULES} rules in 16 chapters" in text
    words = said("/rulebook/words/")
    assert "quirk What a driver may bring back from cloning" in words
    assert "turn mode How many hexes a car must go straight" in words


def test_a_rule_says_its_text_its_table_its_ruling_and_its_house_rules() -> None:
    html = page(rule_url("DM-C-064").partition("#")[0])
    (rule,) = re.findall(r'<article class="rule-entry" id="DM-C-064".*?</article>', html, flags=re.DOTALL)
    rule_text = " ".join(re.sub(r"<[^>]*>", " ", rule).split())
    assert "Mechanical staff DM-C-064 DM-C-064 Ruling The staff has one rating" in rule_text
    assert "Rating Season One match To keep it Adds to size" in rule_text
    assert "Ruling. The printed figures apply" in rule_text
    assert "House rule staff.keep_fee_r4_k 75 What keeping rating 4 costs, in k." in rule_text
    assert "Played differently" not in rule_text


def test_a_term_is_a_button_that_tells_what_it_means_to_the_keyboard_and_to_a_tap() -> None:
    html = "".join(chapters("campaign").values())
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
    assert "1 played differently here" in said(f"{IN_SEASON}campaign/")
    html = page(f"{IN_SEASON}campaign/franchise-roster-and-staff/")
    assert html.count("Played differently here") == 1
    assert "of these rules is played differently in season 1" in " ".join(re.sub(r"<[^>]*>", " ", html).split())
    question = "/l/rust-belt/s1/questionnaires/house-rules/sections/franchises-and-rosters/#rostermax"
    assert f'<a class="mono" href="{question}">roster.max</a>' in html
    assert f"The campaign 1 played differently here {CAMPAIGN_RULES} rules in 16 chapters" in said(IN_SEASON)
    assert "1 played differently here" in said(f"{IN_SEASON}rhad/")
    assert "Played differently" not in said("/rulebook/campaign/")
    assert "Played differently" not in page("/rulebook/campaign/franchise-roster-and-staff/")
    assert Client().get(f"{IN_SEASON}ludo/").status_code == 404
    assert Client().get(f"{IN_SEASON}campaign/ludo/").status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        *("/rulebook/", "/rulebook/dethmatch/", "/rulebook/dethmatch/shooting/"),
        *(IN_SEASON, f"{IN_SEASON}campaign/", f"{IN_SEASON}carwars/scoring-kills/"),
    ],
)
def test_the_rulebook_asks_the_database_little(address: str) -> None:
    settled()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert Client().get(address).status_code == 200
    assert len(queries) <= MOST_QUERIES


def test_the_bar_leads_to_the_rulebook_of_the_season_and_of_the_site() -> None:
    settled()
    assert f'href="{IN_SEASON}"><strong>Rulebook</strong>' in Client().get("/l/rust-belt/s1/").content.decode()
    assert 'href="/rulebook/">Rulebook</a>' in Client().get("/").content.decode()


# ------------------------------------------------------------------------------------------------- from other pages


def test_every_rule_that_a_page_names_is_the_way_to_that_rule_in_the_season_s_rulebook() -> None:
    settled()
    rule_by_url = {rule_url(rule.id, "rust-belt/s1"): rule.id for book in books() for rule in book.rules}
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
        '<a class="rule" href="/rulebook/campaign/after-a-match/#DM-C-100" title="Overhead">DM-C-100</a>'
    )
    assert rule_link("YRN-001", about="A & B") == '<span class="rule" title="A &amp; B">YRN-001</span>'
    assert rule_link("") == ""
