"""Nudges: a word to the broker that a row waits. The row is the truth, so a nudge that is lost costs only time."""

from __future__ import annotations

import uuid
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from jobs.outages import BROKER

if TYPE_CHECKING:
    from celery import Celery

RUN_TASK, DELIVER_TASK, SWEEP_TASK = "league.tasks.run", "league.tasks.deliver", "league.tasks.sweep"
BROKER_ERRORS = (OSError, LookupError)
"""What a broker that is down, or half set up, raises beside its own errors."""


class _EmbeddedListener:
    """Whether a worker in this very process hears what is said over `memory://`."""

    open = False


@cache
def celery_app() -> Celery:
    """The Celery application, by the name the settings give it: this floor may not import `config`."""
    app: Celery = import_string(settings.CELERY_APPLICATION)
    return app


def set_embedded_listener(hears: bool) -> None:
    """Say whether an embedded worker of this process listens; without one, a nudge over `memory://` goes nowhere."""
    _EmbeddedListener.open = hears


def dispatch_job(job: uuid.UUID) -> None:
    """Tell a worker of a job, once the caller's transaction is committed."""
    transaction.on_commit(lambda: send_task(RUN_TASK, job=str(job)))


def dispatch_deliveries() -> None:
    """Tell a worker that the outbox waits, once the caller's transaction is committed."""
    transaction.on_commit(lambda: send_task(DELIVER_TASK))


def send_task(task: str, **arguments: Any) -> bool:
    """Send a task by its name; False when the broker is out of reach, which the log says when it begins."""
    if settings.CELERY_BROKER_URL.startswith("memory:") and not _EmbeddedListener.open:
        return False
    from kombu.exceptions import KombuError  # the broker's library, where there is something to say

    try:
        celery_app().send_task(task, kwargs=arguments, retry=False)
    except (KombuError, *BROKER_ERRORS) as no:
        BROKER.report_start(no, f"{task} waits for the sweeper.")
        return False
    BROKER.report_end()
    return True


def cache_errors() -> tuple[type[Exception], ...]:
    """What the cache raises when it is out of reach: nothing where it is this process's own memory."""
    if not settings.REDIS_URL:
        return ()
    from redis.exceptions import RedisError  # where there is no Redis, nobody waits for its client to be imported

    return (RedisError,)


def broker_is_reachable() -> bool:
    """Whether the broker is within reach."""
    app = celery_app()
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except Exception as no:  # noqa: BLE001 - each broker fails in words of its own, and all mean the same here
        BROKER.report_start(no, "what it is to be told waits for the sweeper.")
        return False
    BROKER.report_end()
    return True
