"""The export of a season: one JSON document, always the same bytes, a line for each entry.

A *public* export is what anybody may see, and enough for `verify.py`: chain, seals, published keys, every roll. For
an entry that is still sealed it has only number, time, seal and hashes. From that entry on it has neither digest nor
salt, since a sealed line-up could be guessed from them. A *whole* export is for the operator: it adds secret, batches
and everything sealed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from franchises.models import Car, FranchiseSeason
from journal import chain
from journal import entry_body as bodies
from journal.amends.dice import amend_key
from journal.amends.timeline import AMEND_TAG, AMEND_TAGS
from journal.match_logs import log_documents
from league.models import Batch, Checkpoint, Entry, Match, Season
from league.queries import season_secrets
from league.queries.dice_keys import published_keys, published_season_key, published_secret
from league.queries.season_leaves import export_leaves, has_leaves
from league.queries.season_secrets import ring_of
from rules.core.canonical_json import json_bytes

SEASON_EXPORT_FORMAT = "dethmetal season 1"
PUBLIC_KIND, WHOLE_KIND = "public", "whole"
ENTRIES_AT_ONCE = 100
KEY_NAMES = {"Pre-match": "pre", "Match": "match", "Shop": "shop"}
KEY_PUBLISHING_COMMANDS = {"lock_line_ups": "pre", "close_settlement": "match", "settle_match": "shop"}
"""The command whose entry publishes each key of a match."""


@dataclass(frozen=True, slots=True)
class SealedParts:
    """The parts of a season that are still sealed: the numbers of its sealed entries, and whether its opening is."""

    shut: frozenset[int]
    opening: bool

    @property
    def first_withheld_digest(self) -> int:
        """The first entry whose digest would reveal something sealed; 0 if there is none."""
        return 1 if self.opening else min(self.shut, default=0)


NOTHING_SEALED = SealedParts(frozenset(), False)


def season_document(row: Season, *, whole: bool = False) -> bytes:
    """The export of a season as one document."""
    return b"".join(season_lines(row, whole=whole))


def season_lines(row: Season, *, whole: bool = False) -> Iterator[bytes]:
    """A consistent export of a season line by line; only a few entries are in memory at a time."""
    row, sealed, top = _consistent_snapshot(row, whole=whole)
    yield b"{\n"
    for name, value in top.items():
        yield json_bytes(name) + b":" + json_bytes(value) + b",\n"
    yield b'"entries":[\n'
    last = row.length
    for entry in _entries(row):
        yield json_bytes(entry_document(entry, sealed, whole=whole)) + (b",\n" if entry.number < last else b"\n")
    yield b"]\n"
    yield b"}\n"


def sealed_parts_of(row: Season) -> SealedParts:
    """What a public export of that season leaves out."""
    shut = Entry.objects.filter(season=row, opened_by=None).exclude(seal="").values_list("number", flat=True)
    return SealedParts(frozenset(shut), _opening_is_sealed(row))


def previous_link(row: Season) -> str:
    """The link before a season's genesis: the head it was forked from or follows.

    Empty for a league's first season, or if no stored season has that link.
    """
    opening = Checkpoint.objects.filter(season=row, number=0).values_list("digest", flat=True).first() or ""

    def fits(link: str) -> bool:
        hangs: dict[str, str] = {"secret_hash": row.secret_hash, "opening": opening, "previous": link}
        return chain.genesis(season=row.pk, dice=row.dice, **hangs) == row.genesis

    if fits(""):
        return ""
    before = Season.objects.filter(league=row.league_id).exclude(pk=row.pk)
    for genesis, head in before.values_list("genesis", "head"):
        if link := next((candidate for candidate in (head, genesis) if fits(candidate)), ""):
            return link
    links = Entry.objects.filter(season=row.forked_from).order_by("-number").values_list("hash", flat=True)
    return next((candidate for candidate in links.iterator(chunk_size=500) if fits(candidate)), "")


def entry_document(entry: Entry, sealed: SealedParts, *, whole: bool = False) -> dict[str, Any]:
    """An entry as it is in the export."""
    document: dict[str, Any] = {
        "at": utc_isoformat(entry.at),
        "content_hash": entry.content_hash,
        "hash": entry.hash,
        "number": entry.number,
        "previous": entry.previous,
        "seal": entry.seal,
    }
    if entry.number in sealed.shut:
        return document
    text = bodies.decompress(entry.body)
    document |= {
        "actor": entry.actor,
        "command": entry.command,
        "on_behalf_of": entry.on_behalf_of,
        "opened_by": entry.opened_by,
        "reason": entry.reason,
        "reason_hash": entry.reason_hash,
    }
    if not _reveals_sealed(entry, text, sealed.shut):
        document["body"] = msgspec.Raw(text)
    if not sealed.first_withheld_digest or entry.number < sealed.first_withheld_digest:
        document |= {"digest": entry.digest, "salt": entry.salt}
    if whole:
        document["subjects"] = entry.subjects
    return document


def utc_isoformat(at: datetime) -> str:
    """A time as the chain hashes it: ISO 8601 in UTC."""
    return at.astimezone(UTC).isoformat()


def _consistent_snapshot(row: Season, *, whole: bool) -> tuple[Season, SealedParts, dict[str, Any]]:
    """The top of the document; read again if the season changed meanwhile, so that readers never block writers."""
    while True:
        sealed = NOTHING_SEALED if whole else sealed_parts_of(row)
        top = _top(row, sealed, whole=whole)
        current = Season.objects.get(pk=row.pk)
        if current.head == row.head:
            return row, sealed, top
        row = current


def _top(row: Season, sealed: SealedParts, *, whole: bool) -> dict[str, Any]:
    opening = Checkpoint.objects.get(season=row, number=0)
    matches = list(Match.objects.filter(season=row).order_by("pk"))
    document: dict[str, Any] = {
        "format": SEASON_EXPORT_FORMAT,
        "kind": WHOLE_KIND if whole else PUBLIC_KIND,
        "season": row.pk,
        "number": row.number,
        "step": row.step,
        "opened_at": utc_isoformat(row.opened_at),
        "forked_from": row.forked_from,
        "secret_hash": row.secret_hash,
        "previous": previous_link(row),
        "opening": "" if sealed.opening else opening.digest,
        "genesis": row.genesis,
        "length": row.length,
        "head": row.head,
        "shut_from": sealed.first_withheld_digest,
        "keys": {} if has_leaves(row) else _keys(row, matches),
        "matches": sorted(_short_id(match.pk) for match in matches),
        "balances": {
            _short_id(id): balance
            for id, balance in FranchiseSeason.objects.filter(season=row).values_list("pk", "balance")
        },
        "opening_state": None if sealed.opening else msgspec.Raw(bodies.decompress(opening.state)),
    }
    if has_leaves(row):
        document |= export_leaves(row, besides=_withheld_leaves(row, sealed))
    if logs := log_documents(row):
        document["logs"] = logs
    if not whole and (published := published_secret(row).secret):
        document["secret"] = published
    if whole:
        document["secret"] = row.secret
        if has_leaves(row):
            document["seeds"] = row.seeds
        document["digest"] = row.digest
        if row.title:
            document["title"] = row.title
        document["car_names"] = {
            _short_id(id): name
            for id, name in Car.objects.filter(season=row).exclude(name="").values_list("pk", "name")
        }
        document["batches"] = [
            {"key": key, "actor": actor, "content_hash": content, "first": first, "last": last}
            for key, actor, content, first, last in Batch.objects.filter(season=row)
            .order_by("first")
            .values_list("key", "actor", "content_hash", "first", "last")
        ]
    return document


def _entries(row: Season) -> Iterator[Entry]:
    """The entries up to the row's length, in short queries, so that a slow reader holds no lock."""
    for after in range(0, row.length, ENTRIES_AT_ONCE):
        until = min(after + ENTRIES_AT_ONCE, row.length)
        yield from Entry.objects.filter(season=row, number__gt=after, number__lte=until).order_by("number")


def _keys(row: Season, matches: list[Match]) -> dict[str, str]:
    """The published keys by the names they are derived from; a published key stays public after any amend."""
    words = {_short_id(match.pk): match.words for match in matches}
    keys, ring = {}, ring_of(row, {})
    for match in matches:
        for key in published_keys(row, match):
            keys[_key_name(KEY_NAMES[key.name], _short_id(match.pk), words)] = key.key
    published = Entry.objects.filter(
        season=row, command__in=sorted({*KEY_PUBLISHING_COMMANDS, AMEND_TAG}), number__lte=row.length
    )
    for number, command, text in published.order_by("number").values_list("number", "command", "body"):
        body = bodies.load_body(text)
        if command == AMEND_TAG:
            if body.amended is not None and body.amended.thrown:
                keys[f"amend|{number}"] = amend_key(season_secrets.secrets_of(row), number).hex()
            continue
        words |= {fact["match"]: fact["words"] for fact in body.facts if fact["kind"] == "line_ups_locked"}
        name = _key_name(KEY_PUBLISHING_COMMANDS[command], body.command["match"], words)
        keys[name] = ring.derive_key(name, of=body.command["match"]).hex()
    if own := published_season_key(row):
        keys["season"] = own.key
    return keys


def _key_name(kind: str, match: str, words: Mapping[str, str]) -> str:
    return f"{kind}|{match}|{words.get(match, '')}" if kind == "match" else f"{kind}|{match}"


def _opening_is_sealed(row: Season) -> bool:
    """Whether the opening of a fork contains something still sealed in the season it was taken from."""
    if not row.forked_from:
        return False
    origin = Season.objects.filter(pk=row.forked_from).first()
    if origin is None:
        return True
    link = previous_link(row)
    forked_at = Entry.objects.filter(season=origin, hash=link).values_list("number", flat=True).first()
    if forked_at is None and link != origin.genesis:
        return True
    sealed = Entry.objects.filter(season=origin, number__lte=forked_at or 0, opened_by=None).exclude(seal="")
    return sealed.exists() or _opening_is_sealed(origin)


def _reveals_sealed(entry: Entry, text: bytes, shut: frozenset[int]) -> bool:
    """Whether an amend reveals more of a still sealed entry than its standing."""
    if not shut or entry.command not in AMEND_TAGS:
        return False
    body = msgspec.json.decode(text)
    retold = (body.get("amended") or {}).get("retold", {})
    numbers = {
        number for number, retold_body in retold.items() if retold_body.get("commands") or retold_body.get("facts")
    }
    return not shut.isdisjoint(int(number) for number in (*body["command"].get("corrections", ()), *numbers))


def _withheld_leaves(row: Season, sealed: SealedParts) -> frozenset[int]:
    """The leaves taken by amends that cannot be published yet, since they reveal something sealed."""
    if not sealed.shut:
        return frozenset()
    amends = Entry.objects.filter(season=row, command=AMEND_TAG, number__lte=row.length)
    hidden = (
        bodies.load_body(amend.body)
        for amend in amends
        if _reveals_sealed(amend, bodies.decompress(amend.body), sealed.shut)
    )
    return frozenset(leaf for body in hidden for leaf in (body.leaf, *body.match_leaves.values()) if leaf is not None)


def _short_id(id: str) -> str:
    return id.rsplit("/", 1)[-1]
