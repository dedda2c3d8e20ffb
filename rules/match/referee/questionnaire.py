"""What a questionnaire is made of: sections, questions, parts of answers, and which answers are possible.

An answer has a value for every part of its question. A book brings its questionnaire as a value `QUESTIONNAIRE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec

from rules.core.refusals import Malformed, Unknown, refuse_any
from rules.core.suggestions import suggestion_clause
from rules.core.switches import MostChanged

Value: TypeAlias = str | bool | int | float | tuple[str, ...]
Answer: TypeAlias = Mapping[str, Value]
Scope = Literal["helper", "scorer", "league", "design", "engine", "text"]
Freeze = Literal["", "designs", "schedule", "staging"]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of an answer: a choice, a set of choices, a number, yes or no, or a text.

    `choices` are values with their labels. A number is within `lowest` and `highest`, in steps of `step` from
    `lowest`, and no smaller than the part `at_least`. With `only_if` the part means nothing unless another part has
    that value.
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
    at_least: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The values of its choices."""
        return tuple(value for value, _ in self.choices)


class Need(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an answer needs to mean anything: a part of another question's answer with one of these values.

    Of a set of choices one of them has to be chosen. With `only_when`, only answers with that value in that part of
    their own need it.
    """

    key: str
    part: str
    among: tuple[str | bool, ...]
    only_when: tuple[str, str | bool] | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"parts": "part"}):
    """A question of the questionnaire, with its printed answer in words and by parts.

    `authority` is the source that settles it. `scope` says what acts on the answer, `text` that nothing does;
    `acts` says what it changes here. `procedures` are the rules that read it. `needs` are other answers without
    which this one means nothing. `most_changed` says why the questionnaire shows it first, if it does.
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
    needs: tuple[Need, ...] = ()
    most_changed: MostChanged | None = None

    @property
    def printed_answer(self) -> dict[str, Value]:
        """The printed answer: the default of every part."""
        return {part.name: part.default for part in self.parts}


class Section(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"questions": "question"}
):
    """A section of the questionnaire. `freezes` is the step after which its answers may no longer change.

    Remarks that are not among the questions it is said to have are not `counted`.
    """

    code: str
    title: str
    group: str
    freezes: Freeze
    questions: tuple[Question, ...]
    counted: bool = True


class Preset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answers to start from: a title, a sentence about it, and the parts that are not as printed, by key."""

    id: str
    title: str
    about: str
    answers: dict[str, dict[str, Any]]


def no_presets() -> tuple[Preset, ...]:
    """The presets of a questionnaire without any."""
    return ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An answer that means nothing beside another: the keys of both, and a sentence."""

    key: str
    other: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """Questions that a league answers as a whole, version after version."""

    id: str
    title: str
    read_sections: Callable[[], tuple[Section, ...]]
    read_presets: Callable[[], tuple[Preset, ...]] = no_presets

    def sections(self) -> tuple[Section, ...]:
        """Its sections in order."""
        return self.read_sections()

    def questions(self) -> dict[str, Question]:
        """Every question by its key, in order."""
        return {question.key: question for section in self.sections() for question in section.questions}

    def question(self, key: str) -> Question:
        """The question with a key. Raises `Unknown`, which proposes what may be meant."""
        questions = self.questions()
        if key not in questions:
            raise Unknown(
                f"There is no question {key[:80]!r} in {self.title}: {suggestion_clause(key, questions)}."
            ).at(key)
        return questions[key]

    def section_of(self, key: str) -> Section:
        """The section of the question with a key. Raises `Unknown`."""
        self.question(key)
        return next(section for section in self.sections() if any(other.key == key for other in section.questions))

    def answer(self, key: str, given: Mapping[str, Answer]) -> Answer:
        """The answer to a question: the one that was given, else the printed one. Raises `Unknown`."""
        return given[key] if key in given else self.question(key).printed_answer

    def clean_answers(self, answers: Mapping[str, object]) -> dict[str, dict[str, Value]]:
        """Answers as they are kept: sets in the order of their choices, whole numbers as such.

        Raises `Malformed` for everything wrong with them, or `Unknown` for a key of no question.
        """
        refuse_any(fault for key, answer in answers.items() for fault in answer_faults(self.question(key), answer))
        return {key: _clean_answer(self.question(key), answer) for key, answer in sorted(answers.items())}

    def changed_answers(self, answers: Mapping[str, Answer]) -> dict[str, Answer]:
        """The answers that are not the printed ones."""
        return {key: answer for key, answer in answers.items() if answer != _printed(self.question(key))}

    def preset_answers(self, preset: Preset) -> dict[str, dict[str, Value]]:
        """The whole answers of a preset: what it does not name is as printed."""
        return self.clean_answers(
            {key: {**self.question(key).printed_answer, **parts} for key, parts in preset.answers.items()}
        )

    def contradictions(self, given: Mapping[str, Answer]) -> list[Contradiction]:
        """The answers other than printed that mean nothing beside another answer."""
        found = []
        for key in given:
            question = self.question(key)
            for need in question.needs:
                other = self.question(need.key)
                if _lacks(need, given[key], self.answer(need.key, given)):
                    sentence = (
                        f"The answer to {question.id} means nothing beside that to {other.id}: change one of them."
                    )
                    found.append(Contradiction(key, need.key, sentence))
        return found


def _lacks(need: Need, answer: Answer, other: Answer) -> bool:
    """Whether an answer means nothing beside the other."""
    if need.only_when is not None and answer[need.only_when[0]] != need.only_when[1]:
        return False
    value = other[need.part]
    values = value if isinstance(value, list | tuple) else (value,)
    return not any(wanted in values for wanted in need.among)


def answer_faults(question: Question, answer: object) -> Iterator[Malformed]:
    """Everything wrong with an answer, a sentence each with the question's key and the part."""
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
        elif (sentence := part_fault(part, answer[name])) or (sentence := order_fault(question, part, answer)):
            yield Malformed(f"{question.key}: {part.label}: {sentence}").at(question.key, name)


def order_fault(question: Question, part: Part, answer: Mapping[str, Any]) -> str:
    """What is wrong with a number beside another part that it may not be below, empty if nothing is."""
    least = answer.get(part.at_least) if part.at_least else None
    if least is None or isinstance(least, bool) or not isinstance(least, int | float) or answer[part.name] >= least:
        return ""
    other = next(other for other in question.parts if other.name == part.at_least)
    return f"{answer[part.name]} is below “{other.label}”, {least}: raise the one or lower the other."


def part_fault(part: Part, value: Any) -> str:
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


def _clean_answer(question: Question, answer: Any) -> dict[str, Value]:
    return {part.name: _clean_value(part, answer[part.name]) for part in question.parts}


def _clean_value(part: Part, value: Any) -> Value:
    if part.kind == "set":
        return tuple(chosen for chosen in part.values if chosen in value)
    if part.kind == "number" and value == int(value):
        return int(value)
    return value  # type: ignore[no-any-return]


def _printed(question: Question) -> dict[str, Value]:
    return _clean_answer(question, question.printed_answer)
