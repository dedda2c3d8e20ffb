"""Receipts for browsers: the response to a command has one in a cookie, and a script stores it."""

from __future__ import annotations

import base64
from datetime import datetime

import msgspec
from django.conf import settings
from django.http import HttpResponse

from journal.receipts import sign_receipt
from league.models import Entry, Season

COOKIE = "receipt"
COOKIE_MAX_AGE = 3600
"""Seconds for which the cookie waits for the page whose script removes it."""


def set_receipt_cookie(answer: HttpResponse, entry: Entry, *, at: datetime) -> HttpResponse:
    """Set a cookie with a receipt of that entry, and return the response; sandboxes have no receipts.

    `static/theme/dice.js` moves it from the cookie to the browser's local storage on the next page.
    """
    if entry.season.forked_from:
        return answer
    receipt = sign_receipt(entry.season, number=entry.number, head=entry.hash, at=at)
    answer.set_cookie(
        COOKIE,
        base64.urlsafe_b64encode(msgspec.json.encode(receipt)).decode().rstrip("="),
        max_age=COOKIE_MAX_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=False,
        samesite="Lax",
    )
    return answer


def set_receipt_cookie_by_number(
    answer: HttpResponse, row: Season, number: int | None, *, at: datetime
) -> HttpResponse:
    """The same for the entry with that number; without a receipt if `number` is None."""
    if number is None:
        return answer
    return set_receipt_cookie(answer, Entry.objects.select_related("season").get(season=row, number=number), at=at)
