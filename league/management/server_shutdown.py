"""How a server is stopped: at once and by itself, and a second time on the spot."""

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
"""What is said where nothing is waited for: what it was is in the database, which is not asked any more."""


class RequestDispatcher(ThreadedTaskDispatcher):
    """The threads that answer requests; at the end those under way have half a second."""

    def shutdown(self, cancel_pending: bool = True, timeout: float = 0.5) -> bool:
        """Let no request begin any more, and wait so long for those under way."""
        self.logger.setLevel(logging.ERROR)  # which of them were cut off is nobody's concern
        ended: bool = super().shutdown(cancel_pending, timeout)
        return ended


def stop_on_signals() -> None:
    """Let Ctrl-C and SIGTERM raise `KeyboardInterrupt` the first time, and end the process the second time."""
    for signals in SIGNALS:
        signal.signal(signals, _interrupt)


def exit_now(code: int) -> NoReturn:
    """End the process without waiting for any thread: whatever they write is written whole, or not at all."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _interrupt(_signum: int, _frame: object) -> NoReturn:
    for signals in SIGNALS:
        signal.signal(signals, _exit_on_second_signal)
    raise KeyboardInterrupt


def _exit_on_second_signal(_signum: int, _frame: object) -> NoReturn:
    # A line that changes in a terminal may stand there. Python's own writing is not to be interrupted by itself.
    before = "\n" if sys.stdout.isatty() else ""
    with suppress(OSError):
        os.write(sys.stdout.fileno(), f"{before}{IMMEDIATE_STOP_MESSAGE}".encode())
    os._exit(1)
