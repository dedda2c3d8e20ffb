"""What a page gives a template that it includes is used by that template, under that name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.guards.findings import report

TEMPLATES = Path(__file__).parents[2] / "templates"
INCLUDED = re.compile(r"{%\s*include\s+\"([^\"]+)\"")
INCLUDE = re.compile(r"{%\s*include\s+\"(?P<name>[^\"]+)\"\s+with\s+(?P<given>[^%]*?)\s*%}")
GIVEN = re.compile(r"(?:^|\s)(\w+)=")
TAG = re.compile(r"{[{%].*?[%}]}")


def words_used(name: str, templates: Mapping[str, str]) -> set[str]:
    """The words in the tags of a template and of all that it includes."""
    seen, pending = set[str](), [name]
    while pending:
        included = pending.pop()
        if included in templates and included not in seen:
            seen.add(included)
            pending += INCLUDED.findall(templates[included])
    return {word for part in seen for tag in TAG.findall(templates[part]) for word in re.findall(r"\w+", tag)}


def unused_values(templates: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each value that a template gives another of ours by a name that this one does not use."""
    for page, text in sorted(templates.items()):
        for include in INCLUDE.finditer(text):
            words = words_used(include["name"], templates)
            for given in GIVEN.findall(include["given"]):
                if words and given not in words:
                    yield f"{page} gives {include['name']} a {given}, which it does not use: give it what it takes."


def test_a_template_uses_what_the_pages_that_include_it_give_it() -> None:
    templates = {
        path.relative_to(TEMPLATES).as_posix(): path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")
    }
    assert sum(len(INCLUDE.findall(text)) for text in templates.values()) > 100
    report(unused_values(templates), seen=templates, of="templates")


def test_a_value_under_another_name_is_found() -> None:
    pages = {
        "page.html": '{% include "line.html" with span=4 cut=line.cut %}',
        "line.html": '{{ cut }} {% include "cell.html" %}',
        "cell.html": "{{ span }}",
    }
    assert list(unused_values(pages)) == []
    assert list(unused_values({**pages, "cell.html": "span {{ columns }}"})) == [
        "page.html gives line.html a span, which it does not use: give it what it takes."
    ]
