"""Second step of founding a league with awaited dice: the setup opens once all dice of the founding have fallen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from jobs.kinds import JobRun, job_kind
from jobs.queue import enqueue
from journal.unattended_moves import give_as_clock
from league.membership import join
from league.models import Membership, Season
from rules.campaign.founding.setup import OpenSetup
from scheduling.automatic_steps import run_automatic_steps

FINISH_JOB = "finish_founding"
"""The kind of job that opens a league's setup and seats its founder."""
RETRY_DELAY = timedelta(seconds=2)


def enqueue_finish(season: str, *, franchise: str, founder: Any, at: datetime) -> None:
    """Queue a job that opens a season's setup once no dice are awaited.

    It also seats the founder in that franchise, unless `franchise` is empty.
    """
    arguments = {"franchise": franchise, "founder": founder.pk}
    awaited_at = Season.objects.get(pk=season).awaited_at
    enqueue(
        FINISH_JOB,
        key=f"{season}/{FINISH_JOB}",
        at=at,
        due_at=(awaited_at or at) + RETRY_DELAY,
        season=season,
        arguments=arguments,
    )


@job_kind(FINISH_JOB, title="A league is founded", resumes="The founding of {season} goes on after the next start.")
def finish_founding(run: JobRun) -> None:
    """The job: open the setup and seat the founder, or queue itself again while dice are awaited."""
    at, arguments = run.now(), dict(run.arguments)
    with transaction.atomic():
        row = Season.objects.select_for_update(no_key=True).get(pk=run.season)
        if row.awaited:
            tries = int(arguments.get("tries", 0)) + 1
            key = f"{row.pk}/{FINISH_JOB}/{tries}"
            enqueue(
                FINISH_JOB,
                key=key,
                at=at,
                due_at=at + RETRY_DELAY * tries,
                season=row.pk,
                arguments={**arguments, "tries": tries},
            )
            run.note("Dice are awaited still.")
            return
        if row.step == "S0":
            give_as_clock(row.pk, [OpenSetup()], at=at, key="founding/open_setup")
        if franchise := str(arguments["franchise"]):
            _seat_founder(row, franchise, founder=get_user_model().objects.get(pk=arguments["founder"]), at=at)
    run_automatic_steps(run.season, at=at)


def _seat_founder(row: Season, franchise: str, *, founder: Any, at: datetime) -> None:
    owner = Membership.Role.OWNER
    if not Membership.objects.filter(
        league=row.league_id, franchise=f"{row.league_id}/{franchise}", role=owner
    ).exists():
        join(league=row.league, user=founder, role=owner, franchise=franchise, actor="", at=at)
