"""A claimed report sent back with corrections: figure by figure, another report's value is taken. Rule DM-C-090."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explain.correction_rendering import REPORT_LISTS
from league.pages.reports.differences import FigurePlace
from rules.campaign.core import state
from rules.campaign.core.duels import is_duel
from rules.campaign.match_day.duel_checks import ranks_by_points

PICK = "pick"
PARTS = 4
KEYS = {name: key for name, key, _ in REPORT_LISTS}
"""The lists of a report, with the field that identifies a line."""
Document = Mapping[str, Any]


def picked_sources(given: Mapping[str, str]) -> dict[FigurePlace, str]:
    """Which report each chosen figure is taken from, as a form sends it: `pick:<list>:<id>:<field>`."""
    picks = {}
    for name, source in given.items():
        parts = name.split(":")
        if parts[0] == PICK and len(parts) == PARTS and parts[1] in KEYS:
            picks[parts[1], parts[2], parts[3]] = source
    return picks


def corrected_report(
    document: Document, sources: Mapping[str, Document], picks: Mapping[FigurePlace, str], match: state.Match
) -> dict[str, Any]:
    """The report with every picked figure taken from its source; unknown sources change nothing. It is nobody's log.

    Ranks follow from the points (DM-C-091), but those of a duel come with the points that were picked (CW-S-035).
    """
    lists = {name: {line[key]: dict(line) for line in document.get(name, ())} for name, key in KEYS.items()}
    for (name, who, field), source in picks.items():
        if source not in sources:
            continue
        other: Document = next((line for line in sources[source].get(name, ()) if line[KEYS[name]] == who), {})
        line = lists[name].setdefault(who, {KEYS[name]: who})
        _take(line, other, field)
        if field == "points" and is_duel(match):
            _take(line, other, "rank")
    if not is_duel(match):
        points = {team: line.get("points", 0) for team, line in lists["teams"].items()}
        for team, rank in ranks_by_points(points, forfeited=[]).items():
            lists["teams"][team]["rank"] = rank
    kept = {name: list(lines.values()) for name, lines in lists.items()}
    kept["substitutes"] = [line for line in kept["substitutes"] if "replaces" in line]
    rest = {name: value for name, value in document.items() if name != "source"}
    return {**rest, **{name: lines for name, lines in kept.items() if lines or name in document}}


def _take(line: dict[str, Any], other: Document, field: str) -> None:
    if field in other:
        line[field] = other[field]
    else:
        line.pop(field, None)
