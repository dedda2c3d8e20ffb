"""Watch parties: a commissioner sets when the matches of a round are played and revealed together. Rule HOUSE-006.

Only matches that the site plays are held back. None of them is played before the time has come, so nothing of their
outcome exists that could leak.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from jobs.kinds import JobRun, job_kind
from journal.writer import BatchResult, lock_season
from league.access import NotYours
from league.membership import runs_league
from league.models import Calendar, LeagueLog, Match, Membership, Reveal, Round, Season, Window
from league.queries.match_times import matches_played_here, reveal_of
from rules.campaign.steward.waits import REPORT_STEP
from rules.core.refusals import Malformed, Refusal, Unknown
from scheduling.automatic_steps import run_automatic_steps
from scheduling.calendar import (
    LONGEST_WINDOW_HOURS,
    NoCalendar,
    calendar_of,
    deadline,
    format_local_time,
    step_hours,
    time_arguments,
)
from scheduling.standing_reveals import (
    REVEAL_JOB,
    announce_revealed,
    enqueue_reveal,
    line_ups_close_at,
    notify_of_reveal,
    publish_revealed,
    reveal_job_key,
)
from scheduling.windows import LINE_UP_STEP, save_change

BEFORE_LOCK = ("M2", LINE_UP_STEP)
"""The steps of a match whose line-ups are not locked yet."""

NEWS_FOR = timedelta(days=1)
"""How long after a reveal it is still news to members and webhooks."""
EARLIEST_YEAR, LATEST_YEAR = 1970, 2999
"""The years that a time may be in: others cannot be shown in every zone."""


class NothingToReveal(Refusal):
    """No match of the round is played by the site."""


class AlreadyRevealed(Refusal):
    """The matches of the round are being played, or have been."""


class RevealTooEarly(Refusal):
    """The time has passed, or comes before the deadline of the line-ups."""


class RevealTooLate(Refusal):
    """The time is further away than allowed."""


class RevealChanged(Refusal):
    """Somebody else changed the reveal after the commissioner looked at it."""


class LineUpsStillOpen(Refusal):
    """The round cannot be revealed now: line-ups of a match are not locked yet."""


class NoReveal(Refusal):
    """The round is not held back for a reveal."""


@job_kind(REVEAL_JOB, title="A round is revealed", fleeting=True)
def reveal_round(run: JobRun) -> None:
    """The body of the job at a reveal: what may be given by then is given, after a reveal that was moved as well.

    A round is announced by the job of its own reveal, so that one that was revealed earlier by hand is not announced
    again; and not if none of its matches is locked, since then there is nothing to watch.
    """
    at = run.now()
    run_automatic_steps(run.season, at=at)
    for reveal in Reveal.objects.filter(season=run.season, at__lte=at, at__gt=at - NEWS_FOR).select_related("season"):
        is_own = reveal.at is not None and reveal_job_key(reveal, reveal.at) == run.job.key
        matches = matches_played_here(run.season, reveal.number)
        if is_own and any(match.step not in BEFORE_LOCK for match in matches):
            announce_revealed(reveal, at=at)


@transaction.atomic
def set_reveal(
    season_id: str, number: int, *, until: datetime, member: Membership, at: datetime, seen: str | None = None
) -> Reveal:
    """Set or move the time at which a round is played and revealed. The same time again changes nothing.

    `seen` is the time that the commissioner was shown, as an ISO string and "" for none; None if they saw nothing.

    Raises `Malformed`, `NotYours`, `Unknown`, `NoCalendar`, `NothingToReveal`, `AlreadyRevealed`, `RevealChanged`,
    `RevealTooEarly` or `RevealTooLate`.
    """
    row, calendar, matches, reveal = _locked_round(season_id, number, member=member, at=at, seen=seen)
    if (reveal is None or reveal.at is None) and any(match.step not in BEFORE_LOCK for match in matches):
        raise AlreadyRevealed(
            f"Matches of round {number} are locked, and played as soon as that: set the time of a round earlier."
        )
    _refuse_time(season_id, number, matches, calendar, until=until, at=at)
    if reveal is not None and reveal.at == until:
        return reveal
    reveal = reveal or Reveal(season=row, number=number, changes=-1)
    _save(reveal, until=until, member=member, at=at)
    _move_result_windows(season_id, matches, calendar, since=until, at=at)
    enqueue_reveal(reveal, at=at)
    _log_and_notify(row, calendar, reveal, "reveal_set", member=member, at=at)
    return reveal


def reveal_now(
    season_id: str, number: int, *, member: Membership, at: datetime, seen: str | None = None
) -> list[BatchResult]:
    """Play and reveal a round that is held back, now; what the calendar may give besides is given too.

    Raises `NotYours`, `Unknown`, `NoCalendar`, `NothingToReveal`, `AlreadyRevealed`, `RevealChanged`, `NoReveal` or
    `LineUpsStillOpen`.
    """
    with transaction.atomic():
        row, calendar, matches, reveal = _locked_round(season_id, number, member=member, at=at, seen=seen)
        if reveal is None or reveal.at is None:
            raise NoReveal(f"Round {number} is not held back: its matches are played as soon as they are locked.")
        if any(match.step in BEFORE_LOCK for match in matches):
            raise LineUpsStillOpen(f"Line-ups of round {number} are still open: lock them first, then reveal it.")
        _save(reveal, until=at, member=member, at=at)
        _move_result_windows(season_id, matches, calendar, since=at, at=at)
        _log_and_notify(row, calendar, reveal, "reveal_now", member=member, at=at)
        publish_revealed(row, reveal, at=at)
    return run_automatic_steps(season_id, at=at)


def call_off_reveal(
    season_id: str, number: int, *, member: Membership, at: datetime, seen: str | None = None
) -> list[BatchResult]:
    """Call a reveal off: the round's matches are played as soon as they are locked.

    Raises `NotYours`, `Unknown`, `NoCalendar`, `NothingToReveal`, `AlreadyRevealed`, `RevealChanged` or `NoReveal`.
    """
    with transaction.atomic():
        row, calendar, matches, reveal = _locked_round(season_id, number, member=member, at=at, seen=seen)
        if reveal is None or reveal.at is None:
            raise NoReveal(f"Round {number} is not held back: its matches are played as soon as they are locked.")
        _move_result_windows(season_id, matches, calendar, since=at, at=at)
        _save(reveal, until=None, member=member, at=at)
        _log_and_notify(row, calendar, reveal, "reveal_off", member=member, at=at)
    return run_automatic_steps(season_id, at=at)


def _locked_round(
    season_id: str, number: int, *, member: Membership, at: datetime, seen: str | None
) -> tuple[Season, Calendar, list[Match], Reveal | None]:
    """A round under the season's lock, so that none of its matches is locked or played meanwhile."""
    row = lock_season(season_id)
    if not runs_league(row.league_id, member):
        raise NotYours(f"When rounds of {row.league_id} are revealed is for its commissioners to say: ask one.")
    if row.forked_from or not Round.objects.filter(season=row, number=number).exists():
        raise Unknown(f"Round {number} of {season_id} has not been announced: name a round that has.")
    calendar = calendar_of(row.league_id)
    if calendar._state.adding:
        raise NoCalendar(f"{row.league_id} has no calendar, so that nothing happens at a set time: set one first.")
    matches = list(matches_played_here(season_id, number))
    if not matches:
        raise NothingToReveal(
            f"The site plays no match of round {number}: those who were at the table know its results already."
        )
    reveal = reveal_of(season_id, number)
    if reveal is not None and reveal.at is not None and reveal.at <= at:
        moment = format_local_time(calendar, reveal.at)
        raise AlreadyRevealed(f"Round {number} was revealed at {moment}: that cannot be changed any more.")
    pending = None if reveal is None else reveal.at
    if seen is not None and seen != ("" if pending is None else pending.isoformat()):
        now = "was called off" if pending is None else f"was set to {format_local_time(calendar, pending)}"
        raise RevealChanged(
            f"The watch party of round {number} {now} since you opened this page: send yours again if you still want "
            "it."
        )
    return row, calendar, matches, reveal


def _refuse_time(
    season_id: str, number: int, matches: Sequence[Match], calendar: Calendar, *, until: datetime, at: datetime
) -> None:
    if not EARLIEST_YEAR <= until.year <= LATEST_YEAR:
        raise Malformed("A round cannot be revealed in that year: name a time within the next months.")
    if until <= at:
        raise RevealTooEarly(f"{format_local_time(calendar, until)} has passed: name a later time.")
    if until > at + timedelta(hours=LONGEST_WINDOW_HOURS):
        raise RevealTooLate(f"A reveal is at most {LONGEST_WINDOW_HOURS // 24} days away: name an earlier time.")
    line_ups_close = line_ups_close_at(
        season_id, {match.pk.rpartition("/")[2]: match.step for match in matches}, calendar, at=at
    )
    if line_ups_close is not None and until < line_ups_close:
        moment = format_local_time(calendar, line_ups_close)
        raise RevealTooEarly(
            f"Line-ups of round {number} are open until {moment}: name that time or a later one. To play earlier, "
            "close the line-ups on the board first."
        )


def _save(reveal: Reveal, *, until: datetime | None, member: Membership, at: datetime) -> None:
    reveal.at, reveal.changed_at, reveal.changed_by = until, at, member.handle
    reveal.changes += 1
    reveal.save()


def _move_result_windows(
    season_id: str, matches: Sequence[Match], calendar: Calendar, *, since: datetime, at: datetime
) -> None:
    """Give the open windows of the results their whole time from the reveal on; paused ones keep what they have."""
    waits = [f"{REPORT_STEP}/{match}" for match in _short_ids(matches)]
    windows = Window.objects.filter(season_id=season_id, what__in=waits, closed_at=None, closes_at__isnull=False)
    for window in windows:
        window.closes_at = deadline(calendar, opened_at=since, hours=step_hours(calendar, REPORT_STEP))
        save_change(window, at=at)


def _short_ids(matches: Sequence[Match]) -> list[str]:
    return [match.pk.rpartition("/")[2] for match in matches]


def _log_and_notify(
    row: Season, calendar: Calendar, reveal: Reveal, about: str, *, member: Membership, at: datetime
) -> None:
    until = {"until": ""} if reveal.at is None else time_arguments(calendar, reveal.at)
    acts = {"reveal_set": f"at {until['until']}", "reveal_now": "now", "reveal_off": "called off"}
    LeagueLog.objects.create(
        league_id=row.league_id,
        at=at,
        actor=member.handle,
        what="reveal",
        subject=f"round {reveal.number} ({row.name}): {acts[about]}",
    )
    notify_of_reveal(row, reveal, about, until=until, at=at)
