"""One match: who is in it, who sits where once that may be known, the box score."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from drivers.models import Appearance
from league.access import Viewer
from league.models import LineUp, Seat

LOCKED_STEPS = ("M4", "M5.1", "M5.4", "settled")
"""Match steps at which line-ups are no secret any more."""


def line_ups(match: str) -> QuerySet[LineUp]:
    """The franchises of a match with their names and the match itself, best first, without what is secret."""
    return (
        LineUp.objects.filter(match_id=match)
        .select_related("franchise__identity", "match__round")
        .defer("locked", "words", "match__words", "match__outcome")
        .order_by("-points", "franchise__identity__name", "id")
    )


def seats(match: str, viewer: Viewer) -> QuerySet[Seat]:
    """Who sits in which car: everyone's once the line-ups are locked, until then the viewer's own alone.

    The seats go when the match is settled; the box score stays.
    """
    open_to = Q(line_up__match__step__in=LOCKED_STEPS)
    if viewer.franchise is not None:
        open_to |= Q(line_up__franchise__identity=viewer.franchise)
    return (
        Seat.objects.filter(open_to, line_up__match_id=match)
        .select_related("car", "line_up", "driver__person", "gunner__person")
        .defer("line_up__locked", "line_up__words")
        .order_by("line_up__franchise_id", "id")
    )


def box_score(match: str) -> QuerySet[Appearance]:
    """Every driver who was in the match, by franchise, the most telling line first."""
    return (
        Appearance.objects.filter(match_id=match)
        .select_related("driver__person")
        .order_by("franchise_id", "-scores", "-criticals", "-kills", "driver_id")
    )
