"""The duels of a season that are run at a referee's table."""

from __future__ import annotations

from django.db.models import QuerySet

from league.models import Duel, DuelEntry


def duels_of(season: str) -> QuerySet[Duel]:
    """The duels of a season, the newest first."""
    return Duel.objects.filter(season_id=season).order_by("-number")


def duel_with_number(season: str, number: int) -> Duel | None:
    """A duel of a season by its number, None if there is none."""
    return duels_of(season).filter(number=number).first()


def duel_version(season: str, number: int) -> int | None:
    """How often a duel was changed, None if there is no such duel."""
    return duels_of(season).filter(number=number).values_list("version", flat=True).first()


def duel_entries(duel: Duel) -> QuerySet[DuelEntry]:
    """What was done at the table of a duel, the first first."""
    return DuelEntry.objects.filter(duel=duel).order_by("number")
