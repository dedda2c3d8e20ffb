"""A commissioner reminds those a season waits for, at most once an hour each. Rule HOUSE-006."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from league.models import LeagueLog, Membership
from rules.core.refusals import Refusal
from scheduling.calendar import refuse_clock_control, time_arguments
from scheduling.notices.mail import notify_and_mail
from scheduling.windows import awaited_members, sync_and_snapshot, wait_prompt, wait_words


class NobodyAwaited(Refusal):
    """The season does not wait for anybody there who could be reminded."""


@transaction.atomic
def send_reminder(season_id: str, what: str, *, member: Membership, at: datetime) -> int:
    """Notify everybody the wait is about again; for how many it was new. Nobody is reminded twice within an hour.

    Raises `NotYours` or `NobodyAwaited`.
    """
    snapshot = sync_and_snapshot(season_id, at=at)
    refuse_clock_control(snapshot.row.league_id, member)
    wait = next((candidate for candidate in snapshot.waits if candidate.what == what), None)
    members = [] if wait is None else awaited_members(snapshot, wait)
    if wait is None or not members:
        raise NobodyAwaited(f"Nobody can be reminded of {what[:60]!r} now: look at the board again.")
    window = snapshot.windows[what]
    closes_at = window.closes_at
    until = {"until": "there is no deadline"} if closes_at is None else time_arguments(snapshot.calendar, closes_at)
    notified = notify_and_mail(
        members,
        about="reminded",
        key=f"reminded/{season_id}/{what}/{at:%Y-%m-%dT%H}",
        at=at,
        season=snapshot.row,
        arguments={"asked": wait_prompt(snapshot, wait), **until},
    )
    LeagueLog.objects.create(
        league_id=snapshot.row.league_id,
        at=at,
        actor=member.handle,
        what="reminded",
        subject=f"{wait_words(snapshot, what)} (season {snapshot.row.number})",
    )
    return notified
