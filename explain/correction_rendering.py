"""Renders corrections: the former commands beside the new ones, and the changed figures of a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from explain.command_fields import RenderedField, render_fields
from explain.fact_rendering import command_words
from explain.names import Names, Segment
from explain.printed_names import ITEM_WORDS
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId

ACCEPT_REPORT_TAG = "accept_report"
REPORT_LISTS: tuple[tuple[str, str, object], ...] = (
    ("teams", "franchise", FranchiseId),
    ("drivers", "driver", DriverId),
    ("cars", "car", CarId),
    ("substitutes", "driver", DriverId),
)
"""The lists of a report, with the field that identifies a line, and its type."""
REPORT_FIELD_LABELS = {
    "out": "Out of action",
    "friendly_criticals": "Criticals on their own side",
    "kit_uses": "Medical kits used",
    "devices_lost": "Devices lost",
    "expendables_used": "Expendables used",
    "fitted": "Fitted during the match",
    "stowed": "Back in the stores",
    "from_heat": "From heat",
}
BOOLEAN_FIELDS = frozenset({"out", "dead", "destroyed"})
NUMBER_FIELDS = frozenset(
    {"points", "criticals", "friendly_criticals", "scores", "kills", "wounds", "kit_uses", "from_heat", "rank"}
)
NOTHING_DASH = "–"


@dataclass(frozen=True, slots=True)
class RenderedCommand:
    """A command as a page shows it beside others, without the figures of a report."""

    name: str
    given: tuple[RenderedField, ...]


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One changed figure of a report."""

    who: Segment
    field: str
    was: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedCorrection:
    """The commands at an entry before and after an amend; `cells` has changed figures if both are reports."""

    number: int
    href: str
    was: tuple[RenderedCommand, ...]
    now: tuple[RenderedCommand, ...]
    cells: tuple[FigureChange, ...] = ()
    as_given: bool
    """Whether it restores the original command."""


def render_command(document: Mapping[str, Any], names: Names) -> RenderedCommand:
    """Render a command with printed names; a field's own name is left out if its value begins with it."""
    fields = render_fields({name: value for name, value in document.items() if name != "report"}, names)
    return RenderedCommand(
        command_words(document["type"]),
        tuple(replace(field, name="") if field.told.text.startswith(f"{field.name} ") else field for field in fields),
    )


def render_correction(
    number: int,
    *,
    href: str,
    own: Mapping[str, Any] | None,
    was: Sequence[Mapping[str, Any]],
    now: Sequence[Mapping[str, Any]],
    names: Names,
) -> RenderedCorrection:
    """Render one correction; `own` is the original command of the entry, None if it is sealed from the viewer."""
    return RenderedCorrection(
        number=number,
        href=href,
        was=tuple(render_command(command, names) for command in was),
        now=tuple(render_command(command, names) for command in now),
        cells=report_changes(was, now, names),
        as_given=own is not None and list(now) == [own],
    )


def report_changes(
    was: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]], names: Names
) -> tuple[FigureChange, ...]:
    """The figures in which two reports differ; empty unless both sides are a single report."""
    if len(was) == len(now) == 1 and was[0]["type"] == now[0]["type"] == ACCEPT_REPORT_TAG:
        return tuple(_figure_changes(was[0]["report"], now[0]["report"], names))
    return ()


def _figure_changes(was: Mapping[str, Any], now: Mapping[str, Any], names: Names) -> Iterator[FigureChange]:
    for list_name, key, kind in REPORT_LISTS:
        before = {line[key]: line for line in was.get(list_name, ())}
        after = {line[key]: line for line in now.get(list_name, ())}
        for id in [*before, *(other_id for other_id in after if other_id not in before)]:
            subject = names.segment(kind, id)
            if id not in before or id not in after:
                yield FigureChange(
                    subject, "In the report", "yes" if id in before else "no", "yes" if id in after else "no"
                )
                continue
            old, new = before[id], after[id]
            for field in dict.fromkeys([*old, *new]):
                if old.get(field) != new.get(field):
                    yield FigureChange(subject, _field(field), _value(field, old, names), _value(field, new, names))
    source, other = was.get("source") or {}, now.get("source") or {}
    for field in dict.fromkeys([*source, *other]):
        if source.get(field) != other.get(field):
            yield FigureChange(
                Segment("Source"), _field(field), source.get(field) or NOTHING_DASH, other.get(field) or NOTHING_DASH
            )


def _field(name: str) -> str:
    return REPORT_FIELD_LABELS.get(name) or name.replace("_", " ").capitalize()


def _value(field: str, line: Mapping[str, Any], names: Names) -> str:
    value = line.get(field)
    if field in BOOLEAN_FIELDS:
        return "yes" if value else "no"
    if field in NUMBER_FIELDS:
        return str(value or 0)
    if isinstance(value, Mapping):
        return ", ".join(f"{_item(id, names)} {count}" for id, count in value.items()) or NOTHING_DASH
    if isinstance(value, list):
        return ", ".join(_item(item, names) if isinstance(item, str) else str(item) for item in value) or NOTHING_DASH
    if field == "replaces":
        return names.segment(DriverId, str(value)).text
    return NOTHING_DASH if value is None else str(value)


def _item(id: str, names: Names) -> str:
    return ITEM_WORDS[names.items[id]] if id in names.items else names.segment(ItemId, id).text
