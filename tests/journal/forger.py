"""A forger with access to the database or an export, who changes an entry and repairs all hashes after it."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any

from journal import chain
from journal import entry_body as bodies
from journal.gate import open_gate
from journal.transfer.season_export import season_document
from league.models import Checkpoint, Entry, Season
from rules.core.dice import Stream
from rules.core.dice_leaves import Purpose, key_of

Document = dict[str, Any]


def exported(season: str, *, whole: bool = False) -> Document:
    """The export of a season as a program reads it."""
    document: Document = json.loads(season_document(Season.objects.get(pk=season), whole=whole))
    return document


def entry_of(document: Document, number: int) -> Document:
    """An entry of an export."""
    entry: Document = document["entries"][number - 1]
    return entry


def rehashed(document: Document) -> Document:
    """The export with its numbers, content hashes, links, length and head updated to fit its entries."""
    previous = document["genesis"]
    for number, entry in enumerate(document["entries"], start=1):
        entry["number"], entry["previous"] = number, previous
        if "salt" in entry and "body" in entry:
            parts = (entry["salt"].encode(), entry["digest"].encode(), _text(entry["body"]))
            entry["content_hash"] = hashlib.sha256(b"|".join(parts)).hexdigest()
        if "actor" in entry:
            header = {name: entry[name] for name in ("actor", "at", "number", "on_behalf_of", "previous", "seal")}
            header |= {"content": entry["content_hash"], "reason": entry["reason_hash"], "season": document["season"]}
            entry["hash"] = hashlib.sha256(_text(dict(sorted(header.items())))).hexdigest()
        previous = entry["hash"]
    document["length"], document["head"] = len(document["entries"]), previous
    return document


def thrown_anew(document: Document, entry: Document, *, what: str = "entry") -> None:
    """Throw the dice of an entry again from what it and the document say now, as anyone with the seed can."""
    body, source = entry["body"], entry["body"].get("source")
    purpose = Purpose(
        season=document["season"],
        entry=source["entry"] if source else entry["number"],
        what=what,
        head=source["head"] if source else entry["previous"],
        words=(source or body).get("words", ""),
        beacon=_fell_by(source or {}),
    )
    key = key_of(bytes.fromhex(body["opened"]), purpose)
    streams: dict[str, Stream] = {}
    again = []
    for roll in body["rolls"]:
        stream = streams.setdefault(roll["path"], Stream(roll["path"], key=key))
        again.append((copy.deepcopy(roll), [stream.throw(roll["sides"], "") for _ in roll["faces"]]))
    for roll, (_, faces) in zip(body["rolls"], again, strict=True):
        roll["faces"] = faces
    for fact in body["facts"]:
        for fact_roll in fact.get("rolls", ()):
            fact_roll["faces"] = next(faces for before, faces in again if before == fact_roll)


def _fell_by(source: Document) -> str:
    if source.get("revealed") is not None:
        return hashlib.sha256(_text(source["revealed"])).hexdigest()
    return hashlib.sha256(bytes.fromhex(source["signature"])).hexdigest() if source.get("signature") else ""


def forge(season: str, number: int, change: Callable[[Document], None]) -> None:
    """Change the body of an entry in the database, and repair its hash, all later links, and the season's row."""
    row = Season.objects.get(pk=season)
    with open_gate():
        entry = Entry.objects.get(season=row, number=number)
        document = json.loads(bodies.decompress(entry.body))
        change(document)
        entry.body = bodies.compress(_text(document))
        entry.content_hash = chain.content_hash(salt=entry.salt, body=_text(document), digest=entry.digest)
        entry.save()
        relink(row)


def relink(row: Season) -> None:
    """Make every link of a season's chain fit again. The gate must be open."""
    entries = list(Entry.objects.filter(season=row).order_by("number"))
    # No two entries may have the same link even for a moment, so the old links are replaced first.
    for entry in entries:
        Entry.objects.filter(pk=entry.pk).update(previous=f"old {entry.number}")
    previous = row.genesis
    for entry in entries:
        entry.previous = previous
        entry.hash = previous = chain.entry_hash(
            season=row.pk,
            number=entry.number,
            previous=previous,
            actor=entry.actor,
            on_behalf_of=entry.on_behalf_of,
            reason_hash=entry.reason_hash,
            at=entry.at,
            seal=entry.seal,
            content_hash=entry.content_hash,
        )
        entry.save()
    Season.objects.filter(pk=row.pk).update(head=previous)


def checkpoints_of(season: str) -> dict[int, bytes]:
    """The stored states of a season, by entry number."""
    checkpoints = Checkpoint.objects.filter(season=season).values_list("number", "state")
    return {number: bodies.decompress(state) for number, state in checkpoints}


def _text(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
