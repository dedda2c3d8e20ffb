"""Franchises as pages ask for them."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from drivers.models import Contract
from franchises.models import Car, FranchiseSeason, LedgerLine, Sponsor
from league.access import Viewer
from league.models import Entry
from league.queries.entries import open_to


def newest_season_of(league: str, franchise: str) -> FranchiseSeason | None:
    """The franchise in the newest season it is in, rehearsals left out."""
    return (
        FranchiseSeason.objects.filter(identity_id=f"{league}/{franchise}", season__forked_from="")
        .select_related("identity", "season")
        .order_by("-season__number", "-season__opened_at")
        .first()
    )


def roster(franchise: str) -> QuerySet[Contract]:
    """The drivers under contract in a season, by id, each with his sheet."""
    return Contract.objects.filter(franchise_id=franchise).select_related("sheet__person").order_by("id")


def garage(franchise: str) -> QuerySet[Car]:
    """The cars of a franchise in a season, by id, without those that were given up."""
    return Car.objects.filter(franchise_id=franchise, phase="garage").order_by("id")


def sponsors(franchise: str) -> QuerySet[Sponsor]:
    """The sponsors of a franchise in a season, in the order they joined."""
    return Sponsor.objects.filter(franchise_id=franchise).order_by("joined", "id")


def ledger(franchise: FranchiseSeason, viewer: Viewer) -> QuerySet[Any]:
    """The ledger, newest line first, each with the body of the entry that made it in `entry_body`.

    A line made by an entry that is still sealed to the viewer is left out.
    """
    entry = Entry.objects.filter(season_id=OuterRef("season_id"), number=OuterRef("entry")).filter(open_to(viewer))
    return (
        LedgerLine.objects.filter(franchise=franchise)
        .annotate(entry_body=Subquery(entry.values("body")[:1]), entry_at=Subquery(entry.values("at")[:1]))
        .filter(~Q(entry_body=None))
        .order_by("-entry", "-fact")
    )
