"""The errors of this package: a request was refused, a server not reached, or an answer not understood.

The text of each exception is a sentence for people.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

FIRST_SERVER_ERROR = 500
"""The lowest status that says the server failed."""
EXCERPT_CHARACTERS = 60
"""Characters of an unexpected answer that are shown."""


class NotDone(Exception):
    """A request was not carried out. All errors about servers, packets and files in this package derive from it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in one part of what was sent; `pointer` is a JSON pointer to it, `type` the kind of error."""

    pointer: str
    detail: str
    type: str = ""


class ApiProblem(NotDone):
    """A request was refused (RFC 9457). `kind` never changes: branch on it, and show people `detail`.

    `errors` point into what was sent and are reported all at once. `kind` is empty if the answer was no problem
    document, for example because it came from a proxy.
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
        """A line for each error: its pointer, and its sentence unless `detail` is that sentence."""
        return tuple(error_line(error.pointer, error.detail, beside=self.detail) for error in self.errors)


class OutOfReach(NotDone):
    """The server could not be reached in any try, or broke off each time. The same key may be sent again later."""


class AnswerUnread(NotDone):
    """A server's answer is not one of this API: not JSON, a redirect, or without required fields."""


def problem_from_answer(status: int, body: bytes) -> ApiProblem:
    """The problem in an answer; if it is no problem document, the beginning of its body is quoted."""
    try:
        document = json.loads(body)
    except ValueError:
        document = None
    if not isinstance(document, dict) or "detail" not in document:
        quoted = f" ({excerpt(body)})" if body else ""
        advice = (
            "ask the same again later"
            if status >= FIRST_SERVER_ERROR
            else "see whether its address is that of a site of leagues"
        )
        document = {"detail": f"The server gave no reason{quoted}: {advice}."}
    return ApiProblem(status, document)


def error_line(pointer: str, detail: str, *, beside: str) -> str:
    """The line for an error; its sentence is left out if it equals `beside`, since some are long lists."""
    return f"    {pointer}" if detail == beside else f"    {pointer}: {detail}"


def excerpt(body: bytes) -> str:
    """The beginning of an answer, on one line."""
    text = " ".join(body[: 4 * EXCERPT_CHARACTERS].decode("utf-8", "replace").split())
    return text if len(text) <= EXCERPT_CHARACTERS else f"{text[:EXCERPT_CHARACTERS]}…"


def _read_errors(errors: object) -> Iterable[Fault]:
    for error in errors if isinstance(errors, list) else ():
        if isinstance(error, dict):
            yield Fault(str(error.get("pointer", "")), str(error.get("detail", "")), str(error.get("type", "")))
