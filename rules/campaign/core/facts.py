"""Facts: what a command changed, by which rule, from what to what, on which rolls.

Facts are shown as ledger lines, in the chronicle and on "why?" pages. Tags and field names are public: add fields
with defaults, never rename. A chapter declares its facts beside the commands that state them.
"""

from __future__ import annotations

import re
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
