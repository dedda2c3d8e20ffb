"""The worlds of the tour: how each is staged, and a server for each while its screenshots are taken."""

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
"""The prefix of the keys in that file under which cookies are saved."""
EXAMPLE_FOLDER = "played"
"""The folder in which the example is played; its halts are copied from there."""
MIGRATE_CODE = "from django.core.management import call_command; call_command('migrate', verbosity=0)"
HALT_CODE = "from tools.stage_halts import stage_halt; stage_halt({world!r})"
STAGING_CODE = {
    "rust-belt": "from tools.stage_rust_belt import stage; stage()",
    "slag-cup": "from tools.stage_slag_cup import stage; stage()",
    "five-ways": "call_command('play', 'examples/five-ways')",
    "founded": "from tools.stage_new_league import stage; stage()",
    "accounts": "from tools.stage_accounts import stage; stage()",
}
"""Code that stages a world; worlds without an entry are halts of the Rust Belt."""
EMPTY_WORLDS = frozenset({"slag-cup", "five-ways", "founded", "accounts"})
"""Worlds that begin with an empty database."""
LOG_IN_CODE = (
    "from tools.staged_log_ins import log_in; log_in('marjorie', 'regina', 'duke', 'vito', 'hollis', 'mo', 'vera')"
)


@dataclass(frozen=True)
class World:
    """A world that is being served: its address, its people's cookies by name, and parts of its addresses."""

    base: str
    cookies: dict[str, str]
    parts: dict[str, str]


def play_halts(folder: Path, worlds: Iterable[str]) -> None:
    """Play the Rust Belt if one of those worlds needs it, and leave copies of its halts in that folder."""
    if set(worlds) - EMPTY_WORLDS:
        _run_code(
            folder / EXAMPLE_FOLDER, f"from tools.stage_halts import play_to_halts; play_to_halts({str(folder)!r})"
        )


@contextmanager
def serve_world(folder: Path, world: str) -> Iterator[World]:
    """Stage a world and serve it; its files are deleted afterwards."""
    home = folder / world
    _run_code(home, STAGING_CODE.get(world, HALT_CODE.format(world=world)), LOG_IN_CODE)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*MANAGE, "serve", "--port", str(port), "--no-example"]
    server = subprocess.Popen(command, env=_environment(home), cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        _wait_until_up(f"{base}/healthz")
        parts = json.loads((home / PARTS_FILE).read_text()) if (home / PARTS_FILE).exists() else {}
        people = {
            name.removeprefix(COOKIE_PREFIX): cookie
            for name, cookie in parts.items()
            if name.startswith(COOKIE_PREFIX)
        }
        yield World(base, people, {name: part for name, part in parts.items() if not name.startswith(COOKIE_PREFIX)})
    finally:
        server.terminate()
        server.wait(timeout=30)
        shutil.rmtree(home)


def _environment(home: Path) -> dict[str, str]:
    """The environment of a world: its own folder, and jobs that do not go stale, so that none is taken again."""
    ours = {"VAR_DIR": str(home), "SERVED_EMBEDDED": "1", "JOB_STALE_SECONDS": "86400", "DATABASE_URL": ""}
    return {**os.environ, **ours}


def _run_code(home: Path, *codes: str) -> None:
    """Run those lines of Python, one after the other, on the database in that folder, which is created if missing."""
    home.mkdir(parents=True, exist_ok=True)
    command = [*MANAGE, "shell", "-v0", "-c", "\n".join((MIGRATE_CODE, *codes))]
    subprocess.run(command, env=_environment(home), cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


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
