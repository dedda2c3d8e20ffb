"""Stored beacon rounds: the signature of each is checked once and then trusted."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from beacon.quicknet import DrandRound, NoSuchRound, SignatureRefused, parse_signature, verify_round
from league.models import BeaconRound

MOST_CHECKS_CACHED = 4096
"""How many checked rounds a process caches."""


def stored_signature(number: int) -> str | None:
    """The signature of a stored round, 96 hex digits; None if it is not stored."""
    return BeaconRound.objects.filter(pk=number).values_list("signature", flat=True).first()


def store_round(round: DrandRound, *, at: datetime) -> None:
    """Store a round for all seasons that wait for it. Raises `SignatureRefused`."""
    signature = round.signature.hex()
    if not is_valid_signature(round.number, signature):
        verify_round(round)
    BeaconRound.objects.bulk_create(
        [BeaconRound(number=round.number, signature=signature, kept_at=at)], ignore_conflicts=True
    )


@lru_cache(maxsize=MOST_CHECKS_CACHED)
def is_valid_signature(number: int, signature: str) -> bool:
    """Whether this is the beacon's signature of a round."""
    try:
        verify_round(DrandRound(number, parse_signature(signature)))
    except (SignatureRefused, NoSuchRound):
        return False
    return True
