"""The writer: performs commands on a season and writes down, once and in one transaction, what came of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import models, transaction
from django.db.models import Q, QuerySet

from league.access import refuse_unless_may_give_in
from league.jobs.nudging import nudge_deliveries
from league.journal import body as bodies
from league.journal import chain, store
from league.journal.dice_in_batches import alike_however_dice_fall
from league.journal.gate import writing
from league.journal.hand_faces import entered
from league.journal.identities import name_cars, name_people
from league.journal.pen import Pen, Signature, Told, Typed
from league.journal.records import lines_of
from league.journal.trust import refuse_broken_journal, refuse_edited_tables
from league.journal.visible_state import judged_as_seen, traced
from league.models import Batch, Entry, Outbox, Season
from league.prepared import prepared
from league.putting import put, put_numbered
from rules.campaign import state
from rules.campaign.codec import command_document
from rules.campaign.command import Command, named_by
from rules.campaign.facts import Fact
from rules.campaign.naming import refuse_illegible_names
from rules.campaign.perform import due
from rules.refusal import Malformed, Refusal, Unknown, asked_as

LONGEST_KEY = 120
LONGEST_REASON = 1000
UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters but tabs and ends of lines, and halves of characters: PostgreSQL keeps no NUL."""


class KeyReused(Refusal):
    """The key of a batch was used before, by someone else or for something else."""


class OutOfDate(Refusal):
    """A subject of the command changed after the entry the person last read."""


class NothingAsked(Refusal):
    """A batch held no command."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a batch: its entries, the state's digest after them, and whether it had been done before."""

    entries: list[Told]
    digest: str
    repeated: bool = False

    @property
    def facts(self) -> list[Fact]:
        """All that came to be, in order."""
        return [each for told in self.entries for each in told.facts]


def perform(
    season_id: str,
    commands: Sequence[Command],
    *,
    actor: str,
    at: datetime,
    key: str,
    on_behalf_of: str = "",
    reason: str = "",
    seen: int | None = None,
    typed: Typed | None = None,
    whatever_falls: bool = False,
) -> Answer:
    """Perform commands on a season, all or none, and everything that is due after each.

    `actor` is a member's handle; `key` is the batch's own, and the same batch again answers as it did the first
    time; `seen` is the number of the entry the person last read (None: not looked at). Faces may be `typed` in only
    where the season says so (HOUSE-011). A batch whose fate hangs on dice that fall in it is refused, unless it
    is given `whatever_falls`, by somebody who knows the secret anyway. Raises a `Refusal` (nothing was changed),
    or `NeedsDice` when `typed` lacks a face.
    """
    signature = Signature(actor, on_behalf_of, reason)
    refuse_improper(commands, key=key, reason=reason)
    with traced(), transaction.atomic(), writing():
        row = locked(season_id)
        if done := _told_before(row, commands, key=key, signature=signature):
            return done
        for place, each in enumerate(commands):
            with asked_as(place):
                refuse_unless_may_give_in(row, each, actor=actor, on_behalf_of=on_behalf_of, reason=reason)
        refuse_broken_journal(row)
        if seen is not None:
            _refuse_out_of_date(row, commands, seen, actor)
        loaded = trusted(row)
        if typed is not None:
            typed = entered(row, loaded.season, typed, actor=actor)
        with ExitStack() as judged:
            judged.enter_context(judged_as_seen(row, loaded.season, commands, actor=actor, at=at, typed=typed))
            if not whatever_falls:
                judged.enter_context(alike_however_dice_fall(row, loaded.season, commands, typed, actor=actor))
            return write(row, loaded, commands, signature=signature, at=at, key=key, typed=typed)


def refuse_improper(commands: Sequence[Command], *, key: str, reason: str = "") -> None:
    """Raise `NothingAsked` or `Malformed` for a batch that could not be written down."""
    if not commands:
        raise NothingAsked("A batch needs a command: send at least one.")
    refuse_improper_text(key=key, reason=reason)
    refuse_unwritable(commands)


def refuse_unwritable(commands: Iterable[Command]) -> None:
    """Raise `Malformed` for a command with text that not every database can hold, or a name no page can show."""
    for place, each in enumerate(commands):
        document = command_document(each)
        with asked_as(place):
            for text in _texts(document):
                if UNWRITABLE.search(text):
                    raise Malformed(f"{document['type']} holds a control character, in {text[:80]!r}: take it out.")
            refuse_illegible_names(document)


def _texts(value: object) -> Iterator[str]:
    """Every text in a document, the names of its fields among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _texts(name)
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def refuse_improper_text(*, key: str, reason: str = "") -> None:
    """Raise `Malformed` for a key or a reason that could not be written down."""
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Malformed(f"A key is 1 to {LONGEST_KEY} printable characters: make one up for each thing you ask.")
    if len(reason) > LONGEST_REASON or not reason.replace("\n", "").isprintable():
        raise Malformed(f"A reason is at most {LONGEST_REASON} characters that can be read: write it again.").at(
            "reason"
        )


def locked(season_id: str) -> Season:
    """The season's row, held against other writers until the transaction ends. Raises `Unknown`."""
    row = next(iter(_held(season_id)), None)
    if row is None:
        raise Unknown(f"There is no season {season_id[:80]!r}: a season is named league/season.")
    return row


@prepared
def _held(season_id: str) -> QuerySet[Season]:
    return Season.objects.select_for_update(no_key=True).filter(pk=season_id)


@contextmanager
def held(season_id: str) -> Iterator[tuple[Season, store.Loaded]]:
    """A season that nobody else writes meanwhile, and what its tables say; all that is done is one transaction.

    Within another transaction it is part of that: who would go on after a refusal makes a savepoint of his own.
    Raises `Unknown` or `TablesEdited`.
    """
    with transaction.atomic(savepoint=False), writing():
        row = locked(season_id)
        yield row, trusted(row)


def trusted(row: Season) -> store.Loaded:
    """The season as its tables have it. Raises `TablesEdited` unless they are as the last entry left them."""
    loaded = store.load(row)
    refuse_edited_tables(row, loaded)
    return loaded


def write(
    row: Season,
    loaded: store.Loaded,
    commands: Sequence[Command],
    *,
    signature: Signature,
    at: datetime,
    key: str,
    typed: Typed | None = None,
) -> Answer:
    """Perform commands that were allowed on a locked season and write down what came of them.

    Belongs inside the transaction that locked the row, with the journal's gate open.
    """
    content = _content(commands, signature.on_behalf_of)
    batch = Batch(season=row, key=key, actor=signature.actor, content_hash=content, first=row.length + 1)
    pen = Pen(row, batch, at, signature, typed)
    for place, each in enumerate(commands):
        with asked_as(place):
            pen.perform(loaded.season, each)
            follow(pen, loaded.season)
    pen.refuse_faces_left()
    write_down(pen, loaded)
    return Answer(pen.told, row.digest)


def follow(pen: Pen, season: state.Season) -> None:
    """Perform whatever is due, until the season waits for somebody."""
    while following := due(season):
        pen.perform(season, following[0], by_itself=True)


def _content(commands: Sequence[Command], on_behalf_of: str) -> str:
    return chain.hashed([[command_document(each) for each in commands], on_behalf_of])


def _told_before(row: Season, commands: Sequence[Command], *, key: str, signature: Signature) -> Answer | None:
    batch = next(iter(_under(row.pk, key)), None)
    if batch is None:
        return None
    if batch.actor != signature.actor or batch.content_hash != _content(commands, signature.on_behalf_of):
        raise key_reused(batch)
    return told_again(batch)


@prepared
def _under(season_id: str, key: str) -> QuerySet[Batch]:
    return Batch.objects.select_related("season").filter(season_id=season_id, key=key)


def key_reused(batch: Batch) -> KeyReused:
    """The refusal of a key that belongs to another batch."""
    return KeyReused(
        f"The key {batch.key!r} was used in this season for something else (entry {batch.first}): "
        "make up a new key for a new thing, and send the old one unchanged to hear its answer again."
    )


def told_again(batch: Batch) -> Answer:
    """What a batch answered when it was performed."""
    entries = list(
        Entry.objects.filter(season=batch.season, number__gte=batch.first, number__lte=batch.last).order_by("number")
    )
    told = []
    for each in entries:
        body = bodies.read(each.body)
        told.append(Told(each.number, body.command, body.stated(), each))
    return Answer(told, entries[-1].digest, repeated=True)


def _refuse_out_of_date(row: Season, commands: Sequence[Command], seen: int, actor: str) -> None:
    """What is still sealed from the actor is passed over: to refuse because of it would tell of it."""
    if not 0 <= seen <= row.length:
        raise OutOfDate(f"Entry {seen} does not exist, the last is {row.length}: read the season again.").at("seen")
    named = {id for each in commands for id in named_by(each)}
    later = Entry.objects.filter(season=row, number__gt=seen).order_by("number")
    later = later.filter(Q(seal="") | Q(opened_by__isnull=False) | Q(actor=actor))
    for number, command, changed in later.values_list("number", "command", "subjects"):
        if touched := sorted(named & set(changed)):
            raise OutOfDate(
                f"{', '.join(touched)} changed after you last looked (entry {number}, {command}): "
                "read it again, and ask again if you still want to."
            ).at("seen")


def write_down(pen: Pen, loaded: store.Loaded, *, amended: bool = False) -> None:
    """Save the season as it is now and everything the pen holds; what an amend undid may be gone from the tables."""
    row, place = pen.row, store.place_of(pen.row)
    facts = [each for told in pen.told for each in told.facts]
    name_people(facts, row, place, loaded.before)
    store.save(row, loaded.season, over=loaded, amended=amended)
    name_cars(facts, place)
    put([row], over=store.UPDATED)
    pen.batch.last = row.length
    put_numbered(pen.batch)
    put(pen.entries)
    lines: dict[type[models.Model], list[models.Model]] = {}
    for told in pen.told:
        for line in lines_of(told.facts, entry=told.number, place=place, command=told.command):
            lines.setdefault(type(line), []).append(line)
    for made in lines.values():
        put(made)
    put(pen.checkpoints)
    put([Outbox(season=row, entry=each.number, topic=each.command) for each in pen.entries])
    for told in pen.told:
        for seal in (seal for each in told.facts for seal in each.opens()):
            Entry.objects.filter(season=row, seal=seal, opened_by=None).update(opened_by=told.number)
    nudge_deliveries()
