"""The pages of a book are one file per chapter, in the order of their numbers, with the title in the first line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.match.rulebook_pages import parse_page, rulebook_pages
from rules.match.ruleset import Page

SETTINGS = """
from rules.core.switches import Switch
SWITCHES_BY_NAME = {
    switch.name: switch
    for switch in (
        Switch("chess.clock", True, "CH-002", "Time runs."),
        Switch("chess.minutes", 5, "CH-001", "The minutes of a player.", lowest=1, highest=60),
        Switch("chess.lines", "", "CH-003", "Opening lines.", form="[a-h ]*", may_be="moves", about="Book moves"),
        Switch("chess.side", "white", "CH-003", "Who begins.", ("white", "black")),
    )
}
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    chapters = tmp_path / "book_of_three_chapters" / "rulebook"
    chapters.mkdir(parents=True)
    (chapters.parent / "__init__.py").write_text("")
    (chapters / "02-later.md").write_text("# Later\n\nText – with a dash.\n", encoding="utf-8")
    (chapters / "01-first.md").write_text("# First\nAt once.\n\n\n", encoding="utf-8")
    (chapters / "03-house-rules.md").write_text("# House rules\n\n| Rule |\n|---|\n{house rules}\n", encoding="utf-8")
    (chapters.parent / "settings.py").write_text(SETTINGS, encoding="utf-8")
    (chapters / "notes.txt").write_text("# No page\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "book_of_three_chapters"
    for module in ("book_of_three_chapters", "book_of_three_chapters.settings"):
        sys.modules.pop(module, None)
    rulebook_pages.cache_clear()


def test_pages_stand_in_order_and_nothing_but_chapters_is_one(book: str) -> None:
    assert rulebook_pages(book) == (
        Page(title="First", text="At once."),
        Page(title="Later", text="Text – with a dash."),
        Page(
            title="House rules",
            text=(
                "| Rule |\n|---|\n"
                "| CH-001 | `chess.minutes` | 5 | 1 to 60 | The minutes of a player |\n"
                "| CH-002 | `chess.clock` | on | on, off | Time runs |\n"
                "| CH-003 | `chess.lines` | nothing | moves | Book moves |\n"
                "| CH-003 | `chess.side` | white | white, black | Who begins |"
            ),
        ),
    )
    assert rulebook_pages(book) is rulebook_pages(book)


def test_a_chapter_of_one_line_has_no_text() -> None:
    assert parse_page("# Alone") == Page(title="Alone", text="")
