"""Receipts: what the site signs for the giver of a command, so that its entry cannot be lost or changed unnoticed."""

from __future__ import annotations

from datetime import datetime

from league.models import Season
from league.signing import SignedStatement, sign_statement, signing_key
from rules.core.canonical_json import json_bytes

RECEIPT_VERSION = 1
"""The version of the signed statement."""


def sign_receipt(row: Season, *, number: int, head: str, at: datetime) -> SignedStatement:
    """Sign a statement that a season's journal has that entry, with its hash, which commits to all before it.

    The statement is JSON: `version`, `season`, `entry`, its `head`, and `at`, the time of the signature.
    """
    statement = {"version": RECEIPT_VERSION, "season": row.pk, "entry": number, "head": head, "at": at.isoformat()}
    return sign_statement(json_bytes(statement), key=signing_key(at=at))
