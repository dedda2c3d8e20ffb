"""Checks the readable parts of a report that has schema errors, so that all errors are reported at once.

Malformed parts are replaced by placeholders. Errors that may depend on a malformed part are left out, so that no
error is reported that is not there. Each line of a list is checked on its own. Checks of a whole list, such as who is
missing from it, wait until all its lines are well-formed. So do those of a single heat, which depend on other heats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import inspect

from journal.state import store
from league.access import NotYours
from league.models import Membership, Season
from league.packet_statements import packet_statement_digest
from rules.core.refusals import Refusal
from rules.core.schema_validation import accepted_types, is_of_type
from rules.match.report import Report, Source
from scheduling.claims import submission_errors

FIELDS_CHECKED_BY_LINE = {
    "teams": frozenset({"franchise", "points"}),
    "cars": frozenset({"car", "criticals", "destroyed"}),
    "source": frozenset[str](),
    "substitutes": frozenset[str](),
}
"""By list, the fields whose errors depend only on their own line. Other errors may depend on the other lines."""
DEPENDENT_LISTS = {"drivers": ("substitutes",), "substitutes": ("drivers",)}
"""By list, the other lists it is checked against: substitutes are drivers."""
PLACEHOLDERS: dict[type[inspect.Type], Any] = {inspect.StrType: "", inspect.IntType: 0, inspect.BoolType: False}
LIST_TYPES = (inspect.ListType, inspect.VarTupleType)
OBJECT_TYPES = (inspect.StructType, inspect.DataclassType)


def semantic_errors(
    row: Season, match: str, body: Any, malformed_errors: Sequence[Refusal], *, side: str, member: Membership
) -> list[Refusal]:
    """Errors of a report in addition to `malformed_errors`, those of its schema; empty if those make the rest
    uncheckable.
    """
    if not isinstance(body, dict):
        return []
    season = store.load(row).season
    campaign_match = season.match(match)
    if campaign_match.step != "M4" or campaign_match.ruleset:
        return []
    report, source, packet = (body.get(name) for name in ("report", "source", "packet"))
    readable = msgspec.convert(with_placeholders(inspect.type_info(Report), report), Report)
    if isinstance(source, dict):
        readable = replace(
            readable, source=msgspec.convert(with_placeholders(inspect.type_info(Source), source), Source)
        )
    malformed, current_packet = _malformed_lines(malformed_errors), packet_statement_digest(row, season, match)
    packet = packet if isinstance(packet, str) else ""
    complete = isinstance(report, dict) and body.get("heat") is None
    if packet != current_packet and not malformed.keys().isdisjoint({"source", ""}):
        packet, complete = "", False  # which packet is meant depends on the ruleset in the source
    arguments: dict[str, Any] = {"side": side, "about": packet, "now": current_packet, "member": member}
    try:
        errors = submission_errors(row, season, campaign_match, readable, whole=complete, **arguments)
    except NotYours:
        return []
    checkable = [error for error in errors if _is_checkable(error.pointer, malformed)]
    return [_with_request_pointer(error, body) for error in checkable]


@contextmanager
def point_into_request(body: dict[str, Any]) -> Iterator[None]:
    """Make refusals raised in this context point into the request instead of the report."""
    try:
        yield
    except Refusal as error:
        for refusal in error.together or (error,):
            _with_request_pointer(refusal, body)
        raise


def _with_request_pointer(error: Refusal, body: dict[str, Any]) -> Refusal:
    """The error, pointing at the request's `source` if that replaces the report's."""
    if isinstance(body.get("source"), dict) and error.pointer.startswith("/report/source"):
        error.pointer = error.pointer.removeprefix("/report")
    return error


def with_placeholders(expected: inspect.Type, value: Any) -> Any:
    """A value that fits the type: missing and malformed parts become placeholders, unknown fields are dropped."""
    matched_type = next((kind for kind in accepted_types(expected) if is_of_type(kind, value)), None)
    if matched_type is None:
        return _placeholder(expected)
    if isinstance(matched_type, OBJECT_TYPES):
        return dict(_placeholder_fields(matched_type, value))
    if isinstance(matched_type, LIST_TYPES):
        return [with_placeholders(matched_type.item_type, item) for item in value]
    if isinstance(matched_type, inspect.DictType):
        return {name: with_placeholders(matched_type.value_type, item) for name, item in value.items()}
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
    if any(isinstance(kind, inspect.NoneType) for kind in types):
        return None
    if isinstance(types[0], OBJECT_TYPES):
        return dict(_placeholder_fields(types[0], {}))
    if isinstance(types[0], LIST_TYPES):
        return []
    return PLACEHOLDERS.get(type(types[0]), {})


def _malformed_lines(malformed_errors: Sequence[Refusal]) -> dict[str, set[str]]:
    """By list of the report, the indexes of malformed lines as texts; "" stands for the whole list or report."""
    malformed: dict[str, set[str]] = {}
    for refusal in malformed_errors:
        _, part, name, line, *_ = [*refusal.pointer.split("/"), "", "", ""]
        if part == "report":
            malformed.setdefault(name, set()).add(line)
        elif part == "source":
            malformed.setdefault(part, set()).add("")
    return malformed


def _is_checkable(pointer: str, malformed: dict[str, set[str]]) -> bool:
    """Whether an error depends on no malformed part, by its JSON pointer."""
    _, part, name, line, field, *_ = [*pointer.split("/"), "", "", ""]
    if part != "report":
        return True
    if any(dependent in malformed for dependent in DEPENDENT_LISTS.get(name, ())):
        return False
    if name not in malformed:
        return True
    by_line = field in FIELDS_CHECKED_BY_LINE[name] if name in FIELDS_CHECKED_BY_LINE else bool(line)
    return by_line and malformed[name].isdisjoint({line, ""})
