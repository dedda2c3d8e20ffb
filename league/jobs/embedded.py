"""A worker and a beat as threads of the web server, for the site that is one process."""

from __future__ import annotations

import threading
import time

from celery.worker import state as worker_state

from league.jobs.beat import SteadyScheduler
from league.jobs.nudging import DELIVER, SWEEP, application, heard_here, send
from league.jobs.stopping import ask_stop, go_on


class Embedded:
    """Worker and beat of this process; `start` once, `stop` when the server ends."""

    def __init__(self) -> None:
        self._app = application()
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, name="jobs", daemon=True),
            threading.Thread(target=self._beat, name="beat", daemon=True),
        ]

    def start(self) -> None:
        """Begin to work off what is queued."""
        go_on()
        worker_state.should_stop = worker_state.should_terminate = None  # of an earlier worker here
        heard_here(True)
        for each in self._threads:
            each.start()

    def stop(self, *, patience: float) -> bool:
        """Let a running job come to a place where it can be put back; whether everything ended within `patience`.

        A body that never comes there ends with the process, and the sweeper queues it again at the next start.
        """
        ask_stop()
        self._over.set()
        worker_state.should_stop = 0  # type: ignore[assignment]
        send(DELIVER)  # the worker looks whether it should end when it hears something, or after two seconds
        heard_here(False)
        until = time.monotonic() + patience
        for each in self._threads:
            each.join(timeout=max(0, until - time.monotonic()))
        return not any(each.is_alive() for each in self._threads)

    def _work(self) -> None:
        worker = self._app.WorkController(pool_cls="solo", concurrency=1, without_gossip=True, without_mingle=True)
        worker.start()

    def _beat(self) -> None:
        scheduler = SteadyScheduler(self._app)
        send(SWEEP, everything=True)
        while not self._over.is_set():
            self._over.wait(scheduler.tick())
