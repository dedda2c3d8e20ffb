"""Test programs that work on one database at the same time, each in its own process."""

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
"""The most seconds that programs started together may take."""


def on_sqlite(folder: Path) -> dict[str, str]:
    """The environment of programs that share a new, migrated SQLite database in that folder."""
    copy_to_file(folder / "league.sqlite3")
    environment = {**os.environ, "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    environment.pop("DATABASE_URL", None)
    return environment


def on_postgresql(url: str) -> dict[str, str]:
    """The environment of programs that share that PostgreSQL database."""
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}


@dataclass
class Programs:
    """Runs programs in the same environment, each forked from a process that has already loaded the site."""

    server: subprocess.Popen[str]
    folder: Path

    def run(self, code: str) -> str:
        """Run lines of Python and return their output. Fails with their errors if they fail."""
        [output] = self.run_at_once([("-c", code)])
        return output

    def run_at_once(self, programs: Sequence[Sequence[str]]) -> list[str]:
        """Run Python programs at the same time and return the output of each. Fails if any of them fails."""
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps(programs) + "\n")
        self.server.stdin.flush()
        assert select.select([self.server.stdout], [], [], PATIENCE)[0], "they never ended"
        statuses = json.loads(self.server.stdout.readline())
        errors = [(self.folder / f"{number}.err").read_text() for number in range(len(programs))]
        assert [error[-3000:] for error, status in zip(errors, statuses, strict=True) if status] == []
        return [(self.folder / f"{number}.out").read_text() for number in range(len(programs))]


@contextmanager
def programs_in(environment: dict[str, str]) -> Iterator[Programs]:
    """A runner for programs in that environment."""
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
