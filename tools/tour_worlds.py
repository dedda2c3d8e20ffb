"""The worlds of the tour: what each is staged with, and a server for each while it is photographed."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANAGE = (sys.executable, str(ROOT / "manage.py"))
PARTS_FILE = "found.json"
COOKIE_PREFIX = "cookie of "
"""What the name of a cookie begins with there."""
EXAMPLE_FOLDER = "played"
"""The folder in which the example is played, and its halts are copied from."""
MIGRATE_CODE = "from django.core.management import call_command; call_command('migrate', verbosity=0)"
HALT_CODE = "from tools.stage_halts import stage_halt; stage_halt({world!r})"
STAGING_CODE = {
    "rust-belt": "from tools.stage_rust_belt import stage; stage()",
    "slag-cup": "from tools.stage_slag_cup import stage; stage()",
    "five-ways": "call_command('play', 'examples/five-ways')",
    "founded": "from tools.stage_new_league import stage; stage()",
    "accounts": "from tools.stage_accounts import stage; stage()",
}
"""Worlds that are staged by something of their own; the others are halts of the Rust Belt."""
EMPTY_WORLDS = frozenset({"slag-cup", "five-ways", "founded", "accounts"})
"""Worlds that begin with an empty database."""
LOG_IN_CODE = (
    "from tools.staged_log_ins import log_in; log_in('marjorie', 'regina', 'duke', 'vito', 'hollis', 'mo', 'vera')"
)


@dataclass(frozen=True)
class World:
    """A world that is served: its address, the cookies of its people by their names, and parts of its addresses."""

    base: str
    cookies: dict[str, str]
    parts: dict[str, str]


def play_halts(folder: Path, worlds: Iterable[str]) -> None:
    """Play the Rust Belt where one of those worlds is a halt of it, and leave copies in that folder."""
    if set(worlds) - EMPTY_WORLDS:
        _run_code(
            folder / EXAMPLE_FOLDER, f"from tools.stage_halts import play_to_halts; play_to_halts({str(folder)!r})"
        )


@contextmanager
def serve_world(folder: Path, world: str) -> Iterator[World]:
    """That world, staged and served, and gone with its files afterwards."""
    home = folder / world
    _run_code(home, STAGING_CODE.get(world, HALT_CODE.format(world=world)), LOG_IN_CODE)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    asked = [*MANAGE, "serve", "--port", str(port), "--no-example"]
    server = subprocess.Popen(asked, env=_environment(home), cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        _wait_until_up(f"{base}/healthz")
        found = json.loads((home / PARTS_FILE).read_text()) if (home / PARTS_FILE).exists() else {}
        people = {
            name.removeprefix(COOKIE_PREFIX): each for name, each in found.items() if name.startswith(COOKIE_PREFIX)
        }
        yield World(base, people, {name: each for name, each in found.items() if not name.startswith(COOKIE_PREFIX)})
    finally:
        server.terminate()
        server.wait(timeout=30)
        shutil.rmtree(home)


def _environment(home: Path) -> dict[str, str]:
    """A folder of its own; a job that is shown half way is nobody's to claim."""
    ours = {"VAR_DIR": str(home), "SERVED_EMBEDDED": "1", "JOB_STALE_SECONDS": "86400", "DATABASE_URL": ""}
    return {**os.environ, **ours}


def _run_code(home: Path, *codes: str) -> None:
    """Run those lines of Python, one after the other, on the database of that folder; a new one is made there."""
    home.mkdir(parents=True, exist_ok=True)
    asked = [*MANAGE, "shell", "-v0", "-c", "\n".join((MIGRATE_CODE, *codes))]
    subprocess.run(asked, env=_environment(home), cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def _wait_until_up(address: str, patience: float = 60) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()  # noqa: S310 - our own server on localhost
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
