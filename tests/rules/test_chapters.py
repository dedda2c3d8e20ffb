"""The pages of a book are one file per chapter, in the order of their numbers, with the title in the first line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.match.rulebook_pages import parse_page, rulebook_pages
from rules.match.ruleset import Page


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    chapters = tmp_path / "book_of_two_chapters" / "rulebook"
    chapters.mkdir(parents=True)
    (chapters.parent / "__init__.py").write_text("")
    (chapters / "02-later.md").write_text("# Later\n\nText – with a dash.\n", encoding="utf-8")
    (chapters / "01-first.md").write_text("# First\nAt once.\n\n\n", encoding="utf-8")
    (chapters / "notes.txt").write_text("# No page\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "book_of_two_chapters"
    sys.modules.pop("book_of_two_chapters", None)
    rulebook_pages.cache_clear()


def test_pages_stand_in_order_and_nothing_but_chapters_is_one(book: str) -> None:
    assert rulebook_pages(book) == (
        Page(title="First", text="At once."),
        Page(title="Later", text="Text – with a dash."),
    )
    assert rulebook_pages(book) is rulebook_pages(book)


def test_a_chapter_of_one_line_has_no_text() -> None:
    assert parse_page("# Alone") == Page(title="Alone", text="")
