"""The Celery application: a broker that nudges, a beat, and no results, since the tables hold what came of it."""

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
    """Let the worker notice when its broker has gone quiet."""
    from jobs.broker_watchdog import RepeatedErrorFilter, SilenceWatchdog  # its settings are read after this module

    app.steps["consumer"].add(SilenceWatchdog)
    logging.getLogger("celery.worker.consumer.consumer").addFilter(RepeatedErrorFilter())
    # What is under way when a connection is lost goes on; that Celery will do otherwise one day is no news.
    warnings.filterwarnings("ignore", message=r"\s*In Celery 5\.1", category=CPendingDeprecationWarning)


@signals.setup_logging.connect
def keep_django_logging(**_options: Any) -> None:
    """Leave logging as the settings made it: a worker in a thread would take it over."""


@signals.worker_shutting_down.connect
def stop_jobs(**_options: Any) -> None:
    """Send a running job back to the queue at the next place where it may go."""
    from jobs.shutdown import request_stop  # the models it stands on are loaded after this module

    request_stop()


@signals.beat_init.connect
def stop_beat_gracefully(sender: Any, **_options: Any) -> None:
    """Ask the beat to end, and no more: celery's own answer to a signal closes the connection it may be using."""

    def stop(_signum: int, _frame: object) -> None:
        sender.stop()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, stop)


@signals.worker_ready.connect
def request_full_sweep(**_options: Any) -> None:
    """Tell of all that is due, since a broker that was started anew has forgotten it."""
    app.send_task("league.tasks.sweep", kwargs={"everything": True}, retry=False)
