"""What only protects somebody stays possible in a league that can only be read; making new things does not."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.access import LeagueReadOnly
from league.feed_keys import make_feed_key
from league.invitations import invite
from league.models import (
    AccessToken,
    Announcement,
    FeedKey,
    HandoverOffer,
    Invitation,
    League,
    Membership,
    SeatAd,
    Webhook,
)
from league.tokens import create_token
from scheduling.announcements import post_announcement
from scheduling.handovers import HandoverEnded, answer_handover, offer_handover
from scheduling.league_life import archive_league, ask_deletion, keep_league
from tests.api.api_callers import Program, program_of, token_of
from tests.league.small_league import BEGAN, Table
from tests.people.test_league_archive import boss, browser, league_of
from tests.people.test_seats import offering
from webhooks.subscriptions import create_webhook

pytestmark = pytest.mark.django_db


def person(table: Table, who: str) -> Any:
    """The account of a member."""
    return Membership.objects.get(handle=table.handle(who)).user


def furnished() -> Table:
    """A league with everything that can be revoked, stopped, withdrawn or declined."""
    table = offering()
    league, razors, now = league_of(table), person(table, "razors"), timezone.now()
    token_of(table, "razors", "read")
    make_feed_key(league=league, user=razors, at=now)
    create_webhook(league=league, user=razors, name="bot", address="https://1.1.1.1/x", at=now)
    invite(league=league, by=boss(table), role="spectator", at=now)
    taker = Membership.objects.get(handle=table.handle("razors"))
    offer_handover(league=league, by=boss(table), to=taker, steps_down=False, at=now)
    post_announcement(league=league, by=boss(table), title="Rain", text="Wet.", pinned=False, key="a", at=now)
    return table


def closed(table: Table, how: str) -> Table:
    """The same league, archived, or asked to be deleted by its only commissioner."""
    if how == "archived":
        archive_league(league=league_of(table), by=boss(table), at=timezone.now())
    else:
        ask_deletion(league=league_of(table), by=boss(table), at=timezone.now(), reason="Over.")
    return table


def posted(client: Client, page: str, args: list[Any], **fields: Any) -> int:
    return int(client.post(reverse(page, args=args), fields).status_code)


@pytest.mark.parametrize("how", ["archived", "deleted"])
def test_pages_revoke_stop_and_withdraw_and_make_nothing(how: str) -> None:
    table = closed(furnished(), how)
    owner, runs, place = browser(table, "razors"), browser(table, "boss"), [table.league]
    token, hook = AccessToken.objects.get(name="a program of razors"), Webhook.objects.get()
    for page, fields in (
        ("tokens", {"act": "make", "name": "x", "scopes": "read", "days": "9"}),
        ("webhooks", {"act": "make", "name": "x", "address": "https://1.1.1.1/y"}),
        ("webhooks", {"act": "test", "webhook": hook.pk}),
    ):
        assert posted(owner, page, place, **fields) == 409, (page, fields)
    assert posted(owner, "calendar_address", place, act="revoke") == 302
    assert posted(owner, "webhooks", place, act="stop", webhook=hook.pk) == 302
    assert posted(runs, "tokens", place, act="revoke_of_member", token=token.pk, reason="It leaked.") == 302
    assert posted(runs, "announcement", [*place, 1], act="word", title="Sun", text="Dry.", seen="1") == 409
    assert posted(runs, "announcement", [*place, 1], act="withdraw") == 302
    assert posted(runs, "league_seats", place, act="advertise") == 409
    assert posted(runs, "league_seats", place, act="withdraw") == 302
    if how == "archived":  # a deletion ends invitations and offers by itself
        assert posted(runs, "people", place, act="revoke", invitation=Invitation.objects.get().pk) == 302
        assert posted(owner, "future", place, act="decline", offer=HandoverOffer.objects.get().pk) == 302
    saints = Membership.objects.get(handle=table.handle("saints"))
    assert posted(runs, "person", [*place, saints.pk], act="give", choice="widows", reason="Why not.") == 409
    assert posted(runs, "person", [*place, saints.pk], act="remove", reason="They threaten people.") == 302
    token.refresh_from_db()
    hook.refresh_from_db()
    saints.refresh_from_db()
    assert None not in (token.revoked_at, hook.stopped_at, Announcement.objects.get().withdrawn_at)
    assert (FeedKey.objects.exists(), SeatAd.objects.exists(), saints.role) == (False, False, "former")
    assert not Invitation.objects.filter(revoked_at=None).exists()


@pytest.mark.parametrize("how", ["archived", "deleted"])
def test_programs_do_the_same(how: str) -> None:
    table = furnished()
    owner, runs = program_of(table, "razors", "read", "report"), program_of(table, "boss", "read", "commission")
    closed(table, how)
    at, hook = f"/leagues/{table.league}", Webhook.objects.get()

    def done(program: Program, path: str, body: Any = None) -> int:
        return int(program.post(f"{at}/{path}", {} if body is None else body, key=path[:60]).status_code)

    assert done(owner, "webhooks", {"name": "x", "address": "https://1.1.1.1/y"}) == 409
    assert done(owner, "feed-key") == 201  # a key only reads, and one that leaked is replaced
    assert done(owner, f"webhooks/{hook.pk}/stop", {"reason": ""}) == 200
    assert done(owner, "feed-key/revoke") == 200
    assert done(owner, "notice-settings", {"muted": [table.league]}) == 200
    assert done(owner, "notice-settings/undo") == 200
    assert done(owner, "inbox/read", {"notices": [1]}) == 200
    assert done(runs, "announcements/1/withdrawal") == 200
    assert done(runs, "seat-ad/withdrawal") == 200
    if how == "archived":
        assert done(runs, f"invitations/{Invitation.objects.get().pk}/revocation") == 200
        offer = HandoverOffer.objects.get().pk
        assert done(owner, f"handovers/{offer}/answer", {"answer": "accepted"}) == 409
    hook.refresh_from_db()
    assert hook.stopped_at is not None
    assert not FeedKey.objects.exists()


def test_an_offer_can_be_declined_in_an_archive_but_not_accepted() -> None:
    table = closed(furnished(), "archived")
    offer, user = HandoverOffer.objects.get().pk, person(table, "razors").pk
    arguments: dict[str, Any] = {"league": league_of(table), "offer": offer, "user": user, "at": timezone.now()}
    with pytest.raises(LeagueReadOnly):
        answer_handover(**arguments, accepts=True)
    assert answer_handover(**arguments, accepts=False).state == "declined"
    with pytest.raises(HandoverEnded):
        answer_handover(**arguments, accepts=False)


def test_no_token_is_made_in_a_league_that_was_archived_in_the_meantime() -> None:
    table = furnished()
    league = league_of(table)
    closed(table, "archived")
    with pytest.raises(LeagueReadOnly):
        create_token(league=league, user=person(table, "razors"), name="x", scopes=["read"], at=BEGAN)


def test_a_kept_league_goes_on_with_what_was_revoked_still_revoked() -> None:
    table = closed(furnished(), "deleted")
    assert posted(browser(table, "razors"), "calendar_address", [table.league], act="revoke") == 302
    keep_league(league=league_of(table), by=boss(table), at=timezone.now())
    assert (League.objects.get().delete_at, FeedKey.objects.exists()) == (None, False)
