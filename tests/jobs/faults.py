"""Faults at a named function, set by the environment of the programs that a test starts.

`FAULT` is `module:function` or `module:Class.method`; `FAULT_WHEN` is `before` or `after` its call; `FAULT_NTH` is
the number of the call; `FAULT_DO` is `kill` (SIGKILL at once) or `hang` (until the test kills it). `FAULT_MARK` is a
file created when the fault strikes, which it does only once, however many programs are armed.
"""

from __future__ import annotations

import functools
import importlib
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def arm() -> None:
    """Replace the function that the environment names, in every module it was imported to."""
    module, _, path = os.environ["FAULT"].partition(":")
    owner: Any = importlib.import_module(module)
    *holders, name = path.split(".")
    for holder in holders:
        owner = getattr(owner, holder)
    original = getattr(owner, name)
    faulty = _faulty(original)
    setattr(owner, name, faulty)
    if not holders:
        for module_loaded in list(sys.modules.values()):
            for attribute, value in list(getattr(module_loaded, "__dict__", {}).items()):
                if value is original:
                    setattr(module_loaded, attribute, faulty)


def _faulty(original: Callable[..., Any]) -> Callable[..., Any]:
    calls = 0
    nth, when = int(os.environ.get("FAULT_NTH", "1")), os.environ.get("FAULT_WHEN", "before")

    @functools.wraps(original)
    def faulty(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        strikes = calls == nth
        if strikes and when == "before":
            strike()
        result = original(*args, **options)
        if strikes and when == "after":
            strike()
        return result

    return faulty


def strike() -> None:
    """Create the mark, and die or hang. Do nothing if the mark exists."""
    try:
        Path(os.environ["FAULT_MARK"]).touch(exist_ok=False)
    except FileExistsError:
        return
    if os.environ.get("FAULT_DO", "kill") == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    while True:
        time.sleep(60)
