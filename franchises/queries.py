"""Franchises as pages ask for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, F, OuterRef, Q, QuerySet, Subquery, Value

from drivers.models import Contract
from franchises.models import Car, FranchiseSeason, LedgerLine, Sponsor
from league.access import Viewer
from league.models import Entry
from league.queries.entries import open_to
from league.queries.seasons import own_balance


def newest_season_of(league: str, franchise: str, viewer: Viewer) -> Any:
    """The franchise in the newest season it is in, rehearsals left out, or None.

    `own_balance` on it is what the viewer's franchise has in that season.
    """
    return (
        FranchiseSeason.objects.filter(identity_id=f"{league}/{franchise}", season__forked_from="")
        .select_related("identity", "season")
        .annotate(own_balance=own_balance(viewer))
        .order_by("-season__number", "-season__opened_at")
        .first()
    )


def roster(franchise: str) -> QuerySet[Contract]:
    """The drivers under contract in a season, by id, each with his sheet."""
    return Contract.objects.filter(franchise_id=franchise).select_related("sheet__person").order_by("id")


@dataclass(frozen=True, slots=True, kw_only=True)
class CarHeld:
    """A car of a franchise, by its short id; `phase` is `garage`, or `scrapped` once it was given up."""

    id: str
    name: str
    phase: str
    dp: int
    paid: int
    overhead: bool
    gunner_station: bool
    criticals: int
    destroyed: bool


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a franchise has beside drivers and money: its cars, by id, and the kinds of its sponsors, by joining."""

    cars: tuple[CarHeld, ...]
    sponsors: tuple[str, ...]

    @property
    def garage(self) -> tuple[CarHeld, ...]:
        """The cars that were not given up."""
        return tuple(car for car in self.cars if car.phase == "garage")


CAR_COLUMNS = ("name", "phase", "dp", "paid", "overhead", "gunner_station", "criticals", "destroyed")


def holdings(franchise: str) -> Holdings:
    """Cars and sponsors of a franchise in a season, in one query."""
    cars = Car.objects.filter(franchise_id=franchise).annotate(
        what=Value("car"), **{f"of_{name}": F(name) for name in CAR_COLUMNS}
    )
    sponsors = Sponsor.objects.filter(franchise_id=franchise).annotate(
        what=Value("sponsor"),
        of_name=F("kind"),
        of_phase=Value(""),
        of_dp=F("joined"),
        of_paid=Value(0, output_field=BigIntegerField()),
        of_overhead=Value(False),
        of_gunner_station=Value(False),
        of_criticals=F("joined"),
        of_destroyed=Value(False),
    )
    columns = ("what", "id", *(f"of_{name}" for name in CAR_COLUMNS))
    found = cars.values_list(*columns).union(sponsors.values_list(*columns), all=True)
    held: list[CarHeld] = []
    kinds: list[tuple[int, str, str]] = []
    for what, id, *values in found:
        figure = dict(zip(CAR_COLUMNS, values, strict=True))
        if what == "car":
            figure |= {name: bool(figure[name]) for name in ("overhead", "gunner_station", "destroyed")}
            held.append(CarHeld(id=id.rsplit("/", 1)[-1], **figure))
        else:
            kinds.append((figure["dp"], id, figure["name"]))
    return Holdings(tuple(sorted(held, key=lambda car: car.id)), tuple(kind for _, _, kind in sorted(kinds)))


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
