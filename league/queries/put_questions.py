"""Questions put to the commissioners of a season, with the rulings that answered them."""

from __future__ import annotations

from django.db.models import QuerySet

from league.models import PutQuestion


def put_questions_of(season: str) -> QuerySet[PutQuestion]:
    """The questions of a season that were not taken back, the newest first."""
    return (
        PutQuestion.objects.filter(season_id=season)
        .exclude(standing=PutQuestion.Standing.WITHDRAWN)
        .order_by("-number")
    )


def put_questions_in(season: str, match: str) -> QuerySet[PutQuestion]:
    """The same for a match, by its short id."""
    return put_questions_of(season).filter(match=match)
