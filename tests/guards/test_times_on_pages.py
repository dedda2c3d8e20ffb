"""Times on pages are written by one function, in the reader's zone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.guards.findings import report
from tests.guards.test_packages import CHECKOUT

FILTER = re.compile(r"\|(date|time|naturalday|localtime|utc|timezone)\b")
"""Django's filters for times, which know nothing of the reader's zone."""
ELEMENT = re.compile(r"<time\b")
WORDS_OF_A_TIME = re.compile(r"%[aAbBZ]\b|%-?d %[bB]")
"""How Python code names days, months and zones."""
ROOMS = ("league", "scheduling", "explain", "franchises", "drivers", "webhooks", "api")
WRITER = "league/times.py"
"""The only module that writes times in words."""


def untidy_times(text: str, where: str) -> Iterator[str]:
    """A sentence for each time of a template that is not written by the tag `moment` or the filter `moment_text`."""
    for number, line in enumerate(text.splitlines(), start=1):
        for found in FILTER.findall(line):
            yield f"{where}:{number} writes a time by the filter {found}: use moment or moment_text."
        if ELEMENT.search(line):
            yield f"{where}:{number} has a time element of its own: use the tag moment."


def untidy_code(text: str, where: str) -> Iterator[str]:
    """A sentence for each line of code that writes a time in words of its own."""
    for number, line in enumerate(text.splitlines(), start=1):
        if where != WRITER and WORDS_OF_A_TIME.search(line):
            yield f"{where}:{number} writes a time in words of its own: use write_time of {WRITER}."


def test_times_have_one_style_and_the_readers_zone() -> None:
    templates = sorted((CHECKOUT / "templates").rglob("*.html"))
    report(
        (
            problem
            for path in templates
            for problem in untidy_times(path.read_text(encoding="utf-8"), str(path.relative_to(CHECKOUT)))
        ),
        seen=templates,
        of="templates",
    )


def test_only_one_module_writes_times_in_words() -> None:
    modules = sorted(path for room in ROOMS for path in (CHECKOUT / room).rglob("*.py"))
    report(
        (
            problem
            for path in modules
            for problem in untidy_code(path.read_text(encoding="utf-8"), str(path.relative_to(CHECKOUT)))
        ),
        seen=modules,
        of="modules",
    )


def test_the_guard_finds_each_of_them() -> None:
    broken = "{{ at|date:'j F' }}\n<time datetime='2026-01-01'>{{ at|time }}</time>\n{{ rows|dictsort:'at' }}\n"
    assert [problem.partition(" ")[0] for problem in untidy_times(broken, "a.html")] == [
        "a.html:1",
        "a.html:2",
        "a.html:2",
    ]
    assert not list(untidy_times('{% moment at "day" %} {{ at|moment_text }}', "a.html"))
    assert len(list(untidy_code('f"{at:%d %b}"', "league/pages/a.py"))) == 1
    assert not list(untidy_code('f"{at:%Y-%m-%dT%H:%M}"', "league/pages/a.py"))
