"""Match packets: whether one is what it says, and who signed it."""

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
"""The form of a packet as a server answers it."""
KEYS_FORM = {"keys": [{"id": str, "public": str}]}
STATEMENT_FORM = {"locked": str}
STATEMENT_VERSION = 2
"""The version of the statement that is read here."""


class PacketFalse(NotDone):
    """A packet is not what its digests or its signature say, or is none: play nothing by it."""


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet that was checked. `claimed_as` is the digest a report of the match names.

    That is the digest of the statement that was signed, or the one this says where the packet is by a ruleset of
    one's own choice. `signed_by` is the key whose signature was found good, empty where `cryptography` is not there
    to check it.
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
    """A packet as a server answered it, checked against its digests and the published keys. Raises `PacketFalse`."""
    try:
        if wrong := first_error(answer, PACKET_FORM) or first_error(keys, KEYS_FORM, "the server's list of keys"):
            raise ValueError(wrong)
        return _check_packet(answer, keys)
    except (ValueError, RecursionError) as no:
        raise PacketFalse(
            f"That is no packet as a server answers it ({no}): get it again, and keep all of it."
        ) from no


def _check_packet(answer: Mapping[str, Any], keys: Mapping[str, Any]) -> Packet:
    packet, digest = answer["packet"], answer["digest"]
    if digest_of(packet) != digest:
        raise PacketFalse(f"The packet of {packet.get('match')} does not come to its digest {digest}: get it again.")
    stated: str = answer["signed"]["statement"]
    statement = json.loads(stated)
    if unlike := first_error(statement, STATEMENT_FORM, "what was signed"):
        raise ValueError(unlike)
    says = {
        "version": STATEMENT_VERSION,
        "season": answer["season"],
        "match": packet["match"],
        "digest": digest,
        "sheets": digest_of(answer["sheets"]),
        "ruleset": packet.get("ruleset", ""),
        "edition": packet.get("edition", 0),
        "commitment": answer["dice"]["key_hash"],
    }
    if wrong := sorted(name for name, value in says.items() if statement.get(name) != value):
        raise PacketFalse(
            f"What was signed is of another {', '.join(wrong)} than the packet of {packet['match']}: get it again."
        )
    named = statement["locked"] or hashlib.sha256(stated.encode()).hexdigest()
    if answer["claimed_as"] != named:
        raise PacketFalse(
            f"What was signed is claimed as {named}, and the packet of {packet['match']} says another digest: get it "
            "again."
        )
    return Packet(
        season=answer["season"],
        match=packet["match"],
        digest=digest,
        claimed_as=named,
        ruleset=says["ruleset"],
        edition=says["edition"],
        heats=packet.get("heats", 1),
        document=packet,
        signed_by=_signer(answer["signed"], keys),
    )


def _signer(signed: Mapping[str, str], keys: Mapping[str, Any]) -> str:
    """The key that signed, where that can be checked here. Raises `PacketFalse`."""
    key = next((each for each in keys["keys"] if each["id"] == signed["key"]), None)
    if key is None or signed["algorithm"] != "Ed25519":
        raise PacketFalse(f"The key {signed['key']} is none that the server publishes: ask whose it is.")
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:  # an optional part: without it digests are checked and signatures are not
        return ""
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key["public"]))
    try:
        public.verify(base64.b64decode(signed["signature"]), signed["statement"].encode())
    except InvalidSignature:
        raise PacketFalse(
            f"The signature of {signed['key']} is not of this statement: get the packet again."
        ) from None
    return str(key["id"])
