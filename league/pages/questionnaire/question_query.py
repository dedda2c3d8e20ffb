"""Which questions of a questionnaire are listed: by words, section, state, and what acts on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from explain.season_names import Choices

MAX_QUERY_LENGTH = 80
MOST_DIGITS = 3
ANY, CHANGED, DRAFTED, COMING = "", "changed", "drafted", "coming"
STATE_CHOICES: Choices = [
    (ANY, "All"),
    (CHANGED, "Differs from the printed answer"),
    (COMING, "About to change"),
    (DRAFTED, "In the draft"),
]
NOW, LATER, TEXT = "now", "later", "text"
ACTS_CHOICES: Choices = [
    (ANY, "All"),
    (NOW, "Act now"),
    (LATER, "Apply once duels are resolved here"),
    (TEXT, "Published text"),
]


@dataclass(frozen=True, slots=True)
class QuestionQuery:
    """Which questions are listed: with some words, of one section, in one state, and by what acts on them.

    `page` is the page of what was found.
    """

    words: str = ""
    chapter: str = ""
    only: str = ANY
    acts: str = ANY
    page: int = 1

    @classmethod
    def from_query(cls, query: Any) -> QuestionQuery:
        """Read the query string; an unknown choice is ignored."""
        only, acts, page = query.get("only", ANY), query.get("acts", ANY), query.get("page", "")
        return cls(
            " ".join(query.get("q", "").split())[:MAX_QUERY_LENGTH],
            query.get("chapter", "")[:MAX_QUERY_LENGTH],
            only if only in {state for state, _ in STATE_CHOICES} else ANY,
            acts if acts in {scope for scope, _ in ACTS_CHOICES} else ANY,
            int(page) if page.isascii() and page.isdecimal() and len(page) <= MOST_DIGITS else 1,
        )

    @property
    def query(self) -> str:
        """The same as a query string, on its first page; empty for all questions."""
        params = {"q": self.words, "chapter": self.chapter, "only": self.only, "acts": self.acts}
        return urlencode({name: value for name, value in params.items() if value})

    @property
    def page_query(self) -> str:
        """The query string of the page that is shown."""
        return f"{self.query}&page={self.page}" if self.page > 1 else self.query

    @property
    def is_section(self) -> bool:
        """Whether it asks for a section and nothing else."""
        return bool(self.chapter) and not (self.words or self.only or self.acts)
