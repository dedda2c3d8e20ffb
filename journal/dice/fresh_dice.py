"""Gives a season fresh dice: reveals its secret and takes a new one that nobody knows (HOUSE-010)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from journal import chain
from journal.dice.leaf_allocation import next_root
from journal.entry_recorder import SEASON_ATTRIBUTION, EntryRecorder
from journal.gate import open_gate
from journal.state import store
from journal.state.integrity import refuse_broken_journal
from journal.writer import load_trusted_season, lock_season, save_recorded
from league.models import Batch, Season
from league.queries.season_leaves import Seeds
from rules.campaign.commissioner.fresh_dice import CommitLeaves, RenewSecret, refuse_under_way
from rules.campaign.core.codec import command_document
from rules.campaign.core.command import Command
from rules.core.dice import secret_hash
from rules.core.dice_leaves import LEAVES_PER_ROOT


def take_fresh_dice(season_id: str, *, seeds: Seeds, at: datetime) -> Season:
    """Throw all future dice of a season from a new seed or secret that nobody knows, keeping its dice scheme.

    For the operator, if somebody may know dice to come: in a season with leaves by its seed, which is not revealed,
    in another by its secret. Raises as `renew_secret` does.
    """
    if Season.objects.filter(pk=season_id, dice="").exists():
        return renew_secret(season_id, secret=seeds.leaves, at=at)
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        at = refuse_broken_journal(row, at=at)
        loaded = load_trusted_season(row)
        refuse_under_way(loaded.season)
        first = LEAVES_PER_ROOT * len(row.roots)
        row.seeds = [
            *row.seeds[:-1],
            {**row.seeds[-1], "taken": row.leaves},
            seeds.row_from(row.length + 1, first=first),
        ]
        row.leaves, row.secret = first, seeds.salts.hex()
        root = next_root(row)
        row.roots = [*row.roots, root]
        _write(row, loaded, CommitLeaves(root=root, fresh=True), at=at)
        return row


def renew_secret(season_id: str, *, secret: bytes, at: datetime) -> Season:
    """Throw all future dice of a season from that secret, and reveal the previous one.

    For the operator, if somebody may know the season's secret. Raises `RoundUnderWay`, `Unknown`, and what `perform`
    raises for journals and tables.
    """
    with transaction.atomic(), open_gate():
        row = lock_season(season_id)
        at = refuse_broken_journal(row, at=at)
        loaded = load_trusted_season(row)
        refuse_under_way(loaded.season)
        command = RenewSecret(secret_hash=secret_hash(secret), earlier_secret=row.secret)
        row.secret = secret.hex()
        _write(row, loaded, command, at=at)
        return row


def _write(row: Season, loaded: store.LoadedSeason, command: Command, *, at: datetime) -> None:
    """Record a command of the season itself, in a batch of its own."""
    batch = Batch(
        season=row,
        key=f"fresh dice/{row.length}",
        actor=SEASON_ATTRIBUTION.actor,
        content_hash=chain.hash_document([[command_document(command)], ""]),
        first=row.length + 1,
    )
    pen = EntryRecorder(row, batch, at, SEASON_ATTRIBUTION)
    pen.perform(loaded.season, command, by_itself=True)
    save_recorded(pen, loaded)
