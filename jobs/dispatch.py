"""Nudges: messages to the broker that a row waits. Since the row is the truth, a lost nudge costs only time."""

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
"""What a broker that is down, or half set up, raises besides its own errors."""


class _EmbeddedListener:
    """Whether a worker in this process listens to what is sent over `memory://`."""

    open = False


@cache
def celery_app() -> Celery:
    """The Celery application, by the name in the settings: this layer may not import `config`."""
    app: Celery = import_string(settings.CELERY_APPLICATION)
    return app


def set_embedded_listener(hears: bool) -> None:
    """Set whether an embedded worker of this process listens; without one, a nudge over `memory://` goes nowhere."""
    _EmbeddedListener.open = hears


def dispatch_job(job: uuid.UUID) -> None:
    """Nudge a worker to run a job, once the caller's transaction is committed."""
    transaction.on_commit(lambda: send_task(RUN_TASK, job=str(job)))


def dispatch_deliveries() -> None:
    """Nudge a worker to deliver the outbox, once the caller's transaction is committed."""
    transaction.on_commit(lambda: send_task(DELIVER_TASK))


def send_task(task: str, **arguments: Any) -> bool:
    """Send a task by its name; False if the broker is unreachable, which is logged when the outage begins."""
    if settings.CELERY_BROKER_URL.startswith("memory:") and not _EmbeddedListener.open:
        return False
    from kombu.exceptions import KombuError  # the broker's library, imported only when something is sent

    try:
        celery_app().send_task(task, kwargs=arguments, retry=False)
    except (KombuError, *BROKER_ERRORS) as error:
        BROKER.report_start(error, f"{task} waits for the sweeper.")
        return False
    BROKER.report_end()
    return True


def cache_errors() -> tuple[type[Exception], ...]:
    """The exceptions of an unreachable cache: none if the cache is this process's own memory."""
    if not settings.REDIS_URL:
        return ()
    from redis.exceptions import RedisError  # without Redis, nobody waits for this import

    return (RedisError,)


def broker_is_reachable() -> bool:
    """Whether the broker can be reached."""
    app = celery_app()
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except Exception as error:  # noqa: BLE001 - each broker fails in words of its own, and all mean the same here
        BROKER.report_start(error, "what it is to be told waits for the sweeper.")
        return False
    BROKER.report_end()
    return True
