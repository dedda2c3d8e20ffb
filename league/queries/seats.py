"""Advertised seats: which of them nobody owns by now, and by which match system their leagues play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from franchises.models import FranchiseSeason
from league.models import Membership, Season, SeatAd, SeatRequest, SeatSeeker
from rules.campaign.core.switches import RULESET_SWITCH


@dataclass(frozen=True, slots=True)
class OfferedSeats:
    """The advertised franchises that are still free, by short id and name, and the match system of the league."""

    seats: tuple[tuple[str, str], ...]
    system: str


def standing_ads(*, at: datetime) -> QuerySet[SeatAd]:
    """The advertisements that anybody may see, the newest first; none of leagues that can only be read."""
    found = SeatAd.objects.filter(expires_at__gt=at, hidden_at=None)
    found = found.filter(league__archived_at=None, league__delete_at=None, league__gone_at=None)
    return found.select_related("league").order_by("-posted_at", "league")


def standing_seekers(*, at: datetime) -> QuerySet[SeatSeeker]:
    """The people who look for a seat, for people who are logged in; the newest first."""
    found = SeatSeeker.objects.filter(expires_at__gt=at, hidden_at=None, user__is_active=True)
    return found.select_related("user").order_by("-posted_at", "user")


def requests_of_user(user: int) -> QuerySet[SeatRequest]:
    """What a person asked for, the newest first."""
    return SeatRequest.objects.filter(user=user).select_related("league").order_by("-asked_at", "-pk")


def open_requests(league: str) -> QuerySet[SeatRequest]:
    """The requests for seats of a league that wait for an answer, the oldest first."""
    found = SeatRequest.objects.filter(league=league, state=SeatRequest.State.OPEN, user__is_active=True)
    return found.select_related("user").order_by("asked_at", "pk")


def offered_seats(ads: Iterable[SeatAd]) -> dict[str, OfferedSeats]:
    """What each league still offers, by the league's id, in three queries."""
    by_league = {ad.league_id: ad for ad in ads}
    newest: dict[str, Season] = {}
    rows = Season.objects.filter(league__in=by_league, forked_from="").order_by("number", "opened_at", "pk")
    for season in rows.only("pk", "league_id", "switches"):
        newest[season.league_id] = season
    owned = set(
        Membership.objects.filter(league__in=by_league, franchise__isnull=False).values_list(
            "franchise_id", flat=True
        )
    )
    standing = FranchiseSeason.objects.filter(season__in=newest.values(), folded=False)
    free: dict[str, list[tuple[str, str]]] = {league: [] for league in by_league}
    for id, name in standing.order_by("identity__name", "identity_id").values_list("identity_id", "identity__name"):
        league, _, short = id.rpartition("/")
        if id not in owned and short in by_league[league].franchises:
            free[league].append((short, name))
    return {
        league: OfferedSeats(
            tuple(free[league]), str(newest[league].switches.get(RULESET_SWITCH, "")) if league in newest else ""
        )
        for league in by_league
    }
