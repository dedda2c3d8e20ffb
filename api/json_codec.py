"""JSON as it comes and goes: what is answered is written by msgspec, what is sent is read into plain values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from rules.campaign.core.codec import parse_json
from rules.core.refusals import Malformed

JSON_MEDIA_TYPE = "application/json"
IDENTITY_ENCODING = "identity"
CHARSET_PATTERN = re.compile(r";\s*charset\s*=\s*\"?([^\s;\"]*)", re.IGNORECASE)
UTF_8_NAMES = ("utf-8", "utf8", "us-ascii")
"""What UTF-8 is called, and what is UTF-8 as well."""
LONGEST_BODY = 1_000_000
"""Bytes of a request: a report of the largest match is a twentieth of it."""


class UnsupportedContentEncoding(UnsupportedMediaType):
    """A body came compressed, or otherwise encoded."""


class JsonRenderer(BaseRenderer):
    """Writes shapes, and plain values, as JSON."""

    media_type = JSON_MEDIA_TYPE
    format = "json"
    charset = None

    def render(self, shape: Any, _media_type: str | None = None, _context: Mapping[str, Any] | None = None) -> bytes:
        """The bytes of an answer; none for an answer without a body."""
        return b"" if shape is None else msgspec.json.encode(shape)


class JsonParser(BaseParser):
    """Reads JSON in UTF-8, in which no name stands twice and no number is none."""

    media_type = JSON_MEDIA_TYPE

    def parse(self, stream: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> Any:
        """The plain values that were sent.

        Raises `ParseError` that says where the JSON breaks, `UnsupportedMediaType` for another type or character
        set, or `UnsupportedContentEncoding`.
        """
        named, charset = (media_type or "").partition(";")[0], CHARSET_PATTERN.search(media_type or "")
        if named.strip().lower() != JSON_MEDIA_TYPE or (
            charset is not None and charset[1].lower() not in UTF_8_NAMES
        ):
            raise UnsupportedMediaType(media_type or "")
        encoding = (
            context["request"].headers.get("Content-Encoding", IDENTITY_ENCODING) if context else IDENTITY_ENCODING
        )
        if encoding.strip().lower() not in {"", IDENTITY_ENCODING}:
            raise UnsupportedContentEncoding(
                JSON_MEDIA_TYPE,
                detail=f"The body is {encoding[:40]!r} by its `Content-Encoding`: send it as it is, without.",
            )
        body = stream.read(LONGEST_BODY + 1)
        if len(body) > LONGEST_BODY:
            raise ParseError(f"That is longer than {LONGEST_BODY} bytes: send less at a time.")
        try:
            return parse_json(body.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise ParseError("That is not text in UTF-8: send one JSON document in UTF-8.") from None
        except Malformed as no:
            raise ParseError(no.sentence) from None
