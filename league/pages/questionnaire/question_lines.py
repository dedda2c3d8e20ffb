"""Questions as the pages of a questionnaire list them: which ones, with their answers and form fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from explain import links
from explain.printed_names import step_words
from explain.season_names import Choices
from league.pages.questionnaire.league_questionnaire import (
    ACTS_NOW,
    ENGINE,
    Answers,
    AskedQuestion,
    LeagueQuestionnaire,
    Typed,
)
from league.pages.questionnaire.questions_by_parts import bounds_words, condition_words
from rules.campaign.core.questionnaires import HOUSE_RULES
from rules.match.referee.questionnaire import Part

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


SHORT_TEXT = 120
"""The longest text that is typed into one line."""
FEW_FIELDS = 2
"""The most fields that are shown among the questions of a questionnaire's first page."""


@dataclass(frozen=True, slots=True)
class RejectedAnswers:
    """Answers that were sent and could not be read: the typed texts and the errors, by field name."""

    typed: Typed = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartField:
    """A part of an answer as a form field.

    `typed` are the texts in it: what was sent, else the draft's value, else that in force.
    """

    part: Part
    name: str
    anchor: str
    typed: tuple[str, ...]
    hint: str
    fault: str

    @property
    def text(self) -> str:
        """The text in a field that has one."""
        return "\n".join(self.typed)

    @property
    def is_figure(self) -> bool:
        """Whether it takes a number without a sign or a fraction."""
        return self.part.kind == "number" and self.part.lowest >= 0 and self.part.step == int(self.part.step)

    @property
    def is_long(self) -> bool:
        """Whether the text needs several lines."""
        return self.part.longest > SHORT_TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionLine:
    """A question as the page shows it: the answer in force, the draft's with that before it, and planned changes.

    It is `kept` if what was typed into its fields is shown again.
    """

    question: AskedQuestion
    anchor: str
    answer: str
    changed: bool
    drafted: str
    before: str
    coming: tuple[tuple[str, str], ...]
    fields: tuple[PartField, ...]
    reworded_at: str
    kept: bool

    @property
    def is_label(self) -> bool:
        """Whether its words are the label of its only field."""
        fields = self.fields
        return len(fields) == 1 and fields[0].part.kind != "set" and not self.question.authority

    @property
    def is_short(self) -> bool:
        """Whether its fields take little room: one or two that are neither long texts nor sets of choices."""
        return len(self.fields) <= FEW_FIELDS and not any(
            field.part.kind == "set" or field.is_long for field in self.fields
        )

    @property
    def fault(self) -> str:
        """The first error of its fields."""
        return next((field.fault for field in self.fields if field.fault), "")

    @property
    def acts_when(self) -> str:
        """When its answer acts: now, later, or never, because it is published text; empty for a house rule."""
        scope = self.question.scope
        if not scope:
            return ""
        return NOW if scope in ACTS_NOW else LATER if scope == ENGINE else TEXT


def question_line(
    asked: LeagueQuestionnaire,
    question: AskedQuestion,
    *,
    standing: Answers,
    drafted: Answers,
    planned: list[tuple[str, Any, str]],
    sent: RejectedAnswers,
    reworded_at: str,
) -> QuestionLine:
    """A question with the answer in force, its draft, what is planned, and the texts in its fields."""
    key = question.key
    current, printed = asked.answer(key, standing), asked.printed_answer(key)
    shown = drafted.get(key, current)
    return QuestionLine(
        question=question,
        anchor=links.question_anchor(key),
        answer=asked.changed_words(key, current, printed),
        changed=current != printed,
        drafted=asked.changed_words(key, drafted[key], current) if key in drafted else "",
        before=asked.changed_words(key, current, drafted[key]) if key in drafted else "",
        coming=tuple(
            (asked.changed_words(key, answer, current), step_words(step))
            for other, answer, step in planned
            if other == key
        ),
        fields=tuple(_field(asked, question, part, shown, sent) for part in question.parts),
        reworded_at=reworded_at,
        kept=any(asked.field_name(key, part) in sent.typed for part in question.parts),
    )


def _field(
    asked: LeagueQuestionnaire, question: AskedQuestion, part: Part, shown: Any, sent: RejectedAnswers
) -> PartField:
    name = asked.field_name(question.key, part)
    anchor = links.question_anchor(question.key)
    several = len(question.parts) > 1
    hints = [] if asked.id == HOUSE_RULES else [bounds_words(part), condition_words(part, question.parts)]
    return PartField(
        part=part,
        name=name,
        anchor=f"{anchor}-{part.name}" if several else anchor,
        typed=tuple(sent.typed[name]) if name in sent.typed else asked.typed_values(question.key, part, shown),
        hint=" ".join(filter(None, hints)),
        fault=sent.faults.get(name, ""),
    )


def matches_query(line: QuestionLine, sought: QuestionQuery) -> bool:
    """Whether a question is listed; one whose fields show again what was typed always is."""
    question = line.question
    if line.kept:
        return True
    if sought.chapter and question.section != sought.chapter:
        return False
    if sought.only and not {CHANGED: line.changed, DRAFTED: line.drafted, COMING: line.coming}[sought.only]:
        return False
    if sought.acts and line.acts_when != sought.acts:
        return False
    parts = (
        question.key, question.section, question.rule, question.text, question.told, question.numbers,
        question.printed, question.authority, question.acts, line.answer, *question.procedures,
    )  # fmt: skip
    text = " ".join(parts).lower()
    return all(word in text for word in sought.words.lower().split())
