"""Found by Python when it starts, where a test puts this folder on the path: loads what the test wants beside ours.

`PRELOAD` names modules with commas between, imported once `league.tasks` was, or what `PRELOAD_AFTER` names; `FAULT`
arms a fault (`faults.py`).
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class _Afterwards(MetaPathFinder):
    def find_spec(self, name: str, _path: Any, _target: ModuleType | None = None) -> ModuleSpec | None:
        if name != os.environ.get("PRELOAD_AFTER", "league.tasks"):
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            for each in filter(None, os.environ.get("PRELOAD", "").split(",")):
                importlib.import_module(each)
            if os.environ.get("FAULT"):
                importlib.import_module("tests.jobs.faults").arm()

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


sys.meta_path.insert(0, _Afterwards())
