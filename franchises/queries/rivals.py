"""Rivals of a franchise: the matches in which they met, and what they do not see of each other's cars in a duel.

Rule CW-Q-013.
"""

from __future__ import annotations

from typing import Any

from django.db.models import IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from drivers.models import Appearance
from league.access import Viewer
from league.models import LineUp, Season
from league.queries.standings import REPORTED_STEPS
from rules.campaign.core.duels import BEFORE_THE_RESULT, DUEL, fields_hidden_from_rivals
from sql.cached_sql import cached_sql


@cached_sql
def meetings_of(identity: str) -> QuerySet[Any]:
    """The line-ups of all teams in the matches of a franchise whose results count, the last match first.

    `identity` is the franchise's stored id; forks are left out. Annotated with `kills`, those of the team's drivers.
    """
    kills = (
        Appearance.objects.filter(match_id=OuterRef("match_id"), franchise_id=OuterRef("franchise_id"))
        .order_by()
        .values("match_id")
        .annotate(sum=Sum("kills"))
        .values("sum")
    )
    return (
        LineUp.objects.filter(match__line_ups__franchise__identity_id=identity)
        .filter(match__step__in=REPORTED_STEPS, season__forked_from="")
        .select_related("match__round", "season", "franchise__identity")
        .annotate(kills=Coalesce(Subquery(kills[:1]), 0, output_field=IntegerField()))
        .defer("locked", "words", "bills", "match__outcome", "match__words")
        .order_by("-season__number", "-match__round__number", "-match__place", "match_id", "franchise_id")
    )


def hidden_car_fields(row: Any, season: Season, viewer: Viewer) -> frozenset[str]:
    """The fields of the cars of a franchise in a season that are hidden from a viewer.

    They are hidden from owners of franchises that meet it in a duel whose result does not stand yet. Commissioners,
    who run the duels, see everything.
    """
    own = {franchise.pk for franchise in viewer.franchises}
    if viewer.is_commissioner or not own or row.identity_id in own:
        return frozenset()
    duels = LineUp.objects.filter(franchise_id=row.pk, match__scoring=DUEL, match__step__in=BEFORE_THE_RESULT)
    if not duels.filter(match__line_ups__franchise__identity_id__in=own).exists():
        return frozenset()
    return fields_hidden_from_rivals(season.answers)
