"""Serializer of receipts."""

from __future__ import annotations

from datetime import datetime

from api.journal.schemas import ReceiptOut
from journal.receipts import sign_receipt
from league.models import Entry


def serialize_receipt(entry: Entry, *, at: datetime) -> ReceiptOut | None:
    """The site's signature that the journal has that entry; None in a fork, such as a sandbox."""
    if entry.season.forked_from:
        return None
    signed = sign_receipt(entry.season, number=entry.number, head=entry.hash, at=at)
    return ReceiptOut(
        statement=signed.statement, key=signed.key, algorithm=signed.algorithm, signature=signed.signature
    )
