"""A season goes on with fresh dice: its secret is shown, and another taken that nobody knows (HOUSE-010)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from league.journal import chain
from league.journal.gate import writing
from league.journal.pen import BY_ITSELF, Pen
from league.journal.trust import refuse_broken_journal
from league.journal.writer import locked, trusted, write_down
from league.models import Batch, Season
from rules.campaign.codec import command_document
from rules.campaign.fresh_dice import RenewSecret, refuse_under_way
from rules.dice import published_hash

SECRET_BYTES = 32
"""How long a secret is that nobody guesses."""


def renew_secret(season_id: str, *, secret: bytes, at: datetime) -> Season:
    """Throw whatever has not fallen in a season with that secret from now on, and show the one before.

    For the operator, where others may know the season's secret. Raises `RoundUnderWay`, `Unknown`, and what `perform`
    raises of journals and tables.
    """
    with transaction.atomic(), writing():
        row = locked(season_id)
        at = refuse_broken_journal(row, at=at)
        loaded = trusted(row)
        refuse_under_way(loaded.season)
        command = RenewSecret(secret_hash=published_hash(secret), earlier_secret=row.secret)
        batch = Batch(
            season=row,
            key=f"fresh dice/{row.length}",
            actor=BY_ITSELF.actor,
            content_hash=chain.hashed([[command_document(command)], ""]),
            first=row.length + 1,
        )
        pen = Pen(row, batch, at, BY_ITSELF)
        row.secret = secret.hex()
        pen.perform(loaded.season, command, by_itself=True)
        write_down(pen, loaded)
        return row
