"""Facts: what a command changed, by which rule, from what to what, on which rolls; and the sentence of each.

Facts are shown as ledger lines, in the chronicle and on "why?" pages. Tags and field names are public: add fields
with defaults, never rename. A chapter declares its facts beside the commands that state them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar, get_type_hints

from rules.core.dice import Roll
from rules.core.terms import (
    CarId,
    Credits,
    DriverId,
    FranchiseId,
    ItemId,
    MatchId,
    OfferId,
    RoundId,
    SponsorId,
    TradeId,
    in_k,
)

SUBJECT_TYPES = (FranchiseId, DriverId, CarId, SponsorId, MatchId, RoundId, ItemId, OfferId, TradeId)
"""Annotations that mark a field of a command or fact as one of its subjects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that happened. `rule` is the rule behind it, `rolls` are its dice.

    `says` is its sentence with field names in braces. A part in brackets is left out where its field is empty.
    """

    says: ClassVar[str]
    tag: ClassVar[str]
    signed: ClassVar[bool] = False
    """Whether its sentence needs the sign of an amount, since its words do not say which way the money went."""
    rule: str
    rolls: tuple[Roll, ...] = ()

    def opens(self) -> tuple[str, ...]:
        """The seals this fact opens, such as `m1:M4`. What they hid becomes visible."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedFact(Fact):
    """Money moved: `amount` in credits, negative when paid, and the `balance` after it. It makes one ledger line."""

    franchise: FranchiseId
    amount: Credits
    balance: Credits


FACT_TYPES: dict[str, type[Fact]] = {}
F = TypeVar("F", bound=type[Fact])


def fact(cls: F) -> F:
    """Register a fact type under its tag: the class name in lower case with underscores."""
    tag = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
    if tag in FACT_TYPES:
        raise ValueError(f"two facts are called {tag}")
    unknown = set(re.findall(r"{(\w+)}", cls.says)) - {field.name for field in fields(cls)}
    if unknown:
        raise ValueError(f"{tag} speaks of {sorted(unknown)}, which it does not hold")
    cls.tag = tag
    FACT_TYPES[tag] = cls
    return cls


def field_types(cls: type) -> dict[str, Any]:
    """The fields of a dataclass with their annotated types. Each class is inspected once."""
    types = _FIELD_TYPES.get(cls)
    if types is None:
        hints = get_type_hints(cls)
        types = _FIELD_TYPES[cls] = {field.name: hints[field.name] for field in fields(cls)}
    return types


def subject_fields(cls: type) -> dict[str, object]:
    """The fields of a command or fact class that name subjects, with their id types."""
    subject_types = _SUBJECT_FIELDS.get(cls)
    if subject_types is None:
        subject_types = {name: kind for name, kind in field_types(cls).items() if kind in SUBJECT_TYPES}
        _SUBJECT_FIELDS[cls] = subject_types
    return subject_types


def subjects(thing: object) -> tuple[str, ...]:
    """The ids that a command or fact names, without repeats, in the order of its fields."""
    ids = (getattr(thing, name) for name in subject_fields(type(thing)))
    return tuple(dict.fromkeys(id for id in ids if id))


_FIELD_TYPES: dict[type, dict[str, Any]] = {}
_SUBJECT_FIELDS: dict[type, dict[str, object]] = {}


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
