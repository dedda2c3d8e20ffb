"""The logs of matches resolved here, and who is named in them."""

from __future__ import annotations

from drivers.models import Sheet
from franchises.models import Car
from league.models import MatchLog, Report


def standing_log(match: str) -> MatchLog | None:
    """The log that a match's accepted report was resolved with, by the match's stored id; None for a reported one."""
    digest = Report.objects.filter(match_id=match).values_list("document__source__log_digest", flat=True).first()
    return MatchLog.objects.filter(pk=digest, match_id=match).first() if digest else None


def called(season: str, match: str) -> dict[str, str]:
    """What the cars and drivers of a match's teams are called, by their short ids; who has no name is left out."""
    teams = {"franchise__line_ups__match_id": match}
    cars = Car.objects.filter(season_id=season, **teams).values_list("pk", "name")
    people = Sheet.objects.filter(season_id=season, contract__franchise__line_ups__match_id=match)
    named = (*cars, *people.values_list("pk", "person__name"))
    return {id.rsplit("/", 1)[-1]: name for id, name in named if name}
