"""Values as the site writes them where it makes digests of them: JSON with sorted names and no spaces."""

from __future__ import annotations

import hashlib
import json


def canonical(document: object) -> bytes:
    """The bytes of a value's JSON with sorted names and no spaces."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest_of(document: object) -> str:
    """SHA-256 of those bytes, 64 hex digits."""
    return hashlib.sha256(canonical(document)).hexdigest()
