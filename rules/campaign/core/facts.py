"""Facts: what a command changed, by which rule, from what to what, on which rolls.

A fact is shown as ledger line, chronicle and "why?" page. Tags and field names are public: add with defaults,
never rename. A chapter declares its facts beside the commands that state them.
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
"""Annotations that make a field name a subject of its command or fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Anything that came to be; `rule` is its source.

    `says` is its sentence with the field names in braces, without what stands in brackets where its field is empty.
    """

    says: ClassVar[str]
    tag: ClassVar[str]
    signed: ClassVar[bool] = False
    """Whether its sentence needs the sign of an amount, since its words do not say which way the money went."""
    rule: str
    rolls: tuple[Roll, ...] = ()

    def opens(self) -> tuple[str, ...]:
        """The seals this fact opens, such as `m1:M4`: what was sealed until then may be seen."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedFact(Fact):
    """Money moved: `amount` in credits, negative when paid, and the `balance` after it. One ledger line each."""

    franchise: FranchiseId
    amount: Credits
    balance: Credits


FACT_TYPES: dict[str, type[Fact]] = {}
F = TypeVar("F", bound=type[Fact])


def fact(cls: F) -> F:
    """Register a fact type under its tag: the class's name in small letters with underscores."""
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
    """The fields of a dataclass with what each is annotated as, read once."""
    found = _FIELD_TYPES.get(cls)
    if found is None:
        hints = get_type_hints(cls)
        found = _FIELD_TYPES[cls] = {field.name: hints[field.name] for field in fields(cls)}
    return found


def subject_fields(cls: type) -> dict[str, object]:
    """The fields of a command or fact that name subjects, with the kind of id each holds."""
    found = _SUBJECT_FIELDS.get(cls)
    if found is None:
        found = {name: kind for name, kind in field_types(cls).items() if kind in SUBJECT_TYPES}
        _SUBJECT_FIELDS[cls] = found
    return found


def subjects(thing: object) -> tuple[str, ...]:
    """The ids a command or fact names, without repeats, in the order of its fields."""
    named = (getattr(thing, name) for name in subject_fields(type(thing)))
    return tuple(dict.fromkeys(id for id in named if id))


_FIELD_TYPES: dict[type, dict[str, Any]] = {}
_SUBJECT_FIELDS: dict[type, dict[str, object]] = {}
