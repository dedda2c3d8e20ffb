"""What a season did by itself after an amend: the entries after the amend in its batch, and their dice."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import F

from journal import entry_body as bodies
from league.models import Entry, Season
from rules.core.dice import Roll


def rolls_after_amends(row: Season, numbers: Collection[int]) -> dict[int, list[tuple[int, Roll]]]:
    """The new rolls of the entries that followed each amend by themselves, with entry numbers, by amend.

    Rolls whose faces had fallen before are left out. Nothing follows a preview.
    """
    rolls: dict[int, list[tuple[int, Roll]]] = {number: [] for number in numbers}
    followed = Entry.objects.filter(season=row, batch__first__in=rolls, number__gt=F("batch__first"))
    for first, number, stored in followed.order_by("number").values_list("batch__first", "number", "body"):
        rolls[first] += [(number, roll) for roll in bodies.load_body(stored).new_rolls()]
    return rolls


def paths_thrown_after(row: Season, number: int) -> list[str]:
    """The paths of the new rolls of the entries that followed an amend by themselves."""
    return list(dict.fromkeys(roll.path for _, roll in rolls_after_amends(row, [number])[number]))
