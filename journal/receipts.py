"""Receipts: what the site signs for whoever gave a command, so that the entry cannot be dropped or changed unseen."""

from __future__ import annotations

from datetime import datetime

from league.models import Season
from league.signing import SignedStatement, sign_statement, signing_key
from rules.core.canonical_json import json_bytes

RECEIPT_VERSION = 1
"""The version of the statement that is signed."""


def sign_receipt(row: Season, *, number: int, head: str, at: datetime) -> SignedStatement:
    """A signed statement that a season's journal has that entry, with its hash, which binds all before it.

    The statement is JSON: `version`, `season`, `entry`, its `head`, and the moment `at` which it was signed.
    """
    said = {"version": RECEIPT_VERSION, "season": row.pk, "entry": number, "head": head, "at": at.isoformat()}
    return sign_statement(json_bytes(said), key=signing_key(at=at))
