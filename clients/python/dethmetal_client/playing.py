"""Plays a league's folder over the API: every batch is given with the token of the person it is from.

If the folder names a secret or owners, the server must be one for testing programs: it seats owners when their
franchises are founded. Keys derive from the folder's, so playing it again after a crash repeats the same requests.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dethmetal_client.canonical import digest_of
from dethmetal_client.document_validation import first_error
from dethmetal_client.files import Unusable, document_in
from dethmetal_client.leagues import Client
from dethmetal_client.problems import NotDone
from dethmetal_client.shapes import Entry, Match

Document = dict[str, Any]
PLAN_FORM = {
    "league": str,
    "secret?": str,
    "members": [{"user": str, "role": str, "franchise?": str}],
    "seasons": [{"name": str, "rounds": int, "switches?": dict, "edition?": str}],
}
"""The form of `league.json`; that of a batch follows."""
BATCH_FORM = {
    "key": str,
    "by": str,
    "commands": [{"type": str}],
    "on_behalf_of?": str,
    "reason?": str,
    "awaits?": [str],
    "goes_on?": bool,
}
LOCKED = "M4"
"""The step of a match that is locked and has no result."""
POLLS = 600
"""How often a result is looked for before giving up."""
BETWEEN_POLLS = 0.5


class CannotPlay(NotDone):
    """The folder does not hold a league, or contains something that a program cannot give."""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of playing a league: the digests of all its facts and of the last season's state."""

    facts: str
    digest: str


@dataclass
class Player:
    """Plays a folder on `server`; `league`, `token` and `secret` are the league's, its commissioner's, its season's.

    An empty `league` and a missing `secret` are read from the folder. `tokens` are those of people by user name, and
    grow as people are seated; `marshal` is the commissioner found in the folder. `told` is called with a line for
    each batch, `resting` while a result is awaited. `tries` and `timeout` apply to every request.
    """

    folder: Path
    server: str
    token: str
    league: str = ""
    secret: bytes | None = None
    tokens: dict[str, str] = field(default_factory=dict)
    told: Callable[[str], None] = print
    resting: Callable[[], None] | None = None
    marshal: str = ""
    tries: int = 8
    timeout: float = 60.0
    _clients: dict[str, Client] = field(default_factory=dict)
    _heard: dict[tuple[str, int], Entry] = field(default_factory=dict)

    def play(self) -> Played:
        """Play every season of the folder. Raises `NotDone`, and `CannotPlay` if the folder is at fault."""
        try:
            return self._play()
        finally:
            for client in self._clients.values():
                client.close()

    def _play(self) -> Played:
        plan = read_form(self.folder / "league.json", PLAN_FORM)
        self.league = self.league or plan["league"]
        members = {member["user"]: member for member in plan["members"]}
        marshals = [member["user"] for member in plan["members"] if member["role"] == "commissioner"]
        if not marshals:
            raise CannotPlay(f"{self.folder / 'league.json'} names no commissioner: name one among its members.")
        if not plan["seasons"]:
            raise CannotPlay(f"{self.folder / 'league.json'} names no season: name one.")
        self.marshal = marshals[0]
        self.tokens[self.marshal] = self.token
        first = self.secret if self.secret is not None else secret_in(plan.get("secret", ""))
        refuse_unreadable(self.folder, [season["name"] for season in plan["seasons"]])
        for season in plan["seasons"]:
            name = season["name"]
            own = first if season is plan["seasons"][0] else later_secret(first, name)
            self._open(season, own if first else b"")
            for batch in batches(self.folder / name):
                self._give(name, batch, members)
        return self._summary([season["name"] for season in plan["seasons"]])

    def _open(self, season: Document, secret: bytes) -> None:
        options: Document = {option: season[option] for option in ("switches", "edition") if option in season}
        options.setdefault("edition", FIRST_EDITION)
        if secret:
            options["secret"] = secret.hex()
        name = season["name"]
        self._client("").open_season(
            self.league, name, rounds=season["rounds"], key=f"{self.league}/{name}/open", **options
        )
        self.told(f"{name} is open")

    def _give(self, season: str, batch: Document, members: dict[str, Document]) -> None:
        if batch.get("goes_on"):
            raise CannotPlay(f"{batch['key']} lets the season go on by standing orders: write its moves out first.")
        answer = self._client(batch["by"], members).give(
            self.league,
            season,
            [with_report(command, self.folder / season) for command in batch["commands"]],
            key=f"{self.league}/{season}/{batch['key']}",
            on_behalf_of=batch.get("on_behalf_of", ""),
            reason=batch.get("reason", ""),
        )
        if reason := answer.waits or answer.left_out:
            raise CannotPlay(f"{batch['key']}: {reason}")
        for entry in answer.entries:
            self._heard[season, entry.number] = entry
        self.told(f"{batch['key']}: entries to {answer.length}")
        locked = any(entry.command and entry.command["type"] == "lock_line_ups" for entry in answer.entries)
        if awaited := batch.get("awaits", [] if not locked else None):
            self._await(season, lambda match: match.id in awaited)
        elif awaited is None:
            self._await(season, lambda match: bool(match.ruleset))

    def _await(self, season: str, ours: Callable[[Match], bool]) -> None:
        """Wait until all those matches have a result. Raises `CannotPlay` if one gets none."""
        client = self._client("")
        for _ in range(POLLS):
            waiting = [
                match.id for match in client.matches(self.league, season) if match.step == LOCKED and ours(match)
            ]
            if not waiting:
                return
            if self.resting is not None:
                self.resting()
            else:
                client.asking.sleep(BETWEEN_POLLS)
        raise CannotPlay(f"No result of {', '.join(waiting)} came: see whether the server's jobs run.")

    def _client(self, user: str, members: dict[str, Document] | None = None) -> Client:
        """A person's client, seating them first if they have no token; the commissioner's for an empty `user`."""
        user = user or self.marshal
        if user not in self.tokens:
            member = (members or {}).get(user)
            if member is None or member["role"] == "commissioner":
                raise CannotPlay(f"{user} gives commands and has no token: give one with --token-of {user}=dm_….")
            seated = self._client("").seat(
                self.league, user, role=member["role"], franchise=member.get("franchise", "")
            )
            self.tokens[user] = seated.token
        if user not in self._clients:
            self._clients[user] = Client(self.server, self.tokens[user], tries=self.tries, timeout=self.timeout)
        return self._clients[user]

    def _summary(self, seasons: list[str]) -> Played:
        facts = [
            fact.document()
            for season in seasons
            for entry in self._client("").entries(self.league, season)
            for fact in (entry.facts if entry.readable else self._heard[season, entry.number].facts)
        ]
        return Played(digest_of(facts), self._client("").season(self.league, seasons[-1]).digest)


FIRST_EDITION = "1"
"""The edition of a season that names none."""


def read_form(file: Path, form: Any) -> Any:
    """The JSON of a file, checked against a form. Raises `CannotPlay`."""
    try:
        document = document_in(file)
    except Unusable as error:
        raise CannotPlay(str(error)) from None
    if mismatch := first_error(document, form):
        raise CannotPlay(f"{file} is no file of a league ({mismatch}): compare it with an example.")
    return document


def batches(folder: Path) -> Iterator[Document]:
    """Every batch of a season's folder, in order."""
    for path in sorted(folder.glob("*.json")):
        yield from read_form(path, [BATCH_FORM])


def refuse_unreadable(folder: Path, seasons: list[str]) -> None:
    """Raise `CannotPlay` for a file of those seasons that cannot be read, before any request is sent."""
    for season in seasons:
        for batch in batches(folder / season):
            for command in batch["commands"]:
                with_report(command, folder / season)


def with_report(command: Document, folder: Path) -> Document:
    """A command whose report is replaced by the content of its file, if it names one."""
    report = command.get("report")
    return {**command, "report": read_form(folder / report, dict)} if isinstance(report, str) else command


def secret_in(text: str) -> bytes:
    """A season's secret, from hex digits. Raises `CannotPlay`."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise CannotPlay(f"{text!r} is no season secret: give an even number of hex digits, such as 00ff.") from None


def later_secret(first: bytes, name: str) -> bytes:
    """The secret of a later season, made from the first season's and the later one's name."""
    return hmac.digest(first, f"next|{name}".encode(), hashlib.sha256)
