"""A worker that waits at a named place until the test lets it go on; loaded into the programs a test starts.

`HOLD` is `module:function` as it is called in that module, `HOLD_AT` a folder: the first program that comes there
makes the file `reached` and waits for the file `go`.
"""

from __future__ import annotations

import functools
import importlib
import os
import time
from pathlib import Path
from typing import Any


def arm() -> None:
    """Put the wait before the function the environment names."""
    named, _, name = os.environ["HOLD"].partition(":")
    module, folder = importlib.import_module(named), Path(os.environ["HOLD_AT"])
    sound = getattr(module, name)

    @functools.wraps(sound)
    def held(*args: Any, **options: Any) -> Any:
        try:
            (folder / "reached").touch(exist_ok=False)
        except FileExistsError:
            return sound(*args, **options)
        while not (folder / "go").exists():
            time.sleep(0.02)
        return sound(*args, **options)

    setattr(module, name, held)


if "HOLD" in os.environ:
    arm()
