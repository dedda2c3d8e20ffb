"""Stopping a server: gracefully on the first signal, immediately on the second."""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from waitress.task import ThreadedTaskDispatcher

SIGNALS = (signal.SIGINT, signal.SIGTERM)
IMMEDIATE_STOP_MESSAGE = "Stopped. What was under way goes on at the next start.\n"
"""Printed on an immediate stop. It names no jobs, since the database is not queried any more."""


class RequestDispatcher(ThreadedTaskDispatcher):
    """The threads that answer requests; at shutdown, running requests have half a second."""

    def shutdown(self, cancel_pending: bool = True, timeout: float = 0.5) -> bool:
        """Start no more requests, and wait up to `timeout` seconds for running ones."""
        self.logger.setLevel(logging.ERROR)  # do not log which requests were cut off
        ended: bool = super().shutdown(cancel_pending, timeout)
        return ended


def stop_on_signals() -> None:
    """Make Ctrl-C and SIGTERM raise `KeyboardInterrupt` the first time and end the process the second time."""
    for signum in SIGNALS:
        signal.signal(signum, _interrupt)


def exit_now(code: int) -> NoReturn:
    """End the process without waiting for threads: whatever they write is written completely or not at all."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _interrupt(_signum: int, _frame: object) -> NoReturn:
    for signum in SIGNALS:
        signal.signal(signum, _exit_on_second_signal)
    raise KeyboardInterrupt


def _exit_on_second_signal(_signum: int, _frame: object) -> NoReturn:
    # The cursor may be on a progress line. os.write, since this may interrupt Python's own buffered writing.
    prefix = "\n" if sys.stdout.isatty() else ""
    with suppress(OSError):
        os.write(sys.stdout.fileno(), f"{prefix}{IMMEDIATE_STOP_MESSAGE}".encode())
    os._exit(1)
