"""Query parameters: their documentation, and parsing with a `QueryWrong` for each value that is not allowed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from drf_spectacular.utils import OpenApiParameter

from api.errors import QueryWrong
from rules.core.refusals import Malformed

LARGEST_INTEGER = 2**31 - 1
SHORT_NAME = re.compile(r"[a-z0-9][a-z0-9.\-]{0,59}")
CURSOR_PATTERN = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
MOST_LINES, LINES = 200, 50
ETAG_DESCRIPTION = (
    "Answers 304 where `If-None-Match` has the `ETag` of an answer you have, and nothing changed since."
)


def integer_parameter(
    name: str, description: str, *, least: int = 0, most: int = LARGEST_INTEGER, otherwise: int | None = None
) -> OpenApiParameter:
    """The documentation of an integer query parameter; `otherwise` is its default."""
    schema: dict[str, Any] = {"type": "integer", "minimum": least, "maximum": most}
    return OpenApiParameter(
        name, schema if otherwise is None else {**schema, "default": otherwise}, description=description
    )


LIMIT_PARAMETER = integer_parameter(
    "limit", f"How many lines are answered at most, 1 to {MOST_LINES}.", least=1, most=MOST_LINES, otherwise=LINES
)


def parse_integer(request: Any, name: str, *, most: int, least: int = 0, otherwise: int = 0) -> int:
    """An integer query parameter, or `otherwise` if it is absent. Raises `QueryWrong`."""
    text = request.query_params.get(name)
    if text is None:
        return otherwise
    if not text.isascii() or not text.isdecimal() or len(text) > 10 or not least <= int(text) <= most:
        raise QueryWrong(f"?{name}= takes a whole number from {least} to {most}.")
    return int(text)


def parse_limit(request: Any) -> int:
    """The number of lines of a page that the query asks for. Raises `QueryWrong`."""
    return parse_integer(request, "limit", least=1, most=MOST_LINES, otherwise=LINES)


def text_parameter(name: str, description: str, *, form: str = "", choices: Iterable[str] = ()) -> OpenApiParameter:
    """The documentation of a text query parameter: one of `choices`, else a text that matches the pattern `form`."""
    schema = {"type": "string", "enum": sorted(choices)} if choices else {"type": "string", "pattern": f"^{form}$"}
    return OpenApiParameter(name, schema, description=description)


AFTER_PARAMETER = text_parameter(
    "after", "Only what comes after that line: the `next` of the part before.", form=CURSOR_PATTERN.pattern
)


def parse_cursor(request: Any) -> tuple[int, int] | None:
    """The entry number and fact number in `after`; None for the first page. Raises `QueryWrong`."""
    text = request.query_params.get("after")
    if text is None:
        return None
    found = CURSOR_PATTERN.fullmatch(text)
    if found is None:
        raise QueryWrong("?after= takes the `next` of the part before, such as 118-2.")
    return int(found[1]), int(found[2])


def parse_name(request: Any, name: str, *, such_as: Iterable[str]) -> str:
    """A query parameter that is a short name; empty if absent.

    Raises `QueryWrong`, which lists `such_as`, if it is not formed like a name. It may still name nothing.
    """
    text: str | None = request.query_params.get(name)
    if text is not None and not SHORT_NAME.fullmatch(text):
        raise QueryWrong(f"?{name}= takes one of {', '.join(such_as)}.")
    return text or ""


def parse_choice(request: Any, name: str, choices: Collection[str]) -> str:
    """A query parameter that is one of `choices`; empty if absent. Raises `QueryWrong`."""
    text: str | None = request.query_params.get(name)
    if text is not None and text not in choices:
        raise QueryWrong(f"?{name}= takes one of {', '.join(sorted(choices))}.")
    return text or ""


def parse_moment(text: str, field: str) -> datetime:
    """A moment of a body's field, which names its offset. Raises `Malformed`."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Malformed("Name the time with its offset, such as 2026-11-28T20:00:00+01:00.").at(field)
    return moment
