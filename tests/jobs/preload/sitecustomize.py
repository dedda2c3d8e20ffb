"""Python imports this at its start if a test puts this folder on the path. It loads modules for the test.

`PRELOAD` names modules, separated by commas, that are imported after `league.tasks` or after the module that
`PRELOAD_AFTER` names. `FAULT` arms a fault (`faults.py`).
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
            for module_name in filter(None, os.environ.get("PRELOAD", "").split(",")):
                importlib.import_module(module_name)
            if os.environ.get("FAULT"):
                importlib.import_module("tests.jobs.faults").arm()

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


sys.meta_path.insert(0, _Afterwards())
