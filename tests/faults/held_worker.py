"""Make a worker wait at a named function until the test lets it continue. Tests preload this into programs.

`HOLD` is `module:function`, named as in the calling module. `HOLD_AT` is a folder: the first program that calls the
function creates the file `reached` there and waits for the file `go`.
"""

from __future__ import annotations

import functools
import importlib
import os
import time
from pathlib import Path
from typing import Any


def arm() -> None:
    """Make the function that the environment names wait before it runs."""
    module_name, _, name = os.environ["HOLD"].partition(":")
    module, folder = importlib.import_module(module_name), Path(os.environ["HOLD_AT"])
    original = getattr(module, name)

    @functools.wraps(original)
    def wait_and_call(*args: Any, **options: Any) -> Any:
        try:
            (folder / "reached").touch(exist_ok=False)
        except FileExistsError:
            return original(*args, **options)
        while not (folder / "go").exists():
            time.sleep(0.02)
        return original(*args, **options)

    setattr(module, name, wait_and_call)


if "HOLD" in os.environ:
    arm()
