"""The tasks a broker can call, by names that stay: each is a nudge to look at the tables."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.utils import timezone

import scheduling.background_work  # noqa: F401 - registers all that a worker does
from jobs import outbox_delivery, queue, sweeper, worker
from jobs.dispatch import DELIVER_TASK, send_task
from jobs.outages import tolerate_database_outage
from league import sandboxes
from league.models import Job, Season
from sql.short_transactions import in_background, short_transaction

CLOCK_TICK = "clock_tick"
ROWS_PER_DELIVERY = 500
"""Rows of the outbox that one task hands out: a worker does one thing after another, and jobs wait for it."""
OUTAGE_NOTE = "it is looked at again with each tick and sweep."


@shared_task(name="league.tasks.run", ignore_result=True)
def run(*, job: str, **_later: object) -> None:
    """Work that job, unless another does or did."""
    with tolerate_database_outage(OUTAGE_NOTE):
        worker.run_job(job, clock=timezone.now)


@shared_task(name="league.tasks.sweep", ignore_result=True)
def sweep(*, everything: bool = False, **_later: object) -> None:
    """Find what fell between the chairs."""
    with tolerate_database_outage(OUTAGE_NOTE):
        swept = sweeper.sweep(at=timezone.now(), everything=everything, deliveries=ROWS_PER_DELIVERY)
        _continue_delivery(swept.delivered)
        sandboxes.end_expired_sandboxes(at=timezone.now())


@shared_task(name="league.tasks.deliver", ignore_result=True)
def deliver(**_later: object) -> None:
    """Hand out what the journal wrote for the world outside."""
    with tolerate_database_outage(OUTAGE_NOTE):
        _continue_delivery(outbox_delivery.deliver_outbox(at=timezone.now(), limit=ROWS_PER_DELIVERY))


def _continue_delivery(delivered: int) -> None:
    """Ask for the rest of the outbox, once what else waits for a worker has had its turn."""
    if delivered == ROWS_PER_DELIVERY:
        send_task(DELIVER_TASK)


@shared_task(name="league.tasks.tick", ignore_result=True)
def tick(**_later: object) -> None:
    """Ask for the clock of every league that keeps a calendar, in its newest season."""
    with tolerate_database_outage(OUTAGE_NOTE):
        _enqueue_ticks()


def _enqueue_ticks() -> None:
    at = timezone.now()
    turn = int(at.timestamp() // settings.TICK_SECONDS)
    alive = {"league__archived_at": None, "league__delete_at": None, "league__gone_at": None}
    seasons = Season.objects.filter(league__calendar__isnull=False, forked_from="", **alive).order_by(
        "number", "opened_at", "pk"
    )
    newest = dict(seasons.values_list("league", "pk"))
    under_way = Job.objects.filter(kind=CLOCK_TICK, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    with in_background():
        for season in sorted({*newest.values()} - {*under_way.values_list("season", flat=True)}):
            with short_transaction():
                queue.enqueue(CLOCK_TICK, key=f"{CLOCK_TICK} {season} {turn}", at=at, season=season)
