"""Unattended moves: the calendar gives answers by standing orders, and commissioner's steps, when nobody else does.

One run may perform many moves: it loads and saves the season once, in one transaction. Each move is still a batch of
its own, so that the journal does not show where a run ended. While dice are awaited, nothing is performed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from franchises.models import StandingOrders
from journal import chain
from journal.entry_recorder import Attribution, EntryRecorder
from journal.gate import open_gate
from journal.input_validation import refuse_improper_batch
from journal.state.integrity import refuse_broken_journal
from journal.writer import (
    BatchResult,
    key_reused_refusal,
    load_trusted_season,
    lock_season,
    perform_due,
    save_recorded,
    stored_result,
    write,
)
from league.access import CLOCK, STEWARD, refuse_unless_clock_may_give, refuse_unless_steward_may_give
from league.models import Batch, Season
from rules.campaign.core import state
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import Command, Giver, command_type, tag_of
from rules.campaign.steward import Orders, orders_from
from rules.campaign.steward.unattended import CommandBatch, CommandSource

CLOCK_REASON = "The season goes on as its calendar says."
"""The reason of a commissioner's step; everybody may read it (HOUSE-007)."""
MOST_BATCHES_PER_RUN = 32
"""The most batches in one transaction, which limits how long other writers of the season wait."""

MoveChooser = Callable[[state.Season], CommandBatch | None]


@dataclass(frozen=True, slots=True)
class UnattendedRun:
    """The result of a run: its answers, the season after them, and whether more moves may follow."""

    row: Season
    season: state.Season
    answers: list[BatchResult]
    more: bool


def perform_moves(
    season_id: str, coming: Callable[[Season], MoveChooser], *, at: datetime, most: int = MOST_BATCHES_PER_RUN
) -> UnattendedRun:
    """Perform the next moves of a season until none is left or `most` were made.

    `coming` gets the locked row and returns a function that chooses the next move for a state. The same state always
    yields the same batch, under a key with its place in the journal. Raises what `perform` raises; then the whole run
    is undone.
    """
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        at = refuse_broken_journal(row, at=at)
        loaded = load_trusted_season(row)
        name_next = coming(row)
        used_keys = _keys_used_by_members(row)
        batches: list[Batch] = []
        pen: EntryRecorder | None = None
        while len(batches) < most and not row.awaited and (move := name_next(loaded.season)) is not None:
            signature = _attribution_of(move)
            key = _key(row, move, used_keys)
            refuse_improper_batch(move.commands, key=key)
            batch = Batch(
                season=row,
                key=key,
                actor=signature.actor,
                content_hash=chain.hash_document([[*map(command_document, move.commands)], signature.on_behalf_of]),
                first=row.length + 1,
            )
            pen = pen or EntryRecorder(row, batch, at, signature)
            pen.batch, pen.signature = batch, signature
            _perform(pen, loaded.season, move.commands)
            batch.last = row.length
            batches.append(batch)
        if pen is not None:
            Batch.objects.bulk_create(batches[:-1])
            save_recorded(pen, loaded)
        return UnattendedRun(row, loaded.season, _batch_results(pen, batches), more=len(batches) == most)


def give_as_clock(season_id: str, commands: Sequence[Command], *, at: datetime, key: str) -> BatchResult:
    """Give commissioner's commands as the calendar, in one batch; the same call again answers the same.

    Raises `NotYours` for a command that only an owner or the season itself may give, and what `perform` raises.
    """
    refuse_improper_batch(commands, key=key)
    for command in commands:
        refuse_unless_clock_may_give(command)
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        if known := Batch.objects.filter(season=row, key=key).first():
            if known.actor != CLOCK:
                raise key_reused_refusal(known)
            return stored_result(known)
        at = refuse_broken_journal(row, at=at)
        return write(
            row, load_trusted_season(row), commands, signature=Attribution(CLOCK, reason=CLOCK_REASON), at=at, key=key
        )


def standing_orders_by_franchise(league_id: str) -> dict[str, Orders]:
    """The standing orders set in a league, by franchise; franchises without any have the default ones."""
    stored = StandingOrders.objects.filter(franchise__league_id=league_id).order_by("franchise_id")
    return {orders.franchise_id.rsplit("/", 1)[-1]: orders_from(orders.document) for orders in stored}


def _perform(pen: EntryRecorder, season: state.Season, commands: Sequence[Command]) -> None:
    for command in commands:
        if pen.row.awaited:
            return  # the rest of the move is chosen again once the dice have fallen
        own = command_type(tag_of(type(command))).by is Giver.SEASON
        pen.perform(season, command, by_itself=own)
        perform_due(pen, season)


def _attribution_of(move: CommandBatch) -> Attribution:
    if move.by is CommandSource.STEWARD:
        for command in move.commands:
            refuse_unless_steward_may_give(command, franchise=move.franchise)
        return Attribution(STEWARD, move.franchise)
    if move.by is not CommandSource.SEASON:
        for command in move.commands:
            refuse_unless_clock_may_give(command)
    return Attribution(CLOCK, reason=CLOCK_REASON)


def _key(row: Season, move: CommandBatch, used_keys: set[str]) -> str:
    """The key of the batch: its place in the journal and its giver. Keys that members have used are skipped."""
    key = f"clock/{row.length}/{move.franchise or tag_of(type(move.commands[0]))}"
    while key in used_keys:
        key += "+"
    return key


def _keys_used_by_members(row: Season) -> set[str]:
    """The keys of members' batches that look like the clock's own."""
    batches = Batch.objects.filter(season=row, key__startswith="clock/")
    return set(batches.exclude(actor__in=(CLOCK, STEWARD)).values_list("key", flat=True))


def _batch_results(pen: EntryRecorder | None, batches: list[Batch]) -> list[BatchResult]:
    if pen is None:
        return []
    digests = {entry.number: entry.digest for entry in pen.entries}
    return [
        BatchResult([entry for entry in pen.told if batch.first <= entry.number <= batch.last], digests[batch.last])
        for batch in batches
    ]
