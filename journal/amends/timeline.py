"""The timeline: which commands are in effect at each number of a journal once its amends are folded in.

Entries are never changed. An amend's entry lists the commands that replace those at a number, none to strike it. The
last amend wins; restoring the original command takes a correction back.
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
"""The entries that are about other entries: they are no part of the timeline."""

CURRENT_LAW = 1
"""The current version of the rules by which amends are derived (ADR 10)."""

OUT_STANDINGS = frozenset({"lapsed", "gave_way", "struck"})
"""The standings of entries whose command is not in effect."""

Corrections = Mapping[int, Sequence[dict[str, Any]]]
"""Command documents by the entry they replace; an empty list strikes it."""


@dataclass(frozen=True)
class TimelineEntry:
    """An ordinary entry: its command, what resulted at the time, and who gave it.

    `decided` means that a person gave it, not the season, standing orders or the calendar. `followed` means that the
    season did it `by_itself` right after an amend.
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
        """Whether it was still sealed when that entry was written."""
        return self.sealed and (self.opened_by is None or self.opened_by >= number)


@dataclass(frozen=True, slots=True)
class FoldedAmends:
    """All amends up to a number: the corrections in force, and the amended bodies by the last amend."""

    corrections: dict[int, list[dict[str, Any]]]
    retold: dict[int, AmendedBody]
    last: int = 0
    """The number of the last amend, 0 before the first."""
    out: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    """For each amend, its number and the entries that were not in effect after it."""
    amends: list[tuple[int, bodies.EntryBody]] = field(default_factory=list)
    """The amends themselves, with their numbers."""

    def under_seal(self) -> bool:
        """Whether something was sealed at the last amend and had no influence on anything public."""
        last = self.amends[-1][1].amended if self.amends else None
        return last is not None and last.under_seal

    def law(self) -> int:
        """The version of the derivation rules that the last amend used, 0 before the first."""
        last = self.amends[-1][1].amended if self.amends else None
        return 0 if last is None else last.law

    def corrections_so_far(self) -> dict[int, list[list[dict[str, Any]]]]:
        """Every correction ever made at each number, in order."""
        history: dict[int, list[list[dict[str, Any]]]] = {}
        for _, body in self.amends:
            for number, documents in body.command["corrections"].items():
                history.setdefault(int(number), []).append(list(documents))
        return history

    def misread_paths(self) -> set[str]:
        """The paths of dice that amends corrected as misread."""
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
    """Load and fold the amends of a season, only those before the number `before` if it is set."""
    entries = Entry.objects.filter(season=row, command=AMEND_TAG).order_by("number")
    if before is not None:
        entries = entries.filter(number__lt=before)
    return fold((number, bodies.load_body(body)) for number, body in entries.values_list("number", "body"))


def fold(amends: Iterable[tuple[int, bodies.EntryBody]]) -> FoldedAmends:
    """Fold amends, passed in order with the bodies of their entries: the last correction of an entry wins."""
    corrections: dict[int, list[dict[str, Any]]] = {}
    retold: dict[int, AmendedBody] = {}
    entries_out: list[tuple[int, frozenset[int]]] = []
    last, entries = 0, list(amends)
    for number, body in entries:
        corrections.update({int(entry): documents for entry, documents in body.command["corrections"].items()})
        retold = body.amended.amended_bodies() if body.amended else {}
        last = number
        entries_out.append(
            (number, frozenset(entry for entry, amended in retold.items() if amended.standing in OUT_STANDINGS))
        )
    return FoldedAmends(corrections, retold, last, entries_out, entries)


def entries_sealed_at(row: Season, number: int) -> frozenset[int]:
    """The entries that were still sealed when the entry of that number was written."""
    sealed = Entry.objects.filter(season=row, number__lt=number).exclude(seal="")
    shut = sealed.filter(Q(opened_by=None) | Q(opened_by__gte=number))
    return frozenset(shut.values_list("number", flat=True))


def effective_corrections(
    corrections: Corrections, steps: Iterable[TimelineEntry]
) -> dict[int, list[dict[str, Any]]]:
    """The corrections that differ from the original commands of their entries."""
    commands = {step.number: step.body.command for step in steps if step.number in corrections}
    return {
        number: list(documents)
        for number, documents in corrections.items()
        if number not in commands or list(documents) != [commands[number]]
    }
