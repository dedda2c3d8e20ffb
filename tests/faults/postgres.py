"""A PostgreSQL server of a test's own, that can be restarted under whoever uses it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.jobs.harness import free_port

HOMES = "/usr/lib/postgresql"
QUICK = "fsync=off\nfull_page_writes=off\nshared_buffers=32MB\nmax_connections=60\n"
"""It ends as a process does, never as a machine: what is committed need not be on the disk. It must have been handed
to the kernel, though, so commits stay synchronous; else an end at once takes back what was said to be committed."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Its folder, its port, and where its programs are."""

    folder: Path
    port: int
    programs: Path

    @property
    def server(self) -> str:
        """Its address, without a database."""
        return f"postgres://postgres@127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The database every cluster has."""
        return f"{self.server}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        """One of its programs, which refuse to be run by root."""
        command = [str(self.programs / program), "-D", str(self.folder / "rows"), *arguments]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        with (self.folder / "said.txt").open("ab") as said:
            subprocess.run(command, cwd=self.folder, stdout=said, stderr=said, check=True)

    def make(self) -> None:
        """Make it and start it."""
        self.run("initdb", "--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        socket = f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='{self.folder}'\n"
        with (self.folder / "rows" / "postgresql.conf").open("a") as settings:
            settings.write(socket + QUICK)
        self.run("pg_ctl", "start", "-w", "-l", str(self.folder / "log.txt"))

    def restart(self) -> None:
        """End it at once, as a crash does, and start it again."""
        self.run("pg_ctl", "restart", "-w", "-m", "immediate", "-l", str(self.folder / "log.txt"))

    def stop(self) -> None:
        """End it."""
        self.run("pg_ctl", "stop", "-w", "-m", "immediate")


def programs() -> Path | None:
    """Where the newest server's programs are."""
    found = sorted(Path(HOMES).glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    beside = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(beside).parent if beside else None


@contextmanager
def own_cluster() -> Iterator[Cluster | None]:
    """A server while the test lasts; None where its programs are not there."""
    where = programs()
    if where is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="fault-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        cluster = Cluster(folder, free_port(), where)
        cluster.make()
        try:
            yield cluster
        finally:
            cluster.stop()
