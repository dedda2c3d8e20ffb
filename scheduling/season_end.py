"""The end of a season, E1 to E9: each step is a job that can be run again and that enqueues the next.

A step's entries are committed once. Where the rules ask people (E4 to E8) a job gives what it can without them and
ends; it is enqueued again when they have answered or their time is over. Rules DM-C-156 to DM-C-172.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from jobs.kinds import JobRun, job_kind
from journal.unattended_moves import MoveChooser, perform_moves
from journal.writer import lock_season
from league.models import Job, Membership, Season
from rules.campaign.core import state
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.season_end.franchise_contracts import takes_part_in_draft
from rules.campaign.steward import franchises_awaited
from rules.campaign.steward.unattended import CommandBatch
from rules.core.refusals import Refusal
from scheduling.automatic_steps import (
    END_STEPS,
    SEASON_END_JOB,
    enqueue_after_end_step,
    enqueue_end_step,
    next_move_finder,
)
from scheduling.calendar import calendar_of, refuse_clock_control
from scheduling.season_end_report import season_end_report, step_report
from sql.short_transactions import yield_writer

MOST_BATCHES = 256
"""The most batches a job commits together: a whole step, except in the drafts of very large leagues."""


class SeasonEndNotReached(Refusal):
    """The rounds of the season are not all closed yet, or the season is over."""


@transaction.atomic
def begin_season_end(season_id: str, *, member: Membership, at: datetime) -> Job:
    """Let jobs play a season's end from the step it has reached, as a commissioner asks.

    An unattended league does so by itself. Asking again returns the same job. Raises `NotYours`, `Unknown` or
    `SeasonEndNotReached`.
    """
    row = lock_season(season_id)
    refuse_clock_control(row.league_id, member)
    if row.step not in END_STEPS:
        raise SeasonEndNotReached(f"{row.pk} is at {row.step}: its end begins once all rounds are closed.")
    return enqueue_end_step(row, row.step, at=at, asked_by=member.handle)


@job_kind(
    SEASON_END_JOB,
    title="A step of the season's end",
    resumes="The season's end of {season} goes on after the next start.",
)
def play_end_step(run: JobRun) -> None:
    """Play the job's step as far as it goes without people, and enqueue what follows."""
    step, at = str(run.arguments["step"]), run.now()
    watched = _StepProgress(step)
    more = True
    while more:
        with transaction.atomic():
            sat = perform_moves(
                run.season,
                lambda row: watched(next_move_finder(row, calendar_of(row.league_id), at=at, ending=step)),
                at=at,
                most=MOST_BATCHES,
            )
            enqueue_after_end_step(sat, at=at)
        if more := sat.more:
            yield_writer()
        run.progress(*watched.progress_report(sat.season))
    if sat.season.step == step:
        run.note(f"It waits for {', '.join(franchises_awaited(sat.season)) or 'its calendar'}.")
    else:
        _log_step(run, sat.row, step)


class _StepProgress:
    """A step's progress, measured before each of its moves."""

    def __init__(self, step: str) -> None:
        self.step, self.total = step, 1

    def __call__(self, name_next: MoveChooser) -> MoveChooser:
        def observe(season: state.Season) -> CommandBatch | None:
            if season.step == self.step:
                self.total = max(self.total, step_progress(season)[1])
            return name_next(season)

        return observe

    def progress_report(self, season: state.Season) -> tuple[int, int, str]:
        """Done, total, and a line that states them."""
        steps_done = step_progress(season)[0] if season.step == self.step else self.total
        return steps_done, self.total, f"{self.step}, {STEP_NAMES[self.step]}: {steps_done} of {self.total}."


def step_progress(season: state.Season) -> tuple[int, int]:
    """How many of a step's franchises, picks or sponsors are done, and of how many; 0 of 1 for a single command."""
    franchises = season.all_franchises()
    match season.step:
        case "E4":
            decisions = [
                franchise.staff_decided
                for franchise in franchises
                if franchise.staff_rating > 1 or franchise.staff_decided
            ]
        case "E5":
            decisions = [
                franchise.contracts_named
                for franchise in franchises
                if takes_part_in_draft(season, franchise) and not franchise.folded
            ]
        case "E7":
            decisions = [franchise.safe_declared for franchise in franchises if not franchise.folded]
        case "E6" if season.draft is not None:
            picks = sum(franchise.picks for franchise in franchises)
            return season.draft.taken, season.draft.taken + picks + 1
        case "E8" if season.pool is not None:
            return season.pool.taken, season.pool.taken + len(season.pool_sponsors()) + 1
        case _:
            decisions = []
    return sum(decisions), len(decisions) + 1


def _log_step(run: JobRun, row: Season, step: str) -> None:
    """Log the step's own lines, and the whole report after the last step; once, however often the job is run."""
    logged = {entry["line"] for entry in run.job.log}
    lines = season_end_report(row) if step == END_STEPS[-1] else step_report(row, step)
    for line in lines:
        if line not in logged:
            run.note(line)
