"""A season goes on with fresh dice: its secret is shown, and another taken that nobody knows (HOUSE-010)."""

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
    """Throw whatever has not fallen in a season with dice that nobody knows, by the scheme it throws with.

    For the operator, where others may know those to come: of a season with leaves whoever has its seed, which stays
    unshown, of another whoever has its secret. Raises as `renew_secret` does.
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
    """Throw whatever has not fallen in a season with that secret from now on, and show the one before.

    For the operator, where others may know the season's secret. Raises `RoundUnderWay`, `Unknown`, and what `perform`
    raises of journals and tables.
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
    """Write the season's own command down, in a batch of its own."""
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
