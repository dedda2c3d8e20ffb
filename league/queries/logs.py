"""The logs of matches resolved here, and who is named in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef

from drivers.models import Sheet
from franchises.models import Car
from league.models import MatchLog, Report, Retold

BY_HAND = ("corrected", "stood_in")
"""How an entry stands where another report than the one accepted there holds."""


def standing_log(match: str) -> MatchLog | None:
    """The log that a match's accepted report was resolved with, by the match's stored id; None for a reported one."""
    digest = Report.objects.filter(match_id=match).values_list("document__source__log_digest", flat=True).first()
    return MatchLog.objects.filter(pk=digest, match_id=match).first() if digest else None


def put_right_by_hand(match: str) -> bool:
    """Whether what stands of a match is not what its ruleset came to: another report stands in that one's place."""
    stands = Retold.objects.filter(standing__in=BY_HAND, season=OuterRef("season"), number=OuterRef("entry"))
    return Report.objects.filter(Exists(stands), match_id=match).exists()


def log_and_report(match: str) -> tuple[MatchLog, dict[str, Any]] | None:
    """The same log with the report it came with, as it was accepted; None for a match that was reported."""
    document = Report.objects.filter(match_id=match).values_list("document", flat=True).first() or {}
    digest = document.get("source", {}).get("log_digest")
    log = MatchLog.objects.filter(pk=digest, match_id=match).first() if digest else None
    return None if log is None else (log, document)


def called(season: str, *, cars: Iterable[str], drivers: Iterable[str]) -> dict[str, str]:
    """What cars and drivers of a season are called, by short ids; who has no name, or is gone, is left out.

    A driver is found by his id, since he may be with another team by now.
    """
    named = (
        *Car.objects.filter(pk__in=[f"{season}/{id}" for id in cars]).values_list("pk", "name"),
        *Sheet.objects.filter(pk__in=[f"{season}/{id}" for id in drivers]).values_list("pk", "person__name"),
    )
    return {id.rsplit("/", 1)[-1]: name for id, name in named if name}
