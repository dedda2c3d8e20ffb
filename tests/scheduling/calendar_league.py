"""A league with a calendar, and its members' inboxes, for tests of the clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model

from jobs.outbox_delivery import deliver_outbox
from league.models import Membership, Notice, Window
from scheduling.calendar import set_calendar
from scheduling.notices import receivers
from scheduling.notices.texts import notice_text, titles_in_notices
from tests.league.small_league import BEGAN, Table

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def member(table: Table, who: str = "boss") -> Membership:
    """The membership of the commissioner, or of a franchise's owner."""
    return Membership.objects.get(handle=table.handle(who))


def clocked(table: Table, **calendar: Any) -> Table:
    """The league with a calendar set, and an email address for each user."""
    set_calendar(league=table.league, member=member(table), at=BEGAN, **calendar)
    for user in get_user_model().objects.all():
        user.email = f"{user.get_username()}@example.org"
        user.save()
    return table


def told(table: Table, who: str = "boss", *, about: str = "") -> list[str]:
    """The sentences of a member's inbox, oldest first; with `about`, only those of that kind."""
    notices = Notice.objects.filter(member=member(table, who)).order_by("pk")
    titles = titles_in_notices(notices)
    return [notice_text(notice, titles).sentence for notice in notices if about in {"", notice.about}]


def window(table: Table, wait: str) -> Window:
    """The season's window for that wait."""
    return Window.objects.get(season_id=table.season, what=wait)


def delivered(at: datetime = BEGAN) -> None:
    """Deliver the outbox, with the notice receivers registered."""
    assert receivers.notify_steward_acts
    deliver_outbox(at=at)
