"""The standing time of a league at which every round is revealed, applied to a round once it is announced."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import QuerySet

from jobs.queue import enqueue
from league.access import CLOCK
from league.models import Calendar, Job, Reveal, Season, Window
from league.queries.match_times import UNPLAYED_STEPS, reveals_of
from league.queries.webhooks import any_active_webhook
from rules.campaign.core import state
from scheduling.calendar import calendar_of, deadline, standing_reveal_after, step_hours, time_arguments
from scheduling.notices import inbox
from scheduling.notices.mail import notify_and_mail
from scheduling.windows import LINE_UP_STEP
from webhooks.publisher import publish_reveal

REVEAL_JOB = "reveal_round"
"""The kind of job that plays a round when it is revealed."""


def apply_standing_reveal(row: Season, season: state.Season, *, jobs: QuerySet[Job], at: datetime) -> None:
    """Set the reveal of every open round that has none yet, if the league has a standing time. Again changes nothing.

    It is the first such time after the line-ups' deadline. A round of which a match was played already, or is to be
    played by one of the season's `jobs`, has none.
    """
    calendar = calendar_of(row.league_id)
    if not calendar.standing_reveal or row.forked_from:
        return
    known = {reveal.number for reveal in reveals_of(row.pk)}
    for round in season.open_rounds():
        matches = [match for match in season.matches_of(round.id) if match.ruleset and match.step != "void"]
        if round.number in known or not matches or any(match.step not in UNPLAYED_STEPS for match in matches):
            continue
        if jobs.filter(arguments__match__in=[match.id for match in matches]).exists():
            continue
        closes_at = line_ups_close_at(row.pk, {match.id: match.step for match in matches}, calendar, at=at)
        moment = standing_reveal_after(calendar, max(at, closes_at or at))
        reveal, is_new = Reveal.objects.get_or_create(
            season=row, number=round.number, defaults={"at": moment, "changed_at": at, "changed_by": CLOCK}
        )
        if is_new and moment is not None:
            enqueue_reveal(reveal, at=at)
            notify_of_reveal(row, reveal, "reveal_set", until=time_arguments(calendar, moment), at=at)


def enqueue_reveal(reveal: Reveal, *, at: datetime) -> None:
    """Enqueue the job that plays a round at the second of its reveal; if it fails, the clock's next tick does."""
    if reveal.at is not None:
        enqueue(
            REVEAL_JOB,
            key=reveal_job_key(reveal, reveal.at),
            at=at,
            season=reveal.season_id,
            due_at=reveal.at,
        )


def reveal_job_key(reveal: Reveal, moment: datetime) -> str:
    """The key of the job that plays a round if it is revealed at that moment."""
    return f"{REVEAL_JOB}/{reveal.season_id}/{reveal.number}/{moment.isoformat()}"


def line_ups_close_at(
    season_id: str, steps: Mapping[str, str], calendar: Calendar, *, at: datetime
) -> datetime | None:
    """The latest deadline of the line-ups of these matches, given with their steps by short id.

    Before the clock has opened their windows, it is the one they will have. None once all are locked or paused.
    """
    waits = [f"{LINE_UP_STEP}/{match}" for match in steps]
    windows = list(Window.objects.filter(season_id=season_id, what__in=waits))
    if not windows and any(step != "M4" for step in steps.values()):
        return deadline(calendar, opened_at=at, hours=step_hours(calendar, LINE_UP_STEP))
    open_until = [window.closes_at for window in windows if window.closed_at is None]
    return max((moment for moment in open_until if moment is not None), default=None)


def notify_of_reveal(row: Season, reveal: Reveal, about: str, *, until: dict[str, str], at: datetime) -> None:
    """Notify all owners of a season, and webhooks, that a reveal was set, moved, given now or called off.

    `until` are the arguments for its time.
    """
    event = _event_of(reveal, about)
    if event and any_active_webhook(row.league_id):
        publish_reveal(row, reveal, event, at=at)
    notify_and_mail(
        inbox.season_owners(row),
        about=about,
        key=f"{about}/{row.pk}/{reveal.number}/{at.isoformat()}",
        at=at,
        season=row,
        arguments={"number": reveal.number, **until},
    )


def announce_revealed(reveal: Reveal, *, at: datetime) -> None:
    """Notify the owners and commissioners of a season, and webhooks, that a round is revealed, once."""
    row = reveal.season
    publish_revealed(row, reveal, at=at)
    notify_and_mail(
        [*inbox.season_owners(row), *inbox.league_commissioners(row.league_id)],
        about="revealed",
        key=f"revealed/{row.pk}/{reveal.number}",
        at=at,
        season=row,
        arguments={"number": reveal.number},
    )


def publish_revealed(row: Season, reveal: Reveal, *, at: datetime) -> None:
    """Publish to webhooks that a round is revealed, once."""
    if any_active_webhook(row.league_id):
        publish_reveal(row, reveal, "round.revealed", at=at)


def _event_of(reveal: Reveal, about: str) -> str:
    """The webhook event of what was done to a reveal; "" if it is revealed now, which is an event of its own."""
    if about == "reveal_set":
        return "reveal.moved" if reveal.changes else "reveal.set"
    return "reveal.called_off" if about == "reveal_off" else ""
