"""How the people of the example leagues log in: a file for the operator alone, a line for each of their parts."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

FILE = "log-ins.txt"
OWNER_ONLY = 0o600
IN = " in "
"""What stands between a part and the league it is in; no part has it."""


@dataclass(frozen=True, slots=True)
class LogIn:
    """A user name with its password, and one part that this person has in a league, both in words."""

    user: str
    password: str
    part: str
    league: str

    def __str__(self) -> str:
        return f"{self.user:<12} {self.password:<14} {self.part}{IN}{self.league}"


def file() -> Path:
    """Where the log-ins of this installation are kept."""
    return Path(settings.VAR_DIR) / FILE


def log_ins() -> list[LogIn]:
    """The log-ins that are kept, in their order."""
    if not file().exists():
        return []
    return [_read(line) for line in file().read_text(encoding="utf-8").splitlines() if IN in line]


def _read(line: str) -> LogIn:
    user, password, place = line.split(maxsplit=2)
    part, _, league = place.partition(IN)
    return LogIn(user, password, part, league)


def keep(made: Iterable[LogIn], *, league: str) -> None:
    """Keep the log-ins to a league of that name, in the place of any to it that are kept already."""
    kept = [log_in for log_in in log_ins() if log_in.league != league]
    unfinished = file().with_suffix(".part")
    unfinished.touch(mode=OWNER_ONLY)
    unfinished.write_text("".join(f"{log_in}\n" for log_in in (*kept, *made)), encoding="utf-8")
    unfinished.replace(file())


def new_password() -> str:
    """A password that nobody guesses."""
    return secrets.token_urlsafe(9)
