"""The season that runs itself: everything its calendar may give now is given, and then it waits for people again.

Owners' time runs out one window at a time; where nobody owns a franchise its standing orders answer at once. An
unattended league has its commissioner's steps given too. The end of a season goes by jobs of its own.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction

from league.clock.accepting import agreed_move
from league.clock.calendar import calendar_of
from league.clock.following import follow
from league.clock.resolving import GO_ON, ask_for_match
from league.clock.waits import REPORT_STEP
from league.clock.windows import EVERYTHING, past, stands_still
from league.jobs.book import enqueue
from league.jobs.kinds import Run, kind
from league.journal.clockwork import Coming, Sat, orders_in, sit
from league.journal.writer import Answer
from league.models import Calendar, Job, Membership, Season
from league.queries.match_dice import dice_of_match
from league.queries.plans import as_planned
from league.short_transactions import yield_writer
from rules.campaign.core import state
from rules.campaign.core.codec import copy_season
from rules.campaign.core.perform import perform
from rules.campaign.steward.unattended import Attendance, CommandBatch, CommandSource, IdleFranchises, next_batch
from rules.campaign.steward.waits import SETUP_STEPS
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal, Unknown

SEASON_END = "season_end"
"""The kind of jobs that play one step of a season's end."""
END_STEPS = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9")


def go_on(season_id: str, *, at: datetime, pressed: bool = False) -> list[Answer]:
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
    answers: list[Answer] = []
    more = row.step != "closed"
    while more:
        with transaction.atomic():
            sat = sit(season_id, lambda held: coming(held, calendar, at=at, pressed=pressed), at=at)
            _ask_for_end(sat, calendar, at=at)
            if not (sat.more or stands_still(calendar, REPORT_STEP)):
                ask_for_match(sat.row, sat.season, at=at)
        answers += sat.answers
        row, more = sat.row, sat.more
        if more:
            yield_writer()
    if row.step == "closed" and calendar.unattended and EVERYTHING not in calendar.paused:
        following = follow(row, at=at)
        if following is not None:
            yield_writer()
            answers += go_on(following, at=at)
    return answers


@kind(GO_ON, title="The season goes on", resumes="{season} goes on after the next start.")
def go_on_now(run: Run) -> None:
    """The body of the job that goes on after a resolved match, or opens the season after one that a job closed."""
    go_on(run.season, at=run.now())


def coming(row: Season, calendar: Calendar, *, at: datetime, ending: str = "", pressed: bool = False) -> Coming:
    """What names the next move of that season; at its end only the steps its job is for are played, `ending`.

    A league, or a step, that is paused has none. In the setup of a league's first season a seat that nobody owns yet
    keeps the time of an owner, since invitations are under way, unless the league is unattended or it is `pressed`.
    """
    yet_to_come = row.number == 1 and not calendar.unattended and not pressed
    by_itself, idle = ends_by_itself(row, calendar), IdleFranchises()
    attended = attendance(row, calendar, at=at)
    orders = orders_in(row.league_id)

    def dice(season: state.Season, match: str) -> Dice:
        return dice_of_match(row, match, words=season.match(match).words).dice()

    if ending:
        attended = replace(attended, commissioner=False)

    def name_next(season: state.Season) -> CommandBatch | None:
        at_end = season.step in END_STEPS
        elsewhere = season.step != ending if ending else at_end and by_itself
        if elsewhere or stands_still(calendar, season.step):
            return None
        awaited = attended
        if yet_to_come and season.step in SETUP_STEPS:
            awaited = replace(attended, owners=frozenset(season.franchises))
        move = next_batch(season, dice=dice, orders=orders, attended=awaited, idle=idle)
        return _as_planned(move, row, season) or agreed_move(row, season, calendar, at=at)

    return name_next


def _as_planned(move: CommandBatch | None, row: Season, season: state.Season) -> CommandBatch | None:
    """The move with its round as that was drawn up; as the calendar has it where the plan cannot be announced."""
    if move is None or move.by is not CommandSource.COMMISSIONER:
        return move
    (command,) = move.commands
    planned = as_planned(command, row.pk, season)
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
        over=frozenset(past(row.pk, at=at, unattended=calendar.unattended)),
        commissioner=not calendar.unattended,
        reporter=calendar.results == Calendar.Results.REPORTED,
        resolver=True,
    )


def ends_by_itself(row: Season, calendar: Calendar) -> bool:
    """Whether jobs play the season's end: in an unattended league, and in any where its commissioner began it."""
    return calendar.unattended or Job.objects.filter(kind=SEASON_END, season=row).exists()


def ask_for_step(row: Season, step: str, *, at: datetime, asked_by: str = "") -> Job:
    """The job that plays a step of the season's end. One that waited for people and ended is followed by another."""
    asked = partial(enqueue, SEASON_END, at=at, season=row.pk, arguments={"step": step}, asked_by=asked_by)
    job = asked(key=f"{row.pk}/{step}")
    if job.state in {Job.State.DONE, Job.State.CANCELLED}:
        return asked(key=f"{row.pk}/{step}/{row.length}")
    return job


def ask_for_next(sat: Sat, *, at: datetime) -> None:
    """Ask for what comes after a job of the season's end: the next step's, or that the season after it be opened."""
    if sat.season.step == "closed":
        enqueue(GO_ON, key=f"{sat.row.pk}/{GO_ON}", at=at, season=sat.row.pk)
    else:
        _ask_for_end(sat, calendar_of(sat.row.league_id), at=at)


def _ask_for_end(sat: Sat, calendar: Calendar, *, at: datetime) -> None:
    """Ask for the step's job where it would find anything to do; it is written in the same transaction."""
    row, step = sat.row, sat.season.step
    if step not in END_STEPS or not ends_by_itself(row, calendar):
        return
    if coming(row, calendar, at=at, ending=step)(sat.season) is not None:
        ask_for_step(row, step, at=at)
