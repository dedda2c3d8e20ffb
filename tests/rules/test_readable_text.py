"""Text that people write is accepted in every script, and without characters that nobody sees."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from journal.input_validation import refuse_improper_key_or_reason
from league.name_text import clean_name
from league.renaming import require_reason
from rules.campaign.commissioner.given_rulings import clean_words
from rules.campaign.core.names import clean_text, refuse_illegible_names
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed
from scheduling.announcements import clean_announcement_text, clean_announcement_title
from scheduling.league_life import clean_reason
from scheduling.seats import clean_note

READABLE = (
    "می\u200cخواهم بازی کنم",
    "ශ්\u200dරී ලංකා",
    "👨\u200d👩\u200d👧 and 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "ホール\u3000予約",
    "À 20\xa0h\u202f?",
    "Because 🫨",
)
"""Persian and Sinhala with their joiners, emoji sequences, spaces of other widths, and an emoji that is too new."""
UNREADABLE = ("a\x00b", "a\x1bb", "a\u202eb", "a\u2066b", "a\u200bb", "a\ufeffb", "a\ud800", "a\ue000", "a\U0001fc00")
WRITERS: tuple[Callable[[str], object], ...] = (
    clean_note,
    clean_reason,
    clean_announcement_title,
    clean_announcement_text,
    require_reason,
    lambda text: clean_words(text, "question"),
    lambda text: clean_text(text, thing="name of the driver"),
    lambda text: refuse_improper_key_or_reason(key="k", reason=text),
)


@pytest.mark.parametrize("text", READABLE)
def test_what_people_type_in_their_own_script_is_readable_everywhere(text: str) -> None:
    assert is_readable(text)
    for write in WRITERS:
        write(text)


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_nobody_sees_is_refused_everywhere(text: str) -> None:
    assert not is_readable(text, line_breaks=True)
    for write in WRITERS:
        with pytest.raises(Malformed):
            write(text)


def test_only_a_text_of_several_lines_has_line_breaks() -> None:
    assert is_readable("One\r\n\tTwo", line_breaks=True)
    assert not is_readable("One\nTwo")


def test_an_emoji_newer_than_the_tables_of_python_is_a_name() -> None:
    new = next(chr(code) for code in range(0x1F000, 0x1FB00) if unicodedata.category(chr(code)) == "Cn")
    assert clean_name(f" {new}\u200d🚗") == f"{new}\u200d🚗"
    refuse_illegible_names({"name": new})
