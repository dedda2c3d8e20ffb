"""Receipts for browsers: after a command the answer carries one in a cookie, and a script keeps it."""

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
"""Seconds for which the cookie waits for a page whose script takes it away."""


def set_receipt_cookie(answer: HttpResponse, entry: Entry, *, at: datetime) -> HttpResponse:
    """The answer, with a receipt of that entry for the browser to keep; of a sandbox, where nothing counts, none.

    `static/theme/dice.js` moves it from the cookie to the browser's own storage on the page that comes next.
    """
    if entry.season.forked_from:
        return answer
    made = sign_receipt(entry.season, number=entry.number, head=entry.hash, at=at)
    answer.set_cookie(
        COOKIE,
        base64.urlsafe_b64encode(msgspec.json.encode(made)).decode().rstrip("="),
        max_age=COOKIE_MAX_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=False,
        samesite="Lax",
    )
    return answer


def set_receipt_cookie_by_number(
    answer: HttpResponse, row: Season, number: int | None, *, at: datetime
) -> HttpResponse:
    """The same with the entry of that number; without a receipt where there is none."""
    if number is None:
        return answer
    return set_receipt_cookie(answer, Entry.objects.select_related("season").get(season=row, number=number), at=at)
