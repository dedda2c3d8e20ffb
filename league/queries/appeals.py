"""Appeals against results, and who may answer them."""

from __future__ import annotations

from django.db.models import QuerySet

from league.models import Appeal, Membership
from league.queries.rulings import own_franchises


def appeals_of(season: str) -> QuerySet[Appeal]:
    """Every appeal against a result of a season, the newest first."""
    return Appeal.objects.filter(season_id=season).order_by("-pk")


def appeals_against(season: str, match: str) -> QuerySet[Appeal]:
    """Every appeal against a result of a match, by its short id, the newest first."""
    return appeals_of(season).filter(match=match)


def arbiters(league: str, *, teams: frozenset[str], side: str) -> list[Membership]:
    """Who may answer an appeal of that side against a result of those teams, by short names.

    They are the commissioners who run none of the teams; where there is none, the owners of the other teams who are
    no commissioners and do not run the side that appeals; where there is none of these either, the commissioners.
    """
    found = Membership.objects.filter(league_id=league).order_by("pk")
    commissioners = list(found.filter(role=Membership.Role.COMMISSIONER))
    impartial = [each for each in commissioners if teams.isdisjoint(own_franchises(each))]
    if impartial:
        return impartial
    named = {f"{league}/{each}": each for each in sorted(teams)}
    owners = list(found.filter(role=Membership.Role.OWNER, franchise_id__in=named))
    partial = {each.user_id for each in commissioners}
    partial |= {each.user_id for each in owners if named.get(each.franchise_id or "") == side}
    return [each for each in owners if each.user_id not in partial] or commissioners
