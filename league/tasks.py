"""The tasks a broker can call, by names that stay: each is a nudge to look at the tables."""

from __future__ import annotations

from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from league import sandboxes
from league.jobs import book, outbox, sweeping, working
from league.jobs.nudging import DELIVER, send
from league.jobs.outages import while_database_answers
from league.models import Job, Season
from league.short_transactions import in_background, short_transaction

CLOCK_TICK = "clock_tick"
DELIVERED_AT_ONCE = 500
"""Rows of the outbox that one task hands out: a worker does one thing after another, and jobs wait for it."""
MEANWHILE = "it is looked at again with each tick and sweep."
BODIES = (
    "league.clock.awaited_dice",
    "league.clock.deadlines",
    "league.clock.mail",
    "league.clock.receivers",
    "league.clock.resolving",
    "league.clock.running",
    "league.clock.season_end",
    "league.example_archives.loading",
    "league.founding.finishing",
    "league.jobs.answers",
    "league.webhooks.sending",
    "league.webhooks.telling",
)
"""The modules that register kinds of jobs, receivers of the outbox, and what a sweep does besides."""

for module in BODIES:
    import_module(module)


@shared_task(name="league.tasks.run", ignore_result=True)
def run(*, job: str, **_later: object) -> None:
    """Work that job, unless another does or did."""
    with while_database_answers(MEANWHILE):
        working.work(job, clock=timezone.now)


@shared_task(name="league.tasks.sweep", ignore_result=True)
def sweep(*, everything: bool = False, **_later: object) -> None:
    """Find what fell between the chairs."""
    with while_database_answers(MEANWHILE):
        swept = sweeping.sweep(at=timezone.now(), everything=everything, deliveries=DELIVERED_AT_ONCE)
        _go_on(swept.delivered)
        sandboxes.end_those_over(at=timezone.now())


@shared_task(name="league.tasks.deliver", ignore_result=True)
def deliver(**_later: object) -> None:
    """Hand out what the journal wrote for the world outside."""
    with while_database_answers(MEANWHILE):
        _go_on(outbox.deliver(at=timezone.now(), limit=DELIVERED_AT_ONCE))


def _go_on(delivered: int) -> None:
    """Ask for the rest of the outbox, once what else waits for a worker has had its turn."""
    if delivered == DELIVERED_AT_ONCE:
        send(DELIVER)


@shared_task(name="league.tasks.tick", ignore_result=True)
def tick(**_later: object) -> None:
    """Ask for the clock of every league that keeps a calendar, in its newest season."""
    with while_database_answers(MEANWHILE):
        _tick()


def _tick() -> None:
    at = timezone.now()
    turn = int(at.timestamp() // settings.TICK_SECONDS)
    seasons = Season.objects.filter(league__calendar__isnull=False, forked_from="").order_by(
        "number", "opened_at", "pk"
    )
    newest = dict(seasons.values_list("league", "pk"))
    under_way = Job.objects.filter(kind=CLOCK_TICK, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    with in_background():
        for season in sorted({*newest.values()} - {*under_way.values_list("season", flat=True)}):
            with short_transaction():
                book.enqueue(CLOCK_TICK, key=f"{CLOCK_TICK} {season} {turn}", at=at, season=season)
