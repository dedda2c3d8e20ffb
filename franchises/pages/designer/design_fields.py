"""A design as form fields: names, values, choices, points taken, and errors beside the fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from franchises.pages.designer.submitted_design import STEM, WRITTEN_OUT
from rules.match.drawing_board import (
    EITHER,
    FIGURES,
    GROUP,
    ROWS,
    TICKS,
    Choices,
    DesignPart,
    PointsAccount,
    error_location,
)
from rules.match.ruleset import Document, ErrorDetail

UNREADABLE = re.compile(r"The design cannot be read: (?P<clauses>.+)\. Fix each of these\..*")
NOT_WHOLE = re.compile(r"design\.(?P<place>[a-z_.]+) is not a whole number")
LACKING = re.compile(r"design lacks '(?P<place>[a-z_]+)'")
BESIDE_BOUNDS = re.compile(r"(?P<place>[a-z_]+) is (?P<told>-?[0-9][^:]*): (?P<do>.+)")
"""A ruleset's error about a number, which begins with the name of its field."""
ErrorsByPlace = Mapping[str, list[ErrorDetail]]
"""Errors by the place in the design that they are about."""


@dataclass(frozen=True, slots=True)
class DesignRow:
    """A row: its number from 1, the value of `cut` that removes it, its fields, its errors, and its points."""

    number: int
    cut: str
    place: str
    called: str
    fields: tuple[DesignField, ...]
    faults: tuple[ErrorDetail, ...] = ()
    taken: str = ""

    @property
    def id(self) -> str:
        """The id of the row's box. A field that is alone in its row has the plain id, so the box gets a suffix."""
        alone = len(self.fields) == 1 and self.fields[0].alone
        return f"{id_of(self.place)}-row" if alone else id_of(self.place)


@dataclass(frozen=True, slots=True)
class DesignField:
    """A field: its name in the form, id, kind and label, its value, choices and bounds, and its errors.

    `taken` says how many of the design's points it takes. A field that is `alone` is the only one of its row, which
    shows errors and points for it.
    """

    name: str
    id: str
    kind: str
    label: str
    means: str
    value: str = ""
    values: tuple[str, ...] = ()
    choices: Choices = ()
    least: int | None = None
    most: int | None = None
    step: int = 1
    may_be_left: bool = False
    faults: tuple[ErrorDetail, ...] = ()
    taken: str = ""
    fields: tuple[DesignField, ...] = ()
    rows: tuple[DesignRow, ...] = ()
    items: Choices = ()
    written: bool = False
    alone: bool = False

    @property
    def adds(self) -> str:
        """The name of the part in the form's `add` value."""
        return self.name.removeprefix(f"{STEM}.")


@dataclass(frozen=True, slots=True)
class DesignFields:
    """The fields of a design, and the errors that are about none of them."""

    fields: tuple[DesignField, ...]
    faults: tuple[ErrorDetail, ...]


@dataclass(frozen=True, slots=True)
class _FieldErrors:
    document: Document
    beside: dict[str, list[ErrorDetail]] = field(default_factory=dict)
    taken: Mapping[str, int] = field(default_factory=dict)
    points: str = ""

    def take_errors(self, place: str) -> tuple[ErrorDetail, ...]:
        return tuple(self.beside.pop(place, ()))

    def words(self, place: str) -> str:
        return f"{self.taken[place]} {self.points}" if self.taken.get(place) else ""


def design_fields(
    parts: tuple[DesignPart, ...], document: Document, faults: Iterable[ErrorDetail], account: PointsAccount | None
) -> DesignFields:
    """A design as fields, with each error at the field it is about."""
    errors_by_place: dict[str, list[ErrorDetail]] = {}
    for fault in faults:
        errors_by_place.setdefault(error_location(fault, parts, document), []).append(fault)
    errors = _FieldErrors(
        document, errors_by_place, account.by_part if account else {}, account.short if account else ""
    )
    fields = tuple(_field(part, document.get(part.name), part.name, errors) for part in parts)
    unplaced = tuple(fault for errors_of_place in errors_by_place.values() for fault in errors_of_place)
    return DesignFields(fields, unplaced)


def relabel_errors(fault: ErrorDetail, parts: tuple[DesignPart, ...]) -> list[ErrorDetail]:
    """An error in the words of the form: fields by their labels, and one error for each unreadable field."""
    if (found := UNREADABLE.fullmatch(fault.sentence)) is None:
        found = BESIDE_BOUNDS.match(fault.sentence)
        part = _part_at(found["place"], parts) if found else None
        if found is None or part is None:
            return [fault]
        return [replace(fault, sentence=f"{_capitalized_label(part)} cannot be {found['told']}: {found['do']}")]
    clauses = [(clause, _unread_sentence(clause, parts)) for clause in found["clauses"].split("; ")]
    rest = "; ".join(clause for clause, sentence in clauses if not sentence)
    return [
        *(replace(fault, sentence=sentence) for _, sentence in clauses if sentence),
        *([replace(fault, sentence=fault.sentence.replace(found["clauses"], rest))] if rest else []),
    ]


def _unread_sentence(clause: str, parts: tuple[DesignPart, ...]) -> str:
    """The error for a value that is no number, or for a missing field; "" for other clauses."""
    if (found := NOT_WHOLE.fullmatch(clause)) and (part := _part_at(found["place"], parts)) is not None:
        return f"{_capitalized_label(part)}: give a whole number {_bounds(part)}."
    if (found := LACKING.fullmatch(clause)) and (part := _part_at(found["place"], parts)) is not None:
        return f"{_capitalized_label(part)}: fill it in."
    return ""


def _part_at(place: str, parts: Iterable[DesignPart]) -> DesignPart | None:
    name, _, inside = place.partition(".")
    found = next((part for part in parts if part.name == name), None)
    return found if found is None or not inside else _part_at(inside, found.parts)


def _capitalized_label(part: DesignPart) -> str:
    return f"{part.label[:1].upper()}{part.label[1:]}"


def _bounds(part: DesignPart) -> str:
    least, most = part.note.least, part.note.most
    if most is not None:
        return f"from {least or 0} to {most}"
    return "of nine digits at most" + ("" if least is None else f", {least} or more")


def id_of(place: str) -> str:
    """The HTML id of a field, by its place in the design."""
    return f"{STEM}-{place.replace('.', '-')}"


def _field(part: DesignPart, held: Any, place: str, errors: _FieldErrors, *, label: str = "") -> DesignField:
    if held is None and not part.is_required:
        held = part.default
    inside = _inside(part, held, place, errors)
    note = part.note
    choices = note.choices
    if note.one_of:
        choices = (("", "none"), *_row_value_choices(note.one_of, errors.document, but=place))
    value = _value(part, held)
    if choices and part.kind != TICKS and value not in {key for key, _ in choices} and not isinstance(held, dict):
        choices = ((value, value or "choose one"), *choices)
    if part.kind == EITHER:
        choices = (*choices, (WRITTEN_OUT, "written out below"))
    return DesignField(
        name=f"{STEM}.{place}",
        id=id_of(place),
        kind=part.kind,
        label=label or part.label,
        means=note.means,
        value=value,
        values=tuple(map(str, held)) if part.kind == TICKS and isinstance(held, list | tuple) else (),
        choices=choices,
        least=note.least,
        most=note.most,
        step=note.step,
        may_be_left=part.may_be_left or not part.is_required,
        faults=errors.take_errors(place),
        taken=errors.words(place),
        items=tuple((item.key, item.words) for item in note.items),
        written=part.kind == EITHER and isinstance(held, Mapping),
        **inside,
    )


def _inside(part: DesignPart, held: Any, place: str, errors: _FieldErrors) -> dict[str, Any]:
    """The nested fields of a part: of a group, of a written-out value, or of rows."""
    if part.kind == GROUP or (part.kind == EITHER and isinstance(held, Mapping)):
        within = held if isinstance(held, Mapping) else {}
        return {
            "fields": tuple(
                _field(child, within.get(child.name), f"{place}.{child.name}", errors) for child in part.parts
            )
        }
    if part.kind != ROWS or not isinstance(held, list | tuple):
        return {}
    return {"rows": tuple(_row(part, row, number, f"{place}.{number}", errors) for number, row in enumerate(held))}


def _fields(part: DesignPart, within: Mapping[str, Any], place: str, errors: _FieldErrors) -> tuple[DesignField, ...]:
    return tuple(_field(child, within.get(child.name), f"{place}.{child.name}", errors) for child in part.parts)


def _row(part: DesignPart, row: Any, number: int, place: str, errors: _FieldErrors) -> DesignRow:
    called = f"{part.label.removesuffix('s')} {number + 1}"
    if not part.parts[0].name:
        fields: tuple[DesignField, ...] = (
            replace(_field(part.parts[0], row, place, errors, label=called), alone=True),
        )
        return DesignRow(number + 1, f"{part.name}.{number}", place, called, fields, (), errors.words(place))
    within = row if isinstance(row, Mapping) else {}
    fields = _fields(part, within, place, errors)
    return DesignRow(
        number + 1, f"{part.name}.{number}", place, called, fields, errors.take_errors(place), errors.words(place)
    )


def _value(part: DesignPart, held: Any) -> str:
    if part.kind == EITHER and isinstance(held, Mapping):
        return WRITTEN_OUT
    if part.kind == FIGURES and isinstance(held, list | tuple):
        return " ".join(map(str, held))
    if held is None or isinstance(held, Mapping | list | tuple):
        return ""
    return str(held)


def _row_value_choices(one_of: str, document: Document, *, but: str) -> Choices:
    """Choices from the values of other rows, without the row that contains this field."""
    rows, _, name = one_of.partition(".")
    existing_rows = document.get(rows)
    own_number = but.split(".")[1] if but.startswith(f"{rows}.") else ""
    if not isinstance(existing_rows, list | tuple):
        return ()
    return tuple(
        (str(row[name]), str(row[name]))
        for number, row in enumerate(existing_rows)
        if isinstance(row, Mapping) and row.get(name) and str(number) != own_number
    )
