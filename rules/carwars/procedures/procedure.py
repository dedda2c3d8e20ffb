"""What a referee's procedure is: a function of inputs, answers and dice, and what it comes to.

A chapter registers its procedures with `procedure`; pages, operations of the API and the log are made from what is
registered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar, get_type_hints

import msgspec

from rules.carwars.questionnaire import Answer, Value, find_question, refuse_bad_answers
from rules.core.dice import Stream
from rules.core.refusals import Malformed, Unknown
from rules.match.referee.procedures import Inputs, InputsImpossible, Outcome, Procedure

__all__ = ["Inputs", "InputsImpossible", "Outcome", "Procedure"]
AnyInputs = TypeVar("AnyInputs", bound="Inputs")


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a questionnaire that differ from the printed ones, read by question and part."""

    given: Mapping[str, Answer]

    def part(self, key: str, name: str) -> Value:
        """The value of a part: the one that was given, else the printed one."""
        answer = self.given.get(key) or find_question(key).printed_answer
        return answer[name]

    def number(self, key: str, name: str) -> int:
        """The value of a part that is a whole number."""
        return int(str(self.part(key, name)))


PROCEDURES: dict[str, Procedure] = {}
"""Every procedure by its tag, in the order of their rules once `all_procedures` has imported the chapters."""


def procedure(
    rule: str, name: str, *, reads: tuple[str, ...] = (), dice: str = ""
) -> Callable[[Callable[[AnyInputs, Answers, Stream], Outcome]], Callable[[AnyInputs, Answers, Stream], Outcome]]:
    """Register a function as a procedure. Its name is the tag, the first line of its docstring the summary."""

    def register(
        function: Callable[[AnyInputs, Answers, Stream], Outcome],
    ) -> Callable[[AnyInputs, Answers, Stream], Outcome]:
        tag = function.__name__
        inputs = get_type_hints(function)["inputs"]
        summary = (function.__doc__ or "").strip().splitlines()[0]
        PROCEDURES[tag] = Procedure(
            tag=tag, name=name, rule=rule, summary=summary, inputs=inputs, reads=reads, dice=dice, perform=function
        )
        return function

    return register


def perform_procedure(tag: str, document: object, answers: Mapping[str, Answer], stream: Stream) -> Outcome:
    """Perform a procedure from plain values.

    Raises `Unknown` for a tag there is none, `Malformed` for inputs or answers of the wrong form,
    `InputsImpossible` for inputs that cannot be, and `NeedsDice` if faces are to be typed and one is missing.
    """
    found = PROCEDURES.get(tag)
    if found is None:
        raise Unknown(f"There is no procedure {tag[:80]!r}.")
    refuse_bad_answers(answers)
    try:
        inputs = msgspec.convert(document, found.inputs)
    except msgspec.ValidationError as error:
        problem, _, where = str(error).partition(" - at ")
        at = f" (at {where})" if where else ""
        raise Malformed(f"{found.name}: {problem}{at}. Correct that field.") from None
    return found.perform(inputs, Answers(answers), stream)
