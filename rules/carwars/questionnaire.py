"""The questions of the Car Wars referee: sections, printed answers, and what an answer may be. Rules CW-Q-001 to
CW-Q-169.

Each section is a TOML file in `questions/`. An answer has a value for every part of its question.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

import msgspec

from rules.core.refusals import Malformed, Unknown, refuse_any

Value: TypeAlias = str | bool | int | float | tuple[str, ...]
Answer: TypeAlias = Mapping[str, Value]
Scope = Literal["helper", "scorer", "league", "design", "engine", "text"]
Freeze = Literal["designs", "schedule", "staging"]
COMMENTS = "referee.comments"
"""The key of the referee's comments, which are no question of the count."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of an answer: a choice, a set of choices, a number, yes or no, or a text.

    `choices` are values with their labels. A number is within `lowest` and `highest`, in steps of `step` from
    `lowest`. With `only_if` the part means nothing unless another part has that value.
    """

    name: str
    label: str
    kind: Literal["choice", "set", "number", "yes_no", "text"]
    default: str | bool | int | float | tuple[str, ...]
    choices: tuple[tuple[str, str], ...] = ()
    lowest: int | float = 0
    highest: int | float = 0
    step: int | float = 1
    unit: str = ""
    longest: int = 0
    only_if: tuple[str, str | bool] | None = None

    @property
    def values(self) -> tuple[str, ...]:
        """The values of its choices."""
        return tuple(value for value, _ in self.choices)


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"parts": "part"}):
    """A question of the questionnaire, with its printed answer in words and by parts.

    `authority` is the source that settles it. `scope` says what acts on the answer, `text` that nothing does;
    `acts` says what it changes here. `procedures` are the rules that read it.
    """

    id: str
    key: str
    kind: Literal["preference", "ambiguity"]
    authority: str
    question: str
    printed: str
    scope: Scope
    acts: str
    procedures: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def printed_answer(self) -> dict[str, Value]:
        """The printed answer: the default of every part."""
        return {part.name: part.default for part in self.parts}


class Section(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"questions": "question"}
):
    """A section of the questionnaire. `freezes` is the step after which its answers may no longer change."""

    code: str
    title: str
    group: str
    freezes: Freeze
    questions: tuple[Question, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Every section in the order of the questionnaire, the referee's comments first."""
    folder = files(__package__) / "questions"
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml"))
    return tuple(
        msgspec.convert(tomllib.loads((folder / name).read_text(encoding="utf-8")), Section) for name in names
    )


@cache
def questions() -> Mapping[str, Question]:
    """Every question by its key, the referee's comments included."""
    return {question.key: question for section in sections() for question in section.questions}


def find_question(key: str) -> Question:
    """The question with a key. Raises `Unknown`."""
    found = questions().get(key)
    if found is None:
        raise Unknown(f"There is no question {key[:80]!r} in the questionnaire.")
    return found


def refuse_bad_answers(answers: Mapping[str, object]) -> None:
    """Raise `Malformed` for everything wrong with answers by key, or `Unknown` for a key of no question."""
    refuse_any(fault for key, answer in answers.items() for fault in _answer_faults(find_question(key), answer))


def _answer_faults(question: Question, answer: object) -> Iterator[Malformed]:
    if not isinstance(answer, Mapping):
        yield Malformed(f"{question.key}: an answer has a value for each part.").at(question.key)
        return
    parts = {part.name: part for part in question.parts}
    for name in answer:
        if name not in parts:
            yield Malformed(f"{question.key} has no part {str(name)[:80]!r}. It has: {', '.join(parts)}.").at(
                question.key, str(name)
            )
    for name, part in parts.items():
        if name not in answer:
            yield Malformed(f"{question.key} lacks its part {name}: give it a value.").at(question.key, name)
        elif sentence := _part_fault(part, answer[name]):
            yield Malformed(f"{question.key}: {part.label}: {sentence}").at(question.key, name)


def _part_fault(part: Part, value: Any) -> str:
    """What is wrong with the value of a part, empty if it is fine."""
    match part.kind:
        case "yes_no":
            return "" if isinstance(value, bool) else "answer yes or no."
        case "choice":
            return "" if value in part.values else f"choose one of {', '.join(part.values)}."
        case "set":
            return _set_fault(part, value)
        case "number":
            return _number_fault(part, value)
        case "text":
            fits = isinstance(value, str) and len(value) <= part.longest
            return "" if fits else f"write a text of at most {part.longest} characters."


def _set_fault(part: Part, value: Any) -> str:
    if not isinstance(value, list | tuple) or len(set(map(str, value))) < len(value):
        return "give a list without repetitions."
    if any(chosen not in part.values for chosen in value):
        return f"choose among {', '.join(part.values)}."
    return ""


def _number_fault(part: Part, value: Any) -> str:
    unit = f" {part.unit}" if part.unit else ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"give a number of{unit}, from {part.lowest} to {part.highest}."
    if not part.lowest <= value <= part.highest:
        return f"give a number from {part.lowest} to {part.highest}{unit}."
    steps = round((value - part.lowest) * 1000), round(part.step * 1000)
    return f"give a number in steps of {part.step}{unit}." if steps[0] % steps[1] else ""
