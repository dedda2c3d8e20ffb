"""Canonical JSON, of which the site makes its digests: with sorted names and without spaces."""

from __future__ import annotations

import hashlib
import json


def canonical(document: object) -> bytes:
    """A value's canonical JSON: sorted names, no spaces, in UTF-8."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest_of(document: object) -> str:
    """SHA-256 of a value's canonical JSON, 64 hex digits."""
    return hashlib.sha256(canonical(document)).hexdigest()
