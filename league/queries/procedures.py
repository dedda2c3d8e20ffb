"""The uses of a referee's procedures in a season, newest first."""

from __future__ import annotations

from django.db.models import Count, OuterRef, QuerySet, Subquery

from league.models import Entry, ProcedureUse


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
