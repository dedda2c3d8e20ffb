"""What is run at a referee's table: the duels of a season, and the uses of a referee's procedures."""

from __future__ import annotations

from django.db.models import Count, OuterRef, QuerySet, Subquery

from league.models import Duel, DuelEntry, Entry, ProcedureUse

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


def procedure_uses(season: str, *, procedure: str = "", duel: str = "") -> QuerySet[ProcedureUse]:
    """The uses in a season, of one procedure or for one duel if named, the newest first."""
    uses = ProcedureUse.objects.filter(season=season)
    if procedure:
        uses = uses.filter(procedure=procedure)
    if duel:
        uses = uses.filter(duel=duel)
    return uses.order_by("-entry", "-fact")


def procedure_use(season: str, use: str) -> ProcedureUse | None:
    """The use with that id; None if there is none."""
    return ProcedureUse.objects.filter(season=season, use=use).first()


def uses_with_entries(uses: QuerySet[ProcedureUse]) -> QuerySet[ProcedureUse]:
    """The same uses, each with the `read_actor` and `read_at` of its entry."""
    entry = Entry.objects.filter(season_id=OuterRef("season_id"), number=OuterRef("entry"))
    return uses.annotate(read_actor=Subquery(entry.values("actor")), read_at=Subquery(entry.values("at")))


def use_counts(season: str) -> dict[str, int]:
    """How often each procedure was performed in a season, by its tag."""
    counted = ProcedureUse.objects.filter(season=season).values("procedure").order_by().annotate(uses=Count("pk"))
    return dict(counted.values_list("procedure", "uses"))
