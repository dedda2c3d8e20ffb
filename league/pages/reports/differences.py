"""Claimed reports side by side: every figure that is not the same in all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explain.correction_rendering import BOOLEAN_FIELDS, NOTHING_DASH, REPORT_FIELD_LABELS, REPORT_LISTS
from explain.names import Names, Segment
from explain.printed_names import ITEM_WORDS
from rules.core.terms import DriverId

FigurePlace = tuple[str, str, str]
"""The place of a figure in a report: the list, the subject of the line, and the field."""
DERIVED = frozenset({"rank"})
"""Fields that follow from others, and are shown only where they alone differ, as they can in a duel (CW-S-035)."""


@dataclass(frozen=True, slots=True)
class ReportDifference:
    """A figure that is claimed differently: its subject, its label, and its value in each report, in order."""

    who: Segment
    field: str
    said: tuple[str, ...]
    place: FigurePlace = ("", "", "")

    @property
    def input_name(self) -> str:
        """The name of the input by which one of the values is chosen."""
        return ":".join(("pick", *self.place))


def report_differences(documents: Sequence[Mapping[str, Any]], names: Names) -> list[ReportDifference]:
    """The figures in which reports differ, by team, driver and car; ranks if they differ in nothing else."""
    return _differences(documents, names, besides=DERIVED) or _differences(documents, names, besides=frozenset())


def _differences(
    documents: Sequence[Mapping[str, Any]], names: Names, *, besides: frozenset[str]
) -> list[ReportDifference]:
    """The figures in which reports differ, without the fields `besides`."""
    reports = [dict(_figures(document, besides)) for document in documents]
    places = dict.fromkeys(place for report in reports for place in report)
    kinds = {name: kind for name, _, kind in REPORT_LISTS}
    return [
        ReportDifference(
            names.segment(kinds[place[0]], place[1]),
            REPORT_FIELD_LABELS.get(place[2]) or place[2].replace("_", " ").capitalize(),
            tuple(_figure_words(place, report.get(place), names) for report in reports),
            place,
        )
        for place in places
        if len({repr(_normalized(place, report.get(place))) for report in reports}) > 1
    ]


def _figures(document: Mapping[str, Any], besides: frozenset[str]) -> Iterator[tuple[FigurePlace, Any]]:
    for name, key, _ in REPORT_LISTS:
        for line in document.get(name, ()):
            for field, value in line.items():
                if field != key and field not in besides:
                    yield (name, line[key], field), value


def _normalized(place: FigurePlace, value: Any) -> Any:
    """A figure with its default if it is left out, so that nothing and 0 are equal."""
    if place[2] in BOOLEAN_FIELDS:
        return bool(value)
    return value or 0


def _figure_words(place: FigurePlace, value: Any, names: Names) -> str:
    field = place[2]
    if field in BOOLEAN_FIELDS:
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_item(id, names)} {left}" for id, left in value.items()) or NOTHING_DASH
    if isinstance(value, list):
        if field == "heats":
            return ", ".join(map(str, value)) or NOTHING_DASH
        return ", ".join(_item(item, names) for item in value) or NOTHING_DASH
    if field == "replaces" and value:
        return names.segment(DriverId, str(value)).text
    return str(value or 0)


def _item(id: str, names: Names) -> str:
    return ITEM_WORDS[names.items[id]] if id in names.items else id
