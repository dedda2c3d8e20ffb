"""The season that runs itself: everything its calendar may give now is given, and then it waits for people again.

Owners' time runs out one window at a time; where nobody owns a franchise its standing orders answer at once. An
unattended league has its commissioner's steps given too. The end of a season goes by jobs of its own.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from journal.unattended_moves import MoveChooser, UnattendedRun, perform_moves, standing_orders_by_franchise
from journal.writer import BatchResult
from league.models import Calendar, Job, Membership, Season
from league.queries.match_dice import dice_of_match
from league.queries.round_plans import with_planned_matches
from rules.campaign.core import state
from rules.campaign.core.codec import copy_season
from rules.campaign.play.perform import perform
from rules.campaign.steward.unattended import Attendance, CommandBatch, CommandSource, IdleFranchises, next_batch
from rules.campaign.steward.waits import SETUP_STEPS
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal, Unknown
from scheduling.automatic_acceptance import next_acceptance_move
from scheduling.calendar import calendar_of
from scheduling.match_resolution import CONTINUE_JOB, enqueue_next_match
from scheduling.next_season import open_next_by_clock
from scheduling.waits import REPORT_STEP
from scheduling.windows import WHOLE_LEAGUE_KEY, is_paused, overdue_waits
from sql.short_transactions import yield_writer

SEASON_END_JOB = "season_end"
"""The kind of jobs that play one step of a season's end."""
END_STEPS = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9")


def run_automatic_steps(season_id: str, *, at: datetime, pressed: bool = False) -> list[BatchResult]:
    """Give everything that can be given without the people who still have their time, and say what came of it.

    `pressed` says that a commissioner asks for it, who then waits no longer for owners that are yet to come.

    A match that a ruleset resolves is left to a job of its own, and so is each step of the season's end; after that
    the next season is opened where the league is unattended. A rehearsal has no calendar and nothing is done in it.
    Doing it again does nothing more. Raises `Unknown`, and what `perform` raises.
    """
    row = Season.objects.filter(pk=season_id).first()
    if row is None:
        raise Unknown(f"There is no season {season_id[:80]!r}: a season is named league/season.")
    if row.forked_from:
        return []
    calendar = calendar_of(row.league_id)
    answers: list[BatchResult] = []
    more = row.step != "closed"
    while more:
        with transaction.atomic():
            sat = perform_moves(
                season_id, lambda held: next_move_finder(held, calendar, at=at, pressed=pressed), at=at
            )
            _enqueue_end_step_if_due(sat, calendar, at=at)
            if not (sat.more or is_paused(calendar, REPORT_STEP)):
                enqueue_next_match(sat.row, sat.season, at=at)
        answers += sat.answers
        row, more = sat.row, sat.more
        if more:
            yield_writer()
    if row.step == "closed" and calendar.unattended and WHOLE_LEAGUE_KEY not in calendar.paused:
        following = open_next_by_clock(row, at=at)
        if following is not None:
            yield_writer()
            answers += run_automatic_steps(following, at=at)
    return answers


@job_kind(CONTINUE_JOB, title="The season goes on", resumes="{season} goes on after the next start.")
def continue_season(run: JobRun) -> None:
    """The body of the job that goes on after a resolved match, or opens the season after one that a job closed."""
    run_automatic_steps(run.season, at=run.now())


def next_move_finder(
    row: Season, calendar: Calendar, *, at: datetime, ending: str = "", pressed: bool = False
) -> MoveChooser:
    """What names the next move of that season; at its end only the steps its job is for are played, `ending`.

    A league, or a step, that is paused has none. In the setup of a league's first season a seat that nobody owns yet
    keeps the time of an owner, since invitations are under way, unless the league is unattended or it is `pressed`.
    """
    yet_to_come = row.number == 1 and not calendar.unattended and not pressed
    by_itself, idle = season_end_is_automatic(row, calendar), IdleFranchises()
    attended = attendance(row, calendar, at=at)
    orders = standing_orders_by_franchise(row.league_id)

    def dice(season: state.Season, match: str) -> Dice:
        return dice_of_match(row, match, words=season.match(match).words).dice()

    if ending:
        attended = replace(attended, commissioner=False)

    def name_next(season: state.Season) -> CommandBatch | None:
        at_end = season.step in END_STEPS
        elsewhere = season.step != ending if ending else at_end and by_itself
        if elsewhere or is_paused(calendar, season.step):
            return None
        awaited = attended
        if yet_to_come and season.step in SETUP_STEPS:
            awaited = replace(attended, owners=frozenset(season.franchises))
        move = next_batch(season, dice=dice, orders=orders, attended=awaited, idle=idle)
        return _with_planned_round(move, row, season) or next_acceptance_move(row, season, calendar, at=at)

    return name_next


def _with_planned_round(move: CommandBatch | None, row: Season, season: state.Season) -> CommandBatch | None:
    """The move with its round as that was drawn up; as the calendar has it where the plan cannot be announced."""
    if move is None or move.by is not CommandSource.COMMISSIONER:
        return move
    (command,) = move.commands
    planned = with_planned_matches(command, row.pk, season)
    if planned is None or planned is command:
        return move
    try:
        perform(copy_season(season), planned, Dice(KeyRing(b"")))  # a plan is refused or not, whatever falls
    except Refusal:
        return move
    return replace(move, commands=(planned,))


def attendance(row: Season, calendar: Calendar, *, at: datetime) -> Attendance:
    """What the people of a league still see to in a season: owners until a window is past, commissioner, reports."""
    owners = Membership.objects.filter(
        league_id=row.league_id, role=Membership.Role.OWNER, franchise_id__isnull=False
    ).values_list("franchise_id", flat=True)
    return Attendance(
        owners=frozenset(str(id).rsplit("/", 1)[-1] for id in owners),
        over=frozenset(overdue_waits(row.pk, at=at, unattended=calendar.unattended)),
        commissioner=not calendar.unattended,
        reporter=calendar.results == Calendar.Results.REPORTED,
        resolver=True,
    )


def season_end_is_automatic(row: Season, calendar: Calendar) -> bool:
    """Whether jobs play the season's end: in an unattended league, and in any where its commissioner began it."""
    return calendar.unattended or Job.objects.filter(kind=SEASON_END_JOB, season=row).exists()


def enqueue_end_step(row: Season, step: str, *, at: datetime, asked_by: str = "") -> Job:
    """The job that plays a step of the season's end. One that waited for people and ended is followed by another."""
    asked = partial(enqueue, SEASON_END_JOB, at=at, season=row.pk, arguments={"step": step}, asked_by=asked_by)
    job = asked(key=f"{row.pk}/{step}")
    if job.state in {Job.State.DONE, Job.State.CANCELLED}:
        return asked(key=f"{row.pk}/{step}/{row.length}")
    return job


def enqueue_after_end_step(sat: UnattendedRun, *, at: datetime) -> None:
    """Ask for what comes after a job of the season's end: the next step's, or that the season after it be opened."""
    if sat.season.step == "closed":
        enqueue(CONTINUE_JOB, key=f"{sat.row.pk}/{CONTINUE_JOB}", at=at, season=sat.row.pk)
    else:
        _enqueue_end_step_if_due(sat, calendar_of(sat.row.league_id), at=at)


def _enqueue_end_step_if_due(sat: UnattendedRun, calendar: Calendar, *, at: datetime) -> None:
    """Ask for the step's job where it would find anything to do; it is written in the same transaction."""
    row, step = sat.row, sat.season.step
    if step not in END_STEPS or not season_end_is_automatic(row, calendar):
        return
    if next_move_finder(row, calendar, at=at, ending=step)(sat.season) is not None:
        enqueue_end_step(row, step, at=at)
