"""A worker that has heard nothing from its broker for a while connects anew.

The beat says something every few seconds, so silence means that the worker no longer listens: after a broker's
restart it can hold a connection it believes in and reads nothing from. Connecting anew is cheap, and without it such
a worker sits idle until somebody starts it again.
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
    """Note that the broker said something."""
    _last_contact["at"] = time.monotonic()


class BrokerSilence(ConnectionError):
    """The broker said nothing for `JOB_SILENCE_SECONDS`; the worker's loop takes this for a lost connection."""


class SilenceWatchdog(bootsteps.StartStopStep):
    """Looks, for as long as a connection lasts, whether anything still comes through it."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def include_if(self, parent: Any) -> bool:
        """Only where the worker waits on many things at once; otherwise it asks the broker itself."""
        return parent.hub is not None

    def start(self, parent: Any) -> None:
        """Begin to look; there is a connection."""
        note_contact()
        BROKER.report_end()
        self._looking = parent.timer.call_repeatedly(settings.JOB_SILENCE_SECONDS / 4, self._check_silence)

    def stop(self, parent: Any) -> None:  # noqa: ARG002 - the signature is Celery's
        """Look no more."""
        self._looking.cancel()

    def _check_silence(self) -> None:
        """Raises `BrokerSilence`."""
        silent = time.monotonic() - _last_contact["at"]
        if silent > settings.JOB_SILENCE_SECONDS:
            raise BrokerSilence(f"The broker has said nothing for {silent:.0f} seconds.")


class RepeatedErrorFilter(logging.Filter):
    """Takes from Celery's log what it says of a lost broker at each try, and says it once."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is said as it is."""
        if record.msg != CONNECTION_ERROR and CONNECTION_RETRY not in (record.args or ()):
            return True
        faults = [arg for arg in record.args or () if isinstance(arg, BaseException)]
        if any(isinstance(fault, BrokerSilence) for fault in faults):
            return True  # nothing is out of reach, and what it says is a sentence already
        BROKER.report_start(faults[0] if faults else ConnectionError(), "the worker connects anew when it is back.")
        return False
