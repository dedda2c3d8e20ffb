"""Asking a server: one connection that is kept, and tried again where that can do no harm.

Reading is tried again freely. What changes something carries its key, and is sent again, byte for byte the same,
after a lost connection, while another of its key is performed, and after 429, 502, 503 and 504: done twice, it is
done once.
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

BASE_PATH = "/api/v1"
RETRY_STATUSES = frozenset({429, 502, 503, 504})
"""Answers after which the same request is worth another try."""
KEY_IN_USE = "key-in-use"
"""The one 409 after which it is: another request of the same key is still being performed."""
FIRST_WAIT, LONGEST_WAIT = 0.2, 20.0
"""Seconds between tries: doubled each time, and no longer than the second."""
LONGEST_RETRY_AFTER = 300.0
"""Seconds a server may ask to wait (`Retry-After`) before it is given up."""
MOST_CACHED_ANSWERS = 256
"""How many answers are kept by their tag."""
LONGEST_KEY = 120
"""Characters of a key."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered: its status, headers by lower-case name, body, and whether it had answered so before."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    repeated: bool = False

    @property
    def document(self) -> Any:
        """The body as plain values. Raises `AnswerUnread`."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise AnswerUnread(
                f"The server answered {self.status} with what is no JSON ({excerpt(self.body)}): see whether its "
                "address is that of a site of leagues."
            ) from None


class Asking:
    """A server, and the token one asks it with. `sleep` waits so many seconds between tries.

    `tries` is how often a request is sent at most, `timeout` how many seconds an answer may take. It keeps one
    connection, and is for one thread. Raises `ValueError` for what is no server or no token.
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

    def close(self) -> None:
        """Let the connection go."""
        self._connection.close()

    def get(self, path: str, query: Mapping[str, object] | None = None) -> Any:
        """The document at an address below `/api/v1`, fetched again only if it changed. Raises `NotDone`."""
        return self.read(path, query).document

    def read(self, path: str, query: Mapping[str, object] | None = None) -> Answer:
        """Read an address, as it was answered."""
        named = {name: str(each) for name, each in (query or {}).items() if each is not None}
        address = f"{path}?{urlencode(named)}" if named else path
        known = self._known.get(address)
        answer = self.ask("GET", address, headers={"If-None-Match": known[0]} if known else {})
        if answer.status == 304 and known:
            return known[1]
        if tag := answer.headers.get("etag"):
            if len(self._known) >= MOST_CACHED_ANSWERS:
                self._known.clear()
            self._known[address] = (tag, answer)
        return answer

    def post(self, path: str, document: object, *, key: str = "", safe: bool = False) -> Answer:
        """Send a document, under a key where it changes something. Raises `NotDone`, or `ValueError` for no key.

        What has no key is sent once, unless it is `safe` because it changes nothing.
        """
        if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
            raise ValueError(f"{key[:20]!r}… is no key: make one of 1 to {LONGEST_KEY} ASCII characters.")
        headers = {"Content-Type": "application/json", **({"Idempotency-Key": _quote_key(key)} if key else {})}
        body = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        return self.ask("POST", path, body=body, headers=headers, safe=safe or bool(key))

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        safe: bool = True,
    ) -> Answer:
        """Ask, and ask again where that is `safe` and of use. Raises `ApiProblem`, `OutOfReach` or `AnswerUnread`."""
        sent = {"Accept": "application/json", **(headers or {})}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if not safe:
            self._connection.close()  # one that was left open may have been shut at the other end meanwhile
        wait = FIRST_WAIT
        for left in reversed(range(self.tries if safe else 1)):
            asked_for = 0.0
            try:
                answer = self._send(method, self.base + path, body, sent)
            except (OSError, http.client.HTTPException) as no:
                self._connection.close()
                if not left or _is_permanent(no):
                    raise OutOfReach(self._failure_reason(no)) from no
            else:
                if answer.status < 300 or answer.status == 304:
                    return answer
                asked_for = self._retry_delay(answer, left=left)
            self.sleep(max(wait, asked_for))
            wait = min(2 * wait, LONGEST_WAIT)
        raise AssertionError("the last try answers or raises")

    def _retry_delay(self, answer: Answer, *, left: int) -> float:
        """How many seconds a server asks to wait. Raises what it answered where asking again is of no use."""
        if answer.status < 400:
            to = answer.headers.get("location", "elsewhere")
            raise AnswerUnread(f"{self.server} sends on to {to}: give the address of the site itself.")
        problem = problem_from_answer(answer.status, answer.body)
        asked_for = _retry_after_seconds(answer.headers.get("retry-after", ""))
        again = answer.status in RETRY_STATUSES or (answer.status == 409 and problem.kind == KEY_IN_USE)
        if not again or not left or asked_for > LONGEST_RETRY_AFTER:
            raise problem
        return asked_for

    def _send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        self._connection.request(method, path, body=body or None, headers=dict(headers))
        given = self._connection.getresponse()
        fields = {name.lower(): value for name, value in given.getheaders()}
        return Answer(given.status, fields, given.read(), fields.get("idempotent-replayed") == "true")

    def _failure_reason(self, no: Exception) -> str:
        """Why a server was not reached, and what to do."""
        reason = str(no) or type(no).__name__
        if isinstance(no, ssl.SSLCertVerificationError):
            return (
                f"The certificate of {self.server} is no good ({no.verify_message}): give the name it was made for, "
                "or name who signed it in SSL_CERT_FILE."
            )
        if isinstance(no, ssl.SSLError):
            return f"{self.server} speaks no TLS ({reason}): see whether it is http and not https."
        if isinstance(no, TimeoutError):
            return f"{self.server} did not answer in time ({reason}): ask the same again later."
        if isinstance(no, http.client.HTTPException):
            return f"{self.server} broke off or speaks no HTTP ({reason}): see its address, or ask the same again."
        return f"{self.server} is not reached ({reason}): see whether it runs there, or ask the same again later."


def _has_valid_port(server: str) -> bool:
    try:
        return urlsplit(server).port != 0
    except ValueError:
        return False


def _is_permanent(no: Exception) -> bool:
    """Whether asking again comes to the same: a name there is not, a certificate or TLS that is no good."""
    if isinstance(no, socket.gaierror):
        return no.errno != socket.EAI_AGAIN
    return isinstance(no, ssl.SSLError) and not isinstance(no, (ssl.SSLEOFError, ssl.SSLZeroReturnError))


def _quote_key(key: str) -> str:
    """A key as the header has it: text in quotes."""
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _retry_after_seconds(text: str) -> float:
    """How many seconds `Retry-After` says: a number, or until a date; 0 for what is neither."""
    if text.isdecimal():
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
