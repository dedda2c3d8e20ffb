"""What goes wrong, each an exception whose text is a sentence for people: refused, not reached, or not understood."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

FIRST_SERVER_ERROR = 500
"""From that status on it is the server that failed."""
EXCERPT_CHARACTERS = 60
"""Characters of an answer that nobody expected, as they are shown."""


class NotDone(Exception):
    """What was asked was not done. Everything that this package raises of a server, a packet or a file is one."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one part of what was sent; `pointer` is a JSON pointer to it, `type` its own kind."""

    pointer: str
    detail: str
    type: str = ""


class ApiProblem(NotDone):
    """A request was turned down (RFC 9457). `kind` never changes: branch on it, and show people `detail`.

    `errors` point into what was sent, all that is wrong with it at once. `kind` is empty where the server gave no
    problem document, as something in between may do.
    """

    def __init__(self, status: int, document: dict[str, Any]) -> None:
        self.status = status
        self.document = document
        self.type = str(document.get("type", "about:blank"))
        self.kind = "" if self.type == "about:blank" else self.type.rstrip("/").rpartition("/")[2]
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        self.errors = tuple(_read_errors(document.get("errors")))
        super().__init__(f"{status} {self.kind}: {self.detail}" if self.kind else f"{status}: {self.detail}")

    @property
    def lines(self) -> tuple[str, ...]:
        """Where in what was sent each fault is, and what is wrong there unless `detail` says that already."""
        return tuple(error_line(error.pointer, error.detail, beside=self.detail) for error in self.errors)


class OutOfReach(NotDone):
    """The server was not reached, or broke off, as often as it was tried. The same key may be sent again later."""


class AnswerUnread(NotDone):
    """A server answered what no site of leagues answers: no JSON, another address, or fields that are missing."""


def problem_from_answer(status: int, body: bytes) -> ApiProblem:
    """The problem of an answer; one that is no problem document is told by how it begins."""
    try:
        document = json.loads(body)
    except ValueError:
        document = None
    if not isinstance(document, dict) or "detail" not in document:
        said = f" ({excerpt(body)})" if body else ""
        then = (
            "ask the same again later"
            if status >= FIRST_SERVER_ERROR
            else "see whether its address is that of a site of leagues"
        )
        document = {"detail": f"The server gave no reason{said}: {then}."}
    return ApiProblem(status, document)


def error_line(pointer: str, detail: str, *, beside: str) -> str:
    """A line for a fault: its sentence is left out where it stands beside it, since some are long lists."""
    return f"    {pointer}" if detail == beside else f"    {pointer}: {detail}"


def excerpt(body: bytes) -> str:
    """How an answer begins, on one line."""
    text = " ".join(body[: 4 * EXCERPT_CHARACTERS].decode("utf-8", "replace").split())
    return text if len(text) <= EXCERPT_CHARACTERS else f"{text[:EXCERPT_CHARACTERS]}…"


def _read_errors(errors: object) -> Iterable[Fault]:
    for error in errors if isinstance(errors, list) else ():
        if isinstance(error, dict):
            yield Fault(str(error.get("pointer", "")), str(error.get("detail", "")), str(error.get("type", "")))
