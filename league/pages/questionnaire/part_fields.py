"""The parts of answers as form fields: how a value is typed, and what is wrong with a text that is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core.refusals import Malformed
from rules.core.typed_numbers import NotANumber, read_number
from rules.match.questionnaire import Part, Value, part_fault

YES, NO = "yes", "no"
YES_WORDS = frozenset({"yes", "on", "true"})
NO_WORDS = frozenset({"no", "off", "false"})


def typed_part(value: Any) -> tuple[str, ...]:
    """A value as its form field holds it: several texts for a set of choices, otherwise one."""
    if isinstance(value, bool):
        return (YES if value else NO,)
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return (str(value),)


def read_part(part: Part, typed: Sequence[str]) -> Value:
    """The value that was typed into the field of a part.

    A set of choices has an empty text beside the boxes that are checked. Raises `Malformed`, whose sentence says what
    is possible.
    """
    if part.kind == "set":
        return _read_set(part, [text for text in typed if text])
    text = typed[-1].replace("\r\n", "\n") if typed else ""
    if part.kind == "text":
        value: Value = text.strip() if text.strip() != str(part.default).strip() else part.default
    elif part.kind == "yes_no":
        value = _read_yes_no(text.strip().lower())
    elif part.kind == "number":
        value = _read_number(part, text.strip())
    else:
        value = text.strip()
        if value not in part.values:
            raise Malformed(f"{value[:40]!r} is not a possible answer: choose {_listed(part)}.")
    if sentence := part_fault(part, value):
        raise Malformed(sentence[:1].upper() + sentence[1:])
    return value


def bounds_words(part: Part) -> str:
    """Which numbers are possible, for the hint below its field; empty for other kinds."""
    if part.kind != "number":
        return ""
    unit = f" {part.unit}" if part.unit else ""
    steps = f", in steps of {part.step}" if part.step != 1 else ""
    return f"{part.lowest} to {part.highest}{unit}{steps}."


def condition_words(part: Part, parts: Sequence[Part]) -> str:
    """When a part means something, in words; empty if it always does."""
    if part.only_if is None:
        return ""
    other, value = next(other for other in parts if other.name == part.only_if[0]), part.only_if[1]
    wanted = (YES if value else NO) if isinstance(value, bool) else dict(other.choices).get(value, value)
    return f"Counts only if “{other.label}” is answered with “{wanted}”."


def _read_yes_no(text: str) -> bool:
    if text in YES_WORDS | NO_WORDS:
        return text in YES_WORDS
    raise Malformed(f"{text[:40]!r} is neither yes nor no: choose one of them.")


def _read_number(part: Part, text: str) -> int | float:
    unit = f" {part.unit}" if part.unit else ""
    try:
        number = read_number(text)
    except NotANumber:
        raise Malformed(
            f"{text[:40]!r} is not a number: give one from {part.lowest} to {part.highest}{unit}."
        ) from None
    return int(number) if number == int(number) else float(number)


def _read_set(part: Part, chosen: Sequence[str]) -> tuple[str, ...]:
    if unknown := next((text for text in chosen if text not in part.values), ""):
        raise Malformed(f"{unknown[:40]!r} cannot be chosen here: check only {_listed(part)}.")
    return tuple(value for value in part.values if value in chosen)


def _listed(part: Part) -> str:
    labels = [f"“{label}”" for _, label in part.choices]
    return f"{', '.join(labels[:-1])} or {labels[-1]}" if len(labels) > 1 else "".join(labels)
