"""A month of an unattended league whose eight owners chose differently: every letter that is due comes once.

What should come is worked out here from the table in `docs/notices.md` and each owner's choices, without the code
that decides it on the site.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.core import mail

from jobs.outbox_delivery import deliver_outbox
from league.models import Membership, Notice, Window
from league.role_changes import remove
from scheduling.announcements import post_announcement
from scheduling.clock_tick import tick
from scheduling.notices import receivers
from scheduling.notices.letters import MailList, sign_mail_list
from scheduling.notices.mail import send_due_mail
from scheduling.notices.settings import find_mail_list, turn_off
from tests.scheduling.letters import choose
from tools.unattended_check import create_unattended_league

pytestmark = pytest.mark.django_db
TABLE = Path(__file__).parents[2] / "docs" / "notices.md"
BEGAN = datetime(2026, 10, 5, 16, tzinfo=UTC)
"""A Monday; clocks change in Berlin on 25 October and in New York on 1 November."""
STEP = timedelta(hours=12)
LEFT_ON, STOPPED_ON = BEGAN + 10 * timedelta(days=1), BEGAN + 12 * timedelta(days=1)
GROUPS = ("waits", "answered", "results", "season", "trades", "appeals", "rulings", "announcements", "commissioners")
Letter = tuple[str, str, int]
"""Whose it is, `notice` or the name of a digest, and the notice's id or how many notices a digest has."""


@dataclass
class Owner:
    """What an owner chose, and what the site owes them; `mailed` says when a group is mailed."""

    zone: str = "UTC"
    hour: int = 9
    day: int = 0
    mailed: dict[str, str] = field(default_factory=dict)
    quiet: tuple[int, int] | None = None
    muted: bool = False
    member: bool = True
    owed: list[tuple[datetime, str, Notice]] = field(default_factory=list)

    def when(self, group: str) -> str:
        """When notices of a group are mailed."""
        if not self.member or (self.muted and group not in ("waits", "commissioners")):
            return "off"
        return self.mailed.get(group, "now")

    def hour_after(self, moment: datetime, hour: int, weekday: int | None = None) -> datetime:
        """The next time that the owner's clock shows a full hour, on that day of the week if one is given."""
        zone = ZoneInfo(self.zone)
        day: date = moment.astimezone(zone).date()
        for _ in range(9):
            found = datetime.combine(day, time(hour), zone).astimezone(UTC)
            if found > moment and weekday in (None, day.weekday()):
                return found
            day += timedelta(days=1)
        raise AssertionError(moment)

    def is_quiet(self, moment: datetime) -> bool:
        """Whether a moment is in the owner's quiet hours, which go past midnight."""
        hour = moment.astimezone(ZoneInfo(self.zone)).hour
        return self.quiet is not None and (hour >= self.quiet[0] or hour < self.quiet[1])


OWNERS = {
    "f1": Owner(),
    "f2": Owner("Europe/Berlin", 7, mailed=dict.fromkeys(GROUPS, "daily")),
    "f3": Owner("Pacific/Auckland", 20, 5, mailed={group: "weekly" for group in GROUPS if group != "waits"}),
    "f4": Owner(mailed=dict.fromkeys(GROUPS, "off")),
    "f5": Owner(muted=True),
    "f6": Owner("America/New_York", quiet=(20, 8)),
    "f7": Owner("Asia/Tokyo", 12, 2, mailed={"results": "daily", "season": "weekly", "waits": "daily"}),
    "f8": Owner("America/New_York", 2, mailed=dict.fromkeys(GROUPS, "daily")),
}


def documented_groups() -> dict[str, str]:
    """The group of each kind of notice, as the documents' table says."""
    rows = re.findall(r"^\| `([a-z_]+)` \| [^|]+ \| `([a-z]+)` \|", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 40
    return dict(rows)


def owe(owner: Owner, notice: Notice, group: str, *, at: datetime) -> None:
    """Note what an owner is owed for a notice, and from when on."""
    match owner.when(group):
        case "daily":
            owner.owed.append((owner.hour_after(at, owner.hour), "daily", notice))
        case "weekly":
            owner.owed.append((owner.hour_after(at, owner.hour, owner.day), "weekly", notice))
        case "now":
            until = owner.hour_after(at, owner.quiet[1]) if owner.quiet and owner.is_quiet(at) else at
            window = window_of(notice)
            soon = window is not None and window.closes_at is not None and window.closes_at <= until
            owner.owed.append((at if soon else until, "now", notice))


def window_of(notice: Notice) -> Window | None:
    """The window that a notice is about, by the name in its key."""
    match = re.fullmatch(r"[a-z_]+/iron/s[12]/(.+)/20[-0-9T:+]+", notice.key)
    return Window.objects.filter(season=notice.season, what=match[1]).first() if match else None


def due_letters(who: str, owner: Owner, *, at: datetime) -> list[Letter]:
    """The letters an owner should get now; what is left out of a digest is owed no more."""
    due = [line for line in owner.owed if line[0] <= at]
    owner.owed = [line for line in owner.owed if line[0] > at]
    if not owner.member:
        return []
    found: list[Letter] = [(who, "notice", notice.pk) for _, when, notice in due if when == "now"]
    digest = [(when, notice) for _, when, notice in due if when != "now" and not is_done(notice)]
    if digest:
        whens = {when for when, _ in digest}
        found.append((who, f"{whens.pop()} digest" if len(whens) == 1 else "digest", len(digest)))
    return found


def is_done(notice: Notice) -> bool:
    """Whether the window that a notice is about was closed."""
    window = window_of(notice)
    return window is not None and window.closed_at is not None


def sent_letters() -> list[Letter]:
    """The letters that were sent, which are then forgotten."""
    found: list[Letter] = []
    for message in mail.outbox:
        who = message.to[0].partition("@")[0]
        digest = re.match(r"Your ([a-z]+ )?digest: (\d+) notice", str(message.subject))
        if digest:
            found.append((who, f"{digest[1] or ''}digest", int(digest[2])))
        else:
            pk = int(re.findall(r"<notice-(\d+)@", message.extra_headers["Message-ID"])[0])
            found.append((who, "notice", pk))
    mail.outbox.clear()
    return found


def test_in_a_month_every_owner_gets_each_letter_once_and_none_besides() -> None:
    assert receivers.notify_steward_acts
    groups, owners = documented_groups(), deepcopy(OWNERS)
    create_unattended_league("iron", franchises=8, rounds=2, at=BEGAN)
    members = {str(row.franchise_id)[5:]: row for row in Membership.objects.filter(league="iron", role="owner")}
    for who, owner in owners.items():
        choose(
            members[who].user,
            {(group, "mail"): when for group, when in owner.mailed.items()},
            time_zone=owner.zone,
            digest_hour=owner.hour,
            digest_day=owner.day,
            quiet=owner.quiet,
            muted=["iron"] if owner.muted else (),
        )
    boss = Membership.objects.get(league="iron", role="commissioner")
    seen, sent, kinds = 0, Counter[str](), set[str]()
    moment = BEGAN
    while moment < BEGAN + timedelta(days=31):
        tick("iron/s1", at=moment)
        deliver_outbox(at=moment)
        _at_their_time(moment, owners, members, boss)
        for notice in Notice.objects.filter(pk__gt=seen, member__role="owner").order_by("pk"):
            seen = notice.pk
            kinds.add(notice.about)
            who = next(name for name, row in members.items() if row.pk == notice.member_id)
            owe(owners[who], notice, groups[notice.about], at=moment)
        expected = [letter for who, owner in owners.items() for letter in due_letters(who, owner, at=moment)]
        send_due_mail(at=moment)
        got = sent_letters()
        assert sorted(got) == sorted(expected), moment
        sent += Counter(who for who, _, _ in got)
        moment += STEP
    assert {"turn", "reminder", "acted", "locked", "settled", "announced"} <= kinds
    assert sent["f4"] == 0
    assert all(sent[who] for who in owners if who != "f4"), sent
    assert get_user_model().objects.count() == 9


def _at_their_time(
    moment: datetime, owners: dict[str, Owner], members: dict[str, Membership], boss: Membership
) -> None:
    """One owner leaves, one turns a kind of letter off from a letter, and the commissioner announces something."""
    if moment == LEFT_ON:
        remove(league=boss.league, user=members["f8"].user, by=boss, at=moment, reason="They never came.")
        owners["f8"].member = False
    if moment == STOPPED_ON:
        token = sign_mail_list(MailList(members["f7"].user_id, "answered", "iron"))
        state = find_mail_list(token)
        assert state is not None
        turn_off(state, at=moment)
        owners["f7"].mailed["answered"] = "off"
        post_announcement(
            league=boss.league, by=boss, title="Rain", text="It rains.", pinned=False, key="rain", at=moment
        )
