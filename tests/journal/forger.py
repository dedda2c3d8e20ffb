"""A forger with the database, or an export, in hand: changes what an entry says and repairs every hash after it."""

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
    made: Document = json.loads(season_document(Season.objects.get(pk=season), whole=whole))
    return made


def entry_of(document: Document, number: int) -> Document:
    """An entry of an export."""
    made: Document = document["entries"][number - 1]
    return made


def rehashed(document: Document) -> Document:
    """An export whose numbers, content hashes, links, length and head fit what its entries say now."""
    previous = document["genesis"]
    for number, entry in enumerate(document["entries"], start=1):
        entry["number"], entry["previous"] = number, previous
        if "salt" in entry and "body" in entry:
            parts = (entry["salt"].encode(), entry["digest"].encode(), _text(entry["body"]))
            entry["content_hash"] = hashlib.sha256(b"|".join(parts)).hexdigest()
        if "actor" in entry:
            said = {name: entry[name] for name in ("actor", "at", "number", "on_behalf_of", "previous", "seal")}
            said |= {"content": entry["content_hash"], "reason": entry["reason_hash"], "season": document["season"]}
            entry["hash"] = hashlib.sha256(_text(dict(sorted(said.items())))).hexdigest()
        previous = entry["hash"]
    document["length"], document["head"] = len(document["entries"]), previous
    return document


def thrown_anew(document: Document, entry: Document, *, what: str = "entry") -> None:
    """Throw what an entry threw again, with what it and the document say now: whoever has the seed can."""
    body, said = entry["body"], entry["body"].get("source")
    purpose = Purpose(
        season=document["season"],
        entry=said["entry"] if said else entry["number"],
        what=what,
        head=said["head"] if said else entry["previous"],
        words=(said or body).get("words", ""),
        beacon=_fell_by(said or {}),
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
        for told in fact.get("rolls", ()):
            told["faces"] = next(faces for before, faces in again if before == told)


def _fell_by(source: Document) -> str:
    if source.get("revealed") is not None:
        return hashlib.sha256(_text(source["revealed"])).hexdigest()
    return hashlib.sha256(bytes.fromhex(source["signature"])).hexdigest() if source.get("signature") else ""


def forge(season: str, number: int, change: Callable[[Document], None]) -> None:
    """Change the body of an entry in the database, and repair its hash, all later links, and the season's row."""
    row = Season.objects.get(pk=season)
    with open_gate():
        entry = Entry.objects.get(season=row, number=number)
        said = json.loads(bodies.decompress(entry.body))
        change(said)
        entry.body = bodies.compress(_text(said))
        entry.content_hash = chain.content_hash(salt=entry.salt, body=_text(said), digest=entry.digest)
        entry.save()
        relink(row)


def relink(row: Season) -> None:
    """Make every link of a season's chain fit again; the gate is open."""
    entries = list(Entry.objects.filter(season=row).order_by("number"))
    # Two entries may not hang on the same link even for a moment, so the old links go first.
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
    """The states that were kept of a season, by entry."""
    kept = Checkpoint.objects.filter(season=season).values_list("number", "state")
    return {number: bodies.decompress(state) for number, state in kept}


def _text(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
