"""Whether a server keeps to the API: named checks over HTTP, on an example that is played in an empty league.

Nothing here knows how the server is made. Each check raises `NotKept` with what is otherwise, or `NotTried` where the
server does not let it be tried. A server that is away, a token that is no good and a league that is not empty break
no clause: they are `CannotTry`.
"""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec

from league.outside_files import read_file
from rules.core.refusals import Malformed

V1 = "/api/v1"
PROBLEM, JSON = "application/problem+json", "application/json"
SECONDS = 60
FIRST_BATCH = "founding"
"""The batch by which an example begins that can be tried."""
Document = dict[str, Any]


class NotKept(Exception):
    """The server does otherwise than the API says."""


class NotTried(Exception):
    """The server does not let it be tried."""


class CannotTry(Exception):
    """Nothing can be tried as things are; its text says what to do."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        """The body as plain values. Raises `NotKept` for what is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise NotKept(f"it answered {self.status} with what is no JSON: {self.body[:80]!r}") from None


@dataclass
class Server:
    """A server, the empty league it is tried in, its commissioner's token, and the example played there.

    `tokens` are those of people by user name. `given` is how many of the season's batches were given.
    """

    url: str
    league: str
    token: str
    folder: Path
    throttled_after: int = 0
    tokens: dict[str, str] = field(default_factory=dict)
    given: int = 0

    def ask(
        self, method: str, path: str, document: object = None, *, token: str | None = None, **headers: str
    ) -> Told:
        """Ask once, by the commissioner's token where no other is named; "" asks as a stranger."""
        parts = urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
        token = self.token if token is None else token
        sent = {name.replace("_", "-"): each for name, each in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        body = None
        if document is not None:
            body = document if isinstance(document, bytes) else json.dumps(document).encode()
            sent.setdefault("Content-Type", JSON)
        try:
            connection.request(method, parts.path.rstrip("/") + V1 + path, body=body, headers=sent)
            answer = connection.getresponse()
            told = {name.lower(): each for name, each in answer.getheaders()}
            return Told(answer.status, told, answer.read())
        finally:
            connection.close()

    def get(self, path: str, *, token: str | None = None, **headers: str) -> Told:
        """Read an address."""
        return self.ask("GET", path, token=token, **headers)

    def post(self, path: str, document: object, *, key: str = "", token: str | None = None, **headers: str) -> Told:
        """Send a document, under a key where one is given."""
        keyed = {"Idempotency_Key": key} if key else {}
        return self.ask("POST", path, document, token=token, **keyed, **headers)

    @property
    def home(self) -> str:
        """The address of the league."""
        return f"/leagues/{self.league}"

    @property
    def season(self) -> str:
        """The address of the season."""
        return f"{self.home}/seasons/{self.plan['seasons'][0]['name']}"

    @property
    def plan(self) -> Document:
        """What the example says of its league."""
        return read_example(self.folder / "league.json", _Plan)

    @property
    def batches(self) -> list[Document]:
        """Every batch of the example's first season."""
        files = sorted((self.folder / self.plan["seasons"][0]["name"]).glob("*.json"))
        return [each for path in files for each in read_example(path, list[_Batch])]

    def named(self, key: str) -> Document:
        """The batch of that key. Raises `CannotTry` for an example without it."""
        found = next((each for each in self.batches if each["key"] == key), None)
        if found is None:
            raise CannotTry(f"{self.folder} has no batch {key}: give --folder one such as examples/first-laps.")
        return found

    def token_of(self, user: str) -> str:
        """A person's token; he is seated first. Raises `NotTried` where the server seats nobody."""
        member = next(each for each in self.plan["members"] if each["user"] == user)
        if member["role"] == "commissioner":
            return self.token
        if user not in self.tokens:
            asked = {each: member.get(each, "") for each in ("user", "role", "franchise")}
            told = self.post(f"{self.home}/members", asked)
            if told.status == 403:
                raise NotTried("the server seats nobody for trying: set API_CONFORMANCE")
            self.tokens[user] = expect(told, 201)["token"]
        return self.tokens[user]

    def play_to(self, key: str) -> None:
        """Give the example's batches, as far as the one of that key and with it."""
        while self.given == 0 or self.batches[self.given - 1]["key"] != key:
            batch = self.batches[self.given]
            asked = {each: batch[each] for each in ("commands", "on_behalf_of", "reason") if each in batch}
            told = self.post(
                f"{self.season}/commands", asked, key=f"played {batch['key']}", token=self.token_of(batch["by"])
            )
            expect(told, 201)
            self.given += 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a check came out: `kept`, or why it was `not_tried`, or what is wrong."""

    name: str
    kept: bool
    not_tried: str = ""
    wrong: str = ""


Check = Callable[[Server], None]
CHECKS: dict[str, Check] = {}
"""Every check by its name, in the order they are made."""


def check(name: str) -> Callable[[Check], Check]:
    """Put a check among those that are made."""

    def listed(made: Check) -> Check:
        CHECKS[name] = made
        return made

    return listed


def refuse_unready(server: Server) -> None:
    """Raise `CannotTry` unless the server is there, the token good for its league, and the league empty."""
    parts = urlsplit(server.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CannotTry(f"{server.url!r} is no server: give one as http://localhost:8000.")
    server.named(FIRST_BATCH)
    told = _asked(server, server.home)
    if told.status == 404 and told.headers.get("content-type", "").startswith(PROBLEM):
        raise CannotTry(
            f"There is no league {server.league!r} there that the token sees: prepare one with --prepare, or name it "
            "with --league."
        )
    seasons = _listed(server, told, f"{server.home}/seasons")
    if seasons:
        raise CannotTry(
            f"{server.league} has seasons already, and is tried only once: prepare another with --prepare, and name "
            "it with --league."
        )
    probe = _asked(server, f"{server.home}/seasons", method="POST", document={})
    if probe.status in (401, 403):
        raise CannotTry(f"The token opens no season ({_said(probe)}): give the one that --prepare printed.")


def _asked(server: Server, path: str, *, method: str = "GET", document: object = None) -> Told:
    """What the server answers. Raises `CannotTry` where it is not reached, or turns the token down."""
    try:
        told = server.ask(method, path, document)
    except (OSError, ValueError, http.client.HTTPException) as no:
        raise CannotTry(f"{server.url} is not reached ({no}): start it, or mend --server.") from None
    if told.status in (401, 403) and method == "GET":
        raise CannotTry(f"The token is no good ({_said(told)}): give the one that --prepare printed as --token.")
    if told.status == 429:
        wait = told.headers.get("retry-after", "some")
        raise CannotTry(
            f"The server asks for patience: try again in {wait} seconds, or give it a high API_RATE_TOKEN."
        )
    return told


def _listed(server: Server, league: Told, path: str) -> list[Any]:
    """The seasons of the league. Raises `CannotTry` for a server that is no site of leagues."""
    try:
        found = _asked(server, path).document["seasons"] if league.status == 200 else None
    except (NotKept, LookupError, TypeError):
        found = None
    if not isinstance(found, list):
        raise CannotTry(
            f"{server.url} answered {league.status} for {V1}{server.home}, and no league: see that it is a site of "
            "leagues that works, and mend --server."
        )
    return found


def _said(told: Told) -> str:
    """What a problem says, in its own sentence."""
    try:
        return str(told.document["detail"]).rstrip(".")
    except (NotKept, LookupError, TypeError):
        return f"it was answered {told.status}"


def tried(server: Server) -> Iterator[Outcome]:
    """Make every check in turn. Raises `CannotTry` where the server goes away meanwhile."""
    for name, made in CHECKS.items():
        try:
            made(server)
        except NotTried as why:
            yield Outcome(name, kept=False, not_tried=str(why))
        except (NotKept, LookupError, TypeError, ValueError, OSError, http.client.HTTPException) as no:
            if isinstance(no, (OSError, http.client.HTTPException)):
                _refuse_gone(server, name)
            wrong = str(no) if isinstance(no, NotKept) else f"{type(no).__name__}: {no}"
            yield Outcome(name, kept=False, wrong=wrong)
        else:
            yield Outcome(name, kept=True)


def _refuse_gone(server: Server, name: str) -> None:
    """Raise `CannotTry` where the server is there no more."""
    try:
        server.get("/leagues")
    except (OSError, http.client.HTTPException) as no:
        raise CannotTry(
            f"{server.url} went away ({no}) while this was tried: {name}. Start it again, and see why it ended."
        ) from None


class _Season(msgspec.Struct):
    name: str


class _Member(msgspec.Struct):
    user: str
    role: str
    franchise: str = ""


class _Plan(msgspec.Struct):
    """As much of an example's `league.json` as is read here."""

    members: list[_Member]
    seasons: Annotated[list[_Season], msgspec.Meta(min_length=1)]


class _Batch(msgspec.Struct):
    """As much of a batch as is read here."""

    key: str
    by: str
    commands: list[dict[str, Any]]


def read_example(file: Path, form: Any) -> Any:
    """The JSON of a file of an example, which has that form. Raises `CannotTry`."""
    try:
        found = json.loads(read_file(file, then="give --folder an example"))
    except Malformed as no:
        raise CannotTry(no.sentence) from None
    except (ValueError, RecursionError) as no:
        raise CannotTry(f"{file} is no JSON ({no}): give --folder an example.") from None
    try:
        msgspec.convert(found, form)
    except msgspec.ValidationError as no:
        raise CannotTry(f"{file} is no file of an example ({no}): give --folder one.") from None
    return found


def hold(held: object, wrong: str) -> None:
    """Raise `NotKept` with what is wrong, unless that holds."""
    if not held:
        raise NotKept(wrong)


def expect(told: Told, status: int) -> Any:
    """The document of an answer that has that status."""
    hold(told.status == status, f"it answered {told.status} and not {status}: {told.body[:200]!r}")
    return told.document


def refused(told: Told, status: int, kind: str | None) -> Document:
    """The problem document of an answer, which is of that status and kind; None for any kind."""
    document: Document = expect(told, status)
    sent_as = told.headers.get("content-type", "").partition(";")[0]
    hold(sent_as == PROBLEM, f"its problem came as {sent_as}")
    for name in ("type", "title", "status", "detail"):
        hold(name in document, f"its problem has no {name}")
    hold(document["status"] == status, f"its problem says {document['status']}")
    found = str(document["type"]).rpartition("/")[2]
    hold(kind in (None, found), f"its problem is {found} and not {kind}")
    return document


def at_once(asks: list[Callable[[], Told]]) -> list[Told]:
    """What each of several askers is told who ask at the same moment. Raises what any of them meets."""
    with ThreadPoolExecutor(len(asks)) as askers:
        begin = threading.Barrier(len(asks))

        def asked(ask: Callable[[], Told]) -> Told:
            begin.wait()
            return ask()

        return list(askers.map(asked, asks))
