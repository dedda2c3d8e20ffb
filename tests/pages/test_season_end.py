"""The pages of a season's end hold every fact of its steps once, and the season's home leads to them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from drivers.models import Appearance
from explain.name_lookup import render_entries
from explain.names import Names
from franchises.models import FranchiseSeason
from journal.gate import open_gate
from league.access import Viewer
from league.models import Season
from league.pages import step_pages
from league.pages.records.season_records import season_records
from league.pages.season.season_end import END_COMMANDS, end_steps
from league.queries.entries import entries_of_commands
from tests.league.small_league import Table, closed, drafting, reopened, settled
from tests.pages.season_pages import HOME, ended, main_of, played_again, said

pytestmark = pytest.mark.django_db

END = f"{HOME}end/"
MOST = 11
"""The most queries of a page."""
STEP = re.compile(
    r'<section class="panel mb-3" id="([^"]*)">\s*<header><h2>(.*?)</h2>.*?(<ul.*?)</section>', re.DOTALL
)
LINK = re.compile(r'<li><a href="([^"#]*)#([^"]*)"[^>]*>([^<]*)</a><span class="faint">(\d+) line')


def first_words(html: str) -> str:
    """The text in the first span of some HTML, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html.split("<span>", 1)[1].split("</span>", 1)[0])).split())


def sentences(table: Table) -> list[str]:
    """What the facts of the season's end say, in order."""
    entries = render_entries(entries_of_commands(table.season, Viewer(), END_COMMANDS), Names(table.season))
    return [" ".join(fact.sentence.split()) for step in end_steps(entries) for fact, _ in step.facts]


def pages() -> list[str]:
    """The main part of each page of the season's end."""
    first = main_of(END)
    last = max((int(number) for number in re.findall(r"end/[?]page=(\d+)", first)), default=1)
    return [first, *(main_of(f"{END}?page={number}") for number in range(2, last + 1))]


@pytest.mark.parametrize("lines", [12, 150])
def test_the_pages_of_a_seasons_end_hold_every_fact_once_and_in_order(
    lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = closed(ended())
    monkeypatch.setattr(step_pages, "LINES_A_PAGE", lines)
    shown = [
        first_words(fact)
        for page in pages()
        for _, _, facts in STEP.findall(page)
        for fact in facts.split("<li>")[1:]
    ]
    assert len(shown) > 10
    assert shown == sentences(table)
    assert (len(pages()) > 3) == (lines == 12)


@pytest.mark.parametrize("lines", [12, 150])
def test_each_step_on_the_home_of_a_season_leads_to_the_page_with_its_facts(
    lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = closed(ended())
    monkeypatch.setattr(step_pages, "LINES_A_PAGE", lines)
    steps = LINK.findall(main_of(HOME))
    assert (steps[0][2], steps[-1][2]) == ("E1. The final table", "E9. The off-season")
    assert sum(int(count) for *_, count in steps) == len(sentences(table))
    for address, anchor, title, _ in steps:
        assert (anchor, title) in {(found, name) for found, name, _ in STEP.findall(main_of(address))}


def test_the_home_of_a_season_has_no_fact_of_its_end() -> None:
    closed(ended())
    words = said(HOME, at="end")
    assert words.startswith("Season's end Step by step · Draft · Sponsor pool E1. The final table 3 lines E2. ")
    assert "finished in place" not in words


def test_a_page_that_there_is_not_is_the_last() -> None:
    closed(ended())
    assert main_of(f"{END}?page=99") == pages()[-1]


def test_a_season_that_has_not_ended_has_an_empty_page_of_its_end() -> None:
    settled()
    assert "The season has not ended yet." in said(END)
    assert STEP.findall(main_of(END)) == []
    assert 'id="end"' not in main_of(HOME)


def test_a_page_of_a_seasons_end_asks_as_little_of_a_closed_season_as_of_one_at_its_draft() -> None:
    drafting(ended())
    closed(ended(league="old"))
    counts = []
    for league in ("rust-belt", "old"):
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(f"/l/{league}/s1/end/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= MOST


def test_the_page_of_a_seasons_end_shows_the_records_of_the_season_with_links() -> None:
    closed(ended())
    words = said(END, at="records")
    assert words.startswith(
        "Records of the season the best of all seasons when it ended Book of records Highest score"
    )
    assert "before it" not in words
    assert 'href="/l/rust-belt/records/"' in main_of(END)
    assert re.search(r'href="/l/rust-belt/s1/m\d/">[^<]*: ', main_of(END))


def test_a_record_that_a_season_broke_stands_with_the_one_before_it() -> None:
    table = reopened(closed(ended()))
    with open_gate():
        FranchiseSeason.objects.filter(pk=f"{table.season}/saints").update(points=77)
    second = season_records(Season.objects.get(pk=table.season))
    assert [(record.feat.of, record.feat.value) for record in second] == [("Most points in a season", "77 points")]
    assert second[0].broken is not None
    assert (second[0].broken.value, second[0].broken.season) == ("20 points", 1)
    first = season_records(Season.objects.get(pk="rust-belt/s1"))
    assert "20 points" in {record.feat.value for record in first}
    assert all(record.broken is None for record in first)


def test_a_driver_who_breaks_their_own_record_stands_with_what_it_was_before() -> None:
    following = played_again(settled(rounds=2))
    with open_gate():
        Appearance.objects.update(xp_gained=3)
        Appearance.objects.filter(driver="rust-belt/s1/saints.d1").update(xp_gained=7)
        Appearance.objects.filter(driver="rust-belt/s2/saints.d1").update(xp_gained=9)
    of = "Most experience out of a match"
    (record,) = (record for record in season_records(following.row) if record.feat.of == of)
    assert (record.feat.value, record.broken and record.broken.value) == ("9 XP", "7 XP")
