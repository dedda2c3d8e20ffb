"""What a season did by itself after an amend: entries of their own, in the amend's batch, whose dice fell for it."""

from __future__ import annotations

from collections.abc import Collection

from league.journal import body as bodies
from league.journal.body import Body
from league.models import Batch, Entry, Season


def thrown_by(body: Body) -> list[str]:
    """The paths on which a face fell for an entry, those that had fallen before left out."""
    again = set(body.again)
    return list(dict.fromkeys(roll["path"] for roll in body.rolls if roll["path"] not in again))


def thrown_after(row: Season, numbers: Collection[int]) -> dict[int, list[str]]:
    """By the number of each amend the paths on which a face fell for what followed it by itself."""
    thrown: dict[int, list[str]] = {number: [] for number in numbers}
    batches = Batch.objects.filter(season=row, first__in=thrown)
    for first, last in batches.values_list("first", "last"):
        entries = Entry.objects.filter(season=row, number__gt=first, number__lte=last).order_by("number")
        for body in entries.values_list("body", flat=True):
            thrown[first] += thrown_by(bodies.read(body))
    return thrown
