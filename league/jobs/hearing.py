"""A worker that has heard nothing from its broker for a while connects anew.

The beat says something every few seconds, so silence means that the worker no longer listens: after a broker's
restart it can hold a connection it believes in and reads nothing from. Connecting anew is cheap, and without it such
a worker sits idle until somebody starts it again.
"""

from __future__ import annotations

import time
from typing import Any

from celery import bootsteps, signals
from django.conf import settings

_heard = {"at": time.monotonic()}


@signals.task_received.connect
def hear(**_said: Any) -> None:
    """Note that the broker said something."""
    _heard["at"] = time.monotonic()


class Silence(ConnectionError):
    """The broker said nothing for `JOB_SILENCE_SECONDS`; the worker's loop takes this for a lost connection."""


class Hearing(bootsteps.StartStopStep):
    """Looks, for as long as a connection lasts, whether anything still comes through it."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def include_if(self, parent: Any) -> bool:
        """Only where the worker waits on many things at once; otherwise it asks the broker itself."""
        return parent.hub is not None

    def start(self, parent: Any) -> None:
        """Begin to look."""
        hear()
        self._looking = parent.timer.call_repeatedly(settings.JOB_SILENCE_SECONDS / 4, self._look)

    def stop(self, parent: Any) -> None:  # noqa: ARG002 - the signature is Celery's
        """Look no more."""
        self._looking.cancel()

    def _look(self) -> None:
        """Raises `Silence`."""
        silent = time.monotonic() - _heard["at"]
        if silent > settings.JOB_SILENCE_SECONDS:
            raise Silence(f"The broker has said nothing for {silent:.0f} seconds.")
