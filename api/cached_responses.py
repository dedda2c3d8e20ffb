"""Responses that are the same for every reader as long as the server runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from rest_framework.response import Response

from api.etags import etag_not_modified_or
from rules.match import registry

_encoded_answers: dict[Hashable, tuple[str, bytes]] = {}


def cached_response(request: Any, of: str, build: Callable[[], msgspec.Struct]) -> Response:
    """A response that does not change while the server runs. Encoded once per set of installed rulesets."""
    key = (of, tuple(ruleset.name for ruleset in registry.rulesets()))
    if key not in _encoded_answers:
        body = msgspec.json.encode(build())
        _encoded_answers[key] = (f'W/"{hashlib.sha256(body).hexdigest()[:32]}"', body)
    tag, body = _encoded_answers[key]
    return etag_not_modified_or(request, lambda: msgspec.Raw(body), tag=tag)
