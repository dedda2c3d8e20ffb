"""The HTML documentation in chapters, each on as many pages as it needs, and a search across them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.text import slugify

from api.documentation.html_page import (
    BodyDoc,
    EventDoc,
    FieldDoc,
    OperationDoc,
    SchemaDoc,
    event_docs,
    operation_groups,
    schema_docs,
    sorted_problem_kinds,
)
from api.documentation.views import openapi_document
from api.errors import ProblemKind
from league.pages.list_pages import PageLink, page_links, phone_lines
from rules.core.page_breaks import Stretch, page_breaks, page_of
from rules.core.text_folding import fold_text
from rules.rulebook.rule_text import Line

LINES_A_PAGE = 210
"""The most lines on a page, as a phone shows them."""
EXAMPLE_LINES = 13
"""How many lines of a phone an example takes; a longer one scrolls."""
HEADERS_LINES = 30
"""How many lines the headers of a message take, which come before the first event."""
MAX_QUERY_LENGTH = 60
MAX_HITS = 40


@dataclass(frozen=True, slots=True)
class Entry:
    """What a chapter lists: an operation, an event, a schema or a kind of problem, with its anchor.

    `also` are words it is found by besides its title.
    """

    anchor: str
    kind: str
    title: str
    also: str
    lines: int
    shown: Any


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its entries and their pages. `template` shows its entries."""

    slug: str
    title: str
    says: str
    template: str
    entries: tuple[Entry, ...]
    pages: tuple[tuple[Stretch, ...], ...]

    def url(self, page: int = 1) -> str:
        """The address of one of its pages."""
        return reverse("docs_chapter", args=[self.slug]) + (f"?page={page}" if page > 1 else "")

    def page_with(self, anchor: str) -> int | None:
        """The number of the page that has an anchor, None if it is not in this chapter."""
        for index, entry in enumerate(self.entries):
            if entry.anchor == anchor:
                return page_of(self.pages, 0, index)
        return None

    def entries_on(self, page: int) -> tuple[Any, ...]:
        """What is shown on a page."""
        return tuple(entry.shown for it in self.pages[page - 1] for entry in self.entries[it.start : it.end])

    def links(self, here: int) -> list[PageLink]:
        """The links to its pages."""
        return page_links(self.url, here=here, how_many=len(self.pages))


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that was found, with its chapter and address."""

    entry: Entry
    chapter: Chapter
    href: str


@cache
def chapters() -> dict[str, Chapter]:
    """All chapters by slug, in order. They are made once, since the document is the same for every reader."""
    document = openapi_document()
    made = [
        _chapter("How to begin", "Tokens, keys, tags, feeds, parts of addresses, and limits.", "begin", ()),
        *(
            _chapter(group.name, group.says, "operations", map(_operation_entry, group.operations))
            for group in operation_groups(document)
        ),
        _chapter("Events", "Messages to webhooks.", "events", map(_event_entry, event_docs(document))),
        _chapter("Shapes", "What is sent and answered.", "shapes", map(_schema_entry, schema_docs(document))),
        _chapter(
            "Problems",
            "Every kind of error.",
            "problems",
            map(_problem_entry, sorted_problem_kinds()),
        ),
    ]
    return {chapter.slug: chapter for chapter in made}


def address_of(anchor: str) -> str:
    """The address of the page with an anchor, and the anchor on it; "" if there is no such anchor."""
    for chapter in chapters().values():
        if (page := chapter.page_with(anchor)) is not None:
            return f"{chapter.url(page)}#{anchor}"
    return ""


def find(query: str) -> tuple[list[Hit], int]:
    """The entries with every word of a query, those whose titles have them first, and how many more there are."""
    words = fold_text(query[:MAX_QUERY_LENGTH]).split()
    if not words:
        return [], 0
    found = []
    for chapter in chapters().values():
        for index, entry in enumerate(chapter.entries):
            title = fold_text(f"{entry.title} {entry.anchor}")
            text = f"{title} {fold_text(entry.also)}"
            if all(word in text for word in words):
                href = f"{chapter.url(page_of(chapter.pages, 0, index))}#{entry.anchor}"
                found.append((not all(word in title for word in words), Hit(entry, chapter, href)))
    found.sort(key=lambda ranked: ranked[0])
    return [hit for _, hit in found[:MAX_HITS]], max(0, len(found) - MAX_HITS)


def _chapter(title: str, says: str, template: str, entries: Iterable[Entry]) -> Chapter:
    listed = tuple(entries)
    lines = [entry.lines for entry in listed]
    if lines and template == "events":
        lines[0] += HEADERS_LINES
    pages = page_breaks([lines], LINES_A_PAGE)
    return Chapter(slugify(title), title, says, f"league/partials/api_{template}.html", listed, tuple(pages))


def _operation_entry(operation: OperationDoc) -> Entry:
    bodies = [*operation.answers, *([operation.body] if operation.body else [])]
    path = "/".join(operation.path)
    return Entry(
        operation.id,
        operation.method,
        operation.summary,
        f"/{path} {_plain(operation.says)} {' '.join(field.name for field in operation.parameters)}",
        7 + phone_lines(path) + _lines(operation.says) + _field_lines(operation.parameters) + _body_lines(bodies),
        operation,
    )


def _event_entry(event: EventDoc) -> Entry:
    examples = sum(2 + min(EXAMPLE_LINES, text.count("\n") + 1) for _, text in event.examples)
    return Entry(event.id, "event", event.name, event.says, 5 + phone_lines(event.says) + examples, event)


def _schema_entry(schema: SchemaDoc) -> Entry:
    says = " ".join(map(_plain, schema.says))
    return Entry(
        f"shape-{schema.name}",
        "shape",
        schema.name,
        f"{says} {' '.join(field.name for field in schema.fields)}",
        3 + sum(map(_lines, schema.says)) + _field_lines(schema.fields),
        schema,
    )


def _problem_entry(kind: ProblemKind) -> Entry:
    return Entry(
        f"problem-{kind.name}", "problem", kind.name, f"{kind.status} {kind.says}", 2 + phone_lines(kind.says), kind
    )


def _body_lines(bodies: Sequence[BodyDoc]) -> int:
    return sum(
        2 + phone_lines(body.says) + (min(EXAMPLE_LINES, body.example.count("\n") + 1) + 2 if body.example else 0)
        for body in bodies
    )


def _field_lines(fields: Sequence[FieldDoc]) -> int:
    return sum(
        1 + phone_lines(f"{field.name} {''.join(piece.words for piece in field.kind)} {_plain(field.says)}")
        for field in fields
    )


def _plain(says: Line) -> str:
    return "".join(segment.words for segment in says)


def _lines(says: Line) -> int:
    return phone_lines(_plain(says)) if says else 0
