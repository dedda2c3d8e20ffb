"""Receipts as programs are told them."""

from __future__ import annotations

from datetime import datetime

from api.journal.schemas import ReceiptOut
from journal.receipts import sign_receipt
from league.models import Entry


def serialize_receipt(entry: Entry, *, at: datetime) -> ReceiptOut | None:
    """The site's signature that the journal has that entry; none of a sandbox, where nothing counts."""
    if entry.season.forked_from:
        return None
    made = sign_receipt(entry.season, number=entry.number, head=entry.hash, at=at)
    return ReceiptOut(statement=made.statement, key=made.key, algorithm=made.algorithm, signature=made.signature)
