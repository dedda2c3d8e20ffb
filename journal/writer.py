"""The writer: performs commands on a season and records the results in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.db.models import Q, QuerySet

from jobs.dispatch import dispatch_deliveries
from journal import chain
from journal import entry_body as bodies
from journal.approvals import NO_APPROVAL, Approval
from journal.dice.awaited import has_short_delay, is_blocked_by_dice
from journal.dice.dependent_batches import DiceHadFallen, SkippedCommands, refuse_dice_dependent_batch
from journal.dice.leaf_allocation import needs_more_leaves, next_root
from journal.dice.table_dice import authorize_typed_faces
from journal.entry_recorder import Attribution, EntryRecorder, RecordedEntry, TypedFaces, refuse_unused_batch_faces
from journal.gate import open_gate
from journal.input_validation import refuse_improper_batch, refuse_improper_words
from journal.state import store
from journal.state.identities import create_identities, name_cars
from journal.state.integrity import refuse_broken_journal, refuse_edited_tables
from journal.state.record_rows import lines_of
from journal.state.visible import GiverView, log_if_sealed, log_sealed_attempts, make_giver_view
from league.access import refuse_own_approval, refuse_read_only, refuse_unless_may_give_in_season
from league.models import Batch, Entry, Outbox, Season
from rules.campaign.commissioner.fresh_dice import CommitLeaves
from rules.campaign.core import state
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import COMMAND_TYPES, Command, Giver, command_subjects, tag_of
from rules.campaign.core.facts import Fact, subject_fields
from rules.campaign.play.due_commands import due_commands
from rules.core.refusals import Refusal, Unknown, refusals_at_place
from sql.bulk import insert_returning_id, upsert
from sql.cached_sql import cached_sql


class KeyReused(Refusal):
    """The key was already used by someone else, or for something else."""


class OutOfDate(Refusal):
    """What the command is about has changed since the entry the person last read, or `If-Match` does not match."""


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The result of a batch: its entries, the digest of the state after them, and whether it was done before.

    If it was refused after dice had fallen, `left_out` says how many of its commands were performed all the same.
    """

    entries: list[RecordedEntry]
    digest: str
    repeated: bool = False
    left_out: SkippedCommands | None = None

    @property
    def facts(self) -> list[Fact]:
        """All facts, in order."""
        return [fact for entry in self.entries for fact in entry.facts]


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
    typed: TypedFaces | None = None,
    whatever_falls: bool = False,
    approved_by: str = "",
    alone: bool = False,
    words: str = "",
) -> BatchResult:
    """Perform commands on a season, all or none, and everything that is due after each.

    `actor` is a member's handle. `key` identifies the batch: the same batch again gets the same answer. `seen` is the
    number of the entry the person last read (None: not checked). Faces may be `typed` in only if the season allows it
    (HOUSE-011).

    A batch whose outcome depends on its own dice is refused. If that could not be foreseen, the commands before the
    refused one are kept and the rest is `left_out`. `whatever_falls` turns both off, for somebody who knows the
    secret anyway.

    `approved_by` is the handle of another member who approved what nobody does alone. If it was done `alone`, its
    entries are marked for good, as is a locked match called off without approval. `words` come from the giver's own
    program, 64 hex digits; a season with leaves mixes them into the dice of these commands. Raises a `Refusal`
    (nothing was changed), or `NeedsDice` if `typed` lacks a face.
    """
    refuse_improper_words(words)
    signature = Attribution(actor, on_behalf_of, reason)
    arguments: dict[str, Any] = {"at": at, "key": key, "seen": seen, "typed": typed, "approved_by": approved_by}
    with _begin_batch(season_id, commands, signature, **arguments) as begun:
        if isinstance(begun, BatchResult):
            return begun
        row, loaded, sight = begun.row, begun.loaded, begun.sight
        if whatever_falls:
            sight.refuse_by_visible_state(commands)
        elif len(commands) > 1 or not sight.all:
            refuse_dice_dependent_batch(
                row, sight.seen, commands, reader=sight.reader, actor=actor, typed=begun.typed
            )
        second = Approval(approved_by, alone=alone, exempt=bool(row.forked_from))
        options: dict[str, Any] = {"signature": signature, "at": begun.dated, "key": key, "second": second}
        options["words"] = words
        try:
            return write(row, loaded, commands, typed=begun.typed, fallen_stands=not whatever_falls, **options)
        except DiceHadFallen as interruption:
            refusal = sight.masked_refusal(interruption.refusal, commands)
            log_if_sealed(refusal)
            row, first = lock_season(season_id), commands[: interruption.stand]
            result = write(row, load_trusted_season(row), first, typed=interruption.typed, asked=commands, **options)
            return replace(result, left_out=SkippedCommands(interruption.stand, refusal))
        except Refusal as refusal:
            raise sight.masked_refusal(refusal, commands) from None


def refuse_unperformable_batch(
    season_id: str,
    commands: Sequence[Command],
    *,
    actor: str,
    at: datetime,
    key: str,
    on_behalf_of: str = "",
    reason: str = "",
    seen: int | None = None,
    typed: TypedFaces | None = None,
) -> None:
    """Raise what `perform` would raise before any dice of the season fall; nothing is written or thrown."""
    signature = Attribution(actor, on_behalf_of, reason)
    with _begin_batch(season_id, commands, signature, at=at, key=key, seen=seen, typed=typed) as begun:
        if isinstance(begun, BatchResult):
            return
        row, sight = begun.row, begun.sight
        by: dict[str, Any] = {"reader": sight.reader, "actor": actor, "typed": begun.typed}
        refuse_dice_dependent_batch(row, sight.seen, commands, **by)
        if not sight.all:
            try:
                refuse_dice_dependent_batch(row, begun.loaded.season, commands, **by)
            except Refusal as refusal:
                raise sight.masked_refusal(refusal, commands) from None


@dataclass(frozen=True, slots=True)
class _BegunBatch:
    """A season locked for an allowed batch: what its giver may see of it, and the date of the batch."""

    row: Season
    loaded: store.LoadedSeason
    sight: GiverView
    typed: TypedFaces | None
    dated: datetime


@contextmanager
def _begin_batch(
    season_id: str,
    commands: Sequence[Command],
    signature: Attribution,
    *,
    at: datetime,
    key: str,
    seen: int | None,
    typed: TypedFaces | None,
    approved_by: str = "",
) -> Iterator[_BegunBatch | BatchResult]:
    """Lock a season for an allowed batch, or yield the stored result if the batch was given before."""
    refuse_improper_batch(commands, key=key, reason=signature.reason)
    with log_sealed_attempts(), transaction.atomic(), open_gate():
        row = lock_season(season_id)
        if earlier := _earlier_result(row, commands, key=key, signature=signature):
            yield earlier
            return
        signed = {"actor": signature.actor, "on_behalf_of": signature.on_behalf_of, "reason": signature.reason}
        for place, command in enumerate(commands):
            with refusals_at_place(place):
                refuse_unless_may_give_in_season(row, command, **signed)
        if approved_by:
            refuse_own_approval(row, actor=signature.actor, approved_by=approved_by)
        dated = refuse_broken_journal(row, at=at)
        if seen is not None:
            _refuse_out_of_date(row, commands, seen, signature.actor)
        loaded = load_trusted_season(row)
        if typed is not None:
            typed = authorize_typed_faces(row, loaded.season, typed, actor=signature.actor)
        yield _BegunBatch(
            row, loaded, make_giver_view(row, loaded.season, actor=signature.actor, at=at, typed=typed), typed, dated
        )


def lock_season(season_id: str, *, read_only_too: bool = False) -> Season:
    """Lock the season's row against other writers until the transaction ends.

    Raises `Unknown`, and unless `read_only_too` `LeagueReadOnly` in a league that is archived or will be deleted.
    """
    row = next(iter(_season_for_update(season_id)), None)
    if row is None:
        raise Unknown(f"There is no season {season_id[:80]!r}: a season is named league/season.")
    if not read_only_too:
        refuse_read_only(row.league)
    return row


@cached_sql
def _season_for_update(season_id: str) -> QuerySet[Season]:
    found = Season.objects.select_related("league").select_for_update(of=("self",), no_key=True)
    return found.filter(pk=season_id)


@contextmanager
def lock_and_load_season(season_id: str) -> Iterator[tuple[Season, store.LoadedSeason]]:
    """Lock and load a season; the block is one transaction.

    Inside another transaction it is part of that one: to go on after a refusal, use a savepoint.
    Raises `Unknown` or `TablesEdited`.
    """
    with transaction.atomic(savepoint=False), open_gate():
        row = lock_season(season_id)
        yield row, load_trusted_season(row)


def load_trusted_season(row: Season) -> store.LoadedSeason:
    """Load the season from its tables. Raises `TablesEdited` unless they are as the last entry left them."""
    loaded = store.load(row)
    refuse_edited_tables(row, loaded)
    return loaded


def write(
    row: Season,
    loaded: store.LoadedSeason,
    commands: Sequence[Command],
    *,
    signature: Attribution,
    at: datetime,
    key: str,
    typed: TypedFaces | None = None,
    second: Approval = NO_APPROVAL,
    words: str = "",
    asked: Sequence[Command] | None = None,
    fallen_stands: bool = False,
) -> BatchResult:
    """Perform allowed commands on a locked season and record the results.

    Call it inside the transaction that locked the row, with the journal's gate open. `asked` is the whole batch, if
    these commands are only part of it. Raises a `Refusal`, or `DiceHadFallen` if `fallen_stands` and dice fell before
    it; nothing is written then.
    """
    content = _content(commands if asked is None else asked, signature.on_behalf_of)
    batch = Batch(season=row, key=key, actor=signature.actor, content_hash=content, first=row.length + 1)
    pen = EntryRecorder(row, batch, at, signature, typed, second, words)
    pen.short = has_short_delay(row, actor=signature.actor, on_behalf_of=signature.on_behalf_of)
    stand = 0
    try:
        for place, command in enumerate(commands):
            with refusals_at_place(place):
                pen.perform(loaded.season, command)
                perform_due(pen, loaded.season)
            stand += 1
        refuse_unused_batch_faces(typed, pen.typed_used)
    except Refusal as refusal:
        if fallen_stands and pen.threw and len(commands) > 1:
            raise DiceHadFallen(stand, refusal, pen.used_typed_faces()) from None
        raise
    save_recorded(pen, loaded)
    return BatchResult(pen.told, row.digest)


def perform_due(pen: EntryRecorder, season: state.Season) -> None:
    """Perform what is due until the season waits for somebody or for dice; publish more leaves in time."""
    while not is_blocked_by_dice(pen.row) and (following := due_commands(season)):
        pen.perform(season, following[0], by_itself=True)
    pen.record_awaiting_matches(season)
    if needs_more_leaves(pen.row):
        root = next_root(pen.row)
        pen.row.roots = [*pen.row.roots, root]
        pen.perform(season, CommitLeaves(root=root), by_itself=True)


def _content(commands: Sequence[Command], on_behalf_of: str) -> str:
    return chain.hash_document([[command_document(command) for command in commands], on_behalf_of])


def _earlier_result(
    row: Season, commands: Sequence[Command], *, key: str, signature: Attribution
) -> BatchResult | None:
    batch = next(iter(_batches_by_key(row.pk, key)), None)
    if batch is None:
        return None
    if batch.actor != signature.actor or batch.content_hash != _content(commands, signature.on_behalf_of):
        raise key_reused_refusal(batch)
    stored = stored_result(batch)
    stand = sum(entry.entry.actor == signature.actor for entry in stored.entries)
    return stored if stand == len(commands) else replace(stored, left_out=SkippedCommands(stand))


@cached_sql
def _batches_by_key(season_id: str, key: str) -> QuerySet[Batch]:
    return Batch.objects.select_related("season").filter(season_id=season_id, key=key)


def key_reused_refusal(batch: Batch) -> KeyReused:
    """The refusal for a key that belongs to another batch."""
    return KeyReused(
        f"The key {batch.key!r} was used in this season for something else (entry {batch.first}): "
        "make up a new key for a new thing, and send the old one unchanged to hear its answer again."
    )


def stored_result(batch: Batch) -> BatchResult:
    """The result of a batch that was performed before."""
    entries = list(
        Entry.objects.filter(season=batch.season, number__gte=batch.first, number__lte=batch.last).order_by("number")
    )
    records = []
    for entry in entries:
        body = bodies.load_body(entry.body)
        records.append(RecordedEntry(entry.number, body.command, body.parsed_facts(), entry))
    return BatchResult(records, entries[-1].digest, repeated=True)


def _refuse_out_of_date(row: Season, commands: Sequence[Command], seen: int, actor: str) -> None:
    """Entries still sealed from the actor are ignored: a refusal because of them would reveal them.

    So is a match that only another franchise has acted on: each owner decides about a match on their own.
    """
    if not 0 <= seen <= row.length:
        raise OutOfDate(f"Entry {seen} does not exist, the last is {row.length}: read the season again.").at("seen")
    subjects = {id for command in commands for id in command_subjects(command)}
    own = {id for command in commands for id in _own_subjects(command)}
    later = Entry.objects.filter(season=row, number__gt=seen).order_by("number")
    later = later.filter(Q(seal="") | Q(opened_by__isnull=False) | Q(actor=actor))
    for number, command, changed in later.values_list("number", "command", "subjects"):
        if touched := sorted((own if _is_owners_decision(command) else subjects) & set(changed)):
            raise OutOfDate(
                f"{', '.join(touched)} changed after you last looked (entry {number}, {command}): "
                "read it again, and send it again if you still want to."
            ).at("seen")


def _own_subjects(command: Command) -> tuple[str, ...]:
    """What a command names, without the match if it is one franchise's decision about it."""
    match = getattr(command, "match", "") if _is_owners_decision(tag_of(type(command))) else ""
    return tuple(id for id in command_subjects(command) if id != match)


def _is_owners_decision(tag: str) -> bool:
    """Whether a command is what one owner decides about their own franchise."""
    row = COMMAND_TYPES.get(tag)  # an amend is an entry that no command type gives
    return row is not None and row.by is Giver.OWNER and "franchise" in subject_fields(row.cls)


def save_recorded(pen: EntryRecorder, loaded: store.LoadedSeason, *, amended: bool = False) -> None:
    """Save the season and everything recorded; after an amend, rows of things it undid may be deleted."""
    row, place = pen.row, store.id_prefixes_of(pen.row)
    facts = [fact for record in pen.told for fact in record.facts]
    create_identities(facts, row, place, loaded.before)
    store.save(row, loaded.season, over=loaded, amended=amended)
    name_cars(facts, place)
    upsert([row], over=store.SAVED_COLUMNS)
    pen.batch.last = row.length
    insert_returning_id(pen.batch)
    upsert(pen.entries)
    lines: dict[type[models.Model], list[models.Model]] = {}
    for record in pen.told:
        for line in lines_of(record.facts, entry=record.number, place=place, command=record.command):
            lines.setdefault(type(line), []).append(line)
    for rows in lines.values():
        upsert(rows)
    upsert(pen.checkpoints)
    upsert([Outbox(season=row, entry=entry.number, topic=entry.command) for entry in pen.entries])
    for record in pen.told:
        for seal in (seal for fact in record.facts for seal in fact.opens()):
            Entry.objects.filter(season=row, seal=seal, opened_by=None).update(opened_by=record.number)
    dispatch_deliveries()
