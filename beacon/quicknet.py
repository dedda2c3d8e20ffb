"""The chain quicknet of drand: when its rounds are made, and whether the signature of a round is valid.

Every three seconds its members sign the next number together, which none of them can do alone. Each number has only
one valid signature, and its hash is randomness that nobody knew before. The chain is pinned here, so it does not
matter who supplies a round.

The scheme is `bls-unchained-g1-rfc9380`: the SHA-256 of the number as eight bytes, big-endian, is signed.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from rules.core.refusals import Refusal

if TYPE_CHECKING:
    from py_ecc.typing import Optimized_Point3D

CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
PUBLIC_KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
GENESIS = datetime.fromtimestamp(1692803367, UTC)
"""When round 1 was made."""
PERIOD = timedelta(seconds=3)
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
HIGHEST_ROUND_NUMBER = 9_999_999_999
"""The highest number accepted: its moment is centuries away, and still a date."""
SIGNATURE_BYTES = 48
OUTSIDE_GROUP_MESSAGE = "The signature is a point outside the group: give it as the beacon published it."
COMPRESSED, INFINITY = 0x80, 0x40
"""Bits of the first byte of a signature."""


class NoSuchRound(Refusal):
    """The beacon has no round with that number, or none before that time."""


class SignatureRefused(Refusal):
    """The signature of a beacon round is malformed, or is not the beacon's."""


@dataclass(frozen=True, slots=True)
class DrandRound:
    """A round with its signature, which may be invalid until `verify_round` has checked it."""

    number: int
    signature: bytes

    @property
    def randomness(self) -> bytes:
        """The 32 bytes nobody knew before the round."""
        return hashlib.sha256(self.signature).digest()


def round_time(number: int) -> datetime:
    """When a round is made. Raises `NoSuchRound`."""
    if not 1 <= number <= HIGHEST_ROUND_NUMBER:
        raise NoSuchRound(f"The beacon has no round {number}: give a number from 1 to {HIGHEST_ROUND_NUMBER}.")
    return GENESIS + (number - 1) * PERIOD


def first_round_at_or_after(moment: datetime) -> int:
    """The number of the first round that is made at that moment or after it."""
    return max(1, 1 - (GENESIS - moment) // PERIOD)


def latest_round(moment: datetime) -> int:
    """The number of the last round that was made by that moment. Raises `NoSuchRound` before the first one."""
    if moment < GENESIS:
        raise NoSuchRound(f"The beacon has no round before {GENESIS:%Y-%m-%d %H:%M:%S} UTC: name a later moment.")
    return 1 + (moment - GENESIS) // PERIOD


def parse_signature(text: str) -> bytes:
    """Parse a signature from hex digits. Raises `SignatureRefused`."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise SignatureRefused(
            f"{text[:40]!r} is no signature: give the {2 * SIGNATURE_BYTES} hex digits the beacon published."
        ) from None


@cache
def load_library() -> None:
    """Import py-ecc and restore the recursion limit, which it raises far beyond what the stack can take.

    With its limit a deeply nested document would crash the process instead of being refused in a sentence.
    """
    limit = sys.getrecursionlimit()
    importlib.import_module("py_ecc")
    sys.setrecursionlimit(limit)


def verify_round(round: DrandRound) -> None:
    """Check that the beacon made this round, in less than a second. Raises `NoSuchRound`, `SignatureRefused`."""
    load_library()
    from py_ecc.bls.hash_to_curve import hash_to_G1  # slow to import, as is all of it
    from py_ecc.optimized_bls12_381 import FQ12, G2, final_exponentiate, neg, pairing

    round_time(round.number)
    signature = _signature_point(round.signature)
    message = hashlib.sha256(round.number.to_bytes(8, "big")).digest()
    signed: Any = pairing(neg(G2), signature, final_exponentiate=False)
    sha256: Any = hashlib.sha256  # declared as an instance of the hash, but called as its constructor
    expected: Any = pairing(_public_key(), hash_to_G1(message, DOMAIN, sha256), final_exponentiate=False)
    if final_exponentiate(signed * expected) != FQ12.one():
        raise SignatureRefused(
            f"The signature is not the beacon's for round {round.number}: look whether number and signature belong "
            "together, or take the round from another address."
        )


def _signature_point(signature: bytes) -> Optimized_Point3D[Any]:
    """The point of the group that a signature encodes. Raises `SignatureRefused`."""
    load_library()
    from py_ecc.bls.g2_primitives import subgroup_check  # slow to import, as is all of it
    from py_ecc.bls.point_compression import decompress_G1
    from py_ecc.bls.typing import G1Compressed
    from py_ecc.optimized_bls12_381 import field_modulus

    if len(signature) != SIGNATURE_BYTES:
        raise SignatureRefused(
            f"The signature has {len(signature)} bytes: give all {SIGNATURE_BYTES} the beacon published."
        )
    number = int.from_bytes(signature, "big")
    if not signature[0] & COMPRESSED:
        raise SignatureRefused("The signature is no compressed point: give it as the beacon published it.")
    if signature[0] & INFINITY:
        raise SignatureRefused("The signature is the point at infinity: give the one the beacon published.")
    if number % 2**381 >= field_modulus:
        raise SignatureRefused("The signature is a number beyond the field: give it as the beacon published it.")
    if not number % 2**381:  # a point of order three, which the library reads as infinity without its bit
        raise SignatureRefused(OUTSIDE_GROUP_MESSAGE)
    try:
        point = decompress_G1(G1Compressed(number))
    except ValueError:
        raise SignatureRefused("The signature is no point of the curve: look for a digit that is wrong.") from None
    if not subgroup_check(point):
        raise SignatureRefused(OUTSIDE_GROUP_MESSAGE)
    return point


@cache
def _public_key() -> Optimized_Point3D[Any]:
    """The key of the chain, as a point."""
    load_library()
    from eth_typing import BLSSignature  # slow to import, as is all of it
    from py_ecc.bls.g2_primitives import signature_to_G2

    return signature_to_G2(BLSSignature(bytes.fromhex(PUBLIC_KEY)))
