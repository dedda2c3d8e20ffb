"""Expensive results that are the same for every test are made once and kept on disk for other workers and later runs.

They are kept under a digest of all sources that could affect them, so that changing any of these makes them again.
One process makes a result while the others wait, and it appears complete or not at all.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from filelock import FileLock

from tools.source_index import SITE_PACKAGES

CHECKOUT = Path(__file__).parents[1]
ROOT = CHECKOUT / ".pytest_cache" / "d" / "made"
"""Pytest's folder for plugin data, emptied by `pytest --cache-clear`."""
SITE = (*SITE_PACKAGES, "requirements.txt")
"""Everything that decides what the site does with a database."""
PLAYED = (*SITE, "tests", "tools", "examples", "templates", "requirements-dev.txt")
"""Everything that decides what a league played by a test looks like."""
PASSED_OVER = {"__pycache__", ".hypothesis"}
UNUSED_SECONDS = 2 * 24 * 60 * 60
"""Folders of outdated sources are deleted after being unused for this many seconds."""


@cache
def digest(sources: tuple[str, ...]) -> str:
    """The digest of these files and folders of the checkout, and of the Python version."""
    hashed = hashlib.sha256(sys.version.encode())
    for path in sorted(path for source in sources for path in _files(CHECKOUT / source)):
        hashed.update(f"\0{path.relative_to(CHECKOUT)}\0{path.stat().st_size}\0".encode())
        hashed.update(path.read_bytes())
    return hashed.hexdigest()[:20]


def read_or_make(sources: tuple[str, ...], name: str, make: Callable[[Path], None]) -> Path:
    """The path of the file of that name made from these sources; calls `make` where it does not exist yet.

    `make` writes to the path it is given. Two processes never make the same file at once.
    """
    folder = folder_of(sources)
    file = folder / name
    if file.exists():
        return file
    with FileLock(folder / f"{name}.lock"):
        if not file.exists():
            unfinished = folder / f"{name}.{os.getpid()}"
            make(unfinished)
            unfinished.replace(file)
    return file


@cache
def folder_of(sources: tuple[str, ...]) -> Path:
    """The folder for results made from these sources. Also deletes folders that have been unused for days."""
    folder = ROOT / digest(sources)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    sweep(folder.parent, before=time.time() - UNUSED_SECONDS)
    return folder


def sweep(root: Path, *, before: float) -> None:
    """Delete the folders in `root` that were last used before that time."""
    for folder in root.iterdir():
        with suppress(OSError):  # another process may be sweeping too
            if folder.stat().st_mtime < before:
                shutil.rmtree(folder)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    files = [file for file in path.rglob("*") if file.is_file() and PASSED_OVER.isdisjoint(file.parts)]
    assert files, f"{path} holds no source"
    return files
