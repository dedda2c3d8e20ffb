"""Programs of ours that work on one database at once, each in a process of its own."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tests.migrated import copy_to_file

PATIENCE = 300
"""Seconds that programs which were started together may work."""


def on_sqlite(folder: Path) -> dict[str, str]:
    """The environment of programs that share a SQLite database in that folder, which is migrated."""
    copy_to_file(folder / "league.sqlite3")
    ours = {**os.environ, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    ours.pop("DATABASE_URL", None)
    return ours


def on_postgresql(url: str) -> dict[str, str]:
    """The environment of programs that share that PostgreSQL database."""
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}


@dataclass
class Programs:
    """Starts programs in the same environment; each is forked from one that has loaded the site already."""

    server: subprocess.Popen[str]
    folder: Path

    def run(self, code: str) -> str:
        """What lines of Python said that were run to their end. Fails with their complaint when they break."""
        [said] = self.run_at_once([("-c", code)])
        return said

    def run_at_once(self, programs: Sequence[Sequence[str]]) -> list[str]:
        """What each said of the Python programs that were started together. Fails when any of them breaks."""
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps(programs) + "\n")
        self.server.stdin.flush()
        assert select.select([self.server.stdout], [], [], PATIENCE)[0], "they never ended"
        statuses = json.loads(self.server.stdout.readline())
        errors = [(self.folder / f"{number}.err").read_text() for number in range(len(programs))]
        assert [said[-3000:] for said, status in zip(errors, statuses, strict=True) if status] == []
        return [(self.folder / f"{number}.out").read_text() for number in range(len(programs))]


@contextmanager
def programs_in(environment: dict[str, str]) -> Iterator[Programs]:
    """Programs in that environment, while the test lasts."""
    with (
        tempfile.TemporaryDirectory(prefix="programs-") as folder,
        subprocess.Popen(
            [sys.executable, "-m", "tests.league.fork_server", folder],
            env=environment,
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as server,
    ):
        try:
            yield Programs(server, Path(folder))
        except BaseException:
            server.kill()
            raise
