"""A worker and a beat as threads of the web server, for the site that is one process.

The server holds its folder alone, so that whatever an earlier one of it was working is taken up at its start.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from league.jobs.beat import SteadyScheduler
from league.jobs.claimant import claim_as, claims_here
from league.jobs.kinds import fleeting_kinds, resumption_of
from league.jobs.nudging import DELIVER, SWEEP, application, heard_here, send
from league.jobs.stopping import ask_stop, go_on
from league.jobs.sweeping import take_back
from league.models import Job

CUT_OFF = "jobs-cut-off"
"""The file that says that jobs were cut off when the server was stopped, so that their tries are not counted."""
MOST_TOLD = 10


class Embedded:
    """Worker and beat of this process; `start` once, `stop` when the server ends."""

    def __init__(self) -> None:
        self._app = application()
        self._over = threading.Event()
        self._cut_off = Path(settings.VAR_DIR) / CUT_OFF
        self._threads = [
            threading.Thread(target=self._work, name="jobs", daemon=True),
            threading.Thread(target=self._beat, name="beat", daemon=True),
        ]

    def start(self) -> None:
        """Begin to work off what is queued, and first what an earlier server of this folder was working."""
        from celery.worker import state as worker_state  # slow to import, and no page waits for it

        go_on()
        claim_as(claims_here())
        take_back(claims_here(), at=timezone.now(), counted=not self._cut_off.exists())
        self._cut_off.unlink(missing_ok=True)
        worker_state.should_stop = worker_state.should_terminate = None  # of an earlier worker here
        heard_here(True)
        for each in self._threads:
            each.start()

    def stop(self, *, patience: float) -> bool:
        """Let a running job come to a place where it can be put back; whether everything ended within `patience`.

        A body that never comes there ends with the process, and the next start takes it up at once.
        """
        from celery.worker import state as worker_state  # as above

        ask_stop()
        self._over.set()
        worker_state.should_stop = 0  # type: ignore[assignment]
        send(DELIVER)  # the worker looks whether it should end when it hears something, or after two seconds
        heard_here(False)
        until = time.monotonic() + patience
        for each in self._threads:
            if each.is_alive():
                each.join(timeout=max(0, until - time.monotonic()))
        if any(each.is_alive() for each in self._threads):
            self._cut_off.touch()
            return False
        return True

    def _work(self) -> None:
        worker = self._app.WorkController(pool_cls="solo", concurrency=1, without_gossip=True, without_mingle=True)
        worker.start()

    def _beat(self) -> None:
        scheduler = SteadyScheduler(self._app)
        send(SWEEP, everything=True)
        while not self._over.is_set():
            self._over.wait(scheduler.tick())


def resumptions() -> list[str]:
    """What the next start goes on with, a sentence for each job that is due or under way."""
    left = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING], due_at__lte=timezone.now())
    found = left.exclude(kind__in=fleeting_kinds()).order_by("queued_at", "due_at", "key")
    return list(dict.fromkeys(resumption_of(each) for each in found[:MOST_TOLD]))
