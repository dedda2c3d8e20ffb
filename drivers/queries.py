"""Drivers as pages ask for them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from drivers.models import Appearance, Sheet
from league.access import Viewer
from league.queries.seasons import own_balance


def sheets(season: str) -> QuerySet[Sheet]:
    """Every driver of a season with his franchise, the most experienced first; level on that, by name."""
    return (
        Sheet.objects.filter(season_id=season)
        .select_related("person", "contract__franchise__identity")
        .order_by("-xp", "person__name", "id")
    )


def newest_sheet(league: str, driver: str, viewer: Viewer) -> Any:
    """The driver's sheet in the newest season he has one in, rehearsals left out, or None.

    `own_balance` on it is what the viewer's franchise has in that season.
    """
    return (
        Sheet.objects.filter(person_id=f"{league}/{driver}", season__forked_from="")
        .select_related("person", "season", "contract__franchise__identity")
        .annotate(own_balance=own_balance(viewer))
        .order_by("-season__number", "-season__opened_at")
        .first()
    )


def appearances_of(person: str) -> QuerySet[Appearance]:
    """Every match the driver was in, the last first."""
    return (
        Appearance.objects.filter(driver__person_id=person, season__forked_from="")
        .select_related("match__round", "season")
        .defer("match__words", "match__outcome")
        .order_by("-season__number", "-match__round__number", "-match_id")
    )
