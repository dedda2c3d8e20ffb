"""The beat: sends the sweep and the tick at fixed intervals, by a clock that never steps back."""

from __future__ import annotations

import logging
import time
from typing import Any

from celery.beat import ScheduleEntry, Scheduler, SchedulingError
from kombu.exceptions import KombuError

from jobs.outages import BROKER

log = logging.getLogger(__name__)
BROKER_ERRORS = (OSError, LookupError)
"""What a broker that is down raises besides its own errors."""
LONGEST_SLEEP = 0.5
"""The most seconds between two checks of what is due, and of whether to stop."""


class MonotonicScheduler(Scheduler):
    """A scheduler by monotonic time: Celery's own stands still for as long as the clock was set back.

    It stores nothing on disk, since sending a task too often is harmless, and so is running two schedulers.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        self._due: dict[str, float] = {}
        super().__init__(*args, **options)

    def setup_schedule(self) -> None:
        """Take the schedule from the application's settings."""
        self.merge_inplace(self.app.conf.beat_schedule)

    def tick(self, *_args: Any, **_options: Any) -> float:
        """Send what is due; the seconds until the next check, during which a request to stop is not noticed."""
        for name, entry in self.schedule.items():
            if time.monotonic() >= self._due.get(name, 0):
                self._due[name] = time.monotonic() + self.app.conf.beat_schedule[name]["schedule"]
                self.apply_entry(entry, producer=self.producer)
        return min(LONGEST_SLEEP, max(0.01, min(self._due.values()) - time.monotonic()))

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send a due task; an unreachable broker is logged once, and the task is sent when it is next due.

        Celery's own method logs a traceback each time.
        """
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            if not isinstance(fault := error.__cause__ or error.__context__, (KombuError, *BROKER_ERRORS)):
                log.exception("The beat could not send %s.", entry.task)
                return
            BROKER.report_start(fault, "the beat sends what is due until it is back.")
        else:
            BROKER.report_end()
