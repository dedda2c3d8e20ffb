"""Renders the fields of a command: things by name, everything else as given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from typing import Any, get_args, get_origin

from explain.names import Names, Segment
from explain.plain_words import switch_words
from explain.printed_names import command_field_words, setting_words
from journal.amends.misread_dice import misreads_in
from journal.amends.timeline import AMEND_TAG, PREVIEW_TAG
from journal.dice.awaited import AWAIT_DICE_TAG
from rules.campaign.core.command import command_type
from rules.campaign.core.facts import SUBJECT_TYPES, field_types, subject_fields
from rules.core.canonical_json import json_bytes

AMEND_SUMMARIES = {
    AMEND_TAG: "Correct what was wrongly entered; everything after it follows again.",
    PREVIEW_TAG: "Show the effects of an amend, and which dice it would throw; nothing was changed.",
}
"""What amends and previews do, by tag."""
AMEND_ONLY_VALUES = {
    "fallen": "not legal any more, named again before the lock",
    "played": "stands as it was played",
}
"""The words for fields of commands that only an amend sets."""


@dataclass(frozen=True, slots=True)
class RenderedField:
    """A field of a command: its name, its value in printed names, and its `raw` value."""

    name: str
    told: Segment
    raw: str
    in_words: bool = False
    """Whether the text was composed from several values, and was not given as text."""


def awaited_command(document: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The command whose dice a command awaits; None if it awaits none, or those of a match."""
    awaited: Mapping[str, Any] | None = document.get("given") if document["type"] == AWAIT_DICE_TAG else None
    return awaited


def things_named_in(document: Mapping[str, Any]) -> Iterator[tuple[object, str]]:
    """The things that a command names, also in lists: the type and the id of each."""
    if not document or document["type"] in AMEND_SUMMARIES:
        return
    if (awaited := awaited_command(document)) is not None:
        yield from things_named_in(awaited)
    for name, kind in field_types(command_type(document["type"]).cls).items():
        value = document.get(name)
        if kind in SUBJECT_TYPES and isinstance(value, str):
            yield kind, value
        elif get_origin(kind) is list and isinstance(value, list):
            (of,) = get_args(kind)
            if of in SUBJECT_TYPES:
                yield from ((of, id) for id in value if isinstance(id, str))
            elif isinstance(of, type) and is_dataclass(of):
                fields = subject_fields(of)
                yield from ((fields[name], id) for item in value for name, id in item.items() if name in fields)


def render_fields(document: Mapping[str, Any], names: Names) -> Iterator[RenderedField]:
    """Render the fields of a command in order; values that are neither ids nor tags are shown as given."""
    if not document:
        return
    if document["type"] in AMEND_SUMMARIES:
        if document["corrections"]:
            yield RenderedField("entries", Segment(", ".join(sorted(document["corrections"], key=int))), "")
        if misread := misreads_in(document):
            yield RenderedField("misread", Segment("; ".join(misreading.sentence() for misreading in misread)), "")
        return
    cls = command_type(document["type"]).cls
    kinds = subject_fields(cls)
    for name, value in document.items():
        if name == "type":
            continue
        if name == "given" and (awaited := awaited_command(document)) is not None:
            yield RenderedField("command", Segment(awaited["type"].replace("_", " ")), "", in_words=True)
            yield from render_fields(awaited, names)
            continue
        raw = value if isinstance(value, str) else json_bytes(value).decode()
        if (listed := _list_words(field_types(cls).get(name), value, names)) is not None:
            yield RenderedField(name.replace("_", " "), Segment(listed), "", in_words=True)
            continue
        if name in kinds and isinstance(value, str):
            segment = names.segment(kinds[name], value)
        elif isinstance(value, str):
            segment = Segment(switch_words(value) if name == "switch" else command_field_words(name, value))
        else:
            segment = Segment(_yes_or_on(value, document) if isinstance(value, bool) else raw)
        yield RenderedField(
            AMEND_ONLY_VALUES.get(name, name.replace("_", " ")), segment, "" if segment.text == raw else raw
        )


def _yes_or_on(value: bool, document: Mapping[str, Any]) -> str:
    """Words for a flag: "on" or "off" for a house rule, else "yes" or "no"."""
    return setting_words(value) if "switch" in document else ("yes" if value else "no")


def _list_words(kind: object, value: object, names: Names) -> str | None:
    """A list of things by their names, or of objects by the things they name; None for any other value."""
    if get_origin(kind) is not list or not isinstance(value, list):
        return None
    (of,) = get_args(kind)
    if of in SUBJECT_TYPES:
        return ", ".join(names.segment(of, id).text for id in value) or "none"
    fields = subject_fields(of) if isinstance(of, type) and is_dataclass(of) else {}
    if not fields or any(item.keys() - fields.keys() for item in value):
        return None
    lines = (
        ", ".join(f"{name} {names.segment(fields[name], id).text}" for name, id in item.items() if id)
        for item in value
    )
    return "; ".join(lines) or "none"
