"""The inputs of a procedure as fields of a form, made from its types: groups, growing lists, choices, numbers, texts.

Every field has a name of the form: `inputs`, and the way to it with dots (`inputs.shots.0.1`). A list also sends how
many entries it shows, as `inputs.shots.count`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from explain.field_texts import field_texts
from rules.core.refusals import Refusal
from rules.match.referee.procedure_inputs import (
    described,
    input_type,
    list_bounds,
    may_be_null,
    text_bounds,
    unless_null,
)
from rules.match.referee.procedures import Inputs

PREFIX = "inputs"
COUNT = "count"
WHOLE = re.compile(r"[-\N{MINUS SIGN}]?[0-9]{1,9}")
Typed = dict[str, str]
"""What was typed, by the name of the field. A box that is not ticked has no name."""


@dataclass(slots=True, kw_only=True)
class InputField:
    """A field of a procedure's inputs, or a group of them, as a form shows it.

    `value` is what was typed. A group, a list and a row have `within`; a list also has the values of the buttons that
    add an entry, empty if it is full, and its `fewest` and `most` entries. `remove` is the value of the button that
    takes an entry out of its list, empty if it cannot be taken out. A `compact` field shows its unit, not its bounds.
    """

    kind: Literal["group", "list", "row", "number", "text", "choice", "yes_no"]
    name: str
    label: str
    help: str = ""
    needed: bool = False
    value: str = ""
    unit: str = ""
    lowest: int | None = None
    highest: int | None = None
    longest: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    within: list[InputField] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    compact: bool = False
    add: str = ""
    remove: str = ""
    fewest: int = 0
    most: int = 0

    @property
    def bounds(self) -> str:
        """The bounds of a number in words, with its unit: "0 to 500 mph"."""
        if self.compact or self.lowest is None or self.highest is None:
            return self.unit
        return f"{self.lowest} to {self.highest} {self.unit}".strip().replace("-", "\N{MINUS SIGN}")

    @property
    def id(self) -> str:
        """The id of the element, which labels and errors point at."""
        return f"id_{self.name}"

    @property
    def describes(self) -> str:
        """The ids of what describes the field, for `aria-describedby`."""
        parts = [f"{self.id}_error"] if self.errors else []
        return " ".join([*parts, *([f"{self.id}_help"] if self.help or self.bounds else [])])


def input_fields(inputs: type[Inputs], typed: Typed) -> list[InputField]:
    """The fields of a procedure's inputs with what was typed."""
    return _fields_of(input_type(inputs), typed, PREFIX)


def add_errors(fields: Sequence[InputField], refusals: Sequence[Refusal]) -> list[str]:
    """Put the sentences of refusals at the fields they point at; returns those that point at none of them.

    A pointer begins with `/inputs`. One that leads below a field is shown at the nearest field above it.
    """
    by_name = {found.name: found for found in _walk(fields)}
    left = []
    for refusal in refusals:
        steps = refusal.pointer.removeprefix("/").split("/")
        while steps and ".".join(steps) not in by_name:
            steps.pop()
        if steps:
            by_name[".".join(steps)].errors.append(refusal.sentence)
        else:
            left.append(refusal.sentence)
    return left


def document_from_typed(inputs: type[Inputs], typed: Typed) -> dict[str, Any]:
    """The inputs as plain values. What is empty is left out, and what is no number stays as it was typed."""
    document: dict[str, Any] = _value_of(input_type(inputs), typed, PREFIX)
    return document


def typed_from_document(inputs: type[Inputs], document: Mapping[str, Any]) -> Typed:
    """What would have been typed for a document; what it leaves out is as it is by default."""
    typed: Typed = {}
    _write_object(input_type(inputs), document, PREFIX, typed)
    return typed


def change_list(typed: Typed, button: str) -> Typed:
    """What was typed, after a button that adds an entry to a list (`add:NAME`) or takes one out (`remove:NAME.0`)."""
    act, _, name = button.partition(":")
    if act == "add":
        counted = f"{name}.{COUNT}"
        return {**typed, counted: str(_count(typed, name) + 1)}
    above, _, place = name.rpartition(".")
    number, count = int(place), _count(typed, above)
    kept: Typed = {}
    for key, value in typed.items():
        found = re.match(rf"{re.escape(above)}\.([0-9]+)(.*)", key, re.DOTALL)
        if found is None:
            kept[key] = value
        elif int(found[1]) != number:
            kept[f"{above}.{int(found[1]) - (int(found[1]) > number)}{found[2]}"] = value
    return {**kept, f"{above}.{COUNT}": str(max(count - 1, 0))}


BUTTON = re.compile(r"add:inputs(\.[a-z0-9_]+)+|remove:inputs(\.[a-z0-9_]+)*\.[0-9]{1,4}")
"""The values of the buttons that change a list."""


def _count(typed: Typed, name: str) -> int:
    text = typed.get(f"{name}.{COUNT}", "")
    return int(text) if text.isdecimal() and len(text) <= 4 else 0


def _walk(fields: Sequence[InputField]) -> Iterator[InputField]:
    for found in fields:
        yield found
        yield from _walk(found.within)


def label_of(name: str) -> str:
    """A name of a program as a label: `struck_heading` is "Struck heading"."""
    return name.replace("_", " ").capitalize()


def _fields_of(kind: inspect.StructType, typed: Typed, name: str) -> list[InputField]:
    texts, hints = field_texts(kind.cls), get_type_hints(kind.cls)
    return [
        _field(
            member.type,
            typed,
            f"{name}.{member.name}",
            label=label_of(member.name),
            explanation=texts.get(member.name, "").replace("`", ""),
            needed=member.required,
            order=_choices_as_declared(hints[member.name]),
        )
        for member in kind.fields
    ]


def _field(
    kind: inspect.Type,
    typed: Typed,
    name: str,
    *,
    label: str,
    explanation: str = "",
    needed: bool = True,
    order: tuple[str, ...] = (),
) -> InputField:
    made = InputField(kind="text", name=name, label=label, help=explanation, needed=needed, value=typed.get(name, ""))
    match unless_null(kind):
        case inspect.StructType() as struct:
            made.kind, made.within = "group", _fields_of(struct, typed, name)
        case inspect.VarTupleType() as several:
            _lay_out_list(made, several, typed, order)
        case inspect.TupleType() as row:
            labels = described(kind, "parts") or [str(number + 1) for number in range(len(row.item_types))]
            made.kind = "row"
            made.within = [
                _field(part, typed, f"{name}.{number}", label=labels[number])
                for number, part in enumerate(row.item_types)
            ]
            for part_field in made.within:
                part_field.compact = True
        case inspect.BoolType():
            made.kind = "yes_no"
        case inspect.LiteralType() as choice:
            made.kind = "choice"
            values = order or tuple(map(str, choice.values))
            made.choices = tuple((value, label_of(value)) for value in values)
        case inspect.IntType() as number:
            made.kind, made.lowest, made.highest = "number", number.ge, number.le
            made.unit = described(kind, "unit") or ""
        case inspect.StrType() as text:
            made.longest = text_bounds(text)[1]
    return made


def _lay_out_list(made: InputField, kind: inspect.VarTupleType, typed: Typed, order: tuple[str, ...]) -> None:
    made.kind = "list"
    made.fewest, made.most = list_bounds(kind)
    count = min(_count(typed, made.name), made.most)
    thing = _thing_in(kind.item_type, made.label)
    made.within = [
        _field(kind.item_type, typed, f"{made.name}.{number}", label=f"{thing} {number + 1}", order=order)
        for number in range(count)
    ]
    for entry in made.within:
        entry.remove = f"remove:{entry.name}" if count > made.fewest else ""
    made.add = f"add:{made.name}" if count < made.most else ""


def _thing_in(kind: inspect.Type, label: str) -> str:
    """What an entry of a list is called: by the name of its class, else by the list's own label."""
    found = unless_null(kind)
    if isinstance(found, inspect.StructType):
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", found.cls.__name__).capitalize()
    return label


def _choices_as_declared(hint: Any) -> tuple[str, ...]:
    """The values of the choice in an annotation in the order of their declaration; empty if there is none."""
    if get_origin(hint) is Literal:
        return tuple(map(str, get_args(hint)))
    return next((found for part in get_args(hint) if (found := _choices_as_declared(part))), ())


def _value_of(kind: inspect.Type, typed: Typed, name: str) -> Any:
    match unless_null(kind):
        case inspect.StructType() as struct:
            return {
                member.name: value
                for member in struct.fields
                if (value := _value_of(member.type, typed, f"{name}.{member.name}")) is not msgspec.UNSET
            }
        case inspect.VarTupleType() as several:
            values = [
                _value_of(several.item_type, typed, f"{name}.{number}") for number in range(_count(typed, name))
            ]
            return ["" if value is msgspec.UNSET else value for value in values]
        case inspect.TupleType() as row:
            values = [_value_of(part, typed, f"{name}.{number}") for number, part in enumerate(row.item_types)]
            return ["" if value is msgspec.UNSET else value for value in values]
        case inspect.BoolType():
            return typed.get(name, "") in ("on", "true")
    text = typed.get(name, "").strip()
    if not text:
        return msgspec.UNSET
    if isinstance(unless_null(kind), inspect.IntType) and WHOLE.fullmatch(text):
        return int(text.replace("\N{MINUS SIGN}", "-"))
    return text


def _write_object(kind: inspect.StructType, document: Mapping[str, Any], name: str, typed: Typed) -> None:
    for member in kind.fields:
        value = document.get(member.name, msgspec.UNSET)
        if value is msgspec.UNSET and not member.required:
            default = member.default if member.default is not msgspec.NODEFAULT else member.default_factory()
            value = msgspec.to_builtins(default)
        _write(member.type, value, f"{name}.{member.name}", typed)


def _write(kind: inspect.Type, value: Any, name: str, typed: Typed) -> None:
    found = unless_null(kind)
    match found:
        case inspect.StructType():
            _write_object(found, value if isinstance(value, Mapping) else {}, name, typed)
        case inspect.VarTupleType():
            entries = value if isinstance(value, list | tuple) else [msgspec.UNSET]
            typed[f"{name}.{COUNT}"] = str(len(entries))
            for number, entry in enumerate(entries):
                _write(found.item_type, entry, f"{name}.{number}", typed)
        case inspect.TupleType():
            given = value if isinstance(value, list | tuple) else [msgspec.UNSET] * len(found.item_types)
            for number, (part, entry) in enumerate(zip(found.item_types, given, strict=False)):
                _write(part, entry, f"{name}.{number}", typed)
        case inspect.BoolType():
            if value is True:
                typed[name] = "on"
        case _ if value is not msgspec.UNSET and not (value is None and may_be_null(kind)):
            typed[name] = str(value)
