"""Corrections as people ask for them: another report, a voided match, an entry struck or given back its own words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from league.journal import body as bodies
from league.journal.timeline import AMEND, folded
from league.models import Entry, Season
from rules.refusal import Refusal, Unknown

Corrected = dict[int, list[dict[str, Any]]]
"""Command documents by the number of the entry they stand at."""


class NeverReported(Refusal):
    """The match has no accepted report that could be amended."""


class NoAmend(Refusal):
    """The entry is no amend that could be undone."""


def another_report(row: Season, match: str, report: dict[str, Any]) -> Corrected:
    """Another report in the place of the one that was accepted. Raises `NeverReported`."""
    return {_accepted(row, match): [{"type": "accept_report", "match": match, "report": report}]}


def void(row: Season, match: str) -> Corrected:
    """A match that counts as not made, its report never accepted (HOUSE-005). Raises `NeverReported`."""
    return {_accepted(row, match): [{"type": "void_match", "match": match}]}


def struck(numbers: Iterable[int]) -> Corrected:
    """Entries that count as never given."""
    return {number: [] for number in numbers}


def as_given(row: Season, numbers: Iterable[int]) -> Corrected:
    """Entries that say again what they said when they were given. Raises `Unknown`."""
    return {number: [_own_words(row, number)] for number in numbers}


def undone(row: Season, number: int) -> Corrected:
    """What stood before an amend at every entry it was about. Raises `NoAmend`."""
    entry = Entry.objects.filter(season=row, number=number, command=AMEND).first()
    if entry is None:
        raise NoAmend(f"Entry {number} of {row.pk} is no amend: name the number of one.")
    before = folded(row, before=number).corrections
    about = [int(each) for each in bodies.read(entry.body).command["corrections"]]
    return {each: before[each] if each in before else [_own_words(row, each)] for each in sorted(about)}


def _accepted(row: Season, match: str) -> int:
    reports = Entry.objects.filter(season=row, command="accept_report").order_by("-number")
    for number, subjects in reports.values_list("number", "subjects"):
        if match in subjects:
            return number
    raise NeverReported(f"{match[:80]} has no accepted report in {row.pk}: there is nothing of it to amend yet.")


def _own_words(row: Season, number: int) -> dict[str, Any]:
    entry = Entry.objects.filter(season=row, number=number).first()
    if entry is None:
        raise Unknown(f"There is no entry {number} in {row.pk}: its journal has {row.length}.")
    return bodies.read(entry.body).command
