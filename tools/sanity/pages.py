"""The pages of the measure: one for each book, and one that counts for all books what is not as it should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rules.core.plurals import count_phrase
from rules.match.registry import get_ruleset
from tools.sanity.findings import BookFindings, PartFindings

DOCS = Path(__file__).resolve().parents[2] / "docs"
PARTS: Mapping[str, tuple[str, str]] = {
    "levers": (
        "What is worth having",
        (
            "Two cars a side, all alike, with one thing better on one side. A thing **passes** if the whole "
            "interval is above one half, is **harmful** if it is below, **worthless** if neither is so and the "
            "interval is narrow, and still **open** if more pairs could tell. What the book itself makes "
            "worthless is exempt, with the rule."
        ),
    ),
    "trades": (
        "Ways to spend the same points",
        "The first way on one side, the second on the other. Neither need be better; these are for information.",
    ),
    "rivals": (
        "Simple rivals of the autopilot",
        (
            "The same cars on both sides, with a simple rival at the wheel on one. It **beats** the autopilot if "
            "the whole interval is above one half."
        ),
    ),
    "stock": (
        "Stock designs among equals",
        "Teams of equal points, each against each. A share from 0.2 to 0.8 fits.",
    ),
    "decided": (
        "How matches end",
        (
            "Random stock cars, as teams × cars. A match is undecided if more than one team is in first place or "
            "no team made a point; at most 10 % of an event may be."
        ),
    ),
    "seats": (
        "What a seat is worth",
        (
            "Two sides that are alike. The team that is listed first, and the team that acts first, should each "
            "win between 0.4 and 0.6; here every match counts by itself."
        ),
    ),
    "driving": (
        "Who drives better",
        "The same cars on both sides. An ace has 5 in every trait and a rookie 2.",
    ),
    "figures": (
        "Typical matches",
        (
            "Six random stock cars in three teams, crews with 3 in every trait. Figures are per match unless "
            "stated otherwise."
        ),
    ),
    "alone": (
        "A car alone",
        "One random stock car alone on each circuit; at least 80 % should get home.",
    ),
}
"""The heading of each part and what it measures, in the order of the page."""
SHARES_TEXT = """\
A **share** is what the first side wins: 1 for first place, one half for a first place that both have. A pair is the
same match on the same dice with the sides swapped, and counts once. The interval after ± holds the true share in 95
of 100 measurements. Pairs are played until the share is clear (three standard errors from one half, after 100
pairs) or the interval is narrow (± 0.02 at most); a share that was cut off before is open. Matches that judge have
seeds from 0 on; prices of autopilots are tuned on seeds from 1,000,000 on."""
OVERVIEW_TEXT = """\
One program measures every book: whether everything that costs points or money is worth having, whether a simple
rival beats the autopilot, whether stock designs are equals, how often matches are undecided, what a seat is worth,
who drives better, and what typical matches are like.

`.venv/bin/python -m tools.sanity` measures all of it, as the nightly run does; its exit code is 1 if anything is not
as it should be. `--ruleset NAME` and `--only PART` measure less, and `--most-pairs N` is quicker and less sure. With
`--write` it keeps what it found and writes these pages. A dash stands for a part that a book does not have, or that
was not measured yet with the current autopilots."""


def book_page(book: str, findings: BookFindings) -> str:
    """The page of a book, in Markdown."""
    return "\n".join(_book_lines(book, findings)) + "\n"


def overview_page(books: Mapping[str, BookFindings]) -> str:
    """The page of all books, in Markdown."""
    return "\n".join(_overview_lines(books)) + "\n"


def write_pages(books: Mapping[str, BookFindings], *, docs: Path = DOCS) -> None:
    """Write the page of each book and that of all."""
    for book, findings in books.items():
        (docs / f"sanity-{book}.md").write_text(book_page(book, findings), encoding="utf-8")
    (docs / "sanity.md").write_text(overview_page(books), encoding="utf-8")


def _book_lines(book: str, findings: BookFindings) -> Iterator[str]:
    yield f"# {get_ruleset(book).title}, measured"
    yield ""
    yield SHARES_TEXT
    yield ""
    yield "[All books](sanity.md)."
    for part, (heading, text) in PARTS.items():
        found = findings.get(part)
        if found is None or not found.rows:
            continue
        yield from ("", f"## {heading}", "", text, "", f"Measured by `{found.command}`.", "")
        yield from _table(found)
        yield ""
        if found.problems:
            yield "Not as it should be:"
            yield from (f"- {problem}" for problem in found.problems)
            yield ""
        if found.open_rows:
            yield f"{count_phrase(found.open_rows, 'row')} may still turn out otherwise with more pairs."
        elif not found.problems:
            yield "All of this is as it should be."


def _table(found: PartFindings) -> Iterator[str]:
    yield f"| {' | '.join(found.columns)} |"
    yield f"|{'---|' * len(found.columns)}"
    for row in found.rows:
        yield f"| {' | '.join(row)} |"


def _overview_lines(books: Mapping[str, BookFindings]) -> Iterator[str]:
    yield "# The books, measured"
    yield ""
    yield OVERVIEW_TEXT
    yield ""
    yield SHARES_TEXT
    yield ""
    yield "Each cell says how many rows of a part are not as they should be, out of all, and how many are still open."
    yield ""
    titles = [f"[{get_ruleset(book).title}](sanity-{book}.md)" for book in books]
    yield f"| | {' | '.join(titles)} |"
    yield f"|{'---|' * (len(titles) + 1)}"
    for part, (heading, _) in PARTS.items():
        yield f"| {heading} | {' | '.join(_count(findings.get(part)) for findings in books.values())} |"
    yield ""
    yield "What matches do to money, cars and people is on [its own page](economy.md)."


def _count(found: PartFindings | None) -> str:
    if found is None or not found.rows:
        return "–"
    still_open = f", {found.open_rows} open" if found.open_rows else ""
    return f"{len(found.problems)} of {len(found.rows)}{still_open}"
