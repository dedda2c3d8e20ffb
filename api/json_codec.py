"""JSON of requests and responses: msgspec encodes responses, and a strict parser reads requests into plain values."""

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
"""Names of UTF-8, and of ASCII as its subset."""
LONGEST_BODY = 1_000_000
"""The most bytes of a request body. A report of the largest match takes a twentieth of that."""


class UnsupportedContentEncoding(UnsupportedMediaType):
    """The request body is compressed or otherwise encoded."""


class JsonRenderer(BaseRenderer):
    """Encodes msgspec structs and plain values as JSON."""

    media_type = JSON_MEDIA_TYPE
    format = "json"
    charset = None

    def render(self, body: Any, _media_type: str | None = None, _context: Mapping[str, Any] | None = None) -> bytes:
        """The bytes of a response body; empty for None."""
        return b"" if body is None else msgspec.json.encode(body)


class JsonParser(BaseParser):
    """Parses JSON in UTF-8, rejecting duplicate names and values such as NaN."""

    media_type = JSON_MEDIA_TYPE

    def parse(self, stream: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> Any:
        """The decoded body.

        Raises `ParseError` for a body that is too long, is not UTF-8, or is not valid JSON (it says where),
        `UnsupportedMediaType` for another media type or character set, or `UnsupportedContentEncoding`.
        """
        type_name, charset = (media_type or "").partition(";")[0], CHARSET_PATTERN.search(media_type or "")
        if type_name.strip().lower() != JSON_MEDIA_TYPE or (
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
        except Malformed as error:
            raise ParseError(error.sentence) from None
