"""The dice that a match is played with, under its season's scheme."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from league.models import Season
from league.queries.season_leaves import committed_key_of_match, has_leaves, key_of_match
from league.queries.season_secrets import secrets_of
from rules.core.dice import Dice, KeyRing


@dataclass(frozen=True, slots=True)
class MatchDice:
    """The key of a match by its short id; in a season without leaves also what it is made from.

    `secret` is the season's, `words` are those of its line-ups.
    """

    match: str
    key: bytes
    secret: bytes = b""
    words: str = ""

    def dice(self) -> Dice:
        """The match's own dice, from their first faces on."""
        return Dice(onward=self.key) if not self.secret else Dice(KeyRing(self.secret, {self.match: self.words}))


def dice_of_match(row: Season, match: str, *, words: str) -> MatchDice:
    """The dice of a match whose line-ups were locked with those words. Raises `DiceAwaited`."""
    if has_leaves(row):
        return MatchDice(match, key_of_match(row, match))
    secret = secrets_of(row).of_match(match)
    return MatchDice(match, KeyRing(secret, {match: words}).match(match), secret, words)


def commitment_of_match(row: Season, match: str, *, words: str) -> str:
    """The commitment of a match, shown before its dice fall: the hash of its key without what is awaited, in hex."""
    key = committed_key_of_match(row, match) if has_leaves(row) else dice_of_match(row, match, words=words).key
    return hashlib.sha256(key).hexdigest()
