"""A role that ended after a page was opened counts for nothing: each act reads it again once the league is held."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from franchises.crest_choice import choose_crest
from league.access import LeagueReadOnly, NotYours
from league.invitations import invite, revoke_invitation
from league.models import Appointment, Membership
from league.role_changes import NotMember, appoint, set_public
from league.tokens import revoke_member_token
from scheduling.announcements import post_announcement, withdraw_announcement
from scheduling.appointment_clock import follow_matches
from scheduling.appointments import accept, propose, set_time
from scheduling.calendar import set_calendar
from scheduling.clock_controls import send_reminder
from scheduling.handovers import offer_handover, withdraw_handover
from scheduling.league_life import (
    archive_league,
    ask_deletion,
    confirm_deletion,
    keep_league,
    note_whole_export,
    unarchive_league,
)
from scheduling.meetings import set_home_night
from scheduling.name_vetoes import veto_name
from scheduling.seats import advertise_seats, decline_seat, give_seat, withdraw_ad
from tests.league.small_league import BEGAN, Table
from tests.people.test_league_archive import boss, league_of
from tests.scheduling.appointed_league import FIRST, agreed, meeting
from tests.scheduling.calendar_league import member
from webhooks.subscriptions import create_webhook, stop_member_webhook

pytestmark = pytest.mark.django_db
Act = Callable[[Table, Membership], object]
AD: dict[str, Any] = {"franchises": ["razors"], "note": "", "time_zone": "UTC", "pace": "any", "experience": "any"}
ANNOUNCED: dict[str, Any] = {"title": "Rain", "text": "Wet.", "pinned": False, "key": "a"}


def _stop_hook(table: Table, by: Membership) -> None:
    owner = member(table, "razors").user
    hook = create_webhook(league=league_of(table), user=owner, name="bot", address="https://1.1.1.1/x", at=BEGAN)
    stop_member_webhook(webhook=hook, by=by, at=BEGAN, reason="Why not.")


def _choose_crest(_table: Table, by: Membership) -> None:
    choose_crest(franchise="razors", blazon="x", member=by, at=BEGAN, reason="So.")


ACTS: dict[str, Act] = {
    "archive": lambda table, by: archive_league(league=league_of(table), by=by, at=BEGAN),
    "take out of the archive": lambda table, by: unarchive_league(league=league_of(table), by=by, at=BEGAN),
    "show": lambda table, by: set_public(league=league_of(table), public=False, by=by, at=BEGAN),
    "ask to delete": lambda table, by: ask_deletion(league=league_of(table), by=by, at=BEGAN, reason="Over."),
    "confirm a deletion": lambda table, by: confirm_deletion(league=league_of(table), by=by, at=BEGAN),
    "keep": lambda table, by: keep_league(league=league_of(table), by=by, at=BEGAN),
    "download": lambda table, by: note_whole_export(league=league_of(table), by=by, at=BEGAN),
    "offer": lambda table, by: offer_handover(
        league=league_of(table), by=by, to=member(table, "saints"), steps_down=False, at=BEGAN
    ),
    "withdraw an offer": lambda table, by: withdraw_handover(league=league_of(table), offer=1, by=by, at=BEGAN),
    "advertise": lambda table, by: advertise_seats(league=league_of(table), by=by, at=BEGAN, **AD),
    "withdraw an ad": lambda table, by: withdraw_ad(league=league_of(table), by=by, at=BEGAN),
    "give a seat": lambda table, by: give_seat(
        league=league_of(table), request=1, franchise="razors", by=by, at=BEGAN
    ),
    "decline": lambda table, by: decline_seat(league=league_of(table), request=1, by=by, at=BEGAN),
    "invite": lambda table, by: invite(league=league_of(table), by=by, role="spectator", at=BEGAN),
    "revoke an invitation": lambda table, by: revoke_invitation(
        league=league_of(table), invitation=1, by=by, at=BEGAN
    ),
    "announce": lambda table, by: post_announcement(league=league_of(table), by=by, at=BEGAN, **ANNOUNCED),
    "withdraw an announcement": lambda table, by: withdraw_announcement(
        league=league_of(table), number=1, by=by, at=BEGAN
    ),
    "set the calendar": lambda table, by: set_calendar(league=table.league, member=by, at=BEGAN, missed_hours=3),
    "remind": lambda table, by: send_reminder(table.season, "M3/m1", member=by, at=BEGAN),
    "set a time": lambda table, by: set_time(
        table.season, "m1", time=FIRST, reason="So.", seen=None, member=by, at=BEGAN
    ),
    "set the match night": lambda table, by: set_home_night(
        league=league_of(table), franchise="", night="WED 19:30", member=by, at=BEGAN
    ),
    "veto": lambda table, by: veto_name(league=league_of(table), change=1, member=by, at=BEGAN, reason="Rude."),
    "choose a crest": _choose_crest,
    "stop a webhook": _stop_hook,
    "revoke a token": lambda table, by: revoke_member_token(
        token=1, league=league_of(table), by=by, at=BEGAN, reason="It leaked."
    ),
    "appoint": lambda table, by: appoint(
        league=league_of(table), user=member(table, "saints").user, by=by, at=BEGAN, reason="Help."
    ),
}


@pytest.fixture
def table() -> Table:
    """A league whose sides may agree on a time."""
    return meeting()


@pytest.mark.parametrize("act", sorted(ACTS))
def test_a_commissioner_who_was_removed_meanwhile_can_do_nothing(table: Table, act: str) -> None:
    stale = boss(table)
    Membership.objects.filter(pk=stale.pk).update(role=Membership.Role.SPECTATOR)
    assert stale.role == Membership.Role.COMMISSIONER
    with pytest.raises((NotYours, NotMember)):
        ACTS[act](table, stale)


def test_an_owner_whose_seat_was_handed_over_meanwhile_sets_no_home_night(table: Table) -> None:
    stale = member(table, "razors")
    Membership.objects.filter(pk=stale.pk).update(role=Membership.Role.SPECTATOR, franchise=None)
    with pytest.raises(NotYours):
        set_home_night(league=league_of(table), franchise="razors", night="WED 19:30", member=stale, at=BEGAN)


def test_nobody_agrees_on_a_time_in_a_league_that_was_archived_meanwhile(table: Table) -> None:
    archive_league(league=league_of(table), by=boss(table), at=BEGAN)
    arguments: dict[str, Any] = {"seen": None, "at": BEGAN}
    acts: list[Callable[[], object]] = [
        lambda: propose(
            table.season, "m1", side="razors", times=[FIRST], member=member(table, "razors"), **arguments
        ),
        lambda: accept(table.season, "m1", side="saints", number=1, member=member(table, "saints"), **arguments),
        lambda: set_time(table.season, "m1", time=FIRST, reason="So.", member=boss(table), **arguments),
        lambda: set_home_night(
            league=league_of(table), franchise="razors", night="WED 19:30", member=member(table, "razors"), at=BEGAN
        ),
    ]
    for act in acts:
        with pytest.raises(LeagueReadOnly):
            act()
    assert not Appointment.objects.exists()


def test_the_clock_ends_no_time_in_an_archived_league_and_does_so_once_it_goes_on() -> None:
    table = agreed(meeting())
    table.give("void_match", match="m1", reason="The hall burned.")
    archive_league(league=league_of(table), by=boss(table), at=BEGAN)
    follow_matches(table.row, at=BEGAN)
    assert Appointment.objects.get().standing == "agreed"
    unarchive_league(league=league_of(table), by=boss(table), at=BEGAN + timedelta(hours=1))
    follow_matches(table.row, at=BEGAN + timedelta(hours=1))
    assert Appointment.objects.get().standing == "off"
