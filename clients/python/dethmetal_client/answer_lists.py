"""The lists in the answers of the server."""

from __future__ import annotations

from typing import Any

from dethmetal_client.problems import AnswerUnread


def list_in(document: Any, name: str) -> list[Any]:
    """The list of that name in an answer. Raises `AnswerUnread` if there is none."""
    found = document.get(name) if isinstance(document, dict) else None
    if not isinstance(found, list):
        raise AnswerUnread(f"The server answered no {name}: see whether its API is of version 1.")
    return found
