"""What is dear to make and the same for everybody is made once and kept on disk, for other workers and later runs.

It stands under a digest of all sources that could decide what is made, so that a change of any of them makes it anew.
One process makes it while the others wait, and it is there whole or not at all.
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
"""Where pytest keeps folders of its plugins: `pytest --cache-clear` empties it."""
SITE = (*SITE_PACKAGES, "requirements.txt")
"""All that decides what the site does with a database."""
PLAYED = (*SITE, "tests", "tools", "examples", "templates", "locale", "requirements-dev.txt")
"""All that decides what a league is like that a test plays."""
PASSED_OVER = {"__pycache__", ".hypothesis"}
UNUSED_SECONDS = 2 * 24 * 60 * 60
"""After so long what was made of other sources is swept."""


@cache
def digest(sources: tuple[str, ...]) -> str:
    """The digest of these files and folders of the checkout as they are now, and of the Python that runs them."""
    found = hashlib.sha256(sys.version.encode())
    for path in sorted(path for source in sources for path in _files(CHECKOUT / source)):
        found.update(f"\0{path.relative_to(CHECKOUT)}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:20]


def read_or_make(sources: tuple[str, ...], name: str, make: Callable[[Path], None]) -> Path:
    """The file of that name which was made of these sources; made now where it was not.

    `make` writes to the path it is given. Two processes never make the same at once.
    """
    folder = folder_of(sources)
    made = folder / name
    if made.exists():
        return made
    with FileLock(folder / f"{name}.lock"):
        if not made.exists():
            unfinished = folder / f"{name}.{os.getpid()}"
            make(unfinished)
            unfinished.replace(made)
    return made


@cache
def folder_of(sources: tuple[str, ...]) -> Path:
    """The folder of what was made of these sources; folders that nobody used for days are swept."""
    folder = ROOT / digest(sources)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    sweep(folder.parent, before=time.time() - UNUSED_SECONDS)
    return folder


def sweep(root: Path, *, before: float) -> None:
    """Throw away the folders in `root` that were used last before that time."""
    for folder in root.iterdir():
        with suppress(OSError):  # another process sweeps as well
            if folder.stat().st_mtime < before:
                shutil.rmtree(folder)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    found = [file for file in path.rglob("*") if file.is_file() and PASSED_OVER.isdisjoint(file.parts)]
    assert found, f"{path} holds no source"
    return found
