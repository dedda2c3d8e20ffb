"""A PostgreSQL server for one test, which can be restarted while programs use it."""

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
"""Settings for speed. Tests crash the server, not the machine, so commits need not reach the disk. Commits stay
synchronous, since the kernel must have them: otherwise a crash would lose commits that were reported."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A server: its folder, its port, and the folder of its programs."""

    folder: Path
    port: int
    programs: Path

    @property
    def server(self) -> str:
        """Its URL, without a database."""
        return f"postgres://postgres@127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The URL of the database that every cluster has."""
        return f"{self.server}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs; as root, run it as the user postgres, since it refuses root."""
        command = [str(self.programs / program), "-D", str(self.folder / "rows"), *arguments]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        with (self.folder / "said.txt").open("ab") as output:
            subprocess.run(command, cwd=self.folder, stdout=output, stderr=output, check=True)

    def make(self) -> None:
        """Create the cluster and start the server."""
        self.run("initdb", "--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        socket = f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='{self.folder}'\n"
        with (self.folder / "rows" / "postgresql.conf").open("a") as settings:
            settings.write(socket + QUICK)
        self.run("pg_ctl", "start", "-w", "-l", str(self.folder / "log.txt"))

    def restart(self) -> None:
        """Stop the server immediately, as a crash does, and start it again."""
        self.run("pg_ctl", "restart", "-w", "-m", "immediate", "-l", str(self.folder / "log.txt"))

    def stop(self) -> None:
        """Stop the server immediately."""
        self.run("pg_ctl", "stop", "-w", "-m", "immediate")


def programs() -> Path | None:
    """The folder of the newest server's programs, or None."""
    found = sorted(Path(HOMES).glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@contextmanager
def own_cluster() -> Iterator[Cluster | None]:
    """Run a server, or yield None if its programs are not installed."""
    folder_of_programs = programs()
    if folder_of_programs is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="fault-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        cluster = Cluster(folder, free_port(), folder_of_programs)
        cluster.make()
        try:
            yield cluster
        finally:
            cluster.stop()
