"""Databases that are fast to copy, the program that forks workers on them, and a season recorded turn by turn."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.jobs.harness import CHECKOUT

BEGAN = datetime.fromisoformat("2026-09-01T18:00:00+00:00")
LONG = timedelta(hours=100)
"""The time between two turns of the clock, which is longer than any window."""
LATER = timedelta(minutes=5)
"""The time after which the work of a dead worker is taken up, which is longer than its heartbeat may be late."""
FRANCHISES = 3
OF_A_COMMAND = ("performed", "alone")
"""Moments whose effect depends on the command, also within one sitting."""
UNDONE = ("before", "performed", "saved", "written")
"""Moments after which all work of the sitting is lost."""


class Ground:
    """Creates, copies and drops databases: files in a folder, or on a PostgreSQL server."""

    def __init__(self, folder: Path, server: str = "") -> None:
        self.folder, self.server, self.made = folder, server, list[str]()
        self.stem = f"fault_{os.getpid()}_{secrets.token_hex(3)}"

    @property
    def environment(self) -> dict[str, str]:
        """The environment for a program that uses the databases."""
        return {"DATABASE_URL": f"{self.server}/postgres" if self.server else f"sqlite:///{self.folder}/none.sqlite3"}

    def new(self, name: str, *, like: str = "") -> str:
        """Create a database, empty or as a copy of an idle one; return its name for programs."""
        (self.folder / f"mail-{name}").mkdir()
        if like:
            shutil.copytree(self.folder / f"mail-{like}", self.folder / f"mail-{name}", dirs_exist_ok=True)
        if self.server:
            template = f' TEMPLATE "{self.stem}_{like}"' if like else ""
            self._admin(f'CREATE DATABASE "{self.stem}_{name}"{template}')
        elif like:
            shutil.copy(self.folder / f"{like}.sqlite3", self.folder / f"{name}.sqlite3")
        self.made.append(name)
        return self.called(name)

    def called(self, name: str) -> str:
        """The name of a database for programs."""
        return f"{self.stem}_{name}" if self.server else str(self.folder / f"{name}.sqlite3")

    def drop(self, name: str) -> None:
        """Drop a database."""
        self.made.remove(name)
        if self.server:
            self._admin(f'DROP DATABASE "{self.stem}_{name}" WITH (FORCE)')
        else:
            for path in self.folder.glob(f"{name}.sqlite3*"):
                path.unlink()

    def _admin(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(f"{self.server}/postgres", autocommit=True) as admin:
            admin.execute(statement)  # type: ignore[arg-type]


@dataclass
class Forks:
    """The program that forks a worker for each request."""

    ground: Ground
    program: subprocess.Popen[str]

    def ask(self, name: str, **request: Any) -> dict[str, Any]:
        """Send a request for a database; return the answer, with `told` or `killed`. A `fault` fails the test."""
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        folder = self.ground.folder
        line = {
            "database": self.ground.called(name),
            "mail": str(folder / f"mail-{name}"),
            "says": str(folder / "says.json"),
            **request,
        }
        self.program.stdin.write(json.dumps(line) + "\n")
        self.program.stdin.flush()
        answer: dict[str, Any] = json.loads(self.program.stdout.readline())
        assert "fault" not in answer, answer["fault"]
        return answer

    def turn(self, name: str, *at: datetime, **asked: Any) -> dict[str, Any]:
        """Turn the clock at these times; return the state of the league."""
        answer = self.ask(name, do="turn", at=[moment.isoformat() for moment in at], **asked)
        state: dict[str, Any] = answer["told"]
        return state

    def turn_and_die(self, name: str, at: datetime, **strike: Any) -> None:
        """Turn the clock in a worker that must be killed by the strike."""
        assert self.ask(name, do="turn", at=[at.isoformat()], strike=strike) == {"killed": 9}


@contextmanager
def forks(folder: Path, server: str = "") -> Iterator[Forks]:
    """Run the program, with its own databases."""
    ground = Ground(folder, server)
    names = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "VAR_DIR"}
    inherited = {name: value for name, value in os.environ.items() if name not in names}
    with (folder / "said.txt").open("w") as errors:
        program = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.fork_program"],
            cwd=CHECKOUT,
            env={**inherited, **ground.environment, "VAR_DIR": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        yield Forks(ground, program)
    finally:
        program.communicate()
        for database in list(ground.made):
            with suppress(OSError):
                ground.drop(database)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the clock without faults: its number, the tags given in its sittings, and the state after it."""

    number: int
    sittings: Sequence[Sequence[str]]
    told: dict[str, Any]

    @property
    def before(self) -> str:
        """The name of the database copied before the turn."""
        return f"turn{self.number}"

    @property
    def at(self) -> datetime:
        """The time of the turn."""
        return BEGAN + self.number * LONG


@dataclass
class Recorded:
    """A league's first season without faults, with a copy of its database before each turn."""

    forks: Forks
    turns: list[Turn] = field(default_factory=list)
    told: dict[tuple[object, ...], dict[str, Any]] = field(default_factory=dict)
    """The state after each death, so that commands of one sitting share equal deaths."""

    def record(self) -> Recorded:
        """Play from signing to the setup of the second season, and one turn more."""
        ground = self.forks.ground
        ground.new("undisturbed")
        self.forks.ask("undisturbed", do="found", franchises=FRANCHISES, at=BEGAN.isoformat())
        ended = 0
        while ended < 2:
            number = len(self.turns) + 1
            ground.new(f"turn{number}", like="undisturbed")
            state = self.forks.turn("undisturbed", BEGAN + number * LONG)
            sittings = state.pop("sittings")
            del state["full"]
            self.turns.append(Turn(number, sittings, state))
            ended += len(state["seasons"]) > 1
        return self

    def place(self, tag: str) -> tuple[Turn, int]:
        """The first turn with a command, and the number of its sitting in that turn, from 1."""
        for turn in self.turns:
            for number, tags in enumerate(turn.sittings, start=1):
                if tag in tags:
                    return turn, number
        raise LookupError(f"{tag} is never given")

    def after_a_death(self, turn: Turn, **strike: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The state after a turn in which a worker died, and the expected one.

        If the death left any work done, one turn more is played.
        """
        own = strike["tag"] if strike["when"] in OF_A_COMMAND else ""
        death = (turn.number, strike.get("sitting"), strike["when"], own)
        if death not in self.told:
            self.told[death] = self._after_a_death(turn, **strike)
        return self.told[death], self.turns[turn.number - 1 + self._further(strike)].told

    def _further(self, strike: dict[str, Any]) -> bool:
        return strike["when"] not in UNDONE

    def _after_a_death(self, turn: Turn, **strike: Any) -> dict[str, Any]:
        times = [turn.at + LATER, turn.at + LONG][: 1 + self._further(strike)]
        ground = self.forks.ground
        ground.new("dying", like=turn.before)
        try:
            self.forks.turn_and_die("dying", turn.at, **strike)
            state = self.forks.turn("dying", *times, audited=True)
        finally:
            ground.drop("dying")
            shutil.rmtree(ground.folder / "mail-dying")
        del state["sittings"], state["full"]
        return state
