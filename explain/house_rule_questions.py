"""The questions of questionnaires: values made from rows of a file, or from the switches of a ruleset."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from explain.printed_names import setting_words
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, RULESET_SWITCH, SWITCH_BY_NAME, SWITCHES, every_switch
from rules.core.switches import Setting, Switch
from rules.match.registry import get_ruleset, rulesets

Choices = tuple[tuple[str, str], ...]
"""The possible answers to a question: the value as typed, and the words for it."""
YES_NO, CHOICE, NUMBER, TEXT = "yes_no", "choice", "number", "text"
ON, OFF = "on", "off"
HOUSE_RULES_FILE = "house_rules.tsv"
COLUMN_COUNT = 5
"""The number of columns of a complete row."""
UNSORTED = "Other"
"""The chapter of a house rule without a row."""
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


@dataclass(frozen=True, slots=True)
class QuestionWording:
    """The wording of the question about a house rule."""

    chapter: str
    text: str
    told: str
    numbers: str


@cache
def house_rule_rows() -> tuple[tuple[str, ...], ...]:
    """The rows of the file without its heading: switch, chapter, question, what the rule says, figures."""
    text = files("explain").joinpath(HOUSE_RULES_FILE).read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines()[1:], delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(map(tuple, rows))


def wordings_of(rows: Iterable[Sequence[str]], switches: Iterable[Switch]) -> dict[str, QuestionWording]:
    """The wording of every switch, in the order of the rows.

    Incomplete rows and rows of unknown switches are ignored. A switch without a row comes last, with what it changes
    as its question: `registry_gaps` reports it, and no page fails.
    """
    known = {switch.name: switch for switch in switches}
    complete = {row[0]: QuestionWording(*row[1:]) for row in rows if len(row) == COLUMN_COUNT and row[0] in known}
    unasked = {
        name: QuestionWording(UNSORTED, switch.changes, "", "")
        for name, switch in known.items()
        if name not in complete
    }
    return complete | unasked


def house_rules() -> tuple[Question, ...]:
    """The campaign's house rules, worded by the file, then those of every ruleset, worded by its book."""
    return _questions_for(tuple(ruleset.name for ruleset in rulesets()))


@lru_cache(maxsize=4)
def _questions_for(books: tuple[str, ...]) -> tuple[Question, ...]:
    """The house rules if these rulesets are installed."""
    switches = {switch.name: switch for switch in every_switch()}
    wordings = wordings_of(house_rule_rows(), SWITCHES)
    questions = [_question(switches[name], words) for name, words in wordings.items()]
    for book in map(get_ruleset, books):
        texts = house_rule_texts(book.name)
        for switch in book.switches:
            if switch.name not in SWITCH_BY_NAME:
                words = QuestionWording(book.title, switch.changes, texts.get(switch.name, ""), _range(switch))
                questions.append(_question(switch, words))
    return tuple(questions)


HOUSE_RULES = Questionnaire("house-rules", "House rules", house_rules)
QUESTIONNAIRES = {questionnaire.id: questionnaire for questionnaire in (HOUSE_RULES,)}
"""Every questionnaire a league may answer."""


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


def _question(switch: Switch, words: QuestionWording) -> Question:
    return Question(
        id=switch.name,
        chapter=words.chapter,
        text=words.text,
        kind=_kind(switch),
        default=switch.default,
        rule=switch.rule,
        choices=_choices(switch),
        told=words.told,
        numbers=words.numbers,
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
