"""Times on pages have one style, and stand in elements that become the reader's own time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.guards.findings import report
from tests.guards.test_packages import CHECKOUT

FORMATS = {"c", "j M Y", "j M Y, H:i", "j M Y, H:i:s", "H:i:s"}
"""What a template may ask of the filter `date`: for programs, a day, a moment, and moments with seconds."""
TEXTS_WITHOUT_ELEMENTS = {"templates/league/inbox.html", "templates/league/questionnaire_booklet.html"}
"""Templates with a time where no element can stand or no script runs: a button's name, and an edition to print."""
FORMAT = re.compile(r"""\|date:["']([^"']*)["']""")
TIME = re.compile(r"<time[^>]*>")
SHOWN = re.compile(r"""(?P<before>.{0,1})\{\{ [\w.]+\|date:["'](?!c["'])[^}]*\}\}""")


def untidy_times(text: str, where: str) -> Iterator[str]:
    """A sentence for each time of a template in another style, or in no element that becomes the reader's time."""
    for number, line in enumerate(text.splitlines(), start=1):
        for style in FORMAT.findall(line):
            if style not in FORMATS:
                yield f"{where}:{number} writes a time as {style!r}: write it as one of {sorted(FORMATS)}."
        for element in TIME.findall(line):
            if "data-local" not in element:
                yield f"{where}:{number} has a time in the server's zone: add data-local (static/theme/theme.js)."
        for shown in SHOWN.finditer(line):
            if where not in TEXTS_WITHOUT_ELEMENTS and shown["before"] not in {">", '"'}:
                yield f"{where}:{number} shows a time in no element: put it into <time datetime=… data-local>."


def test_times_have_one_style_and_become_the_readers_own() -> None:
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


def test_the_guard_finds_each_of_them() -> None:
    broken = '{{ at|date:"j F" }}\n<time datetime="{{ at|date:\'c\' }}">{{ at|date:"j M Y" }}</time>\n'
    assert [problem.partition(" ")[0] for problem in untidy_times(broken, "a.html")] == [
        "a.html:1",
        "a.html:1",
        "a.html:2",
    ]
    assert not list(
        untidy_times("<time datetime=\"{{ at|date:'c' }}\" data-local>{{ at|date:'j M Y' }}</time>", "a.html")
    )
