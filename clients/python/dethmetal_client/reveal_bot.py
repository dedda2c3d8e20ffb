"""A bot for awaited dice: it gives the hash of its words, waits until all hashes are in, and reveals the words."""

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
"""Seconds between two checks of what is awaited."""
SECRET_BYTES = 32
"""The fewest bytes of a secret."""
TOO_LATE_KINDS = frozenset({"words-too-late", "words-differ", "nothing-awaited"})
"""Refusals after which the dice fall without these words; any other refusal is an error."""
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
    """Give words for all dice that await words now, and for those that begin to await them within so many seconds.

    Returns once all its words are revealed, or their dice have fallen without them. Words are made from `secret`, so
    a bot that is restarted with the same secret finds its words again; without one, a random secret is used. Raises
    `ValueError` for a secret shorter than 32 bytes, and otherwise as `Client` does.
    """
    if secret and len(secret) < SECRET_BYTES:
        raise ValueError(f"A secret of {len(secret)} bytes can be guessed: give {SECRET_BYTES} random ones.")
    own_secret, until = secret or secrets.token_bytes(SECRET_BYTES), clock() + seconds
    waiting: set[int] = set()
    outcomes: dict[int, TookPart] = {}
    while True:
        awaited = {dice.entry: dice for dice in client.awaited(league, season) if dice.words}
        outcomes |= {entry: TookPart(entry=entry, why=FELL_BEFORE) for entry in waiting - awaited.keys()}
        for dice in awaited.values():
            if dice.entry not in outcomes and (dice.closed or dice.entry not in waiting):
                words = words_for(own_secret, league, season, dice)
                outcome = _give_or_reveal(client, league, season, dice, words)
                if outcome is not None:
                    outcomes[dice.entry] = outcome
                waiting.add(dice.entry)
        waiting -= outcomes.keys()
        if not waiting and clock() >= until:
            return tuple(outcomes[entry] for entry in sorted(outcomes))
        client.asking.sleep(POLL_SECONDS)


def words_for(secret: bytes, league: str, season: str, dice: AwaitedDice) -> str:
    """The words for dice, 64 hex digits, made from a secret; without the secret nobody can make them.

    They are valid only for this very entry: another entry in its place gets other words.
    """
    return hmac.new(secret, f"{league}/{season}/{dice.entry}/{dice.asked}".encode(), hashlib.sha256).hexdigest()


def is_signed(dice: AwaitedDice) -> bool:
    """Whether the site signed that the hashes are closed, so that it could not close others unnoticed."""
    if dice.receipt is None or dice.closed_in is None:
        return False
    statement = json.loads(dice.receipt.statement)
    return bool(statement.get("entry") == dice.closed_in > dice.entry)


def _give_or_reveal(client: Client, league: str, season: str, dice: AwaitedDice, words: str) -> TookPart | None:
    """Give the hash of the words, or reveal them; None while they still have to be revealed."""
    entry = dice.entry
    if dice.revealed:
        return TookPart(entry=entry, revealed=True, receipt=dice.receipt)
    if dice.closed and not dice.held:
        return TookPart(entry=entry, why=CLOSED_BEFORE)
    if dice.closed and not is_signed(dice):
        return None
    kind = "words" if dice.closed else "hash"
    key = f"take part {kind} {digest_of([league, season, entry, words])}"
    try:
        if dice.closed:
            client.reveal_words(league, season, entry, words, key=key)
            return TookPart(entry=entry, revealed=True, receipt=dice.receipt)
        client.give_hash(league, season, entry, hashlib.sha256(words.encode()).hexdigest(), key=key)
    except ApiProblem as error:
        if error.kind not in TOO_LATE_KINDS:
            raise
        return TookPart(entry=entry, why=error.detail)
    return None
