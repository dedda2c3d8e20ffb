"""The pages of a questionnaire: a section each, or several where a section is too long for a phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.utils.text import slugify

from explain.house_rule_questions import CHOICE, HOUSE_RULES, YES_NO
from explain.house_rule_questions import Question as HouseRuleQuestion
from rules.core.page_breaks import page_breaks
from rules.match.referee.questionnaire import Part, Question
from rules.match.registry import QUESTIONNAIRES, get_questionnaire, rulesets

TALLEST_LIST = 4200
"""The height of a page's questions on a phone, in estimated pixels, above which a section has another page."""
FRAME, LINE, CHARACTERS_A_LINE = 90, 25, 42
"""Estimated pixels of a question without its texts, of a line of text, and the characters of a line."""
FIELD, LABEL, CHECK_BOX, TEXT_BOX = 72, 38, 46, 190
"""Estimated pixels of a field, of its label and hint among several, of a checked choice, and of a long text."""
LONG_TEXT = 120


@dataclass(frozen=True, slots=True)
class MeasuredQuestion:
    """A question by its key, with its section and about how many pixels it takes on a phone."""

    key: str
    section: str
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPage:
    """A page: its name in addresses, its section, which of how many parts of it, and the keys of its questions."""

    slug: str
    section: str
    part: int
    parts: int
    keys: tuple[str, ...]

    @property
    def title(self) -> str:
        """The section's title, with the part if there are several."""
        return self.section if self.parts == 1 else f"{self.section}, part {self.part}"


def question_height(texts: Iterable[str], parts: Sequence[Part]) -> int:
    """About how many pixels a question takes on a phone, with these texts and a field for each part."""
    lines = sum(-(-len(text) // CHARACTERS_A_LINE) for text in texts)
    labels = LABEL * len(parts) if len(parts) > 1 else 0
    return FRAME + lines * LINE + labels + sum(map(_field_height, parts))


def section_pages(questions: Sequence[MeasuredQuestion]) -> tuple[QuestionPage, ...]:
    """The pages of questions, section by section; no two have the same name."""
    pages: list[QuestionPage] = []
    taken: set[str] = set()
    for section, group in groupby(questions, key=lambda question: question.section):
        listed = tuple(group)
        parts = page_breaks([[question.height for question in listed]], TALLEST_LIST)
        for part, stretches in enumerate(parts, start=1):
            slug = _free_slug(slugify(section) or "section", part, taken)
            keys = tuple(question.key for question in listed[stretches[0].start : stretches[-1].end])
            pages.append(QuestionPage(slug=slug, section=section, part=part, parts=len(parts), keys=keys))
    return tuple(pages)


def pages_of_questionnaire(questionnaire: str) -> tuple[QuestionPage, ...]:
    """The pages of the house rules or of a book's questionnaire; none for what a league asks itself."""
    return _pages(tuple(ruleset.name for ruleset in rulesets())).get(questionnaire, ())


def page_of_question(questionnaire: str, key: str) -> str:
    """The name of the page that asks a question; empty if only the season knows, or if there is no such question."""
    return _places(tuple(ruleset.name for ruleset in rulesets())).get((questionnaire, key), "")


@lru_cache(maxsize=4)
def _pages(_installed: tuple[str, ...]) -> Mapping[str, tuple[QuestionPage, ...]]:
    """The pages of every questionnaire that is the same in all seasons, for those installed rulesets."""
    books = {
        id: section_pages(
            [
                MeasuredQuestion(question.key, section.title, _book_height(question))
                for section in get_questionnaire(id).sections()
                for question in section.questions
            ]
        )
        for id in QUESTIONNAIRES
    }
    rules = [
        MeasuredQuestion(question.id, question.chapter, _house_rule_height(question))
        for question in HOUSE_RULES.questions()
    ]
    return {HOUSE_RULES.id: section_pages(rules), **books}


@lru_cache(maxsize=4)
def _places(installed: tuple[str, ...]) -> Mapping[tuple[str, str], str]:
    return {
        (questionnaire, key): page.slug
        for questionnaire, pages in _pages(installed).items()
        for page in pages
        for key in page.keys
    }


def _book_height(question: Question) -> int:
    return question_height((question.question, question.printed, question.acts, question.authority), question.parts)


def _house_rule_height(question: HouseRuleQuestion) -> int:
    kind = CHOICE if question.kind == YES_NO else question.kind
    part = Part(name="", label="", kind=kind, default="")  # type: ignore[arg-type]
    return question_height((question.text, question.told, question.numbers), (part,))


def _field_height(part: Part) -> int:
    if part.kind == "set":
        return FIELD + CHECK_BOX * len(part.choices)
    return TEXT_BOX if part.longest > LONG_TEXT else FIELD


def _free_slug(section: str, part: int, taken: set[str]) -> str:
    """A name that no page before it has: the section's, with its part, and with a further number if need be."""
    wanted = section if part == 1 else f"{section}-{part}"
    slug, number = wanted, 2
    while slug in taken:
        slug, number = f"{wanted}-{number}", number + 1
    taken.add(slug)
    return slug
