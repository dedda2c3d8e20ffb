"""Throws awaited dice: performs the command that waited for them, and what is due after it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from beacon.quicknet import round_time
from journal import chain
from journal import entry_body as bodies
from journal.amends.writer import perform_awaited_amend
from journal.approvals import Approval
from journal.dice.awaited import (
    AMEND_TAG,
    WAIVE_BEACON_AFTER,
    WORDS_PERIOD,
    AwaitedThrow,
    BeaconNotMissing,
    awaited_item_at,
    may_go_on_without_beacon,
    set_awaited,
)
from journal.dice.beacon_rounds import stored_signature
from journal.entry_body import AwaitedDiceSource
from journal.entry_recorder import SEASON_ATTRIBUTION, Attribution, EntryRecorder
from journal.gate import open_gate
from journal.state.integrity import refuse_broken_journal
from journal.writer import BatchResult, load_trusted_season, lock_season, perform_due, save_recorded
from league.access import SEASON_ITSELF, NotYours
from league.models import AwaitedWords, Batch, Entry, Membership, Season
from league.queries.season_leaves import DiceAwaited, dice_awaited_refusal, leaf_at
from rules.campaign.core.awaited_dice import CloseHashes, DropAwaited, ReadyMatchDice, WaiveBeacon
from rules.campaign.core.codec import command_document, command_from_document
from rules.campaign.core.command import Command
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId, MatchId

FEW = 8
"""How many entries to read at once when the first is usually the right one."""
BATCH_KEY_PREFIX = "awaited/"
"""The prefix of the keys of batches that throw awaited dice."""


@dataclass(frozen=True, slots=True)
class _AwaitedEntry:
    """An entry that awaits dice: its item on the season's row, the entry and its body."""

    item: dict[str, Any]
    entry: Entry
    body: bodies.EntryBody

    @property
    def attribution(self) -> Attribution:
        return Attribution(self.entry.actor, self.entry.on_behalf_of, self.entry.reason)


def throw_by_round(season_id: str, number: int, *, signature: str, at: datetime) -> BatchResult | None:
    """Throw the dice that an entry awaits, with the checked `signature` of its beacon round, 96 hex digits.

    None if they have fallen already. Raises `DiceAwaited` before the round was made.
    """
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        if (awaited := _load_awaited_entry(row, number)) is None:
            return None
        if at < round_time(awaited.item["round"]):
            raise dice_awaited_refusal(awaited.item)
        return _throw(
            row, awaited, replace(_source(awaited), round=awaited.item["round"], signature=signature), at=at
        )


def throw_without_beacon(season_id: str, number: int, *, at: datetime) -> BatchResult | None:
    """Throw the dice that an entry awaits without the beacon, once it was missing for a week and all agreed.

    None if they have fallen already. Raises `BeaconNotMissing`.
    """
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        if (awaited := _load_awaited_entry(row, number)) is None:
            return None
        owned = owned_franchises(row)
        round = int(awaited.item["round"])
        late = bool(round) and at >= round_time(round) + WAIVE_BEACON_AFTER and stored_signature(round) is None
        if not (late and may_go_on_without_beacon(awaited.item, owned)):
            raise BeaconNotMissing(
                f"Entry {number} goes on without the beacon once it has been missing for a week and every owner "
                "agreed: paste the round, or wait."
            ).at("entry")
        return _throw(row, awaited, replace(_source(awaited), round=awaited.item["round"], without=True), at=at)


def close_hashes(season_id: str, number: int, *, at: datetime) -> bool:
    """Record the hashes of words that members submitted for an awaited throw; False if that was done before."""
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        if (awaited := _load_awaited_entry(row, number)) is None or awaited.item["hashes"] is not None:
            return False
        hashes = _member_words(row, number).values_list("handle", "hash")
        at = refuse_broken_journal(row, at=at)
        loaded = load_trusted_season(row)
        command = CloseHashes(entry=number, hashes=dict(hashes))
        pen = _make_recorder(row, command, key=f"{BATCH_KEY_PREFIX}{number}/hashes", at=at)
        pen.perform(loaded.season, command, by_itself=True)
        closed = {"hashes": command.hashes, "due": (at + WORDS_PERIOD).isoformat()}
        items = [{**item, **closed} if item["entry"] == number else item for item in row.awaited]
        set_awaited(row, items)
        save_recorded(pen, loaded)
        return True


def throw_by_words(season_id: str, number: int, *, at: datetime) -> BatchResult | None:
    """Throw the dice that an entry awaits, with the words that members revealed; None if they have fallen already.

    Raises `DiceAwaited` while hashes of words are still accepted.
    """
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        if (awaited := _load_awaited_entry(row, number)) is None:
            return None
        if awaited.item["hashes"] is None:
            raise DiceAwaited(f"Hashes of words are still taken for entry {number}: close them first.")
        revealed = dict(_member_words(row, number).exclude(words="").values_list("handle", "words"))
        revealed = {
            name: words
            for name, words in sorted(revealed.items())
            if hashlib.sha256(words.encode()).hexdigest() == awaited.item["hashes"].get(name)
        }
        return _throw(row, awaited, replace(_source(awaited), revealed=revealed), at=at)


def waive_beacon(season_id: str, number: int, *, member: Membership, at: datetime) -> BatchResult | None:
    """Agree that the dice of an entry fall without the beacon, on behalf of the franchise that the member owns.

    If no franchise is owned, a commissioner agrees. Once all have agreed, the dice fall. None if they have fallen
    already, or if the member agreed before. Raises `NotYours`, `NothingAwaited` or `BeaconNotMissing`.
    """
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        if (awaited := _load_awaited_entry(row, number)) is None:
            return None
        owned = owned_franchises(row)
        own = owned & {str(member.franchise_id).rpartition("/")[2]} if member.franchise_id else set[str]()
        if not own and (owned or member.role != Membership.Role.COMMISSIONER):
            raise NotYours("Owners agree to go on without the beacon: you own no franchise of this league.")
        if awaited.item["round"] and stored_signature(awaited.item["round"]) is not None:
            raise BeaconNotMissing(f"The round that entry {number} waits for is here: let its dice fall by it.")
        agreeing = sorted((own or {""}) - set(awaited.item["waived"]))
        at = refuse_broken_journal(row, at=at)
        loaded = load_trusted_season(row)
        signature = Attribution(member.handle)
        commands = [WaiveBeacon(franchise=FranchiseId(franchise), entry=number) for franchise in agreeing]
        waived, answer = [*awaited.item["waived"], *agreeing], None
        if commands:
            key = f"{BATCH_KEY_PREFIX}{number}/without/{member.handle}"
            pen = _make_recorder(row, commands[0], key=key, at=at, signature=signature)
            for command in commands:
                pen.perform(loaded.season, command)
            set_awaited(
                row, [{**item, "waived": waived} if item["entry"] == number else item for item in row.awaited]
            )
            save_recorded(pen, loaded)
            answer = BatchResult(pen.told, row.digest)
    if may_go_on_without_beacon({"waived": waived}, owned):
        return throw_without_beacon(season_id, number, at=at)
    return answer


def throwing_entry(row: Season, number: int) -> int | None:
    """The entry in which the dice that an entry awaited fell or were dropped; None if there is none."""
    batches = Batch.objects.filter(
        season=row, key__startswith=f"{BATCH_KEY_PREFIX}{number}", first__gt=number
    ).order_by("first")
    firsts = [batch.first for batch in batches if batch.key.rstrip("+") == f"{BATCH_KEY_PREFIX}{number}"]
    for entry in Entry.objects.filter(season=row, number__in=firsts).order_by("number"):
        source = bodies.load_body(entry.body).source
        if source is not None and source.entry == number:
            return entry.number
    return None


def asked_in(row: Season) -> dict[int, str]:
    """The hash of each entry that now awaits dice, by number."""
    numbers = [item["entry"] for item in row.awaited]
    return dict(Entry.objects.filter(season=row, number__in=numbers).values_list("number", "hash"))


def closed_in(row: Season) -> dict[int, Entry]:
    """For each entry that now awaits dice, the entry that closed its hashes of words."""
    closed = [item["entry"] for item in row.awaited if item["hashes"] is not None]
    if not closed:
        return {}
    closing = Entry.objects.filter(season=row, command="close_hashes", number__gt=min(closed))
    found = {int(bodies.load_body(entry.body).command["entry"]): entry for entry in closing}
    return {number: found[number] for number in closed if number in found}


def hashes_closed(season: str, number: int) -> dict[str, str]:
    """The closed hashes of words for the dice that an entry awaited, by member; empty if none were closed."""
    closing = Entry.objects.filter(season=season, command="close_hashes", number__gt=number).order_by("number")
    for entry in closing.iterator(chunk_size=FEW):  # usually the first, or one soon after it
        command = bodies.load_body(entry.body).command
        if command["entry"] == number:
            return dict(command["hashes"])
    return {}


def owned_franchises(row: Season) -> frozenset[str]:
    """The short ids of a season's franchises that have an owner."""
    present = {str(id).rpartition("/")[2] for id in row.franchises.values_list("pk", flat=True)}
    owners = Membership.objects.filter(
        league_id=row.league_id, role=Membership.Role.OWNER, franchise_id__isnull=False
    ).values_list("franchise_id", flat=True)
    return frozenset(present & {str(owner).rpartition("/")[2] for owner in owners})


def _member_words(row: Season, number: int) -> Any:
    return AwaitedWords.objects.filter(season=row, entry=number).order_by("handle")


def _load_awaited_entry(row: Season, number: int) -> _AwaitedEntry | None:
    """The entry that awaits dice; None if they have fallen. Raises `NothingAwaited` if it never awaited any."""
    entry = Entry.objects.filter(season=row, number=number, command="await_dice").first()
    if entry is not None and all(other["entry"] != number for other in row.awaited):
        return None
    item = awaited_item_at(row, number)
    if entry is None:
        raise Entry.DoesNotExist
    return _AwaitedEntry(item, entry, bodies.load_body(entry.body))


def _source(awaited: _AwaitedEntry) -> AwaitedDiceSource:
    return AwaitedDiceSource(entry=awaited.entry.number, head=awaited.entry.previous, words=awaited.body.words)


def _throw(row: Season, awaited: _AwaitedEntry, source: AwaitedDiceSource, *, at: datetime) -> BatchResult:
    index = awaited.body.leaf
    leaf = b"" if index is None else leaf_at(row, index)
    falling = AwaitedThrow(0 if index is None else index, leaf, source)
    document, number = awaited.body.command.get("given"), awaited.entry.number
    if document is not None and document["type"] == AMEND_TAG:
        return _throw_amend(row, awaited, falling, at=at)
    at = refuse_broken_journal(row, at=at)
    loaded = load_trusted_season(row)
    set_awaited(row, [item for item in row.awaited if item["entry"] != number])
    if document is None:
        match = str(awaited.body.command["match"])
        ready: Command = ReadyMatchDice(match=MatchId(match), entry=number)
        pen = _make_recorder(row, ready, key=f"{BATCH_KEY_PREFIX}{number}", at=at, falling=falling)
        pen.perform(loaded.season, ready, by_itself=True)
        row.match_leaves = {
            **row.match_leaves,
            match: {**row.match_leaves[match], "beacon": source.randomness},
        }
    else:
        command = command_from_document(document)
        signature = awaited.attribution
        pen = _make_recorder(
            row, command, key=f"{BATCH_KEY_PREFIX}{number}", at=at, falling=falling, signature=signature
        )
        pen.second = Approval(awaited.body.approved_by, alone=awaited.body.unapproved, exempt=bool(row.forked_from))
        try:
            pen.perform(loaded.season, command, by_itself=signature.actor == SEASON_ITSELF)
        except Refusal as refusal:
            pen.perform(
                loaded.season, DropAwaited(entry=number, because=refusal.sentence.rstrip(".")), by_itself=True
            )
    pen.falling = falling if leaf else None
    perform_due(pen, loaded.season)
    save_recorded(pen, loaded)
    return BatchResult(pen.told, row.digest)


def _throw_amend(row: Season, awaited: _AwaitedEntry, falling: AwaitedThrow, *, at: datetime) -> BatchResult:
    number, document = awaited.entry.number, awaited.body.command["given"]
    key = _free_key(row, f"{BATCH_KEY_PREFIX}{number}")
    try:
        with transaction.atomic():
            approved_by = awaited.body.approved_by
            result = perform_awaited_amend(
                row.pk, document, falling, signature=awaited.attribution, approved_by=approved_by, at=at, key=key
            )
        return BatchResult(result.entries, result.digest)
    except Refusal as refusal:
        row = lock_season(row.pk)
        loaded = load_trusted_season(row)
        set_awaited(row, [item for item in row.awaited if item["entry"] != number])
        dropped = DropAwaited(entry=number, because=refusal.sentence.rstrip("."))
        pen = _make_recorder(row, dropped, key=key, at=refuse_broken_journal(row, at=at), falling=falling)
        pen.perform(loaded.season, dropped, by_itself=True)
        pen.falling = None
        perform_due(pen, loaded.season)
        save_recorded(pen, loaded)
        return BatchResult(pen.told, row.digest)


def _make_recorder(
    row: Season,
    command: Command,
    *,
    key: str,
    at: datetime,
    falling: AwaitedThrow | None = None,
    signature: Attribution = SEASON_ATTRIBUTION,
) -> EntryRecorder:
    batch = Batch(
        season=row,
        key=_free_key(row, key),
        actor=signature.actor,
        content_hash=chain.hash_document([[command_document(command)], signature.on_behalf_of]),
        first=row.length + 1,
    )
    return EntryRecorder(row, batch, at, signature, falling=falling)


def _free_key(row: Season, key: str) -> str:
    """A key for the season's own batch that no member has used."""
    while Batch.objects.filter(season=row, key=key).exists():
        key += "+"
    return key
