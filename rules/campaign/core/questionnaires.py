"""The questionnaires of a season: those of books, and the league's own, which is made of the questions it asks.

Rules HOUSE-012, HOUSE-013.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from rules.core.refusals import Unknown
from rules.match.referee.questionnaire import Freeze, Part, Question, Questionnaire, Section, Value
from rules.match.registry import QUESTIONNAIRES, get_questionnaire

HOUSE_RULES = "house-rules"
"""The id of the campaign's house rules, whose versions change switches (HOUSE-008)."""
OWN = "own"
"""The id of the questionnaire that a league asks itself (HOUSE-013)."""
ANSWER = "answer"
"""The one part of an answer to a question of the league's own."""
ONE_OF = {
    "degrees": "degree", "dollars": "dollar", "gallons": "gallon", "grenade equivalents": "grenade equivalent",
    "inches": "inch", "miles": "mile", "parts": "part", "phases": "phase", "points": "point",
    "points of difficulty": "point of difficulty", "pounds": "pound", "rolls": "roll", "seconds": "second",
    "shots": "shot", "turns": "turn",
}  # fmt: skip
"""The units of numbers as they are called when there is one."""
LONGEST_TEXT = 2000
"""The most characters of an answer that is a text."""


@dataclass(slots=True, kw_only=True)
class OwnQuestion:
    """A question that a league asks itself, with the answer that stands until another is published (HOUSE-013).

    `choices` are the possible answers to a question of kind `choice`; a number is within `lowest` and `highest`.
    `freezes` is the step after which its answer may no longer change, empty for never. A `withdrawn` question is
    asked no more, and stays readable in the versions that answered it.
    """

    key: str
    section: str
    question: str
    kind: Literal["text", "choice", "number", "yes_no"]
    default: str | bool | int
    choices: list[str] = field(default_factory=list)
    lowest: int = 0
    highest: int = 0
    unit: str = ""
    freezes: Freeze = ""
    withdrawn: bool = False


@dataclass(slots=True, kw_only=True)
class PendingAnswers:
    """A version of answers that comes into force at a step of the season: `S1` to `E9`, or `r4` for round 4."""

    questionnaire: str
    version: int
    answers: dict[str, dict[str, Any]]
    step: str


def own_question(asked: OwnQuestion, number: int) -> Question:
    """A question of the league's own as a question of a questionnaire; `number` is its place."""
    part = Part(
        name=ANSWER,
        label="Answer",
        kind=asked.kind,
        default=asked.default,
        choices=tuple((choice, choice) for choice in asked.choices),
        lowest=asked.lowest,
        highest=asked.highest,
        unit=asked.unit,
        longest=LONGEST_TEXT if asked.kind == "text" else 0,
    )
    return Question(
        id=f"own {number}",
        key=asked.key,
        kind="preference",
        authority="this league",
        question=asked.question,
        printed=value_words(part, asked.default),
        scope="text",
        acts="",
        procedures=(),
        parts=(part,),
    )


def own_questionnaire(asked: Iterable[OwnQuestion]) -> Questionnaire:
    """The questionnaire made of a league's own questions: a section for each title and freezing step."""
    numbered = [(number, question) for number, question in enumerate(asked, 1)]

    def place(item: tuple[int, OwnQuestion]) -> tuple[str, str]:
        return item[1].section, item[1].freezes

    sections = tuple(
        Section(
            code=f"OWN-{number}",
            title=title,
            group="Of this league",
            freezes=freezes,  # type: ignore[arg-type]
            questions=tuple(own_question(question, place) for place, question in group),
        )
        for number, ((title, freezes), group) in enumerate(groupby(sorted(numbered, key=place), key=place), 1)
    )
    return Questionnaire(OWN, "this league's own questions", lambda: sections)


def season_questionnaire(id: str, asked: Mapping[str, OwnQuestion]) -> Questionnaire:
    """The questionnaire of that id in a season whose league asked those questions. Raises `Unknown`."""
    if id == OWN:
        return own_questionnaire(asked[key] for key in sorted(asked) if not asked[key].withdrawn)
    if id in QUESTIONNAIRES:
        return get_questionnaire(id)
    raise Unknown(f"There is no questionnaire {id[:80]!r} to answer: use one of {', '.join((*QUESTIONNAIRES, OWN))}.")


def value_words(part: Part, value: Value) -> str:
    """A value of a part in words: the labels of choices, yes or no, a number with its unit."""
    labels = dict(part.choices)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(labels.get(str(chosen), str(chosen)) for chosen in value) or "none"
    if part.kind == "choice":
        return labels.get(str(value), str(value))
    unit = ONE_OF.get(part.unit, part.unit) if value == 1 else part.unit
    return f"{value} {unit}" if unit else str(value)


def answer_words(question: Question, answer: Mapping[str, Value]) -> str:
    """An answer in words; the parts of an answer with several are told by their labels. A part that means nothing
    beside the others is left out.
    """
    return parts_words(question, answer, question.parts)


def parts_words(question: Question, answer: Mapping[str, Value], parts: Sequence[Part]) -> str:
    """Some parts of an answer in words, each with its label; those that mean nothing beside others are left out."""
    if len(question.parts) == 1:
        return "".join(value_words(part, answer[part.name]) for part in parts)
    return "; ".join(
        f"{part.label}: {value_words(part, answer[part.name])}"
        for part in parts
        if part.only_if is None or answer[part.only_if[0]] == part.only_if[1]
    )
