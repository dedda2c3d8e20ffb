"""Drivers as pages ask for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Cast

from drivers.models import Appearance, Sheet
from league.access import Viewer
from league.models import Entry
from league.queries.entries import READ, SHOWN_OF_ALL, open_to
from league.queries.seasons import balance_now

TURNING_POINTS = (
    "open_from_sheet",
    "hire_rookie",
    "hire_veteran",
    "release_driver",
    "accept_trade",
    "approve_trade",
    "next_setup_step",
    "close_setup",
    "retire_drivers",
    "open_draft",
    "pick_driver",
    "close_draft",
    "close_season",
)
"""The commands that sign a driver, send him elsewhere, or end his days in the sport."""


def sheets(season: str) -> QuerySet[Sheet]:
    """Every driver of a season with his franchise, the most experienced first; level on that, by name."""
    return (
        Sheet.objects.filter(season_id=season)
        .select_related("person", "contract__franchise__identity")
        .order_by("-xp", "person__name", "id")
    )


def sheets_of(league: str, driver: str, viewer: Viewer) -> QuerySet[Any]:
    """A driver's sheets with his contract, that of the newest season first; rehearsals are left out.

    `own_balance` on each is what the viewer's franchise has now.
    """
    return (
        Sheet.objects.filter(person_id=f"{league}/{driver}", season__forked_from="")
        .select_related("person", "season", "contract__franchise__identity")
        .annotate(own_balance=balance_now(viewer))
        .order_by("-season__number", "-season__opened_at")
    )


def appearances_of(person: str) -> QuerySet[Appearance]:
    """Every match the driver was in, the last first, with the franchise he ran for."""
    return (
        Appearance.objects.filter(driver__person_id=person, season__forked_from="")
        .select_related("match__round", "season", "franchise__identity")
        .defer("match__words", "match__outcome")
        .order_by("-season__number", "-match__round__number", "-match_id")
    )


def career_of(driver: str, seasons: Collection[str], viewer: Viewer) -> QuerySet[Any]:
    """The readable entries that name a driver, the newest first: all of the first of those seasons, of the others the
    turning points alone. They read as those of `visible_entries`.
    """
    newest, *older = seasons
    return (
        Entry.objects.filter(Q(season=newest) | Q(season__in=older, command__in=TURNING_POINTS))
        .filter(open_to(viewer))
        .alias(named=Cast("subjects", TextField()))
        .filter(named__contains=f'"{driver}"')
        .annotate(may_read=Value(True), **{name: what for name, (what, _) in READ.items()})
        .only(*SHOWN_OF_ALL)
        .order_by("-season__number", "-number")
    )
