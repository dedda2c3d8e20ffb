"""The log-ins of the people of example leagues, in a file only for the operator, with a line for each role."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

FILE = "log-ins.txt"
OWNER_ONLY = 0o600
IN = " in "
"""Separates role and league in a line; no role contains it."""


@dataclass(frozen=True, slots=True)
class LogIn:
    """A user name with its password, and one role of the person and its league, both in words."""

    user: str
    password: str
    part: str
    league: str

    def __str__(self) -> str:
        return f"{self.user:<12} {self.password:<14} {self.part}{IN}{self.league}"


def file() -> Path:
    """The path of the file with the log-ins."""
    return Path(settings.VAR_DIR) / FILE


def log_ins() -> list[LogIn]:
    """The stored log-ins, in the order of the file."""
    if not file().exists():
        return []
    return [_read(line) for line in file().read_text(encoding="utf-8").splitlines() if IN in line]


def _read(line: str) -> LogIn:
    user, password, place = line.split(maxsplit=2)
    part, _, league = place.partition(IN)
    return LogIn(user, password, part, league)


def keep(made: Iterable[LogIn], *, league: str) -> None:
    """Store the log-ins of a league, replacing those of a league with the same name."""
    others = [log_in for log_in in log_ins() if log_in.league != league]
    temporary = file().with_suffix(".part")
    temporary.touch(mode=OWNER_ONLY)
    temporary.write_text("".join(f"{log_in}\n" for log_in in (*others, *made)), encoding="utf-8")
    temporary.replace(file())


def new_password() -> str:
    """A random password."""
    return secrets.token_urlsafe(9)
