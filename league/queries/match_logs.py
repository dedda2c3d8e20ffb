"""The logs of matches resolved here, and the names of those in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KT

from drivers.models import Sheet
from franchises.models import Car
from league.models import MatchLog, Report, Retold
from sql.cached_sql import cached_sql

REPLACED_STANDINGS = ("corrected", "stood_in")
"""Standings of an entry for which another report than the one it accepted counts."""


def standing_log(match: str) -> Any:
    """The log that a match's accepted report was resolved with, by the match's stored id; None if it was reported.

    Its `report` is the report it came with, as accepted; `by_hand` says whether another report has replaced that one,
    so that the match's result is not what its ruleset produced.
    """
    return next(iter(_standing_logs(match)), None)


@cached_sql
def _standing_logs(match: str) -> QuerySet[Any]:
    accepted = Report.objects.filter(match_id=match)
    return MatchLog.objects.filter(pk=Subquery(accepted_log_digests(accepted)[:1]), match_id=match).annotate(
        report=Subquery(accepted.values("document")[:1]), by_hand=is_report_replaced(accepted)
    )


def accepted_log_digests(reports: QuerySet[Report]) -> QuerySet[Any, Any]:
    """The digests of the logs that accepted reports name."""
    return reports.values(log_digest=KT("document__source__log_digest"))


def is_report_replaced(reports: QuerySet[Report]) -> Exists:
    """Whether another report has replaced one of those."""
    replaced = Retold.objects.filter(
        standing__in=REPLACED_STANDINGS, season=OuterRef("season"), number=OuterRef("entry")
    )
    return Exists(reports.filter(Exists(replaced)))


def names_of_cars_and_drivers(season: str, *, cars: Iterable[str], drivers: Iterable[str]) -> dict[str, str]:
    """The names of a season's cars and drivers, by short ids; those without a name, or gone, are left out.

    A driver is found by their id, since they may be with another team by now.
    """
    cars_named = Car.objects.filter(pk__in=[f"{season}/{id}" for id in cars]).values_list("pk", "name")
    people = Sheet.objects.filter(pk__in=[f"{season}/{id}" for id in drivers]).values_list("pk", "person__name")
    return {id.rsplit("/", 1)[-1]: name for id, name in cars_named.union(people, all=True) if name}
