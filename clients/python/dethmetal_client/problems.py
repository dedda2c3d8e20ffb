"""What goes wrong: a problem document as an exception, or a server that is not reached."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one part of what was sent; `pointer` is a JSON pointer to it, `type` its own kind."""

    pointer: str
    detail: str
    type: str = ""


class ApiProblem(Exception):
    """A request was turned down (RFC 9457). `kind` never changes: branch on it, and show people `detail`."""

    def __init__(self, status: int, document: dict[str, Any]) -> None:
        self.status = status
        self.document = document
        self.type = str(document.get("type", "about:blank"))
        self.kind = self.type.rstrip("/").rpartition("/")[2]
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        self.errors = tuple(
            Fault(str(each.get("pointer", "")), str(each.get("detail", "")), str(each.get("type", "")))
            for each in document.get("errors", ())
        )
        super().__init__(f"{status} {self.kind}: {self.detail}")


class OutOfReach(Exception):
    """The server was not reached, or broke off, as often as it was tried. The same key may be sent again later."""


def problem_of(status: int, body: bytes) -> ApiProblem:
    """The problem of an answer; one that is no problem document is told by how it begins."""
    try:
        document = json.loads(body)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        document = {"detail": body[:200].decode("utf-8", "replace")}
    return ApiProblem(status, document)
