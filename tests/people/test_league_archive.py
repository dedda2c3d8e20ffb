"""An archived league: it is read as before, nothing in it changes, and its deadlines wait."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs.queue import enqueue
from jobs.worker import run_due_jobs
from league.access import LeagueReadOnly, NotYours
from league.invitations import invite
from league.models import AccessToken, Job, League, Membership, Notice, Window
from league.role_changes import leave, set_public
from league.tasks import _enqueue_ticks
from league.tokens import READ_SCOPE, create_token
from rules.core.refusals import Malformed
from scheduling.calendar import set_calendar
from scheduling.clock_tick import tick
from scheduling.league_life import NotArchived, archive_league, unarchive_league
from scheduling.windows import sync_windows
from tests.api.api_callers import Program, token_of
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN, Table, announced, signed

pytestmark = pytest.mark.django_db
LATER = BEGAN + timedelta(days=40)


def league_of(table: Table) -> League:
    """The league's current row."""
    return League.objects.get(pk=table.league)


def boss(table: Table) -> Membership:
    """The commissioner's membership."""
    return Membership.objects.select_related("user").get(handle=table.handle("boss"))


def archived() -> Table:
    """A league with a calendar and open windows, archived by its commissioner."""
    table = announced()
    set_calendar(league=table.league, member=boss(table), at=BEGAN, time_zone="UTC")
    sync_windows(table.season, at=table.now)
    archive_league(league=league_of(table), by=boss(table), at=table.now, reason="Winter.")
    return table


def test_the_board_of_an_archived_league_has_no_button() -> None:
    table = archived()
    page = browser(table, "boss").get(f"/l/{table.league}/s1/board/").content.decode().split("<main", 1)[1]
    assert "Take it out of the archive" in page
    assert "<button" not in page.split("</main>")[0]
    unarchive_league(league=league_of(table), by=boss(table), at=table.now)
    assert (
        "Go on until people are asked" in browser(table, "boss").get(f"/l/{table.league}/s1/board/").content.decode()
    )


def browser(table: Table, who: str) -> Client:
    """A browser of that member."""
    client = Client()
    client.force_login(Membership.objects.get(handle=table.handle(who)).user)
    return client


def test_no_command_is_performed_in_an_archived_league() -> None:
    table = archived()
    before = everything()
    with pytest.raises(LeagueReadOnly, match="is archived and can only be read"):
        table.give("lock_line_ups", match="m1", key="lock")
    assert everything() == before


@pytest.mark.parametrize(
    ("page", "parts"),
    [
        ("command", ["rust-belt", "s1", "lock_line_ups"]),
        ("webhooks", ["rust-belt"]),
        ("sandboxes", ["rust-belt", "s1"]),
        ("announcements", ["rust-belt"]),
        ("clock", ["rust-belt", "s1"]),
    ],
)
def test_every_form_is_refused_with_the_same_sentence_and_keeps_what_was_typed(page: str, parts: list[str]) -> None:
    table = archived()
    answer = browser(table, "boss").post(reverse(page, args=parts), {"text": "what I typed"})
    assert answer.status_code == 409
    assert "Rust Belt is archived and can only be read" in answer.content.decode()
    assert "what I typed" in answer.content.decode()


def test_a_token_that_leaked_is_revoked_in_an_archived_league_and_none_is_made() -> None:
    table = signed()
    owner = Membership.objects.get(handle=table.handle("razors")).user
    league = league_of(table)
    token, _ = create_token(league=league, user=owner, name="Bot", scopes=["read"], at=table.now)
    archive_league(league=league, by=boss(table), at=table.now)
    client, page = browser(table, "razors"), reverse("tokens", args=["rust-belt"])
    assert client.post(page, {"act": "revoke", "token": token.pk}).status_code == 302
    token.refresh_from_db()
    assert token.revoked_at is not None
    asked = {"act": "make", "name": "Another bot", "scopes": ["read"], "days": "90", "key": "k"}
    answer = client.post(page, asked)
    assert answer.status_code == 409
    assert "Rust Belt is archived and can only be read" in answer.content.decode()
    assert "Another bot" in answer.content.decode()
    assert AccessToken.objects.count() == 1


def test_commissioners_revoke_the_tokens_of_others_while_it_is_archived() -> None:
    table = signed()
    token, text = token_of(table, "razors", READ_SCOPE)
    archive_league(league=league_of(table), by=boss(table), at=table.now, reason="Winter.")
    form = {"act": "revoke_of_member", "token": token.pk, "reason": "It was published."}
    assert browser(table, "boss").post(reverse("tokens", args=["rust-belt"]), form).status_code == 302
    assert Program(text).get("/leagues/rust-belt").status_code == 401


def test_pages_stay_readable_and_say_that_it_is_archived() -> None:
    table = archived()
    for name, args in (("league", ["rust-belt"]), ("standings", ["rust-belt", "s1"]), ("future", ["rust-belt"])):
        answer = browser(table, "razors").get(reverse(name, args=args))
        assert (answer.status_code, "Archived" in answer.content.decode()) == (200, True)
    assert "Archived" in Client().get("/").content.decode()


@pytest.mark.parametrize(
    ("page", "who"),
    [
        ("s1/m1/time/", "boss"),
        ("s1/m1/time/", "razors"),
        ("names/franchise/razors/", "razors"),
        ("names/franchise/razors/", "boss"),
        ("seats/", "boss"),
    ],
)
def test_no_form_is_shown_where_nothing_can_be_sent(page: str, who: str) -> None:
    table = announced()
    gone = Membership.objects.get(handle=table.handle("widows"))
    leave(league=league_of(table), user=gone.user, at=table.now)
    archive_league(league=league_of(table), by=boss(table), at=table.now, reason="Winter.")
    content = browser(table, who).get(f"/l/rust-belt/{page}").content.decode()
    main = content[content.index("<main") : content.index("</main>")]
    assert "can only be read" in main
    assert 'name="act"' not in main
    unarchive_league(league=league_of(table), by=boss(table), at=table.now)
    assert 'name="act"' in browser(table, who).get(f"/l/rust-belt/{page}").content.decode()


def test_the_clock_leaves_it_alone_and_deadlines_keep_their_time() -> None:
    table = archived()
    window = Window.objects.filter(season=table.season, closed_at=None).first()
    assert window is not None
    left = window.left
    assert (window.closes_at, left is not None) == (None, True)
    _enqueue_ticks()
    assert not Job.objects.filter(kind="clock_tick").exists()
    with pytest.raises(LeagueReadOnly):
        tick(table.season, at=LATER)
    unarchive_league(league=league_of(table), by=boss(table), at=LATER)
    window.refresh_from_db()
    assert window.closes_at == LATER + timedelta(seconds=left or 0)


def test_a_queued_job_waits_until_the_league_is_taken_out_again() -> None:
    table = archived()
    job = enqueue("clock_tick", key="tick", at=table.now, season=table.season)
    run_due_jobs(clock=lambda: table.now)
    job.refresh_from_db()
    assert (job.state, job.tries, job.due_at > table.now) == (Job.State.QUEUED, 0, True)
    unarchive_league(league=league_of(table), by=boss(table), at=table.now + timedelta(minutes=5))
    job.refresh_from_db()
    assert job.due_at == table.now + timedelta(minutes=5)
    run_due_jobs(clock=lambda: table.now + timedelta(minutes=6))
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_members_are_told_once_each_and_the_log_says_why() -> None:
    table = archived()
    notices = Notice.objects.filter(about="archived")
    assert sorted(notices.values_list("member__handle", flat=True)) == [
        f"rust-belt.{name}" for name in ("razors", "saints", "widows")
    ]
    assert league_of(table).log.filter(what="archived", reason="Winter.").count() == 1


def test_only_a_commissioner_archives_it_and_nobody_twice() -> None:
    table = signed()
    razors = Membership.objects.get(handle=table.handle("razors"))
    with pytest.raises(NotYours):
        archive_league(league=league_of(table), by=razors, at=BEGAN)
    with pytest.raises(NotArchived):
        unarchive_league(league=league_of(table), by=boss(table), at=BEGAN)
    with pytest.raises(Malformed):
        archive_league(league=league_of(table), by=boss(table), at=BEGAN, reason="x" * 1001)
    archive_league(league=league_of(table), by=boss(table), at=BEGAN)
    with pytest.raises(LeagueReadOnly):
        archive_league(league=league_of(table), by=boss(table), at=BEGAN)


def test_nobody_is_invited_but_the_last_commissioner_may_leave_and_hide_it() -> None:
    table = archived()
    with pytest.raises(LeagueReadOnly):
        invite(league=league_of(table), by=boss(table), role="owner", at=BEGAN)
    assert set_public(league=league_of(table), public=False, by=boss(table), at=BEGAN)
    leave(league=league_of(table), user=boss(table).user, at=BEGAN)
    assert boss(table).role == Membership.Role.FORMER


def test_an_open_invitation_says_that_the_league_is_archived_and_makes_no_account() -> None:
    table = signed()
    _, token = invite(league=league_of(table), by=boss(table), role="spectator", at=timezone.now())
    archive_league(league=league_of(table), by=boss(table), at=BEGAN)
    for answer in (Client().get(f"/join/{token}/"), Client().post(f"/join/{token}/", {"username": "vera"})):
        assert (answer.status_code, "is archived and can only be read" in answer.content.decode()) == (410, True)
    assert not get_user_model().objects.filter(username="vera").exists()


def test_leaving_works_on_its_page(client: Client) -> None:
    table = archived()
    answer = browser(table, "razors").post(reverse("people", args=[table.league]), {"act": "leave"})
    assert answer.status_code == 302
    answer = browser(table, "boss").post(reverse("people", args=[table.league]), {"act": "invite", "role": "owner"})
    assert answer.status_code == 422


def test_the_page_archives_and_takes_out_again() -> None:
    table = signed()
    page = reverse("future", args=[table.league])
    page_of_boss = browser(table, "boss")
    assert page_of_boss.post(page, {"act": "archive", "reason": "Winter."}).status_code == 302
    assert league_of(table).archived_at is not None
    answer: Any = browser(table, "razors").post(page, {"act": "unarchive"})
    assert answer.status_code == 403
    assert page_of_boss.post(page, {"act": "unarchive"}).status_code == 302
    assert league_of(table).archived_at is None
    assert page_of_boss.post(page, {"act": "burn"}).status_code == 422


def test_the_operator_appoints_a_commissioner_of_an_archived_league_that_has_none() -> None:
    table = archived()
    leave(league=league_of(table), user=boss(table).user, at=LATER)
    user = Membership.objects.get(handle=table.handle("razors")).user
    call_command("future", "rust-belt", "--appoint", user.get_username())
    unarchive_league(league=league_of(table), by=Membership.objects.get(user=user, role="commissioner"), at=LATER)
