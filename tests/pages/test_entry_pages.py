"""The pages of one entry: everything of a long one is on one of them, and the command is on the first."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.test import Client

from explain.amended_entry import AmendedEntry
from explain.command_fields import RenderedField
from explain.fact_rendering import RenderedEntry, RenderedRoll
from explain.names import Segment
from league.models import Entry
from league.pages.season import journal
from league.pages.season.journal import ENTRY_LINES_A_PAGE, LETTERS_A_PART, entry_part
from tests.league.small_league import settled

ENTRY = RenderedEntry(number=7, href="/7/", at=datetime(2026, 11, 20, tzinfo=UTC), hash="00")
ROLLS = tuple(RenderedRoll((number % 6 + 1,), "a roll", f"path/{number}") for number in range(ENTRY_LINES_A_PAGE))


def pages_of(entry: RenderedEntry, amended: AmendedEntry | None = None) -> list[dict[str, object]]:
    how_many = len(entry_part(entry, amended, page=1)["pages"])
    return [entry_part(entry, amended, page=number) for number in range(1, how_many + 1)]


def test_every_roll_of_a_long_entry_is_on_exactly_one_of_its_pages() -> None:
    pages = pages_of(replace(ENTRY, rolls=ROLLS))
    assert len(pages) > 2
    assert tuple(roll for page in pages for roll in page["entry"].rolls) == ROLLS  # type: ignore[attr-defined]


def test_a_page_after_the_last_is_the_last() -> None:
    long = replace(ENTRY, rolls=ROLLS)
    assert entry_part(long, None, page=99) == pages_of(long)[-1]


def test_a_text_of_any_length_is_cut_into_parts_that_make_it_up_again() -> None:
    text = "".join(chr(97 + number % 26) for number in range(LETTERS_A_PART * 8 + 5))
    short = RenderedField("match", Segment("m1"), "")
    pages = pages_of(replace(ENTRY, given=(short, RenderedField("teams", Segment(text), ""))))
    parts = [part for page in pages for part in page["texts"]]  # type: ignore[attr-defined]
    assert "".join(part.text for part in parts) == text
    assert [(part.part, part.parts, part.letters) for part in parts[-1:]] == [(9, 9, len(text))]
    assert len(pages) > 1
    assert [page["entry"].given for page in pages] == [(short,)] * len(pages)  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_a_long_entrys_pages_show_all_its_facts_once_and_its_command_on_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = settled()
    entries = Entry.objects.filter(season=table.season, command="close_settlement")
    address = f"/l/rust-belt/s1/journal/{entries.latest('number').number}/"
    monkeypatch.setattr(journal, "ENTRY_LINES_A_PAGE", 10_000)
    whole = Client().get(address)
    expected = [fact.sentence for fact in whole.context["entry"].facts]
    assert "Pages of the entry" not in whole.content.decode()
    monkeypatch.setattr(journal, "ENTRY_LINES_A_PAGE", 40)
    first = Client().get(address).content.decode()
    links = re.findall(r'class="page-link" href="([^"]+)"', first)
    assert len(links) > 2
    answers = [Client().get(link) for link in links]
    assert [fact.sentence for answer in answers for fact in answer.context["entry"].facts] == expected
    shows = [
        tuple(f"<h2>{title}</h2>" in it.content.decode() for title in ("The command", "The chain")) for it in answers
    ]
    assert shows == [(True, True), *[(False, False)] * (len(links) - 1)]
    assert f'<a href="{address}">The first page</a>' in answers[1].content.decode()
