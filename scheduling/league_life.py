"""The end of a league: archiving it and taking it out again, and deleting it, which a second commissioner confirms.

From the confirmation on the league can only be read. Any commissioner can take the deletion back until it begins.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from jobs.sweeper import register_sweep
from journal.dice.fresh_dice import take_fresh_dice
from journal.league_deletion import begin_league_deletion, delete_league_rows
from league.access import ReasonMissing, refuse_read_only
from league.membership import add_league_log, lock_league, members_of, refuse_non_commissioner
from league.models import (
    DeletedLeague,
    DeletionRequest,
    HandoverOffer,
    Invitation,
    Job,
    League,
    Match,
    Membership,
    Season,
    Window,
)
from league.queries.season_leaves import Seeds
from league.role_changes import LONGEST_REASON, NotMember
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal
from scheduling.calendar import calendar_of, format_local_time, time_arguments
from scheduling.notices.mail import notify_and_mail
from scheduling.windows import is_paused, pause_window, resume_windows
from sql.short_transactions import short_transaction


class NotArchived(Refusal):
    """The league is not archived."""


@transaction.atomic
def archive_league(*, league: League, by: Membership | None, at: datetime, reason: str = "") -> None:
    """Make a league read-only until a commissioner takes it out of the archive; its open windows keep their time.

    `by` is None for the operator. Raises `NotYours`, `NotMember`, `Malformed` or `LeagueReadOnly`.
    """
    row = lock_for_commissioner(league, by)
    refuse_read_only(row)
    reason = clean_reason(reason)
    League.objects.filter(pk=row.pk).update(archived_at=at)
    stop_clocks(row.pk, at=at)
    add_league_log(row.pk, actor=actor_name(by), what="archived", subject="", at=at, reason=reason)
    notify_everybody(row, about="archived", by=by, at=at, arguments={"league": row.name, "reason": reason})


@transaction.atomic
def unarchive_league(*, league: League, by: Membership | None, at: datetime) -> None:
    """Take a league out of the archive; its windows go on with the time they had left.

    `by` is None for the operator. Raises `NotYours`, `NotMember`, `NotArchived`, or `LeagueReadOnly` for one that
    will be deleted.
    """
    row = lock_for_commissioner(league, by)
    if row.delete_at is not None:
        refuse_read_only(row)
    if row.archived_at is None:
        raise NotArchived(f"{row.name} is not archived: everybody can act in it.")
    League.objects.filter(pk=row.pk).update(archived_at=None)
    start_clocks(row.pk, at=at)
    add_league_log(row.pk, actor=actor_name(by), what="unarchived", subject="", at=at)
    notify_everybody(row, about="unarchived", by=by, at=at, arguments={"league": row.name})


def lock_for_commissioner(league: League, by: Membership | None) -> League:
    """The league as it is now, held for a commissioner or the operator, whatever state it is in.

    Raises `LeagueGone`, `NotYours`, or `NotMember` for a membership that has ended in the meantime.
    """
    row = lock_league(league, read_only_too=True)
    if by is not None:
        current = members_of(row).filter(pk=by.pk).first()
        if current is None:
            raise NotMember("That membership has ended in the meantime: look at the page again.")
        refuse_non_commissioner(row, current)
    return row


def clean_reason(reason: str) -> str:
    """A reason as one line, empty if none was given. Raises `Malformed`."""
    line = " ".join(reason.split())
    if len(line) > LONGEST_REASON or not is_readable(line):
        raise Malformed(f"A reason has at most {LONGEST_REASON} characters, none of them invisible: write it again.")
    return line


def actor_name(by: Membership | None) -> str:
    """The handle of the member who acted; empty for the operator."""
    return "" if by is None else by.handle


def stop_clocks(league: str, *, at: datetime) -> None:
    """Pause every open window of a league; each keeps the time it has left."""
    for window in _open_windows(league).filter(left=None):
        pause_window(window, at=at)


def start_clocks(league: str, *, at: datetime) -> None:
    """Resume the windows of a league that its calendar does not pause, and its jobs that were left alone."""
    calendar = calendar_of(league)
    windows = _open_windows(league).filter(closes_at=None)
    resume_windows([window for window in windows if not is_paused(calendar, window.what)], at=at)
    Job.objects.filter(league=league, state=Job.State.QUEUED, due_at__gt=at).update(due_at=at, nudged_at=None)


def notify_everybody(
    league: League, *, about: str, by: Membership | None, at: datetime, arguments: dict[str, Any], but: bool = True
) -> None:
    """Notify each person of a league once, whatever roles they have there; `but` leaves out who acted."""
    everybody = members_of(league).order_by("pk")
    if by is not None and but:
        everybody = everybody.exclude(user=by.user_id)
    notify_and_mail(everybody, about=about, key=f"{about}/{league.pk}/{at.isoformat()}", at=at, arguments=arguments)


def _open_windows(league: str) -> Any:
    return Window.objects.filter(season__league=league, closed_at=None).order_by("pk")


DELETE_JOB = "delete_league"
GRACE_DAYS, FEWEST_DAYS, MOST_DAYS = 30, 7, 90
"""For how many days a league can be kept after its deletion was confirmed, by default, at least and at most."""
WARNING = timedelta(days=3)
"""How long before the end everybody is reminded."""
LEAST_WARNING = timedelta(days=2)
"""How long after the reminder the end must be, however late the reminder was sent."""
ENDED_MATCH_STEPS = ("settled", "void")


class DeletionAsked(Refusal):
    """The deletion of the league was asked for already."""


class NoDeletionAsked(Refusal):
    """Nobody asked to delete the league, or the deletion was taken back."""


class ConfirmedByThemselves(Refusal):
    """The deletion was confirmed by the commissioner who asked for it, and has to be confirmed by another one."""


class DeletionConfirmed(Refusal):
    """The deletion of the league has been confirmed already."""


class NotForExport(Refusal):
    """The whole league cannot be downloaded now, since it is not being deleted or a round is under way."""


@transaction.atomic
def ask_deletion(
    *, league: League, by: Membership, at: datetime, reason: str, days: int = GRACE_DAYS
) -> DeletionRequest:
    """Ask to delete a league. Without another commissioner the time to think begins at once.

    Raises `NotYours`, `NotMember`, `ReasonMissing`, `Malformed` or `DeletionAsked`.
    """
    row = lock_for_commissioner(league, by)
    if DeletionRequest.objects.filter(league=row).exists():
        raise DeletionAsked(f"Somebody asked to delete {row.name} already: confirm that, or take it back.")
    if not (reason := clean_reason(reason)):
        raise ReasonMissing("Deleting a league is announced to all its members: give a reason.")
    if not FEWEST_DAYS <= days <= MOST_DAYS:
        raise Malformed(f"Between {FEWEST_DAYS} and {MOST_DAYS} days can pass before it: choose a number of those.")
    request = DeletionRequest.objects.create(league=row, asked_at=at, asked_by=by.handle, reason=reason, days=days)
    add_league_log(row.pk, actor=by.handle, what="deletion asked", subject=f"in {days} days", at=at, reason=reason)
    if _other_commissioners(row, by.user_id):
        arguments = {"league": row.name, "reason": reason}
        notify_everybody(row, about="deletion_asked", by=by, at=at, arguments=arguments)
    else:
        _begin_grace(row, request, by=by, at=at)
    return request


@transaction.atomic
def confirm_deletion(*, league: League, by: Membership | None, at: datetime) -> DeletionRequest:
    """Confirm that a league is deleted, as another commissioner than the one who asked; None is the operator.

    Who asked confirms it themselves once they are the only commissioner whose account is open.

    Raises `NotYours`, `NotMember`, `NoDeletionAsked`, `DeletionConfirmed` or `ConfirmedByThemselves`.
    """
    row = lock_for_commissioner(league, by)
    request = _open_request(row)
    if request.confirmed_at is not None:
        raise DeletionConfirmed(f"The deletion of {row.name} is confirmed already: take it back to keep the league.")
    if by is not None and is_for_others_to_confirm(request, by.user_id):
        raise ConfirmedByThemselves(
            f"You asked to delete {row.name} yourself: another commissioner confirms it, or the operator does."
        )
    _begin_grace(row, request, by=by, at=at)
    return request


def is_for_others_to_confirm(request: DeletionRequest, user: int) -> bool:
    """Whether a person asked for that deletion themselves while the league has another commissioner to confirm it."""
    asker = Membership.objects.filter(league=request.league_id, handle=request.asked_by).first()
    return asker is not None and asker.user_id == user and _other_commissioners(request.league, user)


@transaction.atomic
def keep_league(*, league: League, by: Membership | None, at: datetime) -> None:
    """Take the deletion of a league back; its windows go on with the time they had left.

    If the whole league was downloaded meanwhile, its open seasons throw fresh dice from now on. Raises `NotYours`,
    `NotMember` or `NoDeletionAsked`.
    """
    row = lock_for_commissioner(league, by)
    request = _open_request(row)
    League.objects.filter(pk=row.pk).update(delete_at=None)
    request.delete()
    add_league_log(row.pk, actor=actor_name(by), what="deletion taken back", subject="", at=at)
    notify_everybody(row, about="deletion_off", by=by, at=at, arguments={"league": row.name})
    if row.archived_at is None and request.confirmed_at is not None:
        start_clocks(row.pk, at=at)
    if request.exported_at is not None:
        League.objects.filter(pk=row.pk).update(archived_at=None)
        for season in _open_seasons(row.pk):
            take_fresh_dice(season.pk, seeds=Seeds.fresh(), at=at)
        League.objects.filter(pk=row.pk).update(archived_at=row.archived_at)


@transaction.atomic
def note_whole_export(*, league: League, by: Membership, at: datetime) -> None:
    """Note that a commissioner downloads a whole league that will be deleted, with what is secret in it.

    Raises `NotYours`, `NotMember` or `NotForExport`.
    """
    row = lock_for_commissioner(league, by)
    refuse_whole_export(row)
    DeletionRequest.objects.filter(league=row).update(exported_at=at)
    add_league_log(row.pk, actor=by.handle, what="downloaded", subject="", at=at)


def refuse_whole_export(league: League) -> None:
    """Raise `NotForExport` unless a league will be deleted and none of its rounds is under way."""
    if league.delete_at is None:
        raise NotForExport(
            f"{league.name} is not being deleted: its seasons can be downloaded under Tables, and the operator of "
            "the site can export it whole."
        )
    under_way = Match.objects.filter(season__in=_open_seasons(league.pk)).exclude(step__in=ENDED_MATCH_STEPS)
    if under_way.exists():
        raise NotForExport(
            f"A round of {league.name} is under way, with line-ups that are secret: ask the operator of the site to "
            "export the league whole, or download its seasons."
        )


@register_sweep
def sweep_deletions(at: datetime) -> None:
    """Remind everybody of deletions that are near, and enqueue those that are due or were interrupted."""
    for league in League.objects.filter(delete_at__lte=at + WARNING, gone_at=None).order_by("pk"):
        with short_transaction():
            _warn_or_delete(league, at=at)
    for id in DeletedLeague.objects.filter(finished_at=None).order_by("pk").values_list("pk", flat=True):
        _enqueue_deletion(id, at=at)


@job_kind(DELETE_JOB, title="Deleting a league", resumes="The deletion of {league} goes on after the next start.")
def delete_league_job(run: JobRun) -> None:
    """Delete a league whose time is over, in pieces; one that was kept meanwhile stays as it is."""
    league = str(run.arguments["league"])
    if not _begin_deletion(league, at=run.now()):
        run.note("The league is kept.")
        return
    count = delete_league_rows(
        league, at=run.now(), told=lambda rows, table: run.progress(rows, 0, f"{rows} rows, now {table}")
    )
    run.progress(count, count, f"{count} rows deleted.")


@transaction.atomic
def _begin_deletion(league: str, *, at: datetime) -> bool:
    """Whether a league is to be deleted now; it is hidden for good by that."""
    row = League.objects.select_for_update(no_key=True).filter(pk=league).first()
    if row is None:
        return DeletedLeague.objects.filter(pk=league, finished_at=None).exists()
    if row.gone_at is None and (row.delete_at is None or row.delete_at > at):
        return False
    if row.gone_at is None:
        begin_league_deletion(league, at=at)
    return True


def _warn_or_delete(league: League, *, at: datetime) -> None:
    row = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    request = DeletionRequest.objects.filter(league=row).first()
    if row.delete_at is None or row.gone_at is not None or request is None:
        return
    if request.warned_at is not None:
        if row.delete_at <= at:
            _enqueue_deletion(row.pk, at=at)
        return
    if row.delete_at - at < LEAST_WARNING:  # the site was down when the reminder was due
        row.delete_at = at + WARNING
        row.save(update_fields=["delete_at"])
    request.warned_at = at
    request.save(update_fields=["warned_at"])
    arguments = {"league": row.name, **time_arguments(calendar_of(row.pk), row.delete_at)}
    notify_everybody(row, about="deletion_soon", by=None, at=at, arguments=arguments)


def _enqueue_deletion(league: str, *, at: datetime) -> None:
    """Enqueue the deletion, at most once an hour; the job belongs to no league, since it outlives it."""
    enqueue(DELETE_JOB, key=f"{DELETE_JOB}/{league}/{at:%Y-%m-%dT%H}", at=at, arguments={"league": league})


def _begin_grace(league: League, request: DeletionRequest, *, by: Membership | None, at: datetime) -> None:
    request.confirmed_at, request.confirmed_by = at, actor_name(by)
    request.save(update_fields=["confirmed_at", "confirmed_by"])
    league.delete_at = at + timedelta(days=request.days)
    league.save(update_fields=["delete_at"])
    if league.archived_at is None:
        stop_clocks(league.pk, at=at)
    Invitation.objects.filter(league=league, revoked_at=None).update(revoked_at=at)
    HandoverOffer.objects.filter(league=league, state=HandoverOffer.State.OPEN).update(
        state=HandoverOffer.State.WITHDRAWN, ended_at=at
    )
    calendar = calendar_of(league.pk)
    until = format_local_time(calendar, league.delete_at)
    add_league_log(league.pk, actor=actor_name(by), what="deletion confirmed", subject=f"for {until}", at=at)
    arguments = {"league": league.name, **time_arguments(calendar, league.delete_at), "reason": request.reason}
    notify_everybody(league, about="deletion_set", by=by, at=at, arguments=arguments, but=False)


def _open_request(league: League) -> DeletionRequest:
    request = DeletionRequest.objects.filter(league=league).first()
    if request is None:
        raise NoDeletionAsked(f"Nobody asks to delete {league.name} now: look at the page again.")
    return request


def _other_commissioners(league: League, user: int) -> bool:
    found = members_of(league).filter(role=Membership.Role.COMMISSIONER, user__is_active=True)
    return found.exclude(user=user).exists()


def _open_seasons(league: str) -> list[Season]:
    return list(Season.objects.filter(league=league, forked_from="").exclude(step="closed").order_by("pk"))
