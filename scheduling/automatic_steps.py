"""Automatic steps: everything that a season's calendar may give now is given; then the season waits for people again.

A commissioner advances it further: their next steps are given, and seats without an owner answer in between.

Each window of an owner has its own deadline. For a franchise without an owner its standing orders answer at once, but
not in the setup of a first season, where owners are still joining. An unattended league gives its commissioner's
steps too. The season's end is played by separate jobs.

Advancing never skips what owners are asked: they have until their deadline, or until a commissioner ends it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from django.db import transaction

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from journal import perform
from journal.state.visible import load_visible_state
from journal.unattended_moves import MoveChooser, UnattendedRun, perform_moves, standing_orders_by_franchise
from journal.writer import BatchResult
from league.access import viewer_of_actor
from league.invitations import open_invitations
from league.models import Batch, Calendar, Job, Membership, Season
from league.queries.dice_keys import dice_of_match
from league.queries.round_plans import with_planned_matches
from rules.campaign.core import state
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command
from rules.campaign.play.perform import perform as perform_on_copy
from rules.campaign.steward import next_commissioner_command
from rules.campaign.steward.unattended import Attendance, CommandBatch, CommandSource, IdleFranchises, next_batch
from rules.campaign.steward.waits import REPORT_STEP, SETUP_STEPS
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal, Unknown
from scheduling.automatic_acceptance import next_acceptance_move
from scheduling.calendar import calendar_of
from scheduling.match_resolution import CONTINUE_JOB, enqueue_next_match
from scheduling.next_season import open_next_by_clock
from scheduling.windows import WHOLE_LEAGUE_KEY, is_paused, overdue_waits
from sql.short_transactions import yield_writer

SEASON_END_JOB = "season_end"
"""The kind of job that plays one step of a season's end."""
END_STEPS = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9")


def run_automatic_steps(season_id: str, *, at: datetime, pressed: bool = False) -> list[BatchResult]:
    """Give everything that does not depend on people who still have time to answer, and return the results.

    `pressed` means that a commissioner asks for it, who no longer waits for owners that are yet to join.

    A match that a ruleset resolves is left to its own job, and so is each step of the season's end; after that an
    unattended league opens the next season. A rehearsal has no calendar, so nothing is done in it. A second call does
    nothing more. Raises `Unknown`, and what `perform` raises.
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
                season_id, lambda locked: next_move_finder(locked, calendar, at=at, pressed=pressed), at=at
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
    """The body of the job that goes on after a resolved match, or opens the next season once one is closed."""
    run_automatic_steps(run.season, at=run.now())


def next_move_finder(
    row: Season, calendar: Calendar, *, at: datetime, ending: str = "", pressed: bool = False
) -> MoveChooser:
    """A function that finds the next move of that season; with `ending`, only moves of that step of its end.

    It finds none while the league or the step is paused. In the setup of a league's first season a seat without an
    owner gets an owner's time, since its owner may be on the way, unless the season is `pressed`. An unattended
    league in which nobody owns a franchise or is invited to own one waits for nobody.
    """
    by_itself, idle = season_end_is_automatic(row, calendar), IdleFranchises()
    attended = attendance(row, calendar, at=at)
    yet_to_come = row.number == 1 and not pressed and _is_peopled(row, calendar, attended, at=at)
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


def _is_peopled(row: Season, calendar: Calendar, attended: Attendance, *, at: datetime) -> bool:
    """Whether people run a league: its commissioner, an owner, or somebody who is invited to be one."""
    if not calendar.unattended or attended.owners:
        return True
    return open_invitations(row.league, at=at).filter(role=Membership.Role.OWNER).exists()


def _with_planned_round(move: CommandBatch | None, row: Season, season: state.Season) -> CommandBatch | None:
    """The move with the planned matches of its round; the move unchanged if that plan cannot be announced."""
    if move is None or move.by is not CommandSource.COMMISSIONER:
        return move
    (command,) = move.commands
    planned = with_planned_matches(command, row.pk, season)
    if planned is None or planned is command:
        return move
    try:
        perform_on_copy(
            copy_season(season), planned, Dice(KeyRing(b""))
        )  # whether a plan is refused does not depend on dice
    except Refusal:
        return move
    return replace(move, commands=(planned,))


def attendance(row: Season, calendar: Calendar, *, at: datetime) -> Attendance:
    """What people still see to in a season: owners until their windows are past, the commissioner, and reports."""
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
    """Whether jobs play the season's end: in an unattended league, and wherever a commissioner began it."""
    return calendar.unattended or Job.objects.filter(kind=SEASON_END_JOB, season=row).exists()


def enqueue_end_step(row: Season, step: str, *, at: datetime, asked_by: str = "") -> Job:
    """The job that plays a step of the season's end; if the last one is done or canceled, another one."""
    enqueue_step = partial(enqueue, SEASON_END_JOB, at=at, season=row.pk, arguments={"step": step}, asked_by=asked_by)
    job = enqueue_step(key=f"{row.pk}/{step}")
    if job.state in {Job.State.DONE, Job.State.CANCELLED}:
        return enqueue_step(key=f"{row.pk}/{step}/{row.length}")
    return job


def enqueue_after_end_step(sat: UnattendedRun, *, at: datetime) -> None:
    """After a job of the season's end, enqueue the next step's or, once closed, the opening of the next season."""
    if sat.season.step == "closed":
        enqueue(CONTINUE_JOB, key=f"{sat.row.pk}/{CONTINUE_JOB}", at=at, season=sat.row.pk)
    else:
        _enqueue_end_step_if_due(sat, calendar_of(sat.row.league_id), at=at)


def _enqueue_end_step_if_due(sat: UnattendedRun, calendar: Calendar, *, at: datetime) -> None:
    """Enqueue the step's job, in the same transaction, if it would find anything to do."""
    row, step = sat.row, sat.season.step
    if step not in END_STEPS or not season_end_is_automatic(row, calendar):
        return
    if next_move_finder(row, calendar, at=at, ending=step)(sat.season) is not None:
        enqueue_end_step(row, step, at=at)


MOST_STEPS = 40
"""The most steps that one advance gives on the commissioner's behalf: a round of a large league has fewer."""
ADVANCE_REASON = "The commissioner pressed on: the season needed it."
"""The reason recorded for a house act that an advance gave; everybody may read it (HOUSE-007)."""


@dataclass(frozen=True, slots=True)
class AdvanceResult:
    """The result of an advance: the commissioner's own steps, and all answers in order."""

    steps: list[Command] = field(default_factory=list)
    answers: list[BatchResult] = field(default_factory=list)


def advance_season(
    season_id: str, *, member: Membership, at: datetime, key: str, most: int = MOST_STEPS, words: str = ""
) -> AdvanceResult:
    """Give the commissioner's next steps, at most `most`, until people are asked or a match is to be played.

    Before and after each step the calendar gives what it may: seats without an owner answer by their standing orders.
    Repeating a call with the same `key` gives nothing twice. `words` were made by the sender's browser. Raises what
    `perform` raises; what was given before that is kept.
    """
    result, viewer = AdvanceResult(), viewer_of_actor(member.league_id, member.handle)
    if Batch.objects.filter(season_id=season_id, key=f"{key}.0").exists():
        return result
    result.answers.extend(run_automatic_steps(season_id, at=at, pressed=True))
    for number in range(most):
        row = Season.objects.get(pk=season_id)
        visible, _ = load_visible_state(row, viewer)
        step = with_planned_matches(next_commissioner_command(visible), row.pk, visible)
        if step is None:
            break
        answer = perform(
            season_id,
            [step],
            actor=member.handle,
            at=at,
            key=f"{key}.{number}",
            reason=ADVANCE_REASON,
            seen=row.length,
            words=words,
        )
        result.steps.append(step)
        result.answers.append(answer)
        result.answers.extend(run_automatic_steps(season_id, at=at, pressed=True))
    return result
