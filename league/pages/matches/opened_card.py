"""Which card an owner opened last, kept in a cookie so that reading a page writes no rows."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpResponse

from explain import links
from league.middleware import CARD_COOKIE

COOKIE_AGE = timedelta(days=365)


def set_card_cookie(response: HttpResponse, league: str, value: str) -> None:
    """Remember the match whose card was opened, by stored id, or `CARD_WAITS` that one is to be opened."""
    response.set_cookie(
        CARD_COOKIE,
        value,
        max_age=COOKIE_AGE,
        path=links.league_url(league),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
