"""Shapes to JSON and back: what is answered is written by msgspec, what is sent is read once and strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from rules.campaign.codec import parsed
from rules.refusal import Malformed

JSON = "application/json"
LONGEST_BODY = 1_000_000
"""Bytes of a request: a report of the largest match is a twentieth of it."""
S = TypeVar("S", bound=msgspec.Struct)


class JsonRenderer(BaseRenderer):
    """Writes shapes, and plain values, as JSON."""

    media_type = JSON
    format = "json"
    charset = None

    def render(self, shape: Any, _media_type: str | None = None, _context: Mapping[str, Any] | None = None) -> bytes:
        """The bytes of an answer; none for an answer without a body."""
        return b"" if shape is None else msgspec.json.encode(shape)


class JsonParser(BaseParser):
    """Reads JSON in which no name stands twice and no number is none."""

    media_type = JSON

    def parse(self, stream: Any, _media_type: str | None = None, _context: Mapping[str, Any] | None = None) -> Any:
        """The plain values that were sent. Raises `ParseError` that says where the JSON breaks."""
        body = stream.read(LONGEST_BODY + 1)
        if len(body) > LONGEST_BODY:
            raise ParseError(f"That is longer than {LONGEST_BODY} bytes: send less at a time.")
        try:
            return parsed(body)
        except Malformed as no:
            raise ParseError(no.sentence) from None


def read_as(shape: type[S], sent: Any) -> S:
    """What was sent as that shape. Raises `Malformed` that names the part that is wrong."""
    try:
        return msgspec.convert(sent, shape)
    except msgspec.ValidationError as no:
        what, _, where = str(no).partition(" - at ")
        raise Misshapen(what, where.strip("`")) from None


class Misshapen(Malformed):
    """A part of what was sent is missing, unknown, or of the wrong kind."""

    def __init__(self, what: str, path: str) -> None:
        self.pointer = pointer_of(path)
        super().__init__(f"{self.pointer or 'The request'}: {what}. See the schema of this request.")


def pointer_of(path: str) -> str:
    """A JSON pointer for a path as the codec writes it: `$.reports[0].points` is `/reports/0/points`.

    The codec does not say which name of an object it means: then the pointer is to the object.
    """
    steps = path.removeprefix("$").partition("[...]")[0].replace("[", ".").replace("]", "").split(".")
    return "".join(f"/{each.replace('~', '~0').replace('/', '~1')}" for each in steps if each)
