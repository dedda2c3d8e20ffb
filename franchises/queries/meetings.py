"""The matches in which franchises of a league met, over all its seasons."""

from __future__ import annotations

from typing import Any

from django.db.models import IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from drivers.models import Appearance
from league.models import LineUp
from league.queries.standings import REPORTED_STEPS
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
