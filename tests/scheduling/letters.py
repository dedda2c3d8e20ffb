"""Helpers for tests of notices that leave the site: what people chose, and the letters they got."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core import mail

from league.models import Membership
from scheduling.notices.inbox import notify
from scheduling.notices.settings import save_notice_settings
from tests.league.small_league import BEGAN, Table
from tests.scheduling.calendar_league import member

SENTENCES = {
    "turn": {"asked": "Name your line-up for m1", "until": "Thu 3 Sep 20:00", "match": "m1", "step": "M3"},
    "acted": {"commands": "hire rookie"},
    "locked": {"match": "m1"},
    "time_called_off": {"match": "m1", "what": "m1", "until": "Thu 3 Sep 20:00", "reason": ""},
    "closed": {"season": "Season 1"},
    "trade_made": {"other": "Saints", "comes": "Ann", "goes": "20k", "market_of": "razors"},
    "appeal_upheld": {"match": "m1", "said": "Quite right."},
    "question_ruled": {"question": 1, "put": "May I?"},
    "announced": {"announcement": 1, "title": "Rain"},
    "handover_declined": {"taker": "Vera", "league": "Rust Belt"},
}
"""One kind of each group, with what fills its sentence."""


def choose(user: Any, choices: Mapping[tuple[str, str], str] | None = None, **changed: Any) -> None:
    """Save a person's settings: all defaults but what is named."""
    values: dict[str, Any] = {
        "time_zone": "UTC",
        "digest_hour": 9,
        "digest_day": 0,
        "quiet": None,
        "muted": (),
        "off_in": (),
        "at": BEGAN,
    }
    save_notice_settings(user=user, choices=choices or {}, **{**values, **changed})


def tell(table: Table, who: str, about: str, *, at: datetime = BEGAN, key: str = "") -> Membership:
    """Notify a member of something of that kind."""
    receiver = member(table, who)
    arguments = SENTENCES[about]
    season = None if about == "announced" else table.row
    notify([receiver], about=about, key=key or f"{about}/{at.isoformat()}", at=at, season=season, arguments=arguments)
    return receiver


def letters() -> list[str]:
    """The subjects of all letters so far, which are then forgotten."""
    subjects = [str(message.subject) for message in mail.outbox]
    mail.outbox.clear()
    return subjects
