"""The site as programs for tests to start, watch, kill and stop, with their own database and broker."""

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
"""Settings with times short enough for tests."""


def free_port() -> int:
    """A free local port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(asked: Callable[[], Any], what: str, *, patience: float = PATIENCE) -> Any:
    """Call a function until its result is true, and return that; fail after `patience` seconds."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if result := asked():
            return result
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come to be within {patience:.0f} seconds")


@dataclass
class Program:
    """A program under test, with the file of its output."""

    running: subprocess.Popen[bytes]
    said: Path

    @property
    def output(self) -> str:
        """Its output so far."""
        return self.said.read_text(errors="replace")

    def kill(self) -> None:
        """Send SIGKILL and wait for the end."""
        self.running.kill()
        self.running.wait(PATIENCE)

    def stop(self) -> int:
        """Send SIGTERM; return the exit status."""
        self.running.terminate()
        return self.running.wait(PATIENCE)


@dataclass
class Site:
    """An installation of the site in a folder. Without `database` it uses SQLite there."""

    folder: Path
    database: str = ""
    redis: str = ""
    settings: dict[str, str] = field(default_factory=lambda: dict(QUICK))
    preload: tuple[str, ...] = ("tests.jobs.bodies",)
    programs: list[Program] = field(default_factory=list)

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of its programs, without the suite's own settings."""
        own_names = {
            "DATABASE_URL",
            "REDIS_URL",
            "DJANGO_SETTINGS_MODULE",
            "SERVED_EMBEDDED",
            "VAR_DIR",
            "SECRET_KEY",
            "SITE_URL",
        }
        inherited = {name: value for name, value in os.environ.items() if name not in own_names}
        services = {"DATABASE_URL": self.database, "REDIS_URL": self.redis}
        return {
            **inherited,
            **{name: value for name, value in services.items() if value},
            "VAR_DIR": str(self.folder),
            "PYTHONPATH": os.pathsep.join((str(CHECKOUT / "tests" / "jobs" / "preload"), str(CHECKOUT))),
            "PRELOAD": ",".join(self.preload),
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            **self.settings,
            **more,
        }

    def manage(self, *arguments: str, **environment: str) -> str:
        """Run a management command, which must succeed; return its output."""
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
        """Run a management command, which must exit with 1; return its errors."""
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
        """Run Python code in the site with its tasks loaded; return the output."""
        imports = "import league.tasks\nfrom django.utils import timezone\nfrom jobs.queue import enqueue\n"
        return self.manage("shell", "-v", "0", "-c", imports + code, **environment)

    def ask(self, *keys: str, kind: str = "stepped", **arguments: Any) -> None:
        """Queue a job under each key."""
        self.do(f"for key in {keys!r}:\n enqueue({kind!r}, key=key, at=timezone.now(), arguments={arguments!r})")

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of a query, read without the site's code."""
        if self.database:
            import psycopg

            with psycopg.connect(self.database) as database_connection:
                return database_connection.execute(statement).fetchall()
        with sqlite3.connect(self.folder / "league.sqlite3", timeout=20) as database_file:
            return database_file.execute(statement).fetchall()

    def job(self, key: str) -> dict[str, Any]:
        """The current row of a job, as a dict."""
        columns = ("id", "state", "tries", "done", "total", "failure", "log")
        [found] = self.rows(f"SELECT {', '.join(columns)} FROM league_job WHERE key = '{key}'")  # noqa: S608 - ours
        row = dict(zip(columns, found, strict=True))
        return {**row, "log": json.loads(row["log"]) if isinstance(row["log"], str) else row["log"]}

    def effects(self, key: str) -> int:
        """The number of effects of a `stepped` job."""
        [[found]] = self.rows(f"SELECT count(*) FROM league_job WHERE kind = 'effect' AND key LIKE '{key}/%'")  # noqa: S608 - ours
        return int(found)

    def ended(self, *keys: str, state: str = "done") -> None:
        """Wait until these jobs are in a state."""
        for key in keys:
            wait_for(lambda key=key: self.job(key)["state"] == state, f"{key} {state}")

    def start(self, *command: str, **environment: str) -> Program:
        """Start a Python program of the site. `close` ends it."""
        log = self.folder / f"said-{len(self.programs)}.txt"
        with log.open("wb") as file:
            child = subprocess.Popen(
                [sys.executable, *command],
                cwd=CHECKOUT,
                env=self.environment(**environment),
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        program = Program(child, log)
        self.programs.append(program)
        return program

    def worker(self, name: str = "w", **environment: str) -> Program:
        """Start a Celery worker and wait until it is ready. `FAULT…` in `environment` arms a fault (`faults.py`)."""
        celery = ("-m", "celery", "--quiet", "--app", "config.celery", "worker", "--hostname", f"{name}@%h")
        program = self.start(*celery, *ALONE, LOG_FORMAT="json", **environment)
        wait_for(lambda: " ready." in program.output or program.running.poll() is not None, "the worker")
        return program

    def beat(self) -> Program:
        """Start a Celery beat."""
        return self.start("-m", "celery", "--quiet", "--app", "config.celery", "beat", "--pidfile", "")

    def serve(self, command: str = "serve", *options: str, **environment: str) -> tuple[Program, int]:
        """Start `serve` or `scaled` and wait until it answers; return the program and its port."""
        port = free_port()
        program = self.start("manage.py", command, "--port", str(port), *options, **environment)
        wait_for(lambda: get(port, "/healthz")[0] == 200 or program.running.poll() is not None, "the site")
        assert program.running.poll() is None, program.output
        return program, port

    def close(self) -> None:
        """End all running programs, with their children."""
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
    """Status and JSON of a GET, or status 0 if nobody answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)
    except OSError:
        return 0, {}


@dataclass
class Redis:
    """A Redis server for one test, which keeps nothing when it ends."""

    port: int
    running: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, empty, and wait until it listens."""
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
        """Stop it, which loses its contents."""
        if self.running:
            self.running.kill()
            self.running.wait()
            self.running = None

    def flush(self) -> None:
        """Delete its contents while it runs."""
        import redis

        with redis.Redis(port=self.port) as server:
            server.flushall()


@contextmanager
def own_redis() -> Iterator[Redis | None]:
    """Run a Redis server, or yield None if the program is not installed."""
    if shutil.which("redis-server") is None:
        yield None
        return
    server = Redis(free_port())
    server.start()
    try:
        yield server
    finally:
        server.stop()
