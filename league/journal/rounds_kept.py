"""Rounds of the beacon that are kept here: each is checked once, and believed from then on."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from beacon.quicknet import NoSuchRound, Round, SignatureRefused, check, signature_in
from league.models import BeaconRound

REMEMBERED = 4096
"""How many rounds a process remembers to have checked."""


def kept_round(number: int) -> str | None:
    """The signature of a round that is kept, 96 hex digits; None where it is not."""
    return BeaconRound.objects.filter(pk=number).values_list("signature", flat=True).first()


def keep_round(round: Round, *, at: datetime) -> None:
    """Keep a round for all seasons that wait for it, if its signature is right. Raises `SignatureRefused`."""
    signature = round.signature.hex()
    if not is_right(round.number, signature):
        check(round)
    BeaconRound.objects.bulk_create(
        [BeaconRound(number=round.number, signature=signature, kept_at=at)], ignore_conflicts=True
    )


@lru_cache(maxsize=REMEMBERED)
def is_right(number: int, signature: str) -> bool:
    """Whether that is the beacon's signature of a round."""
    try:
        check(Round(number, signature_in(signature)))
    except (SignatureRefused, NoSuchRound):
        return False
    return True
