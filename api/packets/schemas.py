"""Schemas of match packets and signing keys."""

from __future__ import annotations

from datetime import datetime

import msgspec

from api.leagues.schemas import Level
from rules.match.packet import Packet
from rules.match.text_tables import Table


class DiceOut(msgspec.Struct, frozen=True, kw_only=True):
    """What the dice of a match will be checked against.

    The dice are thrown with a key, which is published when the match is settled; `key_hash` is its SHA-256. Where the
    `level` is `beacon` or `reveal`, the key that is used also takes what the season awaits, and `key_hash` is of the
    key without it. The key is made from a leaf of the season and the chain before the lock, and `secret_hash` is the
    root over the leaves. In seasons without leaves it is made from the season's secret, whose hash `secret_hash` then
    is, and the owners' `words`.

    `entry` and `head` are the number and hash of the journal's last entry when the packet was given, null in a
    sandbox. Keep them: `verify.py --head` shows later whether anything before that entry was changed.
    """

    key_hash: str
    """SHA-256 of the match's key before anything awaited is mixed in; the key is published at the settlement."""
    secret_hash: str
    """What the key is made of, by its hash: the root over the season's leaves, or its secret."""
    words: str
    """The owners' words that the key is made with; empty for none."""
    level: Level
    """What the season's dice rest on."""
    entry: int | None
    """Number of the journal's last entry when the packet was given; null in a sandbox."""
    head: str | None
    """Hash of that entry, 64 hex digits; null in a sandbox."""


class SignedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A statement about a packet and its signature, in base64, over exactly these bytes in UTF-8.

    The statement is JSON: `version`, `season` with its `season_edition` and those of its `switches` that are not at
    their defaults, `match`, `ruleset` and its `edition`, the packet's `digest`, as `sheets` the SHA-256 of those, and
    as `commitment` the `key_hash` of the dice. `locked` is empty, or where a table asked for the packet by a
    ruleset of its own choice the digest of the statement about what is locked. `key` names one of the published keys.
    """

    statement: str
    """JSON text that was signed, with everything that affects the match."""
    key: str
    algorithm: str
    signature: str


class CarSheetOut(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a car by the ruleset of its packet, in tables for people."""

    car: str
    tables: tuple[Table, ...]
    """The figures of the car by the ruleset, in tables for people."""


class PacketOut(msgspec.Struct, frozen=True, kw_only=True):
    """A locked match: whatever happens in it depends on its packet, its dice and nothing else.

    `digest` is the SHA-256 of the packet as it is sent: JSON with sorted keys and no spaces, without what is at its
    default. `claimed_as` is the digest that reports of the match name: the SHA-256 of the signed statement, or the
    digest that the statement has as `locked`.
    """

    season: str
    digest: str
    """SHA-256 of the packet as JSON with sorted keys and no spaces, as it was sent."""
    claimed_as: str
    """Digest that reports of the match name as their `packet`, 64 hex digits."""
    packet: Packet
    """Everything the match depends on but its dice; what is at its default is left out."""
    sheets: tuple[CarSheetOut, ...]
    """The figures of each car by the ruleset; empty where people report the match."""
    dice: DiceOut
    """What the dice will be checked against."""
    signed: SignedOut
    """A statement about all of it, and its signature."""


class SigningKeyOut(msgspec.Struct, frozen=True, kw_only=True):
    """A key that signs packets, or did until it was retired: its 32 public bytes in base64."""

    id: str
    """Id of the key, which signatures name."""
    algorithm: str
    public: str
    """The 32 public bytes of the key in base64."""
    made_at: datetime
    """When the key was made."""
    retired_at: datetime | None
    """When it stopped signing; null for the one that signs."""


class KeysOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every key there ever was, the newest first."""

    keys: tuple[SigningKeyOut, ...]
    """Every key there ever was, the newest first."""
