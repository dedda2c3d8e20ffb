"""The times that sides of matches have agreed on or proposed, and home nights."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from league.models import Appointment, HomeNight, Membership, ProposedTime
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
