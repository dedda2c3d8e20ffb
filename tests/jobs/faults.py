"""Faults at a named point, armed from the environment in the programs a test starts.

`FAULT` is `module:function` or `module:Class.method`; `FAULT_WHEN` is `before` or `after` its call; `FAULT_NTH` which
call; `FAULT_DO` is `kill` (SIGKILL at once) or `hang` (until the test kills it). `FAULT_MARK` is a file made when the
fault strikes: it strikes once, in one program, however many are armed.
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
    """Put the fault of the environment into the function it names, wherever that was imported to."""
    module, _, path = os.environ["FAULT"].partition(":")
    owner: Any = importlib.import_module(module)
    *holders, name = path.split(".")
    for holder in holders:
        owner = getattr(owner, holder)
    sound = getattr(owner, name)
    faulty = _faulty(sound)
    setattr(owner, name, faulty)
    if not holders:
        for each in list(sys.modules.values()):
            for known, held in list(getattr(each, "__dict__", {}).items()):
                if held is sound:
                    setattr(each, known, faulty)


def _faulty(sound: Callable[..., Any]) -> Callable[..., Any]:
    calls = 0
    nth, when = int(os.environ.get("FAULT_NTH", "1")), os.environ.get("FAULT_WHEN", "before")

    @functools.wraps(sound)
    def faulty(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        strikes = calls == nth
        if strikes and when == "before":
            strike()
        came_of_it = sound(*args, **options)
        if strikes and when == "after":
            strike()
        return came_of_it

    return faulty


def strike() -> None:
    """Make the mark, and die or hang; nothing where the mark was made before."""
    try:
        Path(os.environ["FAULT_MARK"]).touch(exist_ok=False)
    except FileExistsError:
        return
    if os.environ.get("FAULT_DO", "kill") == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    while True:
        time.sleep(60)
