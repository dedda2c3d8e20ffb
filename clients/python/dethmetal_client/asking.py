"""Asking a server: one connection that is kept, and tried again where that can do no harm.

Reading is tried again freely. What changes something carries its key, and is sent again, byte for byte the same,
after a lost connection, 409, 429 and 503: done twice, it is done once.
"""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from dethmetal_client.problems import ApiProblem, OutOfReach, problem_of

V1 = "/api/v1"
AGAIN = frozenset({409, 429, 503})
"""Answers after which the same request is worth another try."""
FIRST_WAIT, LONGEST_WAIT = 0.2, 20.0
"""Seconds between tries: doubled each time, and no longer than the second."""
MOST_KNOWN = 256
"""How many answers are kept by their tag."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered: its status, headers by lower-case name, body, and whether it had answered so before."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    repeated: bool = False

    @property
    def document(self) -> Any:
        """The body as plain values."""
        return json.loads(self.body)


class Asking:
    """A server, and the token one asks it with. `sleep` waits so many seconds between tries."""

    def __init__(
        self,
        server: str,
        token: str = "",
        *,
        tries: int = 8,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{server!r} is no server: give one as https://league.example.org.")
        self.base = parts.path.rstrip("/") + V1
        self.token = token
        self.tries = tries
        self.sleep = sleep
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=timeout)
        self._known: dict[str, tuple[str, Answer]] = {}

    def close(self) -> None:
        """Let the connection go."""
        self._connection.close()

    def get(self, path: str, query: Mapping[str, object] | None = None) -> Any:
        """Read an address; what has not changed since is not fetched again. Raises `ApiProblem` or `OutOfReach`."""
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
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[address] = (tag, answer)
        return answer

    def post(self, path: str, document: object, *, key: str = "") -> Answer:
        """Send a document, under a key where it changes something. Raises `ApiProblem` or `OutOfReach`."""
        headers = {"Content-Type": "application/json", **({"Idempotency-Key": key} if key else {})}
        body = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        return self.ask("POST", path, body=body, headers=headers, safe=bool(key))

    def ask(
        self,
        method: str,
        path: str,
        *,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        safe: bool = True,
    ) -> Answer:
        """Ask, and ask again where that is `safe` and of use. Raises `ApiProblem` or `OutOfReach`."""
        sent = {"Accept": "application/json", **(headers or {})}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        wait, wrong = FIRST_WAIT, ""
        for left in reversed(range(self.tries if safe else 1)):
            try:
                answer = self._once(method, self.base + path, body, sent)
            except (OSError, http.client.HTTPException) as no:
                self._connection.close()
                wrong, asked_for = f"{type(no).__name__}: {no}", 0.0
            else:
                if answer.status < 400:
                    return answer
                problem = problem_of(answer.status, answer.body)
                if answer.status not in AGAIN or not left:
                    raise problem
                wrong, asked_for = str(problem), _seconds(answer.headers.get("retry-after", ""))
            if left:
                self.sleep(max(wait, asked_for))
                wait = min(2 * wait, LONGEST_WAIT)
        raise OutOfReach(f"{method} {path}: {wrong}")

    def _once(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        self._connection.request(method, path, body=body or None, headers=dict(headers))
        given = self._connection.getresponse()
        told = {name.lower(): each for name, each in given.getheaders()}
        return Answer(given.status, told, given.read(), told.get("idempotent-replayed") == "true")


def _seconds(text: str) -> float:
    return float(text) if text.isdecimal() else 0.0


__all__ = ["Answer", "ApiProblem", "Asking", "OutOfReach"]
