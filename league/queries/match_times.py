"""When matches are played and shown: times agreed on or proposed, home nights, and the reveals of rounds."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from league.models import Appointment, HomeNight, Match, Membership, ProposedTime, Reveal
from sql.cached_sql import cached_sql, pad_ids


def appointment_of(season: str, match: str) -> Appointment | None:
    """The appointment of a match, by its short id; None before anything was proposed."""
    return next(iter(_appointments_of_match(season, match)), None)


@cached_sql
def _appointments_of_match(season: str, match: str) -> QuerySet[Appointment]:
    return Appointment.objects.filter(season_id=season, match=match)


@cached_sql
def appointments_of(season: str) -> QuerySet[Appointment]:
    """All appointments of a season, by match."""
    return Appointment.objects.filter(season_id=season).order_by("match")


def agreed_times(season: str) -> dict[str, datetime]:
    """The times that are agreed on in a season, by the short ids of their matches."""
    return {
        appointment.match: appointment.agreed_at
        for appointment in appointments_of(season)
        if appointment.standing == Appointment.Standing.AGREED and appointment.agreed_at is not None
    }


def times_on_offer(appointment: Appointment) -> list[ProposedTime]:
    """The times of the open offer in their order; none if there is no offer."""
    return list(_times_of_offer(appointment.pk, appointment.offer)) if appointment.offer else []


@cached_sql
def _times_of_offer(appointment: int, offer: int) -> QuerySet[ProposedTime]:
    return ProposedTime.objects.filter(appointment_id=appointment, offer=offer).order_by("number")


def owners_and_commissioners(league: str, franchises: Collection[str]) -> list[Membership]:
    """The owners of these franchises, by short names, and the commissioners of the league."""
    return list(_owners_and_commissioners(league, pad_ids([f"{league}/{franchise}" for franchise in franchises])))


@cached_sql
def _owners_and_commissioners(league: str, franchises: tuple[str, ...]) -> QuerySet[Membership]:
    roles = Membership.Role
    wanted = Q(role=roles.OWNER, franchise_id__in=franchises) | Q(role=roles.COMMISSIONER)
    return Membership.objects.filter(wanted, league_id=league).order_by("pk")


def home_nights_of(league: str) -> QuerySet[HomeNight]:
    """The home nights of a league's franchises, and its match night, whose franchise is empty."""
    return HomeNight.objects.filter(league_id=league).order_by("franchise")


def match_night_of(league: str) -> HomeNight | None:
    """The match night of a league; None if it has none."""
    return HomeNight.objects.filter(league_id=league, franchise="").first()


DAY_NAMES = {
    "MON": "Monday",
    "TUE": "Tuesday",
    "WED": "Wednesday",
    "THU": "Thursday",
    "FRI": "Friday",
    "SAT": "Saturday",
    "SUN": "Sunday",
}
"""The days of the week by the words that stand for them in a stored night."""
WEEKDAYS = tuple(DAY_NAMES)
"""The days of the week as a standing reveal names them."""
STANDING_REVEAL = re.compile(rf"({'|'.join(WEEKDAYS)}) ([01][0-9]|2[0-3]):[0-5][0-9]")
"""How a standing reveal is written: `SAT 20:00`, in the league's time."""
UNPLAYED_STEPS = ("M2", "M3", "M4")
"""The steps of a match of which nothing has been played yet."""


def reveals_of(season: str) -> QuerySet[Reveal]:
    """The reveals of a season, past ones included, by round."""
    return Reveal.objects.filter(season_id=season).order_by("number")


def reveal_of(season: str, number: int) -> Reveal | None:
    """The reveal of one round, None if it has none."""
    return Reveal.objects.filter(season_id=season, number=number).first()


def rounds_held_back(season: str, *, at: datetime) -> frozenset[int]:
    """The numbers of the rounds whose reveal has not come at that time: none of their matches may be played here."""
    return frozenset(Reveal.objects.filter(season_id=season, at__gt=at).values_list("number", flat=True))


def is_held_back(season: str, match: str, *, at: datetime) -> bool:
    """Whether the reveal of that match's round has not come at that time; `match` is its short id."""
    return Match.objects.filter(pk=f"{season}/{match}", round__number__in=rounds_held_back(season, at=at)).exists()


def matches_played_here(season: str, number: int) -> QuerySet[Match]:
    """The matches of a round that the site plays, void ones left out, in playing order."""
    found = Match.objects.filter(season_id=season, round__number=number).exclude(ruleset="").exclude(step="void")
    return found.order_by("place", "pk")


def first_unplayed(matches: Collection[Match]) -> Match | None:
    """The first of these matches that has no result yet."""
    return next((match for match in matches if match.step in UNPLAYED_STEPS), None)
