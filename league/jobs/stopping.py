"""Whether this process is being stopped: running jobs look here, and go back to the queue."""

from __future__ import annotations

import threading

_stop = threading.Event()


def ask_stop() -> None:
    """Ask every job that runs in this process to go back to the queue where it may."""
    _stop.set()


def go_on() -> None:
    """Take that back, when a worker starts."""
    _stop.clear()


def stop_asked() -> bool:
    """Whether this process is being stopped."""
    return _stop.is_set()
