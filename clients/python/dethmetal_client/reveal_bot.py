"""A bot that takes part in awaited dice: it gives the hash of its words, waits until all have, and reveals them."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from dethmetal_client.canonical import digest_of
from dethmetal_client.dice_shapes import AwaitedDice, TookPart
from dethmetal_client.problems import ApiProblem

if TYPE_CHECKING:
    from dethmetal_client.leagues import Client

POLL_SECONDS = 1.0
"""Between two looks at what is awaited."""
SECRET_BYTES = 32
"""Of a secret at least."""
TOO_LATE_KINDS = frozenset({"words-too-late", "words-differ", "nothing-awaited"})
"""Refusals after which dice fall without these words; every other one is an error."""
CLOSED_BEFORE = "Its hashes were closed before yours came: it falls without your words."
FELL_BEFORE = "Its dice fell before your words were revealed."


def take_part(
    client: Client,
    league: str,
    season: str,
    *,
    seconds: float = 0.0,
    secret: bytes = b"",
    clock: Callable[[], float] = time.monotonic,
) -> tuple[TookPart, ...]:
    """Give words for all dice that a season awaits by words, and for those it begins to await within so many seconds.

    It ends once all of its words are revealed, or the dice fell without them. Words are made from the `secret`, so
    that a bot which was stopped finds its words again when it is given the same one; without one it is drawn afresh.
    Raises `ValueError` for a secret of less than 32 bytes, and as `Client` does.
    """
    if secret and len(secret) < SECRET_BYTES:
        raise ValueError(f"A secret of {len(secret)} bytes can be guessed: give {SECRET_BYTES} random ones.")
    known, until = secret or secrets.token_bytes(SECRET_BYTES), clock() + seconds
    waiting: set[int] = set()
    outcomes: dict[int, TookPart] = {}
    while True:
        awaited = {dice.entry: dice for dice in client.awaited(league, season) if dice.words}
        outcomes |= {entry: TookPart(entry=entry, why=FELL_BEFORE) for entry in waiting - awaited.keys()}
        for dice in awaited.values():
            if dice.entry not in outcomes and (dice.closed or dice.entry not in waiting):
                words = words_for(known, league, season, dice)
                outcome = _give_or_reveal(client, league, season, dice, words)
                if outcome is not None:
                    outcomes[dice.entry] = outcome
                waiting.add(dice.entry)
        waiting -= outcomes.keys()
        if not waiting and clock() >= until:
            return tuple(outcomes[entry] for entry in sorted(outcomes))
        client.asking.sleep(POLL_SECONDS)


def words_for(secret: bytes, league: str, season: str, dice: AwaitedDice) -> str:
    """The words that are made from a secret for dice, 64 hex digits: nobody makes them who does not know it.

    They are good for that very entry: for another one in its place they are others.
    """
    return hmac.new(secret, f"{league}/{season}/{dice.entry}/{dice.asked}".encode(), hashlib.sha256).hexdigest()


def is_signed(dice: AwaitedDice) -> bool:
    """Whether the site signed that the hashes are closed: if it closed others afterwards, that would show it."""
    if dice.receipt is None or dice.closed_in is None:
        return False
    said = json.loads(dice.receipt.statement)
    return bool(said.get("entry") == dice.closed_in > dice.entry)


def _give_or_reveal(client: Client, league: str, season: str, dice: AwaitedDice, words: str) -> TookPart | None:
    """Give the hash of words, or reveal them; None as long as they are to be revealed later."""
    entry = dice.entry
    if dice.revealed:
        return TookPart(entry=entry, revealed=True, receipt=dice.receipt)
    if dice.closed and not dice.held:
        return TookPart(entry=entry, why=CLOSED_BEFORE)
    if dice.closed and not is_signed(dice):
        return None
    what = "words" if dice.closed else "hash"
    key = f"take part {what} {digest_of([league, season, entry, words])}"
    try:
        if dice.closed:
            client.reveal_words(league, season, entry, words, key=key)
            return TookPart(entry=entry, revealed=True, receipt=dice.receipt)
        client.give_hash(league, season, entry, hashlib.sha256(words.encode()).hexdigest(), key=key)
    except ApiProblem as no:
        if no.kind not in TOO_LATE_KINDS:
            raise
        return TookPart(entry=entry, why=no.detail)
    return None
