"""Reconnects a worker that has received nothing from its broker for a while.

The beat sends something every few seconds, so silence means that the worker no longer listens: after a broker's
restart it can keep a connection that it takes for open but reads nothing from. Reconnecting is cheap, and without it
such a worker sits idle until somebody restarts it.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from celery import bootsteps, signals
from celery.worker.consumer.consumer import (  # type: ignore[attr-defined] # published without them
    CONNECTION_ERROR,
    CONNECTION_RETRY,
)
from django.conf import settings

from jobs.outages import BROKER

_last_contact = {"at": time.monotonic()}


@signals.task_received.connect
def note_contact(**_said: Any) -> None:
    """Note that the broker sent something."""
    _last_contact["at"] = time.monotonic()


class BrokerSilence(ConnectionError):
    """The broker said nothing for `JOB_SILENCE_SECONDS`; the worker's loop takes this for a lost connection."""


class SilenceWatchdog(bootsteps.StartStopStep):
    """Checks, while a connection lasts, whether anything still arrives through it."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def include_if(self, parent: Any) -> bool:
        """Only where the worker runs an event loop; otherwise it polls the broker itself."""
        return parent.hub is not None

    def start(self, parent: Any) -> None:
        """Begin to check; there is a connection."""
        note_contact()
        BROKER.report_end()
        self._looking = parent.timer.call_repeatedly(settings.JOB_SILENCE_SECONDS / 4, self._check_silence)

    def stop(self, parent: Any) -> None:  # noqa: ARG002 - the signature is Celery's
        """Stop checking."""
        self._looking.cancel()

    def _check_silence(self) -> None:
        """Raise `BrokerSilence` if the broker has been silent for too long."""
        silent = time.monotonic() - _last_contact["at"]
        if silent > settings.JOB_SILENCE_SECONDS:
            raise BrokerSilence(f"The broker has said nothing for {silent:.0f} seconds.")


class RepeatedErrorFilter(logging.Filter):
    """Drops Celery's log lines for each retry of a lost broker, and reports the outage once."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a line unchanged."""
        if record.msg != CONNECTION_ERROR and CONNECTION_RETRY not in (record.args or ()):
            return True
        faults = [arg for arg in record.args or () if isinstance(arg, BaseException)]
        if any(isinstance(fault, BrokerSilence) for fault in faults):
            return True  # nothing is unreachable, and its message is a sentence already
        BROKER.report_start(faults[0] if faults else ConnectionError(), "the worker connects anew when it is back.")
        return False
