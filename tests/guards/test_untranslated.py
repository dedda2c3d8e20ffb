"""The site is in one language: no template and no module translates (docs/decisions/0034-one-language.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.guards.findings import report
from tests.guards.test_packages import CHECKOUT
from tools.source_index import SITE_PACKAGES

TRANSLATING = {
    ".html": re.compile(r"\{% (?:load [^%]*\bi18n\b|(?:block)?trans(?:late)?\b|get_current_language\b)"),
    ".py": re.compile(r"from django\.utils\.translation import|from django\.utils import .*\btranslation\b"),
}


def translations(text: str, where: str) -> Iterator[str]:
    """A sentence for each line that translates."""
    pattern = TRANSLATING["." + where.rpartition(".")[2]]
    for number, line in enumerate(text.splitlines(), start=1):
        if pattern.search(line):
            yield f"{where}:{number} translates: write the English sentence itself."


def test_sentences_stand_where_they_are_shown() -> None:
    paths = sorted((CHECKOUT / "templates").rglob("*.html"))
    paths += [path for package in SITE_PACKAGES for path in sorted((CHECKOUT / package).rglob("*.py"))]
    report(
        (
            problem
            for path in paths
            for problem in translations(path.read_text(encoding="utf-8"), str(path.relative_to(CHECKOUT)))
        ),
        seen=paths,
        of="files",
    )


def test_the_guard_finds_each_of_them() -> None:
    template = '{% load i18n static %}\n{% translate "Leagues" %}\n{% blocktranslate trimmed %}\n{% load static %}\n'
    assert [problem.partition(" ")[0] for problem in translations(template, "a.html")] == [
        "a.html:1",
        "a.html:2",
        "a.html:3",
    ]
    assert len(list(translations("from django.utils.translation import gettext\nimport re\n", "a.py"))) == 1
