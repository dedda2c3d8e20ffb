"""A report whose shape is wrong in places: what is false of the rest of it is told at once with that.

What hangs on a part that cannot be read is left out: nobody is told of a fault that they do not have. A line of a
list is judged by itself; what is judged of a whole list, such as who is missing from it, waits until all of it can be
read, and so does a single heat, since it is held against the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import inspect

from api.validation import accepted_types, is_of_type
from journal.state import store
from league.access import NotYours
from league.models import Membership, Season
from league.packet_statements import packet_statement_digest
from rules.core.refusals import Refusal
from rules.match.report import Report, Source
from scheduling.claims import submission_errors

FIELDS_CHECKED_BY_LINE = {
    "teams": frozenset({"franchise", "points"}),
    "cars": frozenset({"car", "criticals", "destroyed"}),
    "source": frozenset[str](),
    "substitutes": frozenset[str](),
}
"""By list, the fields that are judged by their own line; whatever else is wrong may hang on the others."""
DEPENDENT_LISTS = {"drivers": ("substitutes",), "substitutes": ("drivers",)}
"""By list, the other lists it is held against: who is sent in for whom."""
PLACEHOLDERS: dict[type[inspect.Type], Any] = {inspect.StrType: "", inspect.IntType: 0, inspect.BoolType: False}
LIST_TYPES = (inspect.ListType, inspect.VarTupleType)
OBJECT_TYPES = (inspect.StructType, inspect.DataclassType)


def semantic_errors(
    row: Season, match: str, sent: Any, wrong: Sequence[Refusal], *, side: str, member: Membership
) -> list[Refusal]:
    """What is false in a report beside what is `wrong` with the request's shape; none where that hides all of it."""
    if not isinstance(sent, dict):
        return []
    season = store.load(row).season
    played = season.match(match)
    if played.step != "M4" or played.ruleset:
        return []
    report, source, about = (sent.get(name) for name in ("report", "source", "packet"))
    read = msgspec.convert(with_placeholders(inspect.type_info(Report), report), Report)
    if isinstance(source, dict):
        read = replace(read, source=msgspec.convert(with_placeholders(inspect.type_info(Source), source), Source))
    broken, now = _malformed_lines(wrong), packet_statement_digest(row, season, match)
    about = about if isinstance(about, str) else ""
    whole = isinstance(report, dict) and sent.get("heat") is None
    if about != now and not broken.keys().isdisjoint({"source", ""}):
        about, whole = "", False  # whose packet it is hangs on the ruleset that the source names
    arguments: dict[str, Any] = {"side": side, "about": about, "now": now, "member": member}
    try:
        faults = submission_errors(row, season, played, read, whole=whole, **arguments)
    except NotYours:
        return []
    judged = [fault for fault in faults if _is_checkable(fault.pointer, broken)]
    return [_with_request_pointer(fault, sent) for fault in judged]


@contextmanager
def point_into_request(sent: dict[str, Any]) -> Iterator[None]:
    """Have what is refused meanwhile of a report point into the request that it came in."""
    try:
        yield
    except Refusal as no:
        for refusal in no.together or (no,):
            _with_request_pointer(refusal, sent)
        raise


def _with_request_pointer(fault: Refusal, sent: dict[str, Any]) -> Refusal:
    """The fault, pointing at the request's own `source` where that stands for the report's."""
    if isinstance(sent.get("source"), dict) and fault.pointer.startswith("/report/source"):
        fault.pointer = fault.pointer.removeprefix("/report")
    return fault


def with_placeholders(expected: inspect.Type, value: Any) -> Any:
    """A value of that type: whatever is missing or of the wrong kind is blank in it, what is unknown is left out."""
    fitting = next((kind for kind in accepted_types(expected) if is_of_type(kind, value)), None)
    if fitting is None:
        return _placeholder(expected)
    if isinstance(fitting, OBJECT_TYPES):
        return dict(_placeholder_fields(fitting, value))
    if isinstance(fitting, LIST_TYPES):
        return [with_placeholders(fitting.item_type, item) for item in value]
    if isinstance(fitting, inspect.DictType):
        return {name: with_placeholders(fitting.value_type, item) for name, item in value.items()}
    return value


def _placeholder_fields(
    expected: inspect.StructType | inspect.DataclassType, value: dict[str, Any]
) -> Iterator[tuple[str, Any]]:
    for field in expected.fields:
        if field.encode_name in value:
            yield field.encode_name, with_placeholders(field.type, value[field.encode_name])
        elif field.required:
            yield field.encode_name, _placeholder(field.type)


def _placeholder(expected: inspect.Type) -> Any:
    types = accepted_types(expected)
    if any(isinstance(each, inspect.NoneType) for each in types):
        return None
    if isinstance(types[0], OBJECT_TYPES):
        return dict(_placeholder_fields(types[0], {}))
    if isinstance(types[0], LIST_TYPES):
        return []
    return PLACEHOLDERS.get(type(types[0]), {})


def _malformed_lines(wrong: Sequence[Refusal]) -> dict[str, set[str]]:
    """By list of the report, the places of the lines that are out of shape; "" for the whole of it."""
    broken: dict[str, set[str]] = {}
    for refusal in wrong:
        _, part, name, line, *_ = [*refusal.pointer.split("/"), "", "", ""]
        if part == "report":
            broken.setdefault(name, set()).add(line)
        elif part == "source":
            broken.setdefault(part, set()).add("")
    return broken


def _is_checkable(pointer: str, broken: dict[str, set[str]]) -> bool:
    """Whether what a fault points at hangs on nothing that is out of shape."""
    _, part, name, line, field, *_ = [*pointer.split("/"), "", "", ""]
    if part != "report":
        return True
    if any(each in broken for each in DEPENDENT_LISTS.get(name, ())):
        return False
    if name not in broken:
        return True
    by_line = field in FIELDS_CHECKED_BY_LINE[name] if name in FIELDS_CHECKED_BY_LINE else bool(line)
    return by_line and broken[name].isdisjoint({line, ""})
