"""Leagues and who belongs to them: founded and joined outside any season, noted in the league's log."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from league.models import League, LeagueLog, Membership, Season
from league.models.leagues import new_handle
from rules.campaign import state
from rules.refusal import Refusal
from rules.terms import proper_id


class LeagueStands(Refusal):
    """A league of that id exists already."""


class SeatTaken(Refusal):
    """The person, or the franchise's ownership, is spoken for (DM-C-059)."""


@transaction.atomic
def found_league(*, id: str, name: str, public: bool, commissioner: Any, at: datetime, handle: str = "") -> League:
    """Found a league with its first commissioner. Raises `LeagueStands` when the id is taken."""
    proper_id(id, thing="league")
    if League.objects.filter(pk=id).exists():
        raise LeagueStands(f"There is a league {id} already: choose another id.")
    league = League.objects.create(pk=id, name=name or id, public=public, founded_at=at)
    member = join(league=league, user=commissioner, role=Membership.Role.COMMISSIONER, actor="", at=at, handle=handle)
    LeagueLog.objects.create(league=league, at=at, actor=member.handle, what="founded", subject=league.name)
    return league


@transaction.atomic
def join(
    *,
    league: League,
    user: Any,
    role: str,
    actor: str,
    at: datetime,
    franchise: str | None = None,
    handle: str = "",
) -> Membership:
    """Make a person a member of a league. `franchise` is the id of the franchise an owner runs.

    Raises `SeatTaken` when the person has that role already, owns as many franchises as the season lets him, or the
    franchise has an owner (DM-C-059).
    """
    held = Membership.objects.filter(league=league, user=user, role=role)
    if not franchise and held.exists():
        raise SeatTaken(f"{user.get_username()} is {role} of {league.pk} already.")
    allowed = franchises_a_player(league)
    if franchise and held.count() >= allowed:
        raise SeatTaken(
            f"{user.get_username()} is owner of {league.pk} already, and a player may run {allowed} "
            f"franchise{'s' if allowed > 1 else ''} here: find another owner for {franchise}."
        )
    if franchise and Membership.objects.filter(franchise_id=f"{league.pk}/{franchise}").exists():
        raise SeatTaken(f"{franchise} has an owner already: hand it over instead.")
    member = Membership.objects.create(
        league=league,
        user=user,
        role=role,
        franchise_id=f"{league.pk}/{franchise}" if franchise else None,
        handle=handle or new_handle(),
    )
    LeagueLog.objects.create(
        league=league,
        at=at,
        actor=actor or member.handle,
        what="joined",
        subject=f"{member.handle} as {role}" + (f" of {franchise}" if franchise else ""),
    )
    return member


def franchises_a_player(league: League) -> int:
    """How many franchises one player may run in a league, by its newest season (DM-C-059)."""
    newest = Season.objects.filter(league=league, forked_from="").order_by("-number", "-opened_at").first()
    played = state.Season(switches=dict(newest.switches) if newest is not None else {})
    return played.number_setting("league.franchises_per_player")
