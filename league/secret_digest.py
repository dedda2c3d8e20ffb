"""How a secret that opens something is kept: tokens, invitations and feed keys are stored and found by their hash."""

from __future__ import annotations

import hashlib


def secret_digest(text: str) -> str:
    """The SHA-256 of a secret, 64 hex digits. It is long and random, so that no salt and no slow hash is needed."""
    return hashlib.sha256(text.encode()).hexdigest()
