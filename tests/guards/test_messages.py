"""Every text of the site is translated in full, and the compiled catalogs are current."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

from tests.guards.findings import report
from tools import messages

CHECKOUT = Path(__file__).parents[2]


def test_every_sentence_is_translated_and_compiled() -> None:
    assert messages.LANGUAGES
    assert {code for code, _ in settings.LANGUAGES} == {settings.LANGUAGE_CODE, *messages.LANGUAGES}
    problems = [
        f"{messages.po_path(language).relative_to(CHECKOUT)}: {fault} Run make messages, and translate what is new "
        "there."
        for language in messages.LANGUAGES
        for fault in messages.translation_errors(language)
    ]
    report(problems, seen=messages.LANGUAGES, of="languages")


def test_the_templates_are_read() -> None:
    found = {message.id for message in messages.collect_messages()}
    assert len(found) > 200
    assert "Skip to the page" in found


def test_nothing_in_the_files_is_fuzzy_or_left_over() -> None:
    problems = []
    for language in messages.LANGUAGES:
        path = messages.po_path(language)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if re.match(r"#(,.*fuzzy|~)", line):
                problems.append(
                    f"{path.relative_to(CHECKOUT)}:{number} is {line[:60]!r}: translate it, or take it out."
                )
    report(problems, seen=messages.LANGUAGES, of="languages")


def test_a_sentence_without_a_translation_or_with_another_name_in_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Catalog(locale="fr", charset="utf-8")
    broken.add("Log in", "")
    broken.add("%(n)s left", "%(m)s de reste")
    broken.add(("%(n)s day", "%(n)s days"), ("%(n)s jour", ""))
    monkeypatch.setattr(messages, "update_catalog", lambda _: broken)
    monkeypatch.setattr(messages, "serialize_catalog", lambda _: messages.po_path("fr").read_bytes())
    assert messages.translation_errors("fr") == [
        "Not translated: Log in",
        "Names other things than the English: %(n)s left",
        "Not translated: %(n)s day",
    ]
