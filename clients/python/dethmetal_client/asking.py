"""Sends requests to a server over one connection, and retries where that is safe.

Reads may always be retried. A request that changes something carries a key and is sent again, byte for byte the same,
after a lost connection, while another request with its key is in progress, and after 429, 502, 503 and 504. The
server carries it out only once.
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

from dethmetal_client.problems import AnswerUnread, OutOfReach, excerpt, problem_from_answer
from dethmetal_client.quotas import Quota, quotas_in

BASE_PATH = "/api/v1"
RETRY_STATUSES = frozenset({429, 502, 503, 504})
"""Statuses after which the same request is worth another try."""
KEY_IN_USE = "key-in-use"
"""The only kind of 409 that is retried: another request with the same key is still in progress."""
FIRST_WAIT, LONGEST_WAIT = 0.2, 20.0
"""Seconds between tries: the first wait is doubled each time, up to the longest."""
LONGEST_RETRY_AFTER = 300.0
"""The longest `Retry-After`, in seconds, that is waited for."""
MOST_CACHED_ANSWERS = 256
"""The most answers that are kept with their ETags."""
LONGEST_KEY = 120
"""The most characters of a key."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A server's answer: status, headers by lower-case name, body, and whether it repeats an earlier answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    repeated: bool = False

    @property
    def document(self) -> Any:
        """The body as JSON values. Raises `AnswerUnread`."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise AnswerUnread(
                f"The server answered {self.status} with what is no JSON ({excerpt(self.body)}): see whether its "
                "address is that of a site of leagues."
            ) from None


class Asking:
    """A server, and the token for requests to it. `sleep` waits so many seconds between tries.

    A request is sent at most `tries` times, and an answer may take `timeout` seconds. It keeps one connection, and is
    for one thread. Raises `ValueError` for an invalid server or token.
    """

    def __init__(
        self,
        server: str,
        token: str = "",
        *,
        tries: int = 8,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.server = server
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname or not _has_valid_port(server):
            raise ValueError(f"{server!r} is no server: give one as https://league.example.org.")
        if token and not (token.isascii() and token.isprintable() and " " not in token):
            raise ValueError("That is no token: give it as it was told when it was made, dm_ and what follows.")
        self.base = parts.path.rstrip("/") + BASE_PATH
        self.token = token
        self.tries = max(1, tries)
        self.sleep = sleep
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=timeout)
        self._known: dict[str, tuple[str, Answer]] = {}
        self.quota: Mapping[str, Quota] = {}
        """What is left of each limit by its name, as the last answer said; empty before the first."""

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def get(self, path: str, query: Mapping[str, object] | None = None) -> Any:
        """The document at an address below `/api/v1`, fetched again only if it changed. Raises `NotDone`."""
        return self.read(path, query).document

    def read(self, path: str, query: Mapping[str, object] | None = None) -> Answer:
        """Read an address; the answer is taken from the cache if the server says that it did not change."""
        parameters = {name: str(value) for name, value in (query or {}).items() if value is not None}
        address = f"{path}?{urlencode(parameters)}" if parameters else path
        cached = self._known.get(address)
        answer = self.ask("GET", address, headers={"If-None-Match": cached[0]} if cached else {})
        if answer.status == 304 and cached:
            return cached[1]
        if tag := answer.headers.get("etag"):
            if len(self._known) >= MOST_CACHED_ANSWERS:
                self._known.clear()
            self._known[address] = (tag, answer)
        return answer

    def post(
        self,
        path: str,
        document: object,
        *,
        key: str = "",
        safe: bool = False,
        method: str = "POST",
        if_match: str = "",
    ) -> Answer:
        """Send a document, with a key if it changes something. Raises `NotDone`, or `ValueError` for an invalid key.

        Without a key it is sent only once, unless it is `safe` because it changes nothing. `method` may also be
        `PUT` or `DELETE`. With `if_match`, the tag of an earlier answer, it is refused if that has changed since.
        """
        if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
            raise ValueError(f"{key[:20]!r}… is no key: make one of 1 to {LONGEST_KEY} ASCII characters.")
        headers = {"Content-Type": "application/json", **({"Idempotency-Key": _quote_key(key)} if key else {})}
        if if_match:
            headers["If-Match"] = if_match
        body = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        return self.ask(method, path, body=body, headers=headers, safe=safe or bool(key))

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        safe: bool = True,
    ) -> Answer:
        """Send a request, and retry it if that is `safe`. Raises `ApiProblem`, `OutOfReach` or `AnswerUnread`."""
        all_headers = {"Accept": "application/json", **(headers or {})}
        if self.token:
            all_headers["Authorization"] = f"Bearer {self.token}"
        if not safe:
            self._connection.close()  # the server may have closed an idle connection, and this cannot be retried
        wait = FIRST_WAIT
        for left in reversed(range(self.tries if safe else 1)):
            delay = 0.0
            try:
                answer = self._send(method, self.base + path, body, all_headers)
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                if not left or _is_permanent(error):
                    raise OutOfReach(self._failure_reason(error)) from error
            else:
                if answer.status < 300 or answer.status == 304:
                    return answer
                delay = self._retry_delay(answer, left=left)
            self.sleep(max(wait, delay))
            wait = min(2 * wait, LONGEST_WAIT)
        raise AssertionError("the last try answers or raises")

    def _retry_delay(self, answer: Answer, *, left: int) -> float:
        """Seconds that the server asks to wait. Raises the problem it answered if a retry is of no use."""
        if answer.status < 400:
            target = answer.headers.get("location", "elsewhere")
            raise AnswerUnread(f"{self.server} sends on to {target}: give the address of the site itself.")
        problem = problem_from_answer(answer.status, answer.body)
        delay = _retry_after_seconds(answer.headers.get("retry-after", ""))
        retryable = answer.status in RETRY_STATUSES or (answer.status == 409 and problem.kind == KEY_IN_USE)
        if not retryable or not left or delay > LONGEST_RETRY_AFTER:
            raise problem
        return delay

    def _send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        self._connection.request(method, path, body=body or None, headers=dict(headers))
        response = self._connection.getresponse()
        fields = {name.lower(): value for name, value in response.getheaders()}
        self.quota = quotas_in(fields)
        return Answer(response.status, fields, response.read(), fields.get("idempotent-replayed") == "true")

    def _failure_reason(self, error: Exception) -> str:
        """Why the server was not reached, and what to do."""
        reason = str(error) or type(error).__name__
        if isinstance(error, ssl.SSLCertVerificationError):
            return (
                f"The certificate of {self.server} is no good ({error.verify_message}): give the name it was made "
                "for, or name who signed it in SSL_CERT_FILE."
            )
        if isinstance(error, ssl.SSLError):
            return f"{self.server} speaks no TLS ({reason}): see whether it is http and not https."
        if isinstance(error, TimeoutError):
            return f"{self.server} did not answer in time ({reason}): ask the same again later."
        if isinstance(error, http.client.HTTPException):
            return f"{self.server} broke off or speaks no HTTP ({reason}): see its address, or ask the same again."
        return f"{self.server} is not reached ({reason}): see whether it runs there, or ask the same again later."


def _has_valid_port(server: str) -> bool:
    try:
        return urlsplit(server).port != 0
    except ValueError:
        return False


def _is_permanent(error: Exception) -> bool:
    """Whether every retry would fail too: the host name does not exist, or its certificate or TLS is invalid."""
    if isinstance(error, socket.gaierror):
        return error.errno != socket.EAI_AGAIN
    return isinstance(error, ssl.SSLError) and not isinstance(error, (ssl.SSLEOFError, ssl.SSLZeroReturnError))


def _quote_key(key: str) -> str:
    """A key as the header needs it: a quoted string."""
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _retry_after_seconds(text: str) -> float:
    """The seconds in a `Retry-After` header, which is a number or a date; 0 if it is neither."""
    if text.isdecimal():
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
