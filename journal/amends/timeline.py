"""The timeline: what stands at each number of a journal once its amends are folded in.

Entries are never changed. An amend's entry says which commands stand at a number in place of those that were given,
none for one that is struck; the last word wins, and the original's own words take a correction back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import BinaryField, Case, Q, Value, When

from journal import entry_body as bodies
from journal.amends.misread_dice import misreads_in
from journal.entry_body import AmendedBody
from league.access import CLOCK, SEASON_ITSELF, STEWARD
from league.models import Entry, Season
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import Command

AMEND_TAG, PREVIEW_TAG = "amend", "preview_amend"
AMEND_TAGS = frozenset({AMEND_TAG, PREVIEW_TAG})
"""The entries that are about other entries: they stand in no timeline themselves."""

CURRENT_LAW = 1
"""The law by which amends are worked out today (ADR 10)."""

OUT_STANDINGS = frozenset({"lapsed", "gave_way", "struck"})
"""Standings of entries whose command does not stand."""

Corrections = Mapping[int, Sequence[dict[str, Any]]]
"""Command documents by the number they stand at; none at all strikes what was there."""


@dataclass(frozen=True)
class TimelineEntry:
    """An ordinary entry: what was given, what came of it then, and whether somebody gave it.

    `decided` are the people's own; what the season, standing orders and the calendar gave is not. What the season did
    `by_itself` right behind an amend `followed` it.
    """

    number: int
    body: bodies.EntryBody
    by_itself: bool = False
    decided: bool = True
    followed: bool = False
    sealed: bool = False
    opened_by: int | None = None

    @cached_property
    def command(self) -> Command:
        """The command as it was given."""
        return command_from_document(self.body.command)

    def was_sealed_at(self, number: int) -> bool:
        """Whether what it says was nobody's to read when that entry was written."""
        return self.sealed and (self.opened_by is None or self.opened_by >= number)


@dataclass(frozen=True, slots=True)
class FoldedAmends:
    """All that amends said until a number: the corrections in force, and how entries stand by the last of them."""

    corrections: dict[int, list[dict[str, Any]]]
    retold: dict[int, AmendedBody]
    last: int = 0
    """The number of the last amend, 0 before the first."""
    out: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    """After each amend, by its number, the entries whose command did not stand."""
    amends: list[tuple[int, bodies.EntryBody]] = field(default_factory=list)
    """The amends themselves, by number."""

    def under_seal(self) -> bool:
        """Whether what was sealed at the last amend changed nothing of what everybody may see."""
        last = self.amends[-1][1].amended if self.amends else None
        return last is not None and last.under_seal

    def law(self) -> int:
        """The law by which the last of them was worked out, 0 before the first."""
        last = self.amends[-1][1].amended if self.amends else None
        return 0 if last is None else last.law

    def corrections_so_far(self) -> dict[int, list[list[dict[str, Any]]]]:
        """Every correction that was ever made at a number, in order."""
        made: dict[int, list[list[dict[str, Any]]]] = {}
        for _, body in self.amends:
            for number, given in body.command["corrections"].items():
                made.setdefault(int(number), []).append(list(given))
        return made

    def misread_paths(self) -> set[str]:
        """The paths of dice that amends said were misread."""
        return {misreading.path for _, body in self.amends for misreading in misreads_in(body.command)}


def timeline_entries(row: Season, *, after: int = 0, before: int | None = None) -> list[TimelineEntry]:
    """The ordinary entries after one number and before another, in order."""
    entries = Entry.objects.filter(season=row, number__gt=after).order_by("number")
    if before is not None:
        entries = entries.filter(number__lt=before)
    needed = Case(When(command__in=AMEND_TAGS, then=Value(b"")), default="body", output_field=BinaryField())
    columns = entries.values_list("number", "command", needed, "actor", "seal", "opened_by")
    steps: list[TimelineEntry] = []
    cause = ""
    for number, command, body, actor, seal, opened_by in columns.iterator(chunk_size=500):
        by_itself = actor == SEASON_ITSELF
        cause = cause if by_itself else command
        if command not in AMEND_TAGS:
            steps.append(
                TimelineEntry(
                    number,
                    bodies.load_body(body),
                    by_itself=by_itself,
                    decided=actor not in {SEASON_ITSELF, STEWARD, CLOCK},
                    followed=by_itself and cause == AMEND_TAG,
                    sealed=bool(seal),
                    opened_by=opened_by,
                )
            )
    return steps


def load_folded_amends(row: Season, *, before: int | None = None) -> FoldedAmends:
    """What the amends of a season came to, those from `before` on left out."""
    entries = Entry.objects.filter(season=row, command=AMEND_TAG).order_by("number")
    if before is not None:
        entries = entries.filter(number__lt=before)
    return fold((number, bodies.load_body(body)) for number, body in entries.values_list("number", "body"))


def fold(amends: Iterable[tuple[int, bodies.EntryBody]]) -> FoldedAmends:
    """Fold amends, given in order with the bodies of their entries: the last word at a number wins."""
    corrections: dict[int, list[dict[str, Any]]] = {}
    retold: dict[int, AmendedBody] = {}
    out: list[tuple[int, frozenset[int]]] = []
    last, told = 0, list(amends)
    for number, body in told:
        corrections.update({int(at): given for at, given in body.command["corrections"].items()})
        retold = body.amended.amended_bodies() if body.amended else {}
        last = number
        out.append(
            (number, frozenset(at for at, amended_body in retold.items() if amended_body.standing in OUT_STANDINGS))
        )
    return FoldedAmends(corrections, retold, last, out, told)


def entries_sealed_at(row: Season, number: int) -> frozenset[int]:
    """The entries that were sealed when the entry of that number was written."""
    sealed = Entry.objects.filter(season=row, number__lt=number).exclude(seal="")
    shut = sealed.filter(Q(opened_by=None) | Q(opened_by__gte=number))
    return frozenset(shut.values_list("number", flat=True))


def effective_corrections(
    corrections: Corrections, steps: Iterable[TimelineEntry]
) -> dict[int, list[dict[str, Any]]]:
    """The corrections that say something else than the entries themselves do."""
    said = {step.number: step.body.command for step in steps if step.number in corrections}
    return {
        number: list(given)
        for number, given in corrections.items()
        if number not in said or list(given) != [said[number]]
    }
