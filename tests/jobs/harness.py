"""The site as programs, for tests: started on a database and a broker of their own, watched, killed, stopped."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[2]
PATIENCE = 120.0
ALONE = ("--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "INFO")
QUICK = {"JOB_SWEEP_SECONDS": "0.3", "JOB_RESEND_SECONDS": "1", "JOB_STALE_SECONDS": "2", "JOB_SILENCE_SECONDS": "5"}
"""Times that a test can wait for."""


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(asked: Callable[[], Any], what: str, *, patience: float = PATIENCE) -> Any:
    """What a question answers once it answers anything; fails when it never does."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if found := asked():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come to be within {patience:.0f} seconds")


@dataclass
class Program:
    """A program under test and what it said so far."""

    running: subprocess.Popen[bytes]
    said: Path

    @property
    def output(self) -> str:
        """All it said."""
        return self.said.read_text(errors="replace")

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        self.running.kill()
        self.running.wait(PATIENCE)

    def stop(self) -> int:
        """SIGTERM; the code it ends with."""
        self.running.terminate()
        return self.running.wait(PATIENCE)


@dataclass
class Site:
    """An installation of the site in a folder of its own. Without `database` it is SQLite in that folder."""

    folder: Path
    database: str = ""
    redis: str = ""
    settings: dict[str, str] = field(default_factory=lambda: dict(QUICK))
    preload: tuple[str, ...] = ("tests.jobs.bodies",)
    programs: list[Program] = field(default_factory=list)

    def environment(self, **more: str) -> dict[str, str]:
        """What its programs are given, and nothing of the suite's own settings."""
        ours = {
            "DATABASE_URL",
            "REDIS_URL",
            "DJANGO_SETTINGS_MODULE",
            "SERVED_EMBEDDED",
            "VAR_DIR",
            "SECRET_KEY",
            "SITE_URL",
        }
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        given = {"DATABASE_URL": self.database, "REDIS_URL": self.redis}
        return {
            **kept,
            **{name: value for name, value in given.items() if value},
            "VAR_DIR": str(self.folder),
            "PYTHONPATH": os.pathsep.join((str(CHECKOUT / "tests" / "jobs" / "preload"), str(CHECKOUT))),
            "PRELOAD": ",".join(self.preload),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            **self.settings,
            **more,
        }

    def manage(self, *arguments: str, **environment: str) -> str:
        """Run one of our commands to its end; what it said. Fails with that when the command does."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=CHECKOUT,
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def refused(self, *arguments: str, **environment: str) -> str:
        """What a command said that refused."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=CHECKOUT,
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 1, done.stdout + done.stderr
        return done.stderr

    def do(self, code: str, **environment: str) -> str:
        """Run lines of Python in the site, with its tasks loaded; what they printed."""
        begun = "import league.tasks\nfrom django.utils import timezone\nfrom jobs.queue import enqueue\n"
        return self.manage("shell", "-v", "0", "-c", begun + code, **environment)

    def ask(self, *keys: str, kind: str = "stepped", **arguments: Any) -> None:
        """Ask for jobs under these keys."""
        self.do(f"for key in {keys!r}:\n enqueue({kind!r}, key=key, at=timezone.now(), arguments={arguments!r})")

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """What a statement finds, past our code."""
        if self.database:
            import psycopg

            with psycopg.connect(self.database) as found:
                return found.execute(statement).fetchall()
        with sqlite3.connect(self.folder / "league.sqlite3", timeout=20) as kept:
            return kept.execute(statement).fetchall()

    def job(self, key: str) -> dict[str, Any]:
        """A job's row as it is now."""
        columns = ("id", "state", "tries", "done", "total", "failure", "log")
        [found] = self.rows(f"SELECT {', '.join(columns)} FROM league_job WHERE key = '{key}'")  # noqa: S608 - ours
        row = dict(zip(columns, found, strict=True))
        return {**row, "log": json.loads(row["log"]) if isinstance(row["log"], str) else row["log"]}

    def effects(self, key: str) -> int:
        """How many effects a `stepped` job left."""
        [[found]] = self.rows(f"SELECT count(*) FROM league_job WHERE kind = 'effect' AND key LIKE '{key}/%'")  # noqa: S608 - ours
        return int(found)

    def ended(self, *keys: str, state: str = "done") -> None:
        """Wait until these jobs are in that state."""
        for key in keys:
            wait_for(lambda key=key: self.job(key)["state"] == state, f"{key} {state}")

    def start(self, *command: str, **environment: str) -> Program:
        """Start a program of ours; it is ended with the site."""
        said = self.folder / f"said-{len(self.programs)}.txt"
        with said.open("wb") as out:
            running = subprocess.Popen(
                [sys.executable, *command],
                cwd=CHECKOUT,
                env=self.environment(**environment),
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        program = Program(running, said)
        self.programs.append(program)
        return program

    def worker(self, name: str = "w", **environment: str) -> Program:
        """A Celery worker, once it is ready; `FAULT…` in its environment arms a fault (`faults.py`)."""
        celery = ("-m", "celery", "--quiet", "--app", "config.celery", "worker", "--hostname", f"{name}@%h")
        program = self.start(*celery, *ALONE, LOG_FORMAT="json", **environment)
        wait_for(lambda: " ready." in program.output or program.running.poll() is not None, "the worker")
        return program

    def beat(self) -> Program:
        """A Celery beat."""
        return self.start("-m", "celery", "--quiet", "--app", "config.celery", "beat", "--pidfile", "")

    def serve(self, command: str = "serve", *options: str, **environment: str) -> tuple[Program, int]:
        """The site served by `serve` or `scaled`, once it answers, and its port."""
        port = free_port()
        program = self.start("manage.py", command, "--port", str(port), *options, **environment)
        wait_for(lambda: get(port, "/healthz")[0] == 200 or program.running.poll() is not None, "the site")
        assert program.running.poll() is None, program.output
        return program, port

    def close(self) -> None:
        """End what still runs, children of children too."""
        for program in self.programs:
            if program.running.poll() is None:
                program.running.terminate()
        for program in self.programs:
            try:
                program.running.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(program.running.pid, signal.SIGKILL)
                program.running.wait()


def get(port: int, path: str) -> tuple[int, dict[str, Any]]:
    """Status and JSON of an address; status 0 while nobody answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as no:
        return no.code, json.load(no)
    except OSError:
        return 0, {}


@dataclass
class Redis:
    """A Redis server of the test's own, that keeps nothing when it ends."""

    port: int
    running: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it on its port, empty."""
        command = (
            "redis-server",
            "--port",
            str(self.port),
            "--save",
            "",
            "--appendonly",
            "no",
            "--bind",
            "127.0.0.1",
        )
        self.running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def answers() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        wait_for(answers, "Redis")

    def stop(self) -> None:
        """End it, with all it held."""
        if self.running:
            self.running.kill()
            self.running.wait()
            self.running = None

    def flush(self) -> None:
        """Empty it while it runs."""
        import redis

        with redis.Redis(port=self.port) as server:
            server.flushall()


@contextmanager
def own_redis() -> Iterator[Redis | None]:
    """A Redis server of the test's own; None where the program is not there."""
    if shutil.which("redis-server") is None:
        yield None
        return
    server = Redis(free_port())
    server.start()
    try:
        yield server
    finally:
        server.stop()
