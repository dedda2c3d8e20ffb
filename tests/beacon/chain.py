"""A beacon chain for tests: like quicknet, but with a known secret key, so that any round can be signed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from unittest.mock import patch

from beacon import quicknet
from journal.dice import beacon_rounds

SECRET_KEY = 0x5EED
LIBRARY_READS = 4096


@lru_cache(maxsize=LIBRARY_READS)
def signature_of(number: int) -> str:
    """The only valid signature of a round, as 96 hex digits."""
    quicknet.load_library()
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.bls.point_compression import compress_G1
    from py_ecc.optimized_bls12_381 import multiply

    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    sha256: Any = hashlib.sha256
    return (
        int(compress_G1(multiply(hash_to_G1(message, quicknet.DOMAIN, sha256), SECRET_KEY))).to_bytes(48, "big").hex()
    )


@lru_cache(maxsize=1)
def public_key() -> str:
    """The public key of the chain, as 192 hex digits."""
    quicknet.load_library()
    from py_ecc.bls.g2_primitives import G2_to_signature
    from py_ecc.optimized_bls12_381 import G2, multiply

    return bytes(G2_to_signature(multiply(G2, SECRET_KEY))).hex()


def _of_verify(*, pairing: bool) -> dict[str, Any]:
    """The globals of `verify.py` to replace, so that it checks this chain."""

    def round_error(number: int, signature: bytes) -> str:
        return "" if signature.hex() == signature_of(number) else "it is not the one of this chain"

    return {"QUICKNET_KEY": public_key(), **({} if pairing else {"round_error": round_error})}


@contextmanager
def own_chain(*, pairing: bool = False) -> Iterator[None]:
    """Make the site and `verify.py` use this chain instead of the public one.

    A signature is compared with the valid one of its round, since a pairing takes a third of a second. With
    `pairing` it is verified as on the site.
    """

    def same(round: quicknet.DrandRound) -> None:
        quicknet.round_time(round.number)
        if round.signature.hex() != signature_of(round.number):
            raise quicknet.SignatureRefused("It is not the signature of that round.")

    from tests.verifier.test_findings import VERIFY  # imports the builders of leagues, which import this module

    beacon_rounds.is_valid_signature.cache_clear()
    quicknet._public_key.cache_clear()
    verify = VERIFY["checked"].__globals__
    try:
        with patch.object(quicknet, "PUBLIC_KEY", public_key()), patch.dict(verify, _of_verify(pairing=pairing)):
            if pairing:
                yield
            else:
                with patch.object(beacon_rounds, "verify_round", same):
                    yield
    finally:
        beacon_rounds.is_valid_signature.cache_clear()
        quicknet._public_key.cache_clear()
