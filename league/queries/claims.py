"""What people claim of a match: the claims that count now, and the one its teams agree on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from league.models import Membership, ReportClaim

LEAST_AGREEING = 2
"""Teams, and people, that must claim the same before it counts as agreed."""
PERSON = Membership.objects.filter(handle=OuterRef("actor")).values("user_id")[:1]
"""Who made a claim: one person may run several teams, each under a handle of its own."""


def claims_of(season: str, match: str) -> QuerySet[ReportClaim]:
    """Every claim made of a match, by its short id, the oldest first; `person` is the account that made it."""
    return claims_in(season, [match])


def claims_in(season: str, matches: Iterable[str]) -> QuerySet[ReportClaim]:
    """Every claim made of those matches, as `claims_of` has them."""
    found = ReportClaim.objects.filter(season_id=season, match__in=list(matches))
    return found.annotate(person=Subquery(PERSON)).order_by("pk")


def standing_claims(claims: Iterable[ReportClaim], *, packet: str) -> list[ReportClaim]:
    """The last claim of each side about what is locked now, by side; the commissioner's own comes first.

    `packet` is the digest of what is locked. A claim about other line-ups does not count any more.
    """
    last = {each.side: each for each in claims if each.packet == packet}
    return [last[side] for side in sorted(last)]


def agreed_claim(standing: Iterable[ReportClaim]) -> ReportClaim | None:
    """The claim by which a match counts as agreed on: two teams or more claim the same, and nobody another.

    They are the teams of two people at least: nobody agrees with himself. Of those that agree it is the last one
    made. None while there is no agreement.
    """
    found: list[Any] = list(standing)
    teams = [each for each in found if each.side]
    people = {each.person for each in teams}
    if min(len(teams), len(people)) < LEAST_AGREEING or len({each.digest for each in found}) > 1:
        return None
    return max(teams, key=lambda each: each.pk)


def claim_under(season: str, key: str) -> ReportClaim | None:
    """The claim that was made under a key, so that the same form sent again is known."""
    return ReportClaim.objects.filter(season_id=season, key=key).first()
