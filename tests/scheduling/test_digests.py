"""Digests and quiet hours: each letter that is due comes once, without what is done or read by then."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from journal.gate import open_gate
from league.accounts import erase
from league.membership import found_league
from league.models import Job, League, LineUp, Membership, Notice, NoticeChoice, Preferences, WaitingNotice, Window
from league.role_changes import close_league, remove
from scheduling.notices.inbox import mark_read, notify
from scheduling.notices.mail import enqueue_due_mail, send_due_mail
from tests.league.small_league import BEGAN, Table, announced
from tests.scheduling.calendar_league import DAY, HOUR, clocked, member
from tests.scheduling.letters import choose, letters, tell
from tests.scheduling.test_notice_mail import Crash

pytestmark = pytest.mark.django_db
NINE = BEGAN + 15 * HOUR
"""The first time after the beginning at which a digest of nine o'clock comes."""
MAIL_DAILY = {("results", "mail"): "daily"}


def league(**calendar: Any) -> Table:
    """A league whose people have addresses, with no mail that waits."""
    table = clocked(announced(), **calendar)
    send_due_mail(at=BEGAN)
    mail.outbox.clear()
    return table


def user_of(table: Table, who: str) -> Any:
    """The person of a membership."""
    return member(table, who).user


def test_a_digest_comes_once_at_its_hour_with_all_that_waits() -> None:
    table = league()
    choose(user_of(table, "razors"), MAIL_DAILY)
    tell(table, "razors", "locked", key="a")
    tell(table, "razors", "announced")
    assert (send_due_mail(at=BEGAN), letters()) == (1, ["Rust Belt: Announcement"])
    tell(table, "razors", "locked", key="b", at=BEGAN + HOUR)
    assert send_due_mail(at=NINE - timedelta(minutes=1)) == 0
    assert (send_due_mail(at=NINE), send_due_mail(at=NINE)) == (1, 0)
    assert letters() == ["Your daily digest: 2 notices from Rust Belt"]
    assert not WaitingNotice.objects.exists()
    assert Notice.objects.filter(about="locked", mailed_at=NINE).count() == 2


def test_a_digest_groups_its_leagues_and_has_the_newest_head_of_each() -> None:
    table = league()
    person = user_of(table, "razors")
    other = League.objects.create(pk="other", name="Another", founded_at=BEGAN)
    there = Membership.objects.create(league=other, user=person, role="spectator")
    choose(person, {("results", "mail"): "daily", ("announcements", "mail"): "daily"})
    tell(table, "razors", "locked")
    notify([there], about="announced", key="o", at=BEGAN, arguments={"announcement": 1, "title": "Sun"})
    assert send_due_mail(at=NINE) == 1
    letter = mail.outbox[0]
    assert letter.subject == "Your daily digest: 2 notices from 2 leagues"
    assert letter.body.index("Another\n=======") < letter.body.index("Rust Belt\n=========")
    assert f"Newest head of rust-belt/s1: entry {table.row.length}," in letter.body
    assert "You get this mail since you chose a digest: this is your daily digest." in letter.body


def test_what_is_read_or_done_by_then_is_left_out_and_an_empty_digest_is_not_sent() -> None:
    table = league()
    choose(user_of(table, "razors"), {("results", "mail"): "daily", ("waits", "mail"): "daily"})
    read = tell(table, "razors", "locked")
    window = Window.objects.create(
        season=table.row, what="M3/m9", opened_at=BEGAN, closes_at=BEGAN + 5 * DAY, closed_at=None
    )
    key = f"turn/{table.season}/M3/m9/{BEGAN.isoformat()}"
    tell(table, "razors", "turn", key=key)
    send_due_mail(at=BEGAN)
    assert WaitingNotice.objects.count() == 2
    mark_read(Notice.objects.values_list("pk", flat=True).filter(about="locked"), members=[read.pk], at=BEGAN)
    window.closed_at = BEGAN + HOUR
    window.save()
    assert (send_due_mail(at=NINE), letters()) == (0, [])
    assert not WaitingNotice.objects.exists()


def test_an_owner_who_has_named_a_line_up_is_not_asked_for_it_while_others_are_awaited() -> None:
    table = league()
    for who in ("razors", "saints"):
        choose(user_of(table, who), {("waits", "mail"): "daily"})
    Window.objects.create(season=table.row, what="M3/m1", opened_at=BEGAN, closes_at=BEGAN + 5 * DAY)
    for who in ("razors", "saints"):
        tell(table, who, "turn", key=f"turn/{table.season}/M3/m1/{BEGAN.isoformat()}")
    with open_gate():
        LineUp.objects.filter(match_id=f"{table.season}/m1", franchise__identity="rust-belt/razors").update(
            named=True
        )
    assert send_due_mail(at=NINE) == 1
    assert mail.outbox[0].to == ["rust-belt-saints@example.org"]


def test_after_an_outage_of_a_week_there_is_one_digest_and_not_seven() -> None:
    table = league()
    choose(user_of(table, "razors"), MAIL_DAILY)
    for day in range(7):
        tell(table, "razors", "locked", at=BEGAN + day * DAY)
    assert send_due_mail(at=BEGAN + 7 * DAY) == 1
    assert (send_due_mail(at=BEGAN + 7 * DAY), len(mail.outbox)) == (0, 1)


def test_a_server_out_of_reach_leaves_a_digest_to_be_sent_later(settings: Settings) -> None:
    table = league()
    choose(user_of(table, "razors"), MAIL_DAILY)
    tell(table, "razors", "locked")
    settings.EMAIL_BACKEND = "tests.scheduling.test_notice_mail.OutOfReach"
    with pytest.raises(ConnectionRefusedError):
        send_due_mail(at=NINE)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_due_mail(at=NINE + HOUR) == 1


def test_a_digest_that_crashed_after_its_claim_is_never_sent_twice(settings: Settings) -> None:
    table = league()
    choose(user_of(table, "razors"), MAIL_DAILY)
    choose(user_of(table, "saints"), MAIL_DAILY)
    for who in ("razors", "saints"):
        tell(table, who, "locked")
    settings.EMAIL_BACKEND = "tests.scheduling.test_notice_mail.Crashing"
    with pytest.raises(Crash):
        send_due_mail(at=NINE)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert (send_due_mail(at=NINE), len(mail.outbox)) == (0, 1)


def test_mail_in_quiet_hours_waits_for_their_end_unless_its_deadline_falls_before() -> None:
    table = league()
    choose(user_of(table, "razors"), quiet=(18, 6))
    late, soon = BEGAN + 3 * DAY, BEGAN + 6 * HOUR
    for match, closes in (("m8", late), ("m9", soon)):
        Window.objects.create(season=table.row, what=f"M3/{match}", opened_at=BEGAN, closes_at=closes)
        tell(table, "razors", "turn", key=f"turn/{table.season}/M3/{match}/{BEGAN.isoformat()}")
    tell(table, "razors", "locked")
    assert (send_due_mail(at=BEGAN + HOUR), letters()) == (1, ["Rust Belt: Your turn"])
    assert send_due_mail(at=BEGAN + 11 * HOUR) == 0
    assert (send_due_mail(at=BEGAN + 12 * HOUR), letters()) == (
        2,
        ["Rust Belt: Your turn", "Rust Belt: Line-ups locked"],
    )
    assert send_due_mail(at=BEGAN + 13 * HOUR) == 0


def test_new_settings_apply_to_what_has_not_left_yet() -> None:
    table = league()
    person = user_of(table, "razors")
    choose(person, MAIL_DAILY)
    tell(table, "razors", "locked")
    send_due_mail(at=BEGAN)
    choose(person, {("results", "mail"): "off"}, at=BEGAN + HOUR)
    assert send_due_mail(at=NINE) == 0
    tell(table, "razors", "locked", at=NINE)
    choose(person, MAIL_DAILY, at=NINE)
    choose(person, {("results", "mail"): "weekly"}, at=NINE)
    send_due_mail(at=NINE)
    choose(person, at=NINE + HOUR)
    assert (send_due_mail(at=NINE + HOUR), letters()) == (1, ["Rust Belt: Line-ups locked"])


def test_daily_and_weekly_digests_of_one_morning_are_one_letter() -> None:
    table = league()
    choose(user_of(table, "razors"), {("results", "mail"): "daily", ("season", "mail"): "weekly"}, digest_day=2)
    tell(table, "razors", "locked")
    tell(table, "razors", "closed")
    assert (send_due_mail(at=NINE), letters()) == (1, ["Your digest: 2 notices from Rust Belt"])


def test_who_has_left_gets_no_further_mail_and_neither_does_who_was_erased() -> None:
    table = league()
    for who in ("razors", "saints", "widows"):
        choose(user_of(table, who), MAIL_DAILY)
        tell(table, who, "locked")
        tell(table, who, "announced")
    send_due_mail(at=BEGAN)
    letters()
    tell(table, "saints", "announced", at=NINE)
    remove(
        league=table.row.league,
        user=user_of(table, "saints"),
        by=member(table),
        at=BEGAN,
        reason="They never came.",
    )
    erased = user_of(table, "widows")
    erase(user=erased, at=BEGAN)
    assert not Preferences.objects.filter(user=erased).exists()
    assert not NoticeChoice.objects.filter(user=erased).exists()
    assert send_due_mail(at=NINE) == 1
    assert mail.outbox[0].to == ["rust-belt-razors@example.org"]
    assert not WaitingNotice.objects.exists()


def test_a_league_that_is_closed_sends_nothing_that_waits() -> None:
    league_row = found_league(
        id="alone",
        name="Alone",
        public=True,
        commissioner=get_user_model().objects.create_user("ann", email="ann@example.org"),
        at=BEGAN,
    )
    boss = Membership.objects.get(league=league_row)
    choose(boss.user, {("announcements", "mail"): "daily"})
    notify([boss], about="announced", key="k", at=BEGAN, arguments={"announcement": 1, "title": "Rain"})
    send_due_mail(at=BEGAN)
    assert WaitingNotice.objects.count() == 1
    close_league(league=league_row, by=boss, at=BEGAN)
    assert (send_due_mail(at=NINE), letters()) == (0, [])


def test_one_event_in_two_roles_is_one_notice_and_one_letter() -> None:
    table = league()
    owner = member(table, "razors")
    also = Membership.objects.create(league=table.row.league, user=owner.user, role="commissioner")
    notify([owner, also], about="closed", key="k", at=BEGAN, season=table.row, arguments={"season": "Season 1"})
    notify([also], about="closed", key="k", at=BEGAN, season=table.row, arguments={"season": "Season 1"})
    assert (Notice.objects.count(), send_due_mail(at=BEGAN)) == (1, 1)
    for role, name in ((owner, "Razors"), (also, "Saints")):
        arguments = {"match": "m1", "franchise": name, "card_of": name.lower()}
        notify([role], about="settled", key="s", at=BEGAN, season=table.row, arguments=arguments)
    assert send_due_mail(at=BEGAN) == 1
    assert [f"see what it brought {name}" in mail.outbox[-1].body for name in ("Razors", "Saints")] == [True, True]


def test_a_muted_league_is_silent_but_for_what_waits() -> None:
    table = league()
    choose(user_of(table, "razors"), muted=["rust-belt"])
    for about in ("locked", "announced", "turn"):
        tell(table, "razors", about)
    assert (send_due_mail(at=BEGAN), letters()) == (1, ["Rust Belt: Your turn"])
    assert list(Notice.objects.filter(on_site=True).values_list("about", flat=True)) == ["turn"]


def test_a_mail_more_costs_a_few_statements_and_none_that_look_others_up() -> None:
    table = league()
    people = get_user_model().objects
    counts = []
    for size in (10, 60):
        made = [
            Membership(
                league=table.row.league,
                role="spectator",
                user=people.create(username=f"p{size}-{number}", email=f"p{size}-{number}@example.org"),
            )
            for number in range(size)
        ]
        Membership.objects.bulk_create(made)
        for one in made[: size // 2]:
            choose(one.user, MAIL_DAILY)
        notify(made, about="locked", key=f"k{size}", at=BEGAN, season=table.row, arguments={"match": "m1"})
        with CaptureQueriesContext(connection) as queries:
            assert send_due_mail(at=NINE) == size
        counts.append(len(queries))
    statements_per_mail = (counts[1] - counts[0]) / 50
    assert statements_per_mail < 8, counts


def test_the_sweep_asks_for_a_job_once_a_digest_is_due() -> None:
    table = league()
    choose(user_of(table, "razors"), MAIL_DAILY)
    tell(table, "razors", "locked")
    send_due_mail(at=BEGAN)
    jobs = Job.objects.filter(kind="send_mail")
    before = jobs.count()
    enqueue_due_mail(NINE - HOUR)
    assert jobs.count() == before
    enqueue_due_mail(NINE)
    enqueue_due_mail(NINE)
    assert jobs.count() == before + 1
