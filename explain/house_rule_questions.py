"""The questions about house rules: values made from the declarations of the campaign and of every ruleset."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from explain.printed_names import setting_words
from rules.campaign.core.editions import includes_edition
from rules.campaign.core.switches import (
    CHAPTERS,
    REPORTED_BY_PEOPLE,
    RULESET_SWITCH,
    SWITCH_BY_NAME,
    every_switch,
    switches_in,
)
from rules.core.switches import MostChanged, Setting, Switch
from rules.match.registry import QUESTIONNAIRES, get_questionnaire, get_ruleset, rulesets

Choices = tuple[tuple[str, str], ...]
"""The possible answers to a question: the value as typed, and the words for it."""
YES_NO, CHOICE, NUMBER, TEXT = "yes_no", "choice", "number", "text"
ON, OFF = "on", "off"
SWITCH_NAME_PREFIX = re.compile(r"^House rule: [a-z0-9_.]+ \(default.*?\): ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question: its id, chapter, kind of answer, and printed answer.

    `told` is what the rule says, in the site's words; `numbers` is what an answer changes in figures, if known.
    """

    id: str
    chapter: str
    text: str
    kind: str
    default: Setting
    rule: str
    choices: Choices = ()
    told: str = ""
    numbers: str = ""
    lowest: int = 0
    highest: int = 0


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """A list of questions that a league answers as a whole, version after version."""

    id: str
    title: str
    ask: Callable[[], tuple[Question, ...]]

    def questions(self) -> tuple[Question, ...]:
        """Every question, chapter by chapter."""
        return self.ask()

    def by_id(self) -> dict[str, Question]:
        """Every question by its id."""
        return {question.id: question for question in self.ask()}


def house_rules() -> tuple[Question, ...]:
    """The campaign's house rules chapter by chapter, then those of every ruleset, worded by its book."""
    return _questions_for(tuple(ruleset.name for ruleset in rulesets()))


@lru_cache(maxsize=4)
def _questions_for(books: tuple[str, ...]) -> tuple[Question, ...]:
    """The house rules if these rulesets are installed."""
    questions = [
        _question(switch, chapter=chapter.title, text=switch.question, told=switch.printed, numbers=switch.example)
        for chapter in CHAPTERS
        for switch in chapter.switches
    ]
    for book in map(get_ruleset, books):
        texts = house_rule_texts(book.name)
        questions += [
            _question(
                switch,
                chapter=book.title,
                text=switch.changes,
                told=texts.get(switch.name, ""),
                numbers=_range(switch),
            )
            for switch in book.switches
            if switch.name not in SWITCH_BY_NAME
        ]
    return tuple(questions)


HOUSE_RULES = Questionnaire("house-rules", "House rules", house_rules)


def house_rules_of_edition(edition: str) -> dict[str, Question]:
    """The house rules that a season of that edition of the campaign has, by the name of their switch."""
    names = {switch.name for switch in switches_in(partial(includes_edition, edition))}
    return {question.id: question for question in house_rules() if question.id in names}


@cache
def house_rule_texts(name: str) -> dict[str, str]:
    """The first paragraph of a book's own pages about each of its house rules."""
    texts: dict[str, str] = {}
    for page in get_ruleset(name).rulebook:
        for paragraph in page.text.split("\n\n"):
            if paragraph.startswith(("|", "#")):
                continue
            for switch in re.findall(r"`([a-z0-9_.]+)`", paragraph):
                texts.setdefault(switch, strip_marks(paragraph))
    return texts


def strip_marks(paragraph: str) -> str:
    """A paragraph of a rulebook as one line, without markup and the name of the house rule at its beginning."""
    text = SWITCH_NAME_PREFIX.sub("", " ".join(re.sub(r"[`*]", "", paragraph).split()))
    return f"{text[:1].upper()}{text[1:]}".replace("_", " ")


def _question(switch: Switch, *, chapter: str, text: str, told: str, numbers: str) -> Question:
    return Question(
        id=switch.name,
        chapter=chapter,
        text=text,
        kind=_kind(switch),
        default=switch.default,
        rule=switch.rule,
        choices=_choices(switch),
        told=told,
        numbers=numbers,
        lowest=switch.lowest,
        highest=switch.highest,
    )


def _kind(switch: Switch) -> str:
    if isinstance(switch.default, bool):
        return YES_NO
    if switch.choices or switch.name == RULESET_SWITCH:
        return CHOICE
    return NUMBER if isinstance(switch.default, int) else TEXT


def _choices(switch: Switch) -> Choices:
    if switch.name == RULESET_SWITCH:
        return ((REPORTED_BY_PEOPLE, "people report it"), *((ruleset.name, ruleset.title) for ruleset in rulesets()))
    if isinstance(switch.default, bool):
        return ((ON, ON), (OFF, OFF))
    return tuple((str(choice), setting_words(choice)) for choice in switch.choices)


def _range(switch: Switch) -> str:
    return f"{switch.lowest} to {switch.highest}." if _kind(switch) == NUMBER else ""


MOST_SHOWN = 12
"""The most questions that a questionnaire shows first."""


def most_changed_questions(questionnaire: str) -> Mapping[str, str]:
    """Why a questionnaire shows a question first, by the question's key, in the order in which they are shown.

    It is empty for a questionnaire that shows none first, such as a league's own questions.
    """
    shown = [(most.place, key, most.why) for key, most in _declared(questionnaire).items() if most is not None]
    return {key: why for _, key, why in sorted(shown)}


def _declared(questionnaire: str) -> Mapping[str, MostChanged | None]:
    """What each question of a questionnaire declares, by its key."""
    if questionnaire == HOUSE_RULES.id:
        return {switch.name: switch.most_changed for switch in every_switch()}
    if questionnaire in QUESTIONNAIRES:
        return {key: question.most_changed for key, question in get_questionnaire(questionnaire).questions().items()}
    return {}
