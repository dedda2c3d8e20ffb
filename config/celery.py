"""The Celery application: a broker for nudges, a beat, and no result backend, since the tables hold all results."""

from __future__ import annotations

import logging
import os
import signal
import warnings
from typing import Any

from celery import Celery, signals
from celery.exceptions import CPendingDeprecationWarning

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("dethmetal")
app.config_from_object("django.conf:settings", namespace="CELERY")


@signals.celeryd_init.connect
def watch_broker_silence(**_options: Any) -> None:
    """Let the worker notice when its broker has gone silent."""
    from jobs.broker_watchdog import RepeatedErrorFilter, SilenceWatchdog  # its settings are loaded after this module

    app.steps["consumer"].add(SilenceWatchdog)
    logging.getLogger("celery.worker.consumer.consumer").addFilter(RepeatedErrorFilter())
    # Running jobs continue when a connection is lost; Celery's announcement that this will change is no news.
    warnings.filterwarnings("ignore", message=r"\s*In Celery 5\.1", category=CPendingDeprecationWarning)


@signals.setup_logging.connect
def keep_django_logging(**_options: Any) -> None:
    """Keep the logging that the settings configured: a worker in a thread would replace it."""


@signals.worker_shutting_down.connect
def stop_jobs(**_options: Any) -> None:
    """Send running jobs back to the queue at their next safe point."""
    from jobs.shutdown import request_stop  # its models are loaded after this module

    request_stop()


@signals.beat_init.connect
def stop_beat_gracefully(sender: Any, **_options: Any) -> None:
    """Only ask the beat to end: Celery's own signal handler closes the connection that it may be using."""

    def stop(_signum: int, _frame: object) -> None:
        sender.stop()

    for signal_number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(signal_number, stop)


@signals.worker_ready.connect
def request_full_sweep(**_options: Any) -> None:
    """Nudge all due jobs, since a restarted broker has forgotten them."""
    app.send_task("league.tasks.sweep", kwargs={"everything": True}, retry=False)
