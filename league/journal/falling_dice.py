"""Awaited dice fall: what was written down before is performed with what it waited for, and what is due after it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from beacon.quicknet import moment_of
from league.access import SEASON_ITSELF, NotYours
from league.journal import body as bodies
from league.journal import chain
from league.journal.amending import let_amend_fall
from league.journal.awaited_dice import (
    AMENDS,
    WITHOUT_AFTER,
    WORDS_FOR,
    BeaconNotMissing,
    Falling,
    item_at,
    may_go_on_without,
    note,
)
from league.journal.body import Source
from league.journal.gate import writing
from league.journal.pen import BY_ITSELF, Pen, Signature
from league.journal.rounds_kept import kept_round
from league.journal.second_word import SecondWord
from league.journal.trust import refuse_broken_journal
from league.journal.writer import Answer, follow, locked, trusted, write_down
from league.models import AwaitedWords, Batch, Entry, Membership, Season
from league.queries.season_leaves import DiceAwaited, awaited_by, leaf_at
from rules.campaign.core.awaited_dice import CloseHashes, DropAwaited, ReadyMatchDice, WaiveBeacon
from rules.campaign.core.codec import command_document, command_from_document
from rules.campaign.core.command import Command
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId, MatchId

FEW = 8
"""Entries that are read at once where the first is most often the one."""
KEY = "awaited/"
"""What the keys of batches begin with that throw awaited dice."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What awaited its dice: its item on the season's row, its entry and what that says."""

    item: dict[str, Any]
    entry: Entry
    body: bodies.Body

    @property
    def signature(self) -> Signature:
        return Signature(self.entry.actor, self.entry.on_behalf_of, self.entry.reason)


def fall_by_round(season_id: str, number: int, *, signature: str, at: datetime) -> Answer | None:
    """Let the dice fall that an entry awaits, by the checked `signature` of its round of the beacon, 96 hex digits.

    None where they have fallen. Raises `DiceAwaited` before the round was made.
    """
    with transaction.atomic(), writing():
        row = locked(season_id)
        if (asked := _awaited(row, number)) is None:
            return None
        if at < moment_of(asked.item["round"]):
            raise awaited_by(asked.item)
        return _fall(row, asked, replace(_source(asked), round=asked.item["round"], signature=signature), at=at)


def fall_without_beacon(season_id: str, number: int, *, at: datetime) -> Answer | None:
    """Let the dice fall that an entry awaits without the beacon, since all agreed after it was missing for a week.

    None where they have fallen. Raises `BeaconNotMissing`.
    """
    with transaction.atomic(), writing():
        row = locked(season_id)
        if (asked := _awaited(row, number)) is None:
            return None
        owned = owned_in(row)
        round = int(asked.item["round"])
        late = bool(round) and at >= moment_of(round) + WITHOUT_AFTER and kept_round(round) is None
        if not (late and may_go_on_without(asked.item, owned)):
            raise BeaconNotMissing(
                f"Entry {number} goes on without the beacon once it has been missing for a week and every owner "
                "agreed: paste the round, or wait."
            ).at("entry")
        return _fall(row, asked, replace(_source(asked), round=asked.item["round"], without=True), at=at)


def close_hashes(season_id: str, number: int, *, at: datetime) -> bool:
    """Hold the hashes of words that members gave for what an entry awaits; False where that was done before."""
    with transaction.atomic(), writing():
        row = locked(season_id)
        if (asked := _awaited(row, number)) is None or asked.item["hashes"] is not None:
            return False
        hashes = _given(row, number).values_list("handle", "hash")
        at = refuse_broken_journal(row, at=at)
        loaded = trusted(row)
        command = CloseHashes(entry=number, hashes=dict(hashes))
        pen = _pen(row, command, key=f"{KEY}{number}/hashes", at=at)
        pen.perform(loaded.season, command, by_itself=True)
        closed = {"hashes": command.hashes, "due": (at + WORDS_FOR).isoformat()}
        items = [{**each, **closed} if each["entry"] == number else each for each in row.awaited]
        note(row, items)
        write_down(pen, loaded)
        return True


def fall_by_words(season_id: str, number: int, *, at: datetime) -> Answer | None:
    """Let the dice fall that an entry awaits, by the words that members revealed; None where they have fallen.

    Raises `DiceAwaited` where hashes of words are still taken.
    """
    with transaction.atomic(), writing():
        row = locked(season_id)
        if (asked := _awaited(row, number)) is None:
            return None
        if asked.item["hashes"] is None:
            raise DiceAwaited(f"Hashes of words are still taken for entry {number}: close them first.")
        revealed = dict(_given(row, number).exclude(words="").values_list("handle", "words"))
        revealed = {
            name: words
            for name, words in sorted(revealed.items())
            if hashlib.sha256(words.encode()).hexdigest() == asked.item["hashes"].get(name)
        }
        return _fall(row, asked, replace(_source(asked), revealed=revealed), at=at)


def waive_beacon(season_id: str, number: int, *, member: Membership, at: datetime) -> Answer | None:
    """Agree that the dice which an entry awaits fall without the beacon, for every franchise that the member owns.

    Where nobody owns any, a commissioner agrees. Once all have, the dice fall. None where they have fallen, or the
    member agreed before. Raises `NotYours`, `NothingAwaited` or `BeaconNotMissing`.
    """
    with transaction.atomic(), writing():
        row = locked(season_id)
        if (asked := _awaited(row, number)) is None:
            return None
        owned = owned_in(row)
        own = owned & {str(member.franchise_id).rpartition("/")[2]} if member.franchise_id else set[str]()
        if not own and (owned or member.role != Membership.Role.COMMISSIONER):
            raise NotYours("Owners agree to go on without the beacon: you own no franchise of this league.")
        if asked.item["round"] and kept_round(asked.item["round"]) is not None:
            raise BeaconNotMissing(f"The round that entry {number} waits for is here: let its dice fall by it.")
        agreeing = sorted((own or {""}) - set(asked.item["waived"]))
        at = refuse_broken_journal(row, at=at)
        loaded = trusted(row)
        signature = Signature(member.handle)
        commands = [WaiveBeacon(franchise=FranchiseId(each), entry=number) for each in agreeing]
        waived, answer = [*asked.item["waived"], *agreeing], None
        if commands:
            key = f"{KEY}{number}/without/{member.handle}"
            pen = _pen(row, commands[0], key=key, at=at, signature=signature)
            for each in commands:
                pen.perform(loaded.season, each)
            note(row, [{**each, "waived": waived} if each["entry"] == number else each for each in row.awaited])
            write_down(pen, loaded)
            answer = Answer(pen.told, row.digest)
    if may_go_on_without({"waived": waived}, owned):
        return fall_without_beacon(season_id, number, at=at)
    return answer


def fell_in(row: Season, number: int) -> int | None:
    """The entry in which the dice fell that an entry awaited, or were dropped; None where they did in none."""
    falls = Batch.objects.filter(season=row, key__startswith=f"{KEY}{number}", first__gt=number).order_by("first")
    firsts = [each.first for each in falls if each.key.rstrip("+") == f"{KEY}{number}"]
    for each in Entry.objects.filter(season=row, number__in=firsts).order_by("number"):
        source = bodies.read(each.body).source
        if source is not None and source.entry == number:
            return each.number
    return None


def asked_in(row: Season) -> dict[int, str]:
    """The hash of each entry that awaits dice now, by its number."""
    numbers = [item["entry"] for item in row.awaited]
    return dict(Entry.objects.filter(season=row, number__in=numbers).values_list("number", "hash"))


def closed_in(row: Season) -> dict[int, Entry]:
    """The entry that closed the hashes of words for what is awaited now, by the entry that awaits it."""
    closed = [item["entry"] for item in row.awaited if item["hashes"] is not None]
    if not closed:
        return {}
    closing = Entry.objects.filter(season=row, command="close_hashes", number__gt=min(closed))
    found = {int(bodies.read(entry.body).command["entry"]): entry for entry in closing}
    return {number: found[number] for number in closed if number in found}


def hashes_closed(season: str, number: int) -> dict[str, str]:
    """The hashes of words that were closed for what an entry awaited, by who gave them; none where none were."""
    closing = Entry.objects.filter(season=season, command="close_hashes", number__gt=number).order_by("number")
    for entry in closing.iterator(chunk_size=FEW):  # the first or one of the next, and a season has many
        command = bodies.read(entry.body).command
        if command["entry"] == number:
            return dict(command["hashes"])
    return {}


def owned_in(row: Season) -> frozenset[str]:
    """The short ids of a season's franchises that somebody owns."""
    there = {str(each).rpartition("/")[2] for each in row.franchises.values_list("pk", flat=True)}
    owners = Membership.objects.filter(
        league_id=row.league_id, role=Membership.Role.OWNER, franchise_id__isnull=False
    ).values_list("franchise_id", flat=True)
    return frozenset(there & {str(each).rpartition("/")[2] for each in owners})


def _given(row: Season, number: int) -> Any:
    return AwaitedWords.objects.filter(season=row, entry=number).order_by("handle")


def _awaited(row: Season, number: int) -> _Asked | None:
    """What an entry awaits its dice for; None where they have fallen. Raises `NothingAwaited` where it never did."""
    entry = Entry.objects.filter(season=row, number=number, command="await_dice").first()
    if entry is not None and all(each["entry"] != number for each in row.awaited):
        return None
    item = item_at(row, number)
    if entry is None:
        raise Entry.DoesNotExist
    return _Asked(item, entry, bodies.read(entry.body))


def _source(asked: _Asked) -> Source:
    return Source(entry=asked.entry.number, head=asked.entry.previous, words=asked.body.words)


def _fall(row: Season, asked: _Asked, source: Source, *, at: datetime) -> Answer:
    index = asked.body.leaf
    leaf = b"" if index is None else leaf_at(row, index)
    falling = Falling(0 if index is None else index, leaf, source)
    given, number = asked.body.command.get("given"), asked.entry.number
    if given is not None and given["type"] == AMENDS:
        return _amend_falls(row, asked, falling, at=at)
    at = refuse_broken_journal(row, at=at)
    loaded = trusted(row)
    note(row, [each for each in row.awaited if each["entry"] != number])
    if given is None:
        match = str(asked.body.command["match"])
        ready: Command = ReadyMatchDice(match=MatchId(match), entry=number)
        pen = _pen(row, ready, key=f"{KEY}{number}", at=at, falling=falling)
        pen.perform(loaded.season, ready, by_itself=True)
        row.match_leaves = {
            **row.match_leaves,
            match: {**row.match_leaves[match], "beacon": source.randomness},
        }
    else:
        command = command_from_document(given)
        signature = asked.signature
        pen = _pen(row, command, key=f"{KEY}{number}", at=at, falling=falling, signature=signature)
        pen.second = SecondWord(asked.body.approved_by, alone=asked.body.unapproved, exempt=bool(row.forked_from))
        try:
            pen.perform(loaded.season, command, by_itself=signature.actor == SEASON_ITSELF)
        except Refusal as no:
            pen.perform(loaded.season, DropAwaited(entry=number, because=no.sentence.rstrip(".")), by_itself=True)
    pen.falling = falling if leaf else None
    follow(pen, loaded.season)
    write_down(pen, loaded)
    return Answer(pen.told, row.digest)


def _amend_falls(row: Season, asked: _Asked, falling: Falling, *, at: datetime) -> Answer:
    number, given = asked.entry.number, asked.body.command["given"]
    key = _free_key(row, f"{KEY}{number}")
    try:
        with transaction.atomic():
            approved_by = asked.body.approved_by
            came = let_amend_fall(
                row.pk, given, falling, signature=asked.signature, approved_by=approved_by, at=at, key=key
            )
        return Answer(came.entries, came.digest)
    except Refusal as no:
        row = locked(row.pk)
        loaded = trusted(row)
        note(row, [each for each in row.awaited if each["entry"] != number])
        dropped = DropAwaited(entry=number, because=no.sentence.rstrip("."))
        pen = _pen(row, dropped, key=key, at=refuse_broken_journal(row, at=at), falling=falling)
        pen.perform(loaded.season, dropped, by_itself=True)
        pen.falling = None
        follow(pen, loaded.season)
        write_down(pen, loaded)
        return Answer(pen.told, row.digest)


def _pen(
    row: Season,
    command: Command,
    *,
    key: str,
    at: datetime,
    falling: Falling | None = None,
    signature: Signature = BY_ITSELF,
) -> Pen:
    batch = Batch(
        season=row,
        key=_free_key(row, key),
        actor=signature.actor,
        content_hash=chain.hashed([[command_document(command)], signature.on_behalf_of]),
        first=row.length + 1,
    )
    return Pen(row, batch, at, signature, falling=falling)


def _free_key(row: Season, key: str) -> str:
    """A key for the season's own batch: one that a member has used for something is passed over."""
    while Batch.objects.filter(season=row, key=key).exists():
        key += "+"
    return key
