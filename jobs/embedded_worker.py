"""A worker and a beat as threads of the web server, for a site that is one process.

The server is the only one to use its folder, so at its start it takes up whatever an earlier one was running.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from jobs.beat import MonotonicScheduler
from jobs.dispatch import DELIVER_TASK, SWEEP_TASK, celery_app, send_task, set_embedded_listener
from jobs.kinds import fleeting_kinds, resumption_sentence
from jobs.shutdown import clear_stop, request_stop
from jobs.sweeper import reclaim_by_prefix
from jobs.worker import local_claim_prefix, set_claim_prefix
from league.models import Job

CUT_OFF_MARKER = "jobs-cut-off"
"""The file that says that jobs were cut off when the server was stopped, so that their tries are not counted."""
MOST_RESUMPTIONS = 10


class EmbeddedWorker:
    """Worker and beat of this process; call `start` once, and `stop` when the server ends."""

    def __init__(self) -> None:
        self._app = celery_app()
        self._over = threading.Event()
        self._cut_off = Path(settings.VAR_DIR) / CUT_OFF_MARKER
        self._threads = [
            threading.Thread(target=self._run_worker, name="jobs", daemon=True),
            threading.Thread(target=self._run_beat, name="beat", daemon=True),
        ]

    def start(self) -> None:
        """Begin to run queued jobs, first those that an earlier server of this folder was running."""
        from celery.worker import state as worker_state  # slow to import, and no page should wait for it

        clear_stop()
        set_claim_prefix(local_claim_prefix())
        reclaim_by_prefix(local_claim_prefix(), at=timezone.now(), counted=not self._cut_off.exists())
        self._cut_off.unlink(missing_ok=True)
        worker_state.should_stop = worker_state.should_terminate = None  # left over from an earlier worker here
        set_embedded_listener(True)
        for thread in self._threads:
            thread.start()

    def stop(self, *, patience: float) -> bool:
        """Let a running job reach a point where it can be put back; whether everything ended within `patience`.

        A body that never reaches one ends with the process, and the next start takes it up at once.
        """
        from celery.worker import state as worker_state  # see above

        request_stop()
        self._over.set()
        worker_state.should_stop = 0  # type: ignore[assignment]
        send_task(DELIVER_TASK)  # the worker checks whether to end when a message arrives, or after two seconds
        set_embedded_listener(False)
        until = time.monotonic() + patience
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=max(0, until - time.monotonic()))
        if any(thread.is_alive() for thread in self._threads):
            self._cut_off.touch()
            return False
        return True

    def _run_worker(self) -> None:
        worker = self._app.WorkController(pool_cls="solo", concurrency=1, without_gossip=True, without_mingle=True)
        worker.start()

    def _run_beat(self) -> None:
        scheduler = MonotonicScheduler(self._app)
        send_task(SWEEP_TASK, everything=True)
        while not self._over.is_set():
            self._over.wait(scheduler.tick())


def resumption_sentences() -> list[str]:
    """What the next start will continue: a sentence for each job that is due or running."""
    unfinished = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING], due_at__lte=timezone.now())
    found = unfinished.exclude(kind__in=fleeting_kinds()).order_by("queued_at", "due_at", "key")
    return list(dict.fromkeys(resumption_sentence(job) for job in found[:MOST_RESUMPTIONS]))
