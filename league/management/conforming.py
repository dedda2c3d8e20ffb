"""Whether a server keeps to the API: named checks over HTTP, on an example that is played in an empty league.

Nothing here knows how the server is made. Each check raises `NotKept` with what is otherwise, or `NotTried` where the
server does not let it be tried.
"""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

V1 = "/api/v1"
PROBLEM, JSON = "application/problem+json", "application/json"
SECONDS = 60
Document = dict[str, Any]


class NotKept(Exception):
    """The server does otherwise than the API says."""


class NotTried(Exception):
    """The server does not let it be tried."""


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
        read: Document = json.loads((self.folder / "league.json").read_bytes())
        return read

    @property
    def batches(self) -> list[Document]:
        """Every batch of the example's first season."""
        files = sorted((self.folder / self.plan["seasons"][0]["name"]).glob("*.json"))
        return [each for path in files for each in json.loads(path.read_bytes())]

    def named(self, key: str) -> Document:
        """The batch of that key."""
        return next(each for each in self.batches if each["key"] == key)

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


def tried(server: Server) -> Iterator[Outcome]:
    """Make every check in turn."""
    for name, made in CHECKS.items():
        try:
            made(server)
        except NotTried as why:
            yield Outcome(name, kept=False, not_tried=str(why))
        except (NotKept, KeyError, IndexError, TypeError, OSError, http.client.HTTPException) as no:
            wrong = str(no) if isinstance(no, NotKept) else f"{type(no).__name__}: {no}"
            yield Outcome(name, kept=False, wrong=wrong)
        else:
            yield Outcome(name, kept=True)


def hold(held: object, wrong: str) -> None:
    """Raise `NotKept` with what is wrong, unless that holds."""
    if not held:
        raise NotKept(wrong)


def expect(told: Told, status: int) -> Any:
    """The document of an answer that has that status."""
    hold(told.status == status, f"it answered {told.status} and not {status}: {told.body[:200]!r}")
    return told.document


def refused(told: Told, status: int, kind: str) -> Document:
    """The problem document of an answer, which is of that status and kind."""
    document: Document = expect(told, status)
    sent_as = told.headers.get("content-type", "").partition(";")[0]
    hold(sent_as == PROBLEM, f"its problem came as {sent_as}")
    for name in ("type", "title", "status", "detail"):
        hold(name in document, f"its problem has no {name}")
    hold(document["status"] == status, f"its problem says {document['status']}")
    found = str(document["type"]).rpartition("/")[2]
    hold(found == kind, f"its problem is {found} and not {kind}")
    return document


def at_once(asks: list[Callable[[], Told]]) -> list[Told]:
    """What each of several askers is told who ask at the same moment."""
    answers: dict[int, Told] = {}
    begin = threading.Barrier(len(asks))

    def ask(number: int) -> None:
        begin.wait()
        answers[number] = asks[number]()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(asks))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return [answers[number] for number in sorted(answers)]
