"""What people type is read by fields and functions that refuse what has two meanings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.guards.findings import report
from tests.guards.test_packages import CHECKOUT, files

READERS = {"league/pages/number_fields.py"}
"""Where the site's own fields for numbers are defined."""
GUESSING_FIELD = re.compile(r"\bforms\.(IntegerField|DecimalField|FloatField)\b")
LOSSY_IDENTITY = re.compile(r"""encode\(\s*["']ascii["'],\s*["']ignore["']|errors=["'](ignore|replace)["']""")

LENIENT_JSON = re.compile(r"\bjson\.loads\(")
"""It takes a name twice in one object, and does not stand deep nesting."""
DOORS = ("league/pages/", "league/views/", "franchises/", "drivers/", "api/")
OWN_DOCUMENTS = {"league/pages/duels/table.py", "api/response_examples.py", "api/documentation/parameter_examples.py"}
"""Modules that read documents that the site itself has written."""
UNFOLDED_ORDER = re.compile(r"key=lambda .*\.(casefold|lower)\(\)")


def guesses(text: str, where: str) -> Iterator[str]:
    """A sentence for each field of a form that reads `1.000` as 1, and for each text that loses characters."""
    for number, line in enumerate(text.splitlines(), start=1):
        if where not in READERS and (match := GUESSING_FIELD.search(line)):
            yield (
                f"{where}:{number} has a forms.{match[1]}, which reads 1.000 as 1: use WholeNumberField or "
                "MoneyField of league/pages/number_fields.py."
            )
        if where.startswith(DOORS) and where not in OWN_DOCUMENTS and LENIENT_JSON.search(line):
            yield f"{where}:{number} reads JSON that people send: use parse_json of rules/campaign/core/codec.py."
        if UNFOLDED_ORDER.search(line):
            yield f"{where}:{number} sorts Ö after Z: sort names by fold_text of rules/core/text_folding.py."
        if LOSSY_IDENTITY.search(line):
            yield (
                f"{where}:{number} drops characters in silence: make ids with words_of_id of "
                "rules/core/text_folding.py, and refuse a text that cannot be decoded."
            )


def test_nothing_typed_is_guessed_lost_or_sorted_by_its_bytes() -> None:
    looked_at: list[Path] = list(
        files("league", "franchises", "drivers", "explain", "journal", "scheduling", "rules", "api")
    )
    report(
        (
            problem
            for path in looked_at
            for problem in guesses(path.read_text(encoding="utf-8"), str(path.relative_to(CHECKOUT)))
        ),
        seen=looked_at,
        of="modules",
    )


def test_the_guard_finds_each_of_them() -> None:
    broken = (
        'rounds = forms.IntegerField()\nid = name.encode("ascii", "ignore").decode()\n'
        "given = json.loads(text)\nnames.sort(key=lambda name: name.casefold())\n"
    )
    problems = [problem.partition(" ")[0] for problem in guesses(broken, "api/a.py")]
    assert problems == [f"api/a.py:{line}" for line in (1, 2, 3, 4)]
    assert not list(guesses("rounds = WholeNumberField()", "a.py"))
