"""Whether a server keeps to the API: named checks over HTTP, on an example that is played in an empty league.

Nothing here knows how the server is made. Each check raises `CheckFailed` with what is otherwise, or `CheckSkipped`
where the server does not let it be tried. A server that is away, a token that is no good and a league that is not
empty break no clause: they are `CannotRunChecks`.
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

from league.input_files import read_file
from rules.core.refusals import Malformed

API_PREFIX = "/api/v1"
PROBLEM_TYPE, JSON_TYPE = "application/problem+json", "application/json"
TIMEOUT_SECONDS = 60
FIRST_BATCH = "founding"
"""The batch by which an example begins that can be tried."""
Document = dict[str, Any]


class CheckFailed(Exception):
    """The server does otherwise than the API says."""


class CheckSkipped(Exception):
    """The server does not let it be tried."""


class CannotRunChecks(Exception):
    """Nothing can be tried as things are; its text says what to do."""


@dataclass(frozen=True, slots=True)
class ServerResponse:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        """The body as plain values. Raises `CheckFailed` for what is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise CheckFailed(f"it answered {self.status} with what is no JSON: {self.body[:80]!r}") from None


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

    def request(
        self, method: str, path: str, document: object = None, *, token: str | None = None, **headers: str
    ) -> ServerResponse:
        """Ask once, by the commissioner's token where no other is named; "" asks as a stranger."""
        parts = urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS)
        token = self.token if token is None else token
        sent = {name.replace("_", "-"): header for name, header in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        body = None
        if document is not None:
            body = document if isinstance(document, bytes) else json.dumps(document).encode()
            sent.setdefault("Content-Type", JSON_TYPE)
        try:
            connection.request(method, parts.path.rstrip("/") + API_PREFIX + path, body=body, headers=sent)
            answer = connection.getresponse()
            received = {name.lower(): each for name, each in answer.getheaders()}
            return ServerResponse(answer.status, received, answer.read())
        finally:
            connection.close()

    def get(self, path: str, *, token: str | None = None, **headers: str) -> ServerResponse:
        """Read an address."""
        return self.request("GET", path, token=token, **headers)

    def post(
        self, path: str, document: object, *, key: str = "", token: str | None = None, **headers: str
    ) -> ServerResponse:
        """Send a document, under a key where one is given."""
        keyed = {"Idempotency_Key": key} if key else {}
        return self.request("POST", path, document, token=token, **keyed, **headers)

    @property
    def league_path(self) -> str:
        """The address of the league."""
        return f"/leagues/{self.league}"

    @property
    def season_path(self) -> str:
        """The address of the season."""
        return f"{self.league_path}/seasons/{self.plan['seasons'][0]['name']}"

    @property
    def plan(self) -> Document:
        """What the example says of its league."""
        return read_example_file(self.folder / "league.json", _Plan)

    @property
    def batches(self) -> list[Document]:
        """Every batch of the example's first season."""
        files = sorted((self.folder / self.plan["seasons"][0]["name"]).glob("*.json"))
        return [each for path in files for each in read_example_file(path, list[_Batch])]

    def batch_under_key(self, key: str) -> Document:
        """The batch of that key. Raises `CannotRunChecks` for an example without it."""
        found = next((batch for batch in self.batches if batch["key"] == key), None)
        if found is None:
            raise CannotRunChecks(f"{self.folder} has no batch {key}: give --folder one such as examples/first-laps.")
        return found

    def token_for(self, user: str) -> str:
        """A person's token; they are seated first. Raises `CheckSkipped` where the server seats nobody."""
        member = next(each for each in self.plan["members"] if each["user"] == user)
        if member["role"] == "commissioner":
            return self.token
        if user not in self.tokens:
            document = {each: member.get(each, "") for each in ("user", "role", "franchise")}
            response = self.post(f"{self.league_path}/members", document)
            if response.status == 403:
                raise CheckSkipped("the server seats nobody for trying: set API_CONFORMANCE")
            self.tokens[user] = expect_status(response, 201)["token"]
        return self.tokens[user]

    def play_until(self, key: str) -> None:
        """Give the example's batches, as far as the one of that key and with it."""
        while self.given == 0 or self.batches[self.given - 1]["key"] != key:
            batch = self.batches[self.given]
            body = {each: batch[each] for each in ("commands", "on_behalf_of", "reason") if each in batch}
            response = self.post(
                f"{self.season_path}/commands", body, key=f"played {batch['key']}", token=self.token_for(batch["by"])
            )
            expect_status(response, 201)
            self.given += 1


@dataclass(frozen=True, slots=True)
class CheckOutcome:
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

    def register(made: Check) -> Check:
        CHECKS[name] = made
        return made

    return register


def require_ready(server: Server) -> None:
    """Raise `CannotRunChecks` unless the server is there, the token good for its league, and the league empty."""
    parts = urlsplit(server.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CannotRunChecks(f"{server.url!r} is no server: give one as http://localhost:8000.")
    server.batch_under_key(FIRST_BATCH)
    response = _request_or_stop(server, server.league_path)
    if response.status == 404 and response.headers.get("content-type", "").startswith(PROBLEM_TYPE):
        raise CannotRunChecks(
            f"There is no league {server.league!r} there that the token sees: prepare one with --prepare, or name it "
            "with --league."
        )
    seasons = _list_seasons(server, response, f"{server.league_path}/seasons")
    if seasons:
        raise CannotRunChecks(
            f"{server.league} has seasons already, and is tried only once: prepare another with --prepare, and name "
            "it with --league."
        )
    probe = _request_or_stop(server, f"{server.league_path}/seasons", method="POST", document={})
    if probe.status in (401, 403):
        raise CannotRunChecks(
            f"The token opens no season ({_problem_detail(probe)}): give the one that --prepare printed."
        )


def _request_or_stop(server: Server, path: str, *, method: str = "GET", document: object = None) -> ServerResponse:
    """What the server answers. Raises `CannotRunChecks` where it is not reached, or turns the token down."""
    try:
        response = server.request(method, path, document)
    except (OSError, ValueError, http.client.HTTPException) as no:
        raise CannotRunChecks(f"{server.url} is not reached ({no}): start it, or mend --server.") from None
    if response.status in (401, 403) and method == "GET":
        raise CannotRunChecks(
            f"The token is no good ({_problem_detail(response)}): give the one that --prepare printed as --token."
        )
    if response.status == 429:
        wait = response.headers.get("retry-after", "some")
        raise CannotRunChecks(
            f"The server asks for patience: try again in {wait} seconds, or give it a high API_RATE_TOKEN."
        )
    return response


def _list_seasons(server: Server, league: ServerResponse, path: str) -> list[Any]:
    """The seasons of the league. Raises `CannotRunChecks` for a server that is no site of leagues."""
    try:
        found = _request_or_stop(server, path).document["seasons"] if league.status == 200 else None
    except (CheckFailed, LookupError, TypeError):
        found = None
    if not isinstance(found, list):
        raise CannotRunChecks(
            f"{server.url} answered {league.status} for {API_PREFIX}{server.league_path}, and no league: see "
            "that it is a site of leagues that works, and mend --server."
        )
    return found


def _problem_detail(told: ServerResponse) -> str:
    """What a problem says, in its own sentence."""
    try:
        return str(told.document["detail"]).rstrip(".")
    except (CheckFailed, LookupError, TypeError):
        return f"it was answered {told.status}"


def run_checks(server: Server) -> Iterator[CheckOutcome]:
    """Make every check in turn. Raises `CannotRunChecks` where the server goes away meanwhile."""
    for name, made in CHECKS.items():
        try:
            made(server)
        except CheckSkipped as why:
            yield CheckOutcome(name, kept=False, not_tried=str(why))
        except (CheckFailed, LookupError, TypeError, ValueError, OSError, http.client.HTTPException) as no:
            if isinstance(no, (OSError, http.client.HTTPException)):
                _require_reachable(server, name)
            wrong = str(no) if isinstance(no, CheckFailed) else f"{type(no).__name__}: {no}"
            yield CheckOutcome(name, kept=False, wrong=wrong)
        else:
            yield CheckOutcome(name, kept=True)


def _require_reachable(server: Server, name: str) -> None:
    """Raise `CannotRunChecks` where the server is there no more."""
    try:
        server.get("/leagues")
    except (OSError, http.client.HTTPException) as no:
        raise CannotRunChecks(
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


def read_example_file(file: Path, form: Any) -> Any:
    """The JSON of a file of an example, which has that form. Raises `CannotRunChecks`."""
    try:
        found = json.loads(read_file(file, then="give --folder an example"))
    except Malformed as no:
        raise CannotRunChecks(no.sentence) from None
    except (ValueError, RecursionError) as no:
        raise CannotRunChecks(f"{file} is no JSON ({no}): give --folder an example.") from None
    try:
        msgspec.convert(found, form)
    except msgspec.ValidationError as no:
        raise CannotRunChecks(f"{file} is no file of an example ({no}): give --folder one.") from None
    return found


def require(held: object, wrong: str) -> None:
    """Raise `CheckFailed` with what is wrong, unless that holds."""
    if not held:
        raise CheckFailed(wrong)


def expect_status(told: ServerResponse, status: int) -> Any:
    """The document of an answer that has that status."""
    require(told.status == status, f"it answered {told.status} and not {status}: {told.body[:200]!r}")
    return told.document


def expect_problem(told: ServerResponse, status: int, kind: str | None) -> Document:
    """The problem document of an answer, which is of that status and kind; None for any kind."""
    document: Document = expect_status(told, status)
    sent_as = told.headers.get("content-type", "").partition(";")[0]
    require(sent_as == PROBLEM_TYPE, f"its problem came as {sent_as}")
    for name in ("type", "title", "status", "detail"):
        require(name in document, f"its problem has no {name}")
    require(document["status"] == status, f"its problem says {document['status']}")
    found = str(document["type"]).rpartition("/")[2]
    require(kind in (None, found), f"its problem is {found} and not {kind}")
    return document


def request_together(asks: list[Callable[[], ServerResponse]]) -> list[ServerResponse]:
    """What each of several askers is told who ask at the same moment. Raises what any of them meets."""
    with ThreadPoolExecutor(len(asks)) as askers:
        begin = threading.Barrier(len(asks))

        def asked(ask: Callable[[], ServerResponse]) -> ServerResponse:
            begin.wait()
            return ask()

        return list(askers.map(asked, asks))
