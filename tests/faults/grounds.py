"""Databases copied in a moment, the program that forks workers on them, and a season recorded turn by turn."""

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
"""Between two turns of the clock: longer than any window is open."""
LATER = timedelta(minutes=5)
"""After which the work of a worker that died is taken up: longer than a heart may be still."""
FRANCHISES = 3
OF_A_COMMAND = ("performed", "alone")
"""Moments at which two commands of one sitting die differently."""
UNDONE = ("before", "performed", "saved", "written")
"""Moments after which nothing of what was under way is left."""


class Ground:
    """Where databases are made, copied and thrown away: files in a folder, or a PostgreSQL server."""

    def __init__(self, folder: Path, server: str = "") -> None:
        self.folder, self.server, self.made = folder, server, list[str]()
        self.stem = f"fault_{os.getpid()}_{secrets.token_hex(3)}"

    @property
    def environment(self) -> dict[str, str]:
        """What a program is given so that it can use them."""
        return {"DATABASE_URL": f"{self.server}/postgres" if self.server else f"sqlite:///{self.folder}/none.sqlite3"}

    def new(self, name: str, *, like: str = "") -> str:
        """A database, empty or a copy of one that nobody uses; what the program calls it."""
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
        """What the program calls it."""
        return f"{self.stem}_{name}" if self.server else str(self.folder / f"{name}.sqlite3")

    def drop(self, name: str) -> None:
        """Throw one away."""
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
    """The program that forks a worker for each thing it is asked."""

    ground: Ground
    program: subprocess.Popen[str]

    def ask(self, name: str, **asked: Any) -> dict[str, Any]:
        """Let a worker do something on that database: `told`, `killed` or `fault`."""
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        folder = self.ground.folder
        line = {
            "database": self.ground.called(name),
            "mail": str(folder / f"mail-{name}"),
            "says": str(folder / "says.json"),
            **asked,
        }
        self.program.stdin.write(json.dumps(line) + "\n")
        self.program.stdin.flush()
        answer: dict[str, Any] = json.loads(self.program.stdout.readline())
        assert "fault" not in answer, answer["fault"]
        return answer

    def turn(self, name: str, *at: datetime, **asked: Any) -> dict[str, Any]:
        """Turn the clock at these times; what became of the league."""
        answer = self.ask(name, do="turn", at=[each.isoformat() for each in at], **asked)
        told: dict[str, Any] = answer["told"]
        return told

    def turn_and_die(self, name: str, at: datetime, **strike: Any) -> None:
        """Turn the clock by a worker that is to be killed on the way."""
        assert self.ask(name, do="turn", at=[at.isoformat()], strike=strike) == {"killed": 9}


@contextmanager
def forks(folder: Path, server: str = "") -> Iterator[Forks]:
    """The program, with databases of its own."""
    ground = Ground(folder, server)
    ours = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "VAR_DIR"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    with (folder / "said.txt").open("w") as said:
        program = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.fork_program"],
            cwd=CHECKOUT,
            env={**kept, **ground.environment, "VAR_DIR": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        )
    try:
        yield Forks(ground, program)
    finally:
        program.communicate()
        for each in list(ground.made):
            with suppress(OSError):
                ground.drop(each)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the clock that nothing disturbed: what it began from, its sittings, what was told after it."""

    number: int
    sittings: Sequence[Sequence[str]]
    told: dict[str, Any]

    @property
    def before(self) -> str:
        """The database as it was before the turn."""
        return f"turn{self.number}"

    @property
    def at(self) -> datetime:
        """When it was."""
        return BEGAN + self.number * LONG


@dataclass
class Recorded:
    """A league's first season, undisturbed, and a copy of its database before each turn."""

    forks: Forks
    turns: list[Turn] = field(default_factory=list)
    told: dict[tuple[object, ...], dict[str, Any]] = field(default_factory=dict)
    """What was told after each death, so that two commands of one sitting share those that are the same."""

    def record(self) -> Recorded:
        """Play it, from signing to the setup of the second season, and one turn more."""
        ground = self.forks.ground
        ground.new("undisturbed")
        self.forks.ask("undisturbed", do="found", franchises=FRANCHISES, at=BEGAN.isoformat())
        ended = 0
        while ended < 2:
            number = len(self.turns) + 1
            ground.new(f"turn{number}", like="undisturbed")
            told = self.forks.turn("undisturbed", BEGAN + number * LONG)
            sittings = told.pop("sittings")
            del told["full"]
            self.turns.append(Turn(number, sittings, told))
            ended += len(told["seasons"]) > 1
        return self

    def place(self, tag: str) -> tuple[Turn, int]:
        """The turn in which a command is given first, and which sitting of the turn that is, from 1."""
        for turn in self.turns:
            for number, tags in enumerate(turn.sittings, start=1):
                if tag in tags:
                    return turn, number
        raise LookupError(f"{tag} is never given")

    def after_a_death(self, turn: Turn, **strike: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """What was told after a turn in which a worker died, and what should have been.

        Where the death left anything behind, one turn more is taken.
        """
        own = strike["tag"] if strike["when"] in OF_A_COMMAND else ""
        death = (turn.number, strike.get("sitting"), strike["when"], own)
        if death not in self.told:
            self.told[death] = self._after_a_death(turn, **strike)
        return self.told[death], self.turns[turn.number - 1 + self._further(strike)].told

    def _further(self, strike: dict[str, Any]) -> bool:
        return strike["when"] not in UNDONE

    def _after_a_death(self, turn: Turn, **strike: Any) -> dict[str, Any]:
        at = [turn.at + LATER, turn.at + LONG][: 1 + self._further(strike)]
        ground = self.forks.ground
        ground.new("dying", like=turn.before)
        try:
            self.forks.turn_and_die("dying", turn.at, **strike)
            told = self.forks.turn("dying", *at, audited=True)
        finally:
            ground.drop("dying")
            shutil.rmtree(ground.folder / "mail-dying")
        del told["sittings"], told["full"]
        return told
