"""The duels of a season that are run at a referee's table."""

from __future__ import annotations

from django.db.models import QuerySet

from league.models import Duel, DuelEntry

LONGEST_NUMBER = 6
"""Digits of the number of a duel."""


def duels_of(season: str) -> QuerySet[Duel]:
    """The duels of a season, the newest first."""
    return Duel.objects.filter(season_id=season).order_by("-number")


def duel_with_number(season: str, number: int) -> Duel | None:
    """A duel of a season by its number, None if there is none."""
    return duels_of(season).filter(number=number).first()


def duel_error(season: str, duel: str) -> str:
    """Why the id of a duel names none, empty if it may: an id that is no number is of a duel run elsewhere."""
    if not (duel.isascii() and duel.isdecimal()):
        return ""
    if len(duel) <= LONGEST_NUMBER and duel_with_number(season, int(duel)) is not None:
        return ""
    return f"The season has no duel {duel[:20]}: give the number of one, or leave it empty."


def ended_duel_of_match(season: str, match: str) -> Duel | None:
    """The newest duel fought for that match that is over, None if there is none."""
    return duels_of(season).filter(match=match, ended__isnull=False).first()


def duel_version(season: str, number: int) -> int | None:
    """How often a duel was changed, None if there is no such duel."""
    return duels_of(season).filter(number=number).values_list("version", flat=True).first()


def duel_entries(duel: Duel) -> QuerySet[DuelEntry]:
    """What was done at the table of a duel, the first first."""
    return DuelEntry.objects.filter(duel=duel).order_by("number")
