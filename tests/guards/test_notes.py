"""A note that puts something off names its issue, so that nothing is forgotten."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guards.findings import report
from tools.rulebook import NOTE_TABLES, RULES_FOLDER, read_table
from tools.source_index import SITE_PACKAGES

CHECKOUT = Path(__file__).parents[2]
ROOMS = (*SITE_PACKAGES, "tools", "benchmarks", "tests", "clients", "static")
NOT_OF_WAITING = "".join(rf"(?<!\b{verb} )" for verb in ("wait", "waits", "ask", "asks", "asked", "hired", "paid"))
"""Excludes verbs that take "for": "everything it waits for now" puts nothing off."""
PUT_OFF = re.compile(
    r"\b(?:TODO|FIXME|XXX)\b"
    r"|(?i:\blater:|\bnot yet:|\b(?:comes?|follows?) later[.;:)]|\bcomes? with the engine\b"
    r"|\bnot (?:yet )?(?:implemented|built|supported)\b|\bwill be (?:written|added|built|implemented)\b"
    r"|\b(?:do|does|doing|fix|mend|write|finish|add) (?:this|it|that|them|the rest)(?: \w+){0,3} later\b(?! than)"
    r"|\b(?:is|are|be) (?:done|fixed|mended|written|finished|added|built|implemented)(?: \w+){0,3} later\b(?! than)"
    rf"|{NOT_OF_WAITING}\bfor now\b"
    r"|\bsome day\b|\buntil \w+ (?:\w+ )?(?:lands|is built|is written)\b)"
)
"""Phrases that put something off."""
IN_A_DOCUMENT = re.compile(PUT_OFF.pattern + r"|(?i:\bto come:)")
"""The same in documents, with "to come:", which docstrings may say of rounds or dice."""
IN_A_NOTE = re.compile(
    PUT_OFF.pattern + r"|(?i:\blater\b|\bnot yet\b|\bto come\b|\bfor now\b|\bwaits?\b|\bmissing\b)"
)
"""The same in the notes on rules, where these words have no other sense."""
ISSUE = re.compile(r"\bissue \d+\b")


BEFORE_A_DOCSTRING = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
"""A string after one of these tokens is a docstring: of a module, class, function or variable."""


def put_off(text: str, where: str, words: re.Pattern[str] = PUT_OFF) -> Iterator[str]:
    """A sentence if a text puts something off without naming an issue."""
    found = words.search(text)
    if found and not ISSUE.search(text):
        yield (
            f"{where} says {found[0]!r} and names no issue: do it now, or write the number of the open issue "
            "it waits for, as in: issue 12."
        )


def in_document(path: Path) -> Iterator[str]:
    """A sentence for each paragraph, row of a table or list item of a document that puts something off."""
    paragraph: list[str] = []
    began = 0
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], start=1):
        if not line.strip() or line.startswith(("|", "- ", "#")):
            yield from put_off(" ".join(paragraph), f"{relative(path)}:{began}", IN_A_DOCUMENT)
            paragraph = []
        if line.strip():
            began = began if paragraph else number
            paragraph.append(line)


def in_comments(path: Path) -> Iterator[str]:
    """A sentence for each comment and docstring of a module that puts something off.

    Consecutive lines of comments count as one comment, and each paragraph of a docstring counts by itself.
    """
    text = path.read_text(encoding="utf-8")
    if not PUT_OFF.search(" ".join(text.replace("#", " ").split())):  # tokenizing every module would take a minute
        return
    comment: list[str] = []
    began, before = 0, tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING and before in BEFORE_A_DOCSTRING:
            for paragraph in token.string.split("\n\n"):
                yield from put_off(" ".join(paragraph.split()), f"{relative(path)}:{token.start[0]}")
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before = token.type
        if token.type == tokenize.COMMENT:
            began = began if comment else token.start[0]
            comment.append(token.string.lstrip("# "))
        elif token.type != tokenize.NL:
            yield from put_off(" ".join(comment), f"{relative(path)}:{began}")
            comment = []


def relative(path: Path) -> str:
    """A path relative to the checkout, or a file name outside it."""
    return path.relative_to(CHECKOUT).as_posix() if path.is_relative_to(CHECKOUT) else path.name


def of_partial(notes: dict[str, str]) -> Iterator[str]:
    """A sentence for each partial rule whose note names no issue."""
    for rule, missing in notes.items():
        if not ISSUE.search(missing):
            yield (
                f"docs/rules/partial.tsv says that {rule} lacks {missing[:80]!r} and names no issue: a half that "
                "waits for nobody is to be done now, with its tests, and the line taken out."
            )


def test_no_note_on_a_rule_puts_off_what_no_issue_is_about() -> None:
    notes = {name: read_table(CHECKOUT / RULES_FOLDER / f"{name}.tsv") for name in NOTE_TABLES}
    problems = [
        sentence
        for name, table in notes.items()
        for rule, text in table.items()
        for sentence in put_off(text, f"docs/rules/{name}.tsv ({rule})", IN_A_NOTE)
    ]
    report(
        [*problems, *of_partial(notes["partial"])],
        seen=[rule for table in notes.values() for rule in table],
        of="notes",
    )


def test_no_document_puts_off_what_no_issue_is_about() -> None:
    documents = [*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md")]
    written = [path for path in documents if path.name != "CHANGELOG.md"]  # it describes the past
    report((sentence for path in sorted(written) for sentence in in_document(path)), seen=written, of="documents")


def test_no_comment_and_no_docstring_puts_off_what_no_issue_is_about() -> None:
    modules = [path for room in ROOMS for path in sorted(CHECKOUT.joinpath(room).rglob("*.py"))]
    report((in_comment for path in modules for in_comment in in_comments(path)), seen=modules, of="modules")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("| A mount | later: car design | – |", "later:"),
        ("Pages on which owners give them come later.", "come later."),
        ("not yet: the desk", "not yet:"),
        ("It is not implemented.", "not implemented"),
        ("TODO write it", "TODO"),
        ("We will do this properly later.", "do this properly later"),
        ("The second half is done later.", "is done later"),
        ("One driver a car for now.", "for now"),
        ("It is not yet implemented.", "not yet implemented"),
        ("later: car design (issue 12)", ""),
        ("a later entry, and not yet settled", ""),
        ("The same key may be sent again later.", ""),
        ("What was to be done later than the move lasted lapses.", ""),
        ("Everything a season waits for now.", ""),
        ("A column that was added later stands behind the others.", ""),
        ("a house rule changed later is for the matches announced after it", ""),
    ],
)
def test_what_puts_off_is_seen_and_what_only_speaks_of_time_is_not(text: str, found: str, tmp_path: Path) -> None:
    document, module = tmp_path / "a.md", tmp_path / "a.py"
    document.write_text(f"# A\n\n{text}\n", encoding="utf-8")
    module.write_text(
        f'x = 1\n# {text}\ny = "TODO"\ndef f():\n    """It is f.\n\n    {text}\n    """\n', encoding="utf-8"
    )
    sentences = [*in_document(document), *in_comments(module)]
    assert [sentence.partition(" says ")[0] for sentence in sentences] == (
        ["a.md:3", "a.py:2", "a.py:5"] if found else []
    )
    assert all(f"says {found!r} and names no issue: do it now" in sentence for sentence in sentences)


def test_a_note_on_a_rule_is_read_more_strictly_and_a_half_rule_needs_an_issue() -> None:
    assert list(put_off("Waits for the engine", "x", IN_A_NOTE))
    assert not list(put_off("Waits for the engine (issue 9)", "x", IN_A_NOTE))
    (sentence,) = of_partial({"CC-015": "bonus tokens", "CC-016": "the rest, issue 29"})
    assert sentence.startswith("docs/rules/partial.tsv says that CC-015 lacks 'bonus tokens' and names no issue")
