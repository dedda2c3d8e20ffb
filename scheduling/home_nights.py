"""Home nights of franchises and the match night of a league: suggestions for the time of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from league.access import NotYours, owns
from league.membership import add_league_log, lock_league, members_of
from league.models import HomeNight, League, Membership
from league.queries.appointments import home_nights_of
from rules.core.refusals import Unknown
from scheduling.calendar import calendar_of
from scheduling.local_times import clean_night, next_night, zone_of
from scheduling.meetings import Meeting, report_deadline

SUGGESTED_WEEKS = 2
"""How often an evening is suggested: the next one and the one after it."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A time that suits a side, or the league if `side` is empty."""

    time: datetime
    side: str


@transaction.atomic
def set_home_night(
    *, league: League, franchise: str, night: str, member: Membership, at: datetime
) -> HomeNight | None:
    """Set the evening on which a franchise is at home, such as `WED 19:30` in its owner's zone; empty for none.

    An empty `franchise` is the league's match night, in the league's zone, which commissioners set. A franchise's is
    its owner's to set, or a commissioner's where it has no owner. Raises `NotYours`, `Unknown`, `Malformed` or
    `LeagueReadOnly`.
    """
    lock_league(league)
    _refuse_other(league, franchise, member.pk)
    if not night:
        HomeNight.objects.filter(league=league, franchise=franchise).delete()
        found = None
    else:
        found, _ = HomeNight.objects.update_or_create(
            league=league,
            franchise=franchise,
            defaults={
                "night": clean_night(night),
                "zone": zone_of(member).key if franchise else calendar_of(league.pk).time_zone,
                "changed_at": at,
                "changed_by": member.handle,
            },
        )
    if not franchise:
        add_league_log(league.pk, actor=member.handle, what="match night", subject=night or "none", at=at)
    return found


def suggestions(meeting: Meeting, *, at: datetime, nights: Sequence[HomeNight] | None = None) -> list[Suggestion]:
    """The next evenings that suit a match: its sides' home nights and the match night, before its report is due.

    A home night counts while the person who set it owns the franchise, or is a commissioner. `nights` are those that
    count, which are looked up if they are left out.
    """
    due = report_deadline(meeting)
    found: dict[datetime, Suggestion] = {}
    for home_night in standing_nights(meeting) if nights is None else nights:
        after = at
        for _ in range(SUGGESTED_WEEKS):
            after = next_night(home_night.night, ZoneInfo(home_night.zone), after=after)
            if due is None or after <= due:
                found.setdefault(after, Suggestion(after, home_night.franchise))
            after += timedelta(hours=1)
    return [found[time] for time in sorted(found)]


def standing_nights(meeting: Meeting) -> list[HomeNight]:
    """The home nights of a match's sides that count, and the league's match night, which comes first."""
    commissioners = {commissioner.handle for commissioner in meeting.commissioners}
    setters = {side: {*commissioners, owner.handle} for side, owner in meeting.owners.items()}
    return [
        home_night
        for home_night in home_nights_of(meeting.row.league_id)
        if not home_night.franchise
        or (
            home_night.franchise in meeting.sides
            and home_night.changed_by in setters.get(home_night.franchise, commissioners)
        )
    ]


def _refuse_other(league: League, franchise: str, member_id: int) -> None:
    """Raise `NotYours` or `Unknown` unless the membership, as it is by now, may set that evening."""
    member = members_of(league).filter(pk=member_id).first()
    is_commissioner = member is not None and member.role == Membership.Role.COMMISSIONER
    if not franchise:
        if not is_commissioner:
            raise NotYours("The match night of the league is for its commissioners to set: ask one.")
        return
    if member is not None and owns(member, franchise):
        return
    id = f"{league.pk}/{franchise}"
    if not is_commissioner or Membership.objects.filter(franchise_id=id, role=Membership.Role.OWNER).exists():
        raise NotYours("The home night of a franchise is for its owner to set.")
    if not league.franchises.filter(pk=id).exists():
        raise Unknown(f"The league has no franchise {franchise[:80]!r}: look at its standings.")
