"""The hash chain: what each entry commits to, without revealing what is still sealed."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime

from rules.core.canonical_json import json_bytes


def hash_document(document: object) -> str:
    """SHA-256 of a value's canonical JSON, 64 hex digits."""
    return hashlib.sha256(json_bytes(document)).hexdigest()


def genesis(*, season: str, secret_hash: str, opening: str, previous: str, dice: str = "") -> str:
    """The link before the first entry: a hash of the season, its dice commitment, its opening and the previous head.

    `dice` is the dice scheme if `secret_hash` is the root of leaves, and empty otherwise.
    """
    content = {"opening": opening, "previous": previous, "season": season, "secret_hash": secret_hash}
    return hash_document(content | {"dice": dice} if dice else content)


def salt_of(secret: bytes, number: int) -> str:
    """The salt of an entry, 32 hex digits, so that a sealed command cannot be guessed from its hash."""
    return hmac.digest(secret, f"seal|{number}".encode(), hashlib.sha256)[:16].hex()


def seal_name(secret: bytes, number: int) -> str:
    """The name of an entry's own seal, 16 hex digits: it is public and reveals nothing that is sealed."""
    return hmac.digest(secret, f"seal-name|{number}".encode(), hashlib.sha256)[:8].hex()


def content_hash(*, salt: str, body: bytes, digest: str) -> str:
    """The commitment of an entry to its command, facts, rolls and the state after it."""
    return hashlib.sha256(b"|".join((salt.encode(), digest.encode(), body))).hexdigest()


def reason_hash(*, salt: str, reason: str) -> str:
    """The commitment of an entry to its reason: the chain stays valid if the text is redacted."""
    return hashlib.sha256(f"{salt}|{reason}".encode()).hexdigest() if reason else ""


def entry_hash(
    *,
    season: str,
    number: int,
    previous: str,
    actor: str,
    on_behalf_of: str,
    reason_hash: str,
    at: datetime,
    seal: str,
    content_hash: str,
) -> str:
    """The link of an entry: SHA-256 over its public fields and the link before."""
    return hash_document(
        {
            "actor": actor,
            "at": at.astimezone(UTC).isoformat(),
            "content": content_hash,
            "number": number,
            "on_behalf_of": on_behalf_of,
            "previous": previous,
            "reason": reason_hash,
            "seal": seal,
            "season": season,
        }
    )
