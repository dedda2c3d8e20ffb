"""Match packets: checks that one matches its digests and its signature."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dethmetal_client.canonical import digest_of
from dethmetal_client.document_validation import first_error
from dethmetal_client.problems import NotDone

PACKET_FORM = {
    "packet": {"match": str, "ruleset?": str, "edition?": int, "heats?": int},
    "digest": str,
    "season": str,
    "sheets": object,
    "claimed_as": str,
    "dice": {"key_hash": str},
    "signed": {"statement": str, "key": str, "algorithm": str, "signature": str},
}
"""The form of a packet in a server's answer."""
KEYS_FORM = {"keys": [{"id": str, "public": str}]}
STATEMENT_FORM = {"locked": str}
STATEMENT_VERSION = 2
"""The version of the statement that this module reads."""


class PacketFalse(NotDone):
    """A packet does not match its digests or its signature, or is not a packet at all. Play nothing by it."""


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet that was checked. `claimed_as` is the digest that a report of the match must name.

    That is the digest of the signed statement, or the digest named in it as locked if the packet was made for a
    ruleset of one's own choice. `signed_by` is the key whose signature was verified; it is empty if `cryptography` is
    not installed to check it.
    """

    season: str
    match: str
    digest: str
    claimed_as: str
    ruleset: str
    edition: int
    heats: int
    document: dict[str, Any]
    signed_by: str = ""


def checked(answer: Mapping[str, Any], keys: Mapping[str, Any]) -> Packet:
    """A packet in a server's answer, checked against its digests and the published keys. Raises `PacketFalse`."""
    try:
        if mismatch := first_error(answer, PACKET_FORM) or first_error(keys, KEYS_FORM, "the server's list of keys"):
            raise ValueError(mismatch)
        return _check_packet(answer, keys)
    except (ValueError, RecursionError) as error:
        raise PacketFalse(
            f"That is no packet as a server answers it ({error}): get it again, and keep all of it."
        ) from error


def _check_packet(answer: Mapping[str, Any], keys: Mapping[str, Any]) -> Packet:
    packet, digest = answer["packet"], answer["digest"]
    if digest_of(packet) != digest:
        raise PacketFalse(f"The packet of {packet.get('match')} does not come to its digest {digest}: get it again.")
    statement_text: str = answer["signed"]["statement"]
    statement = json.loads(statement_text)
    if mismatch := first_error(statement, STATEMENT_FORM, "what was signed"):
        raise ValueError(mismatch)
    expected = {
        "version": STATEMENT_VERSION,
        "season": answer["season"],
        "match": packet["match"],
        "digest": digest,
        "sheets": digest_of(answer["sheets"]),
        "ruleset": packet.get("ruleset", ""),
        "edition": packet.get("edition", 0),
        "commitment": answer["dice"]["key_hash"],
    }
    if differing := sorted(name for name, value in expected.items() if statement.get(name) != value):
        raise PacketFalse(
            f"What was signed is of another {', '.join(differing)} than the packet of {packet['match']}: get it "
            "again."
        )
    claimed_as = statement["locked"] or hashlib.sha256(statement_text.encode()).hexdigest()
    if answer["claimed_as"] != claimed_as:
        raise PacketFalse(
            f"What was signed is claimed as {claimed_as}, and the packet of {packet['match']} says another digest: "
            "get it again."
        )
    return Packet(
        season=answer["season"],
        match=packet["match"],
        digest=digest,
        claimed_as=claimed_as,
        ruleset=expected["ruleset"],
        edition=expected["edition"],
        heats=packet.get("heats", 1),
        document=packet,
        signed_by=_signer(answer["signed"], keys),
    )


def _signer(signed: Mapping[str, str], keys: Mapping[str, Any]) -> str:
    """The id of the key that signed; empty if it cannot be checked here. Raises `PacketFalse`."""
    key = next((candidate for candidate in keys["keys"] if candidate["id"] == signed["key"]), None)
    if key is None or signed["algorithm"] != "Ed25519":
        raise PacketFalse(f"The key {signed['key']} is none that the server publishes: ask whose it is.")
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:  # an optional dependency: without it only digests are checked
        return ""
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key["public"]))
    try:
        public.verify(base64.b64decode(signed["signature"]), signed["statement"].encode())
    except InvalidSignature:
        raise PacketFalse(
            f"The signature of {signed['key']} is not of this statement: get the packet again."
        ) from None
    return str(key["id"])
