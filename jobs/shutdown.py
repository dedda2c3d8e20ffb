"""Whether this process is being stopped: running jobs check this, and go back to the queue."""

from __future__ import annotations

import threading

_stop_event = threading.Event()


def request_stop() -> None:
    """Ask every job that runs in this process to go back to the queue at a safe point."""
    _stop_event.set()


def clear_stop() -> None:
    """Withdraw that request when a worker starts."""
    _stop_event.clear()


def is_stop_requested() -> bool:
    """Whether this process is being stopped."""
    return _stop_event.is_set()
