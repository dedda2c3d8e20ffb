"""Facts as sentences: a fact's template filled in with its fields, money in k."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.campaign.core.facts import SUBJECT_TYPES, Fact, field_types
from rules.core.terms import Credits, in_k

FIELD_PATTERN = re.compile(r"{(\w+)}")
OPTIONAL_PART_PATTERN = re.compile(r"\[([^]]*{(\w+)}[^]]*)]")
"""A part in brackets, which is left out where the field in it is empty."""
COUNTED_NOUN_PATTERN = re.compile(r"^ (point|win|critical|driver|car|franchise|round|heat|sponsor|team|time)s\b")
"""A plural noun after a number. It becomes singular when the number is 1."""


@dataclass(frozen=True, slots=True)
class SentencePart:
    """A part of a sentence. `kind` is the type of id it is (`FranchiseId` …), empty for plain words.

    `field` is the field of the fact that it was made from, empty for words of the template.
    """

    text: str
    kind: str = ""
    field: str = ""


def sentence_parts(fact: Fact) -> Iterator[SentencePart]:
    """The sentence of a fact in parts, so that a page can put names and links where ids stand."""
    hints = field_types(type(fact))
    is_one = False
    says = OPTIONAL_PART_PATTERN.sub(lambda part: part[1] if getattr(fact, part[2]) else "", fact.says)
    for number, part in enumerate(FIELD_PATTERN.split(says)):
        if number % 2 == 0:
            if part:
                yield SentencePart(COUNTED_NOUN_PATTERN.sub(r" \1", part) if is_one else part)
            continue
        value, kind = getattr(fact, part), hints[part]
        is_one = value == 1 and type(value) is int
        if kind in SUBJECT_TYPES:
            yield SentencePart(str(value), kind.__name__, part)
        elif kind is Credits:
            yield SentencePart(in_k(abs(value) if part == "amount" and not fact.signed else value), field=part)
        else:
            yield SentencePart(_plain(value), field=part)


def fact_sentence(fact: Fact) -> str:
    """The sentence of a fact, with ids in place of names."""
    return "".join(piece.text for piece in sentence_parts(fact))


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(_plain(element) for element in value) or "none"
    return str(value).replace("_", " ")
