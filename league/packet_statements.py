"""Match packets as programs are given them: everything a locked match hangs on, under one digest, signed.

What is given out is a small statement as deterministic JSON: which match of which season, by which rules and house
rules, the digests of the packet and of what its cars come to, and what its dice will be checked against. Its own
digest is what reports name, so that a report of another season's packet, or of a fork's, is one of another match.

The statement is signed with a key of the site's own (`league.signing`). Rules DM-C-090, DM-M-140.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import msgspec

from league.models import Season
from league.queries.dice_keys import commitment_of_match
from league.queries.season_secrets import published_commitment
from rules.campaign.core import state
from rules.campaign.match_day.packet_builder import build_packet
from rules.core.canonical_json import json_bytes
from rules.match.packet import Packet, packet_digest
from rules.match.registry import get_ruleset
from rules.match.text_tables import Table

STATEMENT_VERSION = 2
"""The version of the statement that is signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceCommitment:
    """What a match's dice will be checked against once its key is published.

    `key_hash` is the SHA-256 of the match's key, 64 hex digits; where a season awaits something for its dice, of the
    key that the match would have without it. The key is made of a leaf whose root was published
    before, or in seasons without leaves of the season's secret, whose own hash was, and of the owners' `words`:
    `secret_hash` is that root or hash.
    """

    key_hash: str
    secret_hash: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PacketCarSheet:
    """What a car comes to by the ruleset of its packet."""

    car: str
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IssuedPacket:
    """A packet as it is given out: its digest, what each car comes to, its dice's commitment, and the statement.

    There are no sheets without a ruleset. `claimed_as` is the digest that reports name: that of the statement, or of
    the one about what is locked, where this packet is by a ruleset that a table wants to play it by.
    """

    packet: Packet
    digest: str
    sheets: tuple[PacketCarSheet, ...]
    dice: DiceCommitment
    statement: bytes
    claimed_as: str


def issue_packet(row: Season, season: state.Season, match: str, *, ruleset: str = "") -> IssuedPacket:
    """The packet of a locked match, by its own ruleset or by one a table wants to play it by.

    Raises `Unknown` for no match or ruleset, `NotLocked`, `AnotherRuleset`, or `FixtureFaulty`.
    """
    packet, played = build_packet(season, match, by=ruleset), season.match(match)
    digest, sheets = packet_digest(packet), _sheets(packet)
    dice = dice_commitment(row, match=match, words=played.words)
    locked = "" if packet.ruleset == played.ruleset else packet_statement_digest(row, season, match)
    statement = json_bytes(
        {
            "version": STATEMENT_VERSION,
            "season": row.pk,
            "season_edition": season.edition,
            "switches": season.switches,
            "match": match,
            "ruleset": packet.ruleset,
            "edition": packet.edition,
            "digest": digest,
            "sheets": _sha256(json_bytes(msgspec.to_builtins(sheets))),
            "commitment": dice.key_hash,
            "locked": locked,
        }
    )
    return IssuedPacket(
        packet=packet,
        digest=digest,
        sheets=sheets,
        dice=dice,
        statement=statement,
        claimed_as=locked or _sha256(statement),
    )


def packet_statement_digest(row: Season, season: state.Season, match: str, *, by: str = "") -> str:
    """The digest of all that is said of what is locked for a match: the one that reports name and claims keep.

    `by` is a ruleset by which a table wants to play it: the digest of what is said of that packet. Raises as
    `issue_packet` does.
    """
    return _sha256(issue_packet(row, season, match, ruleset=by).statement)


def dice_commitment(row: Season, *, match: str, words: str) -> DiceCommitment:
    """What the dice of a match will be checked against; it tells nothing of them. `words` are fixed at the lock."""
    key_hash = commitment_of_match(row, match, words=words)
    return DiceCommitment(key_hash=key_hash, secret_hash=published_commitment(row, match), words=words)


def _sheets(packet: Packet) -> tuple[PacketCarSheet, ...]:
    if not packet.ruleset:
        return ()
    ruleset = get_ruleset(packet.ruleset)
    return tuple(
        PacketCarSheet(car=car.id, tables=tuple(ruleset.car_sheet(car.design, dp=car.dp, switches=packet.switches)))
        for car in (seat.car for team in packet.teams for seat in team.seats)
    )


def _sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()
