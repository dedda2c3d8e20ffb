"""Checks whether a server follows the API: named checks over HTTP, on an example played in an empty league.

Nothing here depends on how the server is built. A check raises `CheckFailed` with what is wrong, or `CheckSkipped` if
it cannot be made on this server. An unreachable server, an invalid token or a league that is not empty raise
`CannotRunChecks`, since they do not violate the API.
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
"""The key of the first batch of an example that these checks can use."""
Document = dict[str, Any]


class CheckFailed(Exception):
    """The server does not follow the API."""


class CheckSkipped(Exception):
    """The check cannot be made, because of how the server or the league is set up."""


class CannotRunChecks(Exception):
    """The checks cannot run; the text says what to do."""


@dataclass(frozen=True, slots=True)
class ServerResponse:
    """The response of a server."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        """The decoded body. Raises `CheckFailed` if it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise CheckFailed(f"it answered {self.status} with what is no JSON: {self.body[:80]!r}") from None


@dataclass
class Server:
    """A server, the empty league for the checks, the token of its commissioner, and the folder of the example.

    `tokens` has the tokens of seated people by user name. `given` counts the batches of the season given so far.
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
        """Send one request with a token; None means the commissioner's, "" means none."""
        parts = urlsplit(self.url)
        connection_type = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = connection_type(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS)
        token = self.token if token is None else token
        request_headers = {name.replace("_", "-"): header for name, header in headers.items()}
        if token:
            request_headers["Authorization"] = f"Bearer {token}"
        body = None
        if document is not None:
            body = document if isinstance(document, bytes) else json.dumps(document).encode()
            request_headers.setdefault("Content-Type", JSON_TYPE)
        try:
            connection.request(method, parts.path.rstrip("/") + API_PREFIX + path, body=body, headers=request_headers)
            response = connection.getresponse()
            received = {name.lower(): value for name, value in response.getheaders()}
            return ServerResponse(response.status, received, response.read())
        finally:
            connection.close()

    def get(self, path: str, *, token: str | None = None, **headers: str) -> ServerResponse:
        """Send a GET request."""
        return self.request("GET", path, token=token, **headers)

    def post(
        self, path: str, document: object, *, key: str = "", token: str | None = None, **headers: str
    ) -> ServerResponse:
        """Send a POST request with a document, under an idempotency key if one is given."""
        key_header = {"Idempotency_Key": key} if key else {}
        return self.request("POST", path, document, token=token, **key_header, **headers)

    @property
    def league_path(self) -> str:
        """The path of the league."""
        return f"/leagues/{self.league}"

    @property
    def season_path(self) -> str:
        """The path of the season."""
        return f"{self.league_path}/seasons/{self.plan['seasons'][0]['name']}"

    @property
    def plan(self) -> Document:
        """The example's `league.json`."""
        return read_example_file(self.folder / "league.json", _Plan)

    @property
    def batches(self) -> list[Document]:
        """Every batch of the example's first season."""
        files = sorted((self.folder / self.plan["seasons"][0]["name"]).glob("*.json"))
        return [batch for path in files for batch in read_example_file(path, list[_Batch])]

    def batch_under_key(self, key: str) -> Document:
        """The batch with that key. Raises `CannotRunChecks` if the example has none."""
        found = next((batch for batch in self.batches if batch["key"] == key), None)
        if found is None:
            raise CannotRunChecks(f"{self.folder} has no batch {key}: give --folder one such as examples/first-laps.")
        return found

    def token_for(self, user: str) -> str:
        """A person's token, after seating them if needed.

        Raises `CheckSkipped` if the server does not seat people.
        """
        member = next(row for row in self.plan["members"] if row["user"] == user)
        if member["role"] == "commissioner":
            return self.token
        if user not in self.tokens:
            document = {name: member.get(name, "") for name in ("user", "role", "franchise")}
            response = self.post(f"{self.league_path}/members", document)
            if response.status == 403:
                raise CheckSkipped("the server seats nobody for trying: set API_CONFORMANCE")
            self.tokens[user] = expect_status(response, 201)["token"]
        return self.tokens[user]

    def play_until(self, key: str) -> None:
        """Give the example's batches up to and including the one with that key."""
        while self.given == 0 or self.batches[self.given - 1]["key"] != key:
            batch = self.batches[self.given]
            body = {name: batch[name] for name in ("commands", "on_behalf_of", "reason") if name in batch}
            response = self.post(
                f"{self.season_path}/commands", body, key=f"played {batch['key']}", token=self.token_for(batch["by"])
            )
            expect_status(response, 201)
            self.given += 1


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """The outcome of a check: `kept`, or why it was `not_tried`, or what is `wrong`."""

    name: str
    kept: bool
    not_tried: str = ""
    wrong: str = ""


Check = Callable[[Server], None]
CHECKS: dict[str, Check] = {}
"""All checks by name, in the order in which they run."""


def check(name: str) -> Callable[[Check], Check]:
    """Decorator that registers a check under a name."""

    def register(made: Check) -> Check:
        CHECKS[name] = made
        return made

    return register


def require_ready(server: Server) -> None:
    """Raise `CannotRunChecks` unless the server is up, the token valid for the league, and the league empty."""
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
    """The response to a request.

    Raises `CannotRunChecks` if the server is unreachable, throttles, or rejects the token.
    """
    try:
        response = server.request(method, path, document)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise CannotRunChecks(f"{server.url} is not reached ({error}): start it, or correct --server.") from None
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
    """The seasons of the league. Raises `CannotRunChecks` if the server does not answer like this API."""
    try:
        seasons = _request_or_stop(server, path).document["seasons"] if league.status == 200 else None
    except (CheckFailed, LookupError, TypeError):
        seasons = None
    if not isinstance(seasons, list):
        raise CannotRunChecks(
            f"{server.url} answered {league.status} for {API_PREFIX}{server.league_path}, and no league: see "
            "that it is a site of leagues that works, and correct --server."
        )
    return seasons


def _problem_detail(response: ServerResponse) -> str:
    """The `detail` of a problem response, or its status if it has none."""
    try:
        return str(response.document["detail"]).rstrip(".")
    except (CheckFailed, LookupError, TypeError):
        return f"it was answered {response.status}"


def run_checks(server: Server) -> Iterator[CheckOutcome]:
    """Run every check in turn. Raises `CannotRunChecks` if the server becomes unreachable."""
    for name, run_check in CHECKS.items():
        try:
            run_check(server)
        except CheckSkipped as reason:
            yield CheckOutcome(name, kept=False, not_tried=str(reason))
        except (CheckFailed, LookupError, TypeError, ValueError, OSError, http.client.HTTPException) as error:
            if isinstance(error, (OSError, http.client.HTTPException)):
                _require_reachable(server, name)
            wrong = str(error) if isinstance(error, CheckFailed) else f"{type(error).__name__}: {error}"
            yield CheckOutcome(name, kept=False, wrong=wrong)
        else:
            yield CheckOutcome(name, kept=True)


def _require_reachable(server: Server, name: str) -> None:
    """Raise `CannotRunChecks` if the server is no longer reachable."""
    try:
        server.get("/leagues")
    except (OSError, http.client.HTTPException) as error:
        raise CannotRunChecks(
            f"{server.url} went away ({error}) while this was tried: {name}. Start it again, and see why it ended."
        ) from None


class _Season(msgspec.Struct):
    name: str


class _Member(msgspec.Struct):
    user: str
    role: str
    franchise: str = ""


class _Plan(msgspec.Struct):
    """The part of an example's `league.json` that is used here."""

    members: list[_Member]
    seasons: Annotated[list[_Season], msgspec.Meta(min_length=1)]


class _Batch(msgspec.Struct):
    """The part of a batch that is used here."""

    key: str
    by: str
    commands: list[dict[str, Any]]


def read_example_file(file: Path, form: Any) -> Any:
    """The decoded JSON of an example file, checked against the type `form`. Raises `CannotRunChecks`."""
    try:
        document = json.loads(read_file(file, then="give --folder an example"))
    except Malformed as error:
        raise CannotRunChecks(error.sentence) from None
    except (ValueError, RecursionError) as error:
        raise CannotRunChecks(f"{file} is no JSON ({error}): give --folder an example.") from None
    try:
        msgspec.convert(document, form)
    except msgspec.ValidationError as error:
        raise CannotRunChecks(f"{file} is no file of an example ({error}): give --folder one.") from None
    return document


def require(condition: object, wrong: str) -> None:
    """Raise `CheckFailed` with the text `wrong` unless the condition is true."""
    if not condition:
        raise CheckFailed(wrong)


def expect_status(response: ServerResponse, status: int) -> Any:
    """The document of a response. Raises `CheckFailed` unless it has that status."""
    require(response.status == status, f"it answered {response.status} and not {status}: {response.body[:200]!r}")
    return response.document


def expect_problem(response: ServerResponse, status: int, kind: str | None) -> Document:
    """The problem document of a response.

    Raises `CheckFailed` unless status and kind match; None accepts any kind.
    """
    document: Document = expect_status(response, status)
    media_type = response.headers.get("content-type", "").partition(";")[0]
    require(media_type == PROBLEM_TYPE, f"its problem came as {media_type}")
    for name in ("type", "title", "status", "detail"):
        require(name in document, f"its problem has no {name}")
    require(document["status"] == status, f"its problem says {document['status']}")
    actual_kind = str(document["type"]).rpartition("/")[2]
    require(kind in (None, actual_kind), f"its problem is {actual_kind} and not {kind}")
    return document


def request_together(requests: list[Callable[[], ServerResponse]]) -> list[ServerResponse]:
    """The responses to several requests sent at the same moment from threads. Raises the first error of any."""
    with ThreadPoolExecutor(len(requests)) as pool:
        barrier = threading.Barrier(len(requests))

        def send_at_once(request: Callable[[], ServerResponse]) -> ServerResponse:
            barrier.wait()
            return request()

        return list(pool.map(send_at_once, requests))
