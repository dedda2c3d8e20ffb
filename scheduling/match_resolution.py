"""Matches that a ruleset resolves here: a job plays each one in the background, and its result is then accepted.

A season's matches are played one after the other, in order, so that the results are the same no matter who plays them
and when.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from jobs.kinds import JobRun, job_kind
from jobs.outbox_delivery import Write, outbox_receiver
from jobs.queue import enqueue
from journal.amends.timeline import AMEND_TAG
from journal.dice.awaited import READY_MATCH_DICE_TAG
from journal.match_results import MatchToResolve, PacketChanged, accept_result, awaits_result, take
from journal.state import store
from journal.writer import lock_season
from league.models import Calendar, Job, Match, Season
from league.queries.match_times import is_held_back, rounds_held_back
from league.queries.season_leaves import DiceAwaited, is_ready
from rules.campaign.core import state
from rules.campaign.match_day.resolution import matches_awaiting_resolution, resolve_packet
from rules.match.packet import packet_digest
from rules.match.registry import get_ruleset
from scheduling.standing_reveals import apply_standing_reveal

RESOLVE_JOB, CONTINUE_JOB = "resolve_match", "go_on"
"""The kinds of jobs that resolve one match, and that let the season go on after it."""
MOST_ATTEMPTS = 3
"""The most times that a job plays a match whose packet keeps changing."""
HELD_BACK = "{match} is played when its round is revealed."
"""The line of a job that leaves its match to the reveal of the round."""


def enqueue_next_match(row: Season, season: state.Season, *, at: datetime) -> Job | None:
    """Enqueue the first match that awaits its ruleset; one whose job failed is left to the commissioner.

    A match of a round that is revealed later is played then, and not before: no outcome of it exists till then.
    """
    apply_standing_reveal(row, season, jobs=Job.objects.filter(season=row, kind=RESOLVE_JOB), at=at)
    held_back = rounds_held_back(row.pk, at=at)
    awaiting = [
        match.id
        for match in matches_awaiting_resolution(season)
        if season.rounds[match.round].number not in held_back
    ]
    return _enqueue_first_match(row, [match for match in awaiting if is_ready(row, match)], at=at)


def _enqueue_first_match(row: Season, matches: Sequence[str], *, at: datetime) -> Job | None:
    """Enqueue the first of these matches, which await their rulesets, whose job has not failed."""
    for match in matches:
        enqueue_job = partial(enqueue, RESOLVE_JOB, at=at, season=row.pk, arguments={"match": match})
        job = enqueue_job(key=f"{row.pk}/{match}")
        if job.state == Job.State.DONE:  # its result was accepted, and an amend took it back
            job = enqueue_job(key=f"{row.pk}/{match}/{row.length}")
        if job.state in {Job.State.QUEUED, Job.State.RUNNING}:
            return job
    return None


@job_kind(
    RESOLVE_JOB, title="A match resolved here", resumes="{match} of {season} is played again after the next start."
)
def resolve_match(run: JobRun) -> None:
    """Play a match from its locked packet and have its result accepted. A repeat changes nothing.

    A match whose round got a watch party after this job was enqueued waits for the reveal, which enqueues it again.
    """
    match = str(run.arguments["match"])
    for plays_left in reversed(range(MOST_ATTEMPTS)):
        if not awaits_result(run.season, match):
            run.note(f"{match} waits for no result any more.")
            return
        if is_held_back(run.season, match, at=run.now()):
            run.note(HELD_BACK.format(match=match))
            return
        try:
            _play_match(run, take(run.season, match))
            return
        except DiceAwaited as refusal:
            run.note(refusal.sentence)
            return
        except PacketChanged as refusal:
            if not plays_left:
                raise
            run.note(refusal.sentence)


def _play_match(run: JobRun, task: MatchToResolve) -> None:
    ruleset, match = get_ruleset(task.packet.ruleset), task.packet.match
    for warning in ruleset.packet_warnings(task.packet):
        run.note(warning.sentence)
    run.progress(0, 1, f"{match} is played by {ruleset.title}, from the packet {packet_digest(task.packet)}.")
    resolution = resolve_packet(task.packet, task.dice())
    with transaction.atomic():
        lock_season(run.season)
        if is_held_back(run.season, match, at=run.now()):
            run.note(HELD_BACK.format(match=match))
            return
        accept_result(task, resolution, at=run.now())
        enqueue_continuation(run.season, at=run.now())
    run.progress(1, 1, f"{match} is settled from its log, {resolution.report.source.log_digest}.")


def enqueue_continuation(season_id: str, *, at: datetime) -> None:
    """Enqueue what follows a result, or dice that were awaited.

    That is the clock's next look or, without a calendar, the next match.
    """
    row = Season.objects.get(pk=season_id)
    if _has_clock(row):
        enqueue(CONTINUE_JOB, key=f"{row.pk}/{CONTINUE_JOB}/{row.length}", at=at, season=row.pk)
    else:
        enqueue_next_match(row, store.load(row).season, at=at)


@outbox_receiver("lock_line_ups", READY_MATCH_DICE_TAG, AMEND_TAG, reads_first=True)
def request_resolution(season_id: str, _number: int, _topic: str, at: datetime) -> Write | None:
    """Enqueue a match that may await its ruleset since this entry; with a calendar, the clock does so."""
    row = Season.objects.get(pk=season_id)
    if _has_clock(row) or not (awaiting := _matches_to_resolve(row)):
        return None
    return partial(_enqueue_first_match, row, awaiting, at=at)


def _matches_to_resolve(row: Season) -> list[str]:
    """The matches that await their rulesets, in order, without loading the season's state."""
    found = Match.objects.filter(season=row, step="M4").exclude(ruleset="").exclude(round__step="closed")
    in_order = sorted(found.values_list("round__number", "place", "pk"))
    matches = (id.rpartition("/")[2] for _, _, id in in_order)
    return [match for match in matches if is_ready(row, match)]


def _has_clock(row: Season) -> bool:
    return not row.forked_from and Calendar.objects.filter(league=row.league_id).exists()
