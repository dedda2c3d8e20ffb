"""What people claim of a match: the claims that count now, where they differ, and the one its teams agree on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from league.models import Membership, Report, ReportClaim, ReportPart
from rules.match.report import EVIDENCE
from sql.cached_sql import cached_sql

LEAST_AGREEING = 2
"""Teams, and people, that must claim the same before it counts as agreed."""
CLAIMANT_USER = Membership.objects.filter(handle=OuterRef("actor")).values("user_id")[:1]
"""Who made a claim: one person may run several teams, each under its own handle."""
REPORT_LINE_KEYS = {"teams": "franchise", "drivers": "driver", "cars": "car", "substitutes": "driver"}
"""The lists of a report, and the field that identifies each one's lines."""
DERIVED_FIELDS = frozenset({"rank"})
"""Fields that follow from others."""
ATTESTED_GRADE, CLAIMED_GRADE = "attested", "claimed"


@dataclass(frozen=True, slots=True)
class ClaimDifference:
    """A figure on which claims differ: in which list, whose, and what each claim has, None for nothing."""

    part: str
    who: str
    field: str
    said: tuple[Any, ...]


def claims_of(season: str, match: str) -> QuerySet[ReportClaim]:
    """Every claim made of a match, by its short id, the oldest first; `person` is the account that made it."""
    return claims_of_matches(season, [match])


@cached_sql
def claim_rows_of(season: str, match: str) -> QuerySet[ReportClaim]:
    """The rows of `claims_of`, for callers that want all of them."""
    return claims_of(season, match)


def number_of(claim: ReportClaim, claims: Iterable[ReportClaim]) -> int:
    """The number of a claim in its match: 1 for the first that was made, and so on."""
    return next(number for number, other in enumerate(claims, start=1) if other.pk == claim.pk)


def claims_of_matches(season: str, matches: Iterable[str]) -> QuerySet[ReportClaim]:
    """Every claim made of those matches, as in `claims_of`."""
    found = ReportClaim.objects.filter(season_id=season, match__in=list(matches))
    return found.annotate(person=Subquery(CLAIMANT_USER)).order_by("pk")


def standing_claims(claims: Iterable[ReportClaim], *, packet: str) -> list[ReportClaim]:
    """The last claim of each side about what is locked now, by side; the commissioner's own comes first.

    `packet` is the digest of what is locked. A claim about other line-ups no longer counts.
    """
    last = {claim.side: claim for claim in claims if claim.packet == packet}
    return [last[side] for side in sorted(last)]


def last_standing_claims(claims: Sequence[ReportClaim]) -> list[ReportClaim]:
    """The claims that counted when the last one was made, of a match that may be over."""
    return standing_claims(claims, packet=claims[-1].packet) if claims else []


def agreed_claim(standing: Iterable[ReportClaim]) -> ReportClaim | None:
    """The claim that makes a match count as agreed: two or more teams claim the same, and nobody claims otherwise.

    The teams must belong to at least two people: nobody agrees with themselves. It is the last of the claims that
    agree; None while there is no agreement.
    """
    found: list[Any] = list(standing)
    teams = [claim for claim in found if claim.side]
    people = {team.person for team in teams}
    if min(len(teams), len(people)) < LEAST_AGREEING or len({claim.digest for claim in found}) > 1:
        return None
    return max(teams, key=lambda claim: claim.pk)


def evidence_grade_of(standing: Iterable[ReportClaim], digest: str) -> str:
    """How well the report of that digest is proven by the standing claims; "" if none of them is of that report."""
    alike = [claim for claim in standing if claim.digest == digest]
    grades = {claim.evidence or CLAIMED_GRADE for claim in alike}
    if agreed_claim(alike) is not None:
        grades.add(ATTESTED_GRADE)
    return next((grade for grade in EVIDENCE if grade in grades), "")


def claim_differences(documents: Sequence[Mapping[str, Any]]) -> list[ClaimDifference]:
    """Where reports differ, list by list and line by line; a missing figure is nothing, as 0 is."""
    reports = [dict(_figures(document)) for document in documents]
    places = dict.fromkeys(place for report in reports for place in report)
    return [
        ClaimDifference(*place, tuple(report.get(place) for report in reports))
        for place in places
        if len({repr(_comparable(report.get(place))) for report in reports}) > 1
    ]


def claim_with_key(season: str, key: str) -> ReportClaim | None:
    """The claim made under a key, so that the same form is recognized when it is sent again."""
    return ReportClaim.objects.filter(season_id=season, key=key).first()


def parts_of(season: str, match: str, *, side: str, packet: str) -> QuerySet[ReportPart]:
    """What a side reported of single heats of what is locked, the first heat first."""
    return ReportPart.objects.filter(season_id=season, match=match, side=side, packet=packet).order_by("heat")


@cached_sql
def report_parts_of_match(season: str, match: str, packet: str) -> QuerySet[ReportPart]:
    """What every side reported of single heats of what is locked, side by side."""
    return ReportPart.objects.filter(season_id=season, match=match, packet=packet).order_by("side", "heat")


def accepted_report(season: str, match: str) -> Report | None:
    """The accepted report of a match, by its short id, as it stands after any amend; None while there is none.

    `entry` is the number of the entry that accepted it.
    """
    return Report.objects.filter(match_id=f"{season}/{match}").first()


def _figures(document: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str, str], Any]]:
    for part, known_by in REPORT_LINE_KEYS.items():
        for line in document.get(part, ()):
            for field, value in line.items():
                if field not in DERIVED_FIELDS and field != known_by:
                    yield (part, line[known_by], field), value


def _comparable(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value or 0
