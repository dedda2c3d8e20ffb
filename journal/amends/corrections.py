"""Corrections as people request them: replace a report, void a match, strike or restore an entry, undo an amend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from journal import entry_body as bodies
from journal.amends.misread_dice import Misreading, misreads_in
from journal.amends.timeline import AMEND_TAG, load_folded_amends
from league.models import Entry, Season
from rules.core.refusals import Refusal, Unknown

NewCorrections = dict[int, list[dict[str, Any]]]
"""Command documents by the number of the entry they replace."""


class NeverReported(Refusal):
    """The match has no accepted report to amend."""


class NoAmend(Refusal):
    """The entry is not an amend, so there is nothing to undo."""


def corrections_to_replace_report(row: Season, match: str, report: dict[str, Any]) -> NewCorrections:
    """Replace the accepted report of a match. Raises `NeverReported`."""
    return {_accepting_entry_number(row, match): [{"type": "accept_report", "match": match, "report": report}]}


def corrections_to_void(row: Season, match: str) -> NewCorrections:
    """Void a match in place of accepting its report (HOUSE-005). Raises `NeverReported`."""
    return {_accepting_entry_number(row, match): [{"type": "void_match", "match": match}]}


def corrections_to_forfeit(
    row: Season, match: str, franchise: str, *, crew: Iterable[str], cars: Iterable[str]
) -> NewCorrections:
    """Record that a franchise forfeited a match: its crew and cars are removed from the report.

    It scores 0 and all teams are ranked again (HOUSE-009, DM-C-091). Raises `NeverReported`.
    """
    number = _accepting_entry_number(row, match)
    (accepted,) = [
        dict(command) for command in standing_commands_at(row, number) if command["type"] == "accept_report"
    ] or [{}]
    if not accepted:
        raise NeverReported(f"{match[:80]} has no report that stands: there is nothing of it to amend.")
    report, removed_drivers, removed_cars = dict(accepted["report"]), frozenset(crew), frozenset(cars)
    points = {team["franchise"]: 0 if team["franchise"] == franchise else team["points"] for team in report["teams"]}
    report["teams"] = [
        {"franchise": team, "points": score, "rank": 1 + sum(other > score for other in points.values())}
        for team, score in points.items()
    ]
    report["drivers"] = [driver for driver in report.get("drivers", ()) if driver["driver"] not in removed_drivers]
    report["cars"] = [car for car in report.get("cars", ()) if car["car"] not in removed_cars]
    if substitutes := [
        substitute for substitute in report.get("substitutes", ()) if substitute["driver"] not in removed_drivers
    ]:
        report["substitutes"] = substitutes
    else:
        report.pop("substitutes", None)
    given_up = {"type": "forfeit_match", "match": match, "franchise": franchise}
    accepted.pop("evidence", None)
    return {number: [given_up, {**accepted, "report": report}]}


def standing_commands_at(row: Season, number: int) -> list[dict[str, Any]]:
    """The commands that the latest amend put at an entry, or its own command if none did. Raises `Unknown`."""
    corrections = load_folded_amends(row).corrections
    return corrections[number] if number in corrections else [original_command(row, number)]


def corrections_to_strike(numbers: Iterable[int]) -> NewCorrections:
    """Strike entries: they count as never given."""
    return {number: [] for number in numbers}


def corrections_to_restore(row: Season, numbers: Iterable[int]) -> NewCorrections:
    """Restore entries to their original commands. Raises `Unknown`."""
    return {number: [original_command(row, number)] for number in numbers}


def corrections_to_undo(row: Season, number: int) -> NewCorrections:
    """Restore every entry that an amend corrected to its commands before that amend. Raises `NoAmend`."""
    before = load_folded_amends(row, before=number).corrections
    corrected = [int(entry) for entry in _amend_command_at(row, number)["corrections"]]
    return {
        entry: before[entry] if entry in before else [original_command(row, entry)] for entry in sorted(corrected)
    }


def misreads_to_undo(row: Season, number: int) -> list[Misreading]:
    """Restore the dice that an amend marked as misread to the faces they showed before it. Raises `NoAmend`."""
    faces = {(path, mark["die"]): mark["now"] for path, marked in row.misread.items() for mark in marked}
    back = [
        Misreading(die.path, die.die, faces.get((die.path, die.die), die.now), die.was)
        for die in misreads_in(_amend_command_at(row, number))
    ]
    return [die for die in back if die.was != die.now]


def _amend_command_at(row: Season, number: int) -> dict[str, Any]:
    entry = Entry.objects.filter(season=row, number=number, command=AMEND_TAG).first()
    if entry is None:
        raise NoAmend(f"Entry {number} of {row.pk} is no amend: name the number of one.")
    return bodies.load_body(entry.body).command


def _accepting_entry_number(row: Season, match: str) -> int:
    reports = Entry.objects.filter(season=row, command="accept_report").order_by("-number")
    for number, subjects in reports.values_list("number", "subjects"):
        if match in subjects:
            return number
    raise NeverReported(f"{match[:80]} has no accepted report in {row.pk}: there is nothing of it to amend yet.")


def original_command(row: Season, number: int) -> dict[str, Any]:
    """The command of an entry as it was given, whatever amends did to it. Raises `Unknown`."""
    entry = Entry.objects.filter(season=row, number=number).first()
    if entry is None:
        raise Unknown(f"There is no entry {number} in {row.pk}: its journal has {row.length}.")
    return bodies.load_body(entry.body).command
