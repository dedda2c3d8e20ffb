"""What an export of a league has of its people, names and times, and what stays on the site it was made on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client

from drivers.models import Driver
from journal import audit
from journal.amends.corrections import corrections_to_undo
from journal.transfer.league_import import import_league
from journal.transfer.season_export import season_document
from journal.verify import verify, verify_matches
from league.accounts import lock_preferences
from league.feed_keys import make_feed_key
from league.invitations import invite
from league.models import (
    AccessToken,
    Appointment,
    DeletionRequest,
    Entry,
    FeedKey,
    HandoverOffer,
    Invitation,
    League,
    LeagueLog,
    MailFailure,
    NoticeChoice,
    PersonalDelivery,
    PersonalWebhook,
    Preferences,
    ProposedTime,
    SeatAd,
    SeatRequest,
    SeatSeeker,
    WaitingNotice,
    Webhook,
)
from league.renaming import RenameVetoed
from league.tokens import READ_SCOPE, create_token
from rules.core.refusals import Malformed
from scheduling.clock_tick import tick
from scheduling.handovers import offer_handover
from scheduling.league_life import archive_league, ask_deletion
from scheduling.meetings import set_home_night
from scheduling.seats import advertise_seats, ask_for_seat, look_for_seat
from tests.journal.amends import amended, number_of
from tests.journal.exported_leagues import compact, emptied, exported, ours
from tests.league.small_league import BEGAN, Table, founded
from tests.people.crowd import member, person, rust_belt, vacate
from tests.people.test_renaming import names, renamed, vetoed
from tests.scheduling.appointed_league import FIRST, agreed, does, meeting
from tests.scheduling.calendar_league import DAY, HOUR
from tests.scheduling.letters import choose, tell
from webhooks.personal import send_personal_test, set_personal_webhook
from webhooks.subscriptions import create_webhook

pytestmark = [pytest.mark.django_db, pytest.mark.long]
OF_THE_SITE: dict[type[Any], str] = {
    AccessToken: "anybody who has it could act elsewhere too",
    FeedKey: "anybody who has it could read elsewhere too",
    Invitation: "a link to another site",
    Webhook: "an address and a secret of a member's program",
    PersonalWebhook: "an address and a secret of a person",
    PersonalDelivery: "a person's own message",
    Preferences: "a person's own settings",
    NoticeChoice: "a person's own settings",
    WaitingNotice: "a person's own mail",
    MailFailure: "an address of a person",
    HandoverOffer: "its answer is awaited on this site",
    DeletionRequest: "the league here is deleted, and not one elsewhere",
    SeatAd: "an advertisement on this site",
    SeatSeeker: "an advertisement of a person on this site",
    SeatRequest: "a person's request on this site",
}
"""The tables of a league's people and of this site, which no export has, with the reason."""
SECRETIVE = "only-for-this-site"
"""A word in everything that a person wrote or chose for themselves here."""


def lived_in() -> tuple[Table, list[str]]:
    """A league with one of everything that its people can make, and the texts that nobody elsewhere may read."""
    table = agreed(meeting())
    for kind, subject, name, by in (
        ("franchise", "razors", "Vile Name", "razors"),
        ("driver", "razors.d1", "Ann Chovy", "razors"),
        ("car", "razors.car1", "Old Faithful", "razors"),
        ("league", "rust-belt", "Rust Bowl", "boss"),
        ("season", "s1", "The Dust Year", "boss"),
    ):
        change = renamed(kind, subject, name, by=by)
        if name == "Vile Name":
            vetoed(change)
    set_home_night(league=rust_belt(), franchise="razors", night="WED 19:30", member=member("razors"), at=BEGAN)
    set_home_night(league=rust_belt(), franchise="", night="FRI 20:00", member=member("boss"), at=BEGAN)
    return table, _of_people(table)


def _of_people(table: Table) -> list[str]:
    league, boss, owner = rust_belt(), member("boss"), member("razors").user
    get_user_model().objects.filter(pk=owner.pk).update(email=f"{SECRETIVE}@example.org", last_name=SECRETIVE)
    _, token = create_token(league=league, user=owner, name=SECRETIVE, scopes=[READ_SCOPE], at=BEGAN)
    _, key = make_feed_key(league=league, user=owner, at=BEGAN)
    _, invitation = invite(league=league, by=boss, role="spectator", at=BEGAN)
    hook = set_personal_webhook(
        user=owner, address=f"https://{SECRETIVE}.example.org/", shape="standard", at=BEGAN, look_up=_public
    )
    send_personal_test(user=owner, at=BEGAN)
    address = f"https://{SECRETIVE}.example.org/league/"
    program = create_webhook(league=league, user=owner, name=SECRETIVE, address=address, at=BEGAN, look_up=_public)
    choose(owner, {("results", "mail"): "weekly"}, time_zone="Pacific/Chatham", quiet=(22, 7), muted=["rust-belt"])
    lock_preferences(owner)
    notice = tell(table, "razors", "locked").notices.latest("pk")
    WaitingNotice.objects.create(notice=notice, user=owner, channel="mail", delivery="weekly", due_at=BEGAN)
    MailFailure.objects.create(
        user=owner, address=f"{SECRETIVE}@example.org", said=SECRETIVE, first_at=BEGAN, last_at=BEGAN
    )
    vacate("saints")
    advertise_seats(
        league=league, by=boss, franchises=["saints"], note=SECRETIVE, time_zone="Pacific/Chatham", pace="any",
        experience="any", at=BEGAN,
    )  # fmt: skip
    seeker = person("nora")
    look_for_seat(user=seeker, note=SECRETIVE, time_zone="Pacific/Chatham", at=BEGAN)
    ask_for_seat(league=league.pk, user=seeker, note=SECRETIVE, at=BEGAN)
    offer_handover(league=league, by=boss, to=member("razors"), steps_down=True, at=BEGAN, note="Your turn.")
    ask_deletion(league=league, by=boss, at=BEGAN, reason="We stopped.")
    DeletionRequest.objects.update(reason=SECRETIVE)
    return [SECRETIVE, "Pacific/Chatham", token, key, invitation, hook.secret, program.secret, "nora"]


def _public(_host: str, _port: int) -> list[str]:
    """The address of every host, which is nobody's own network."""
    return ["93.184.216.34"]


def times() -> tuple[list[Any], list[Any]]:
    """Appointments and proposed times without the keys of their rows."""
    columns = [
        [field.attname for field in model._meta.concrete_fields if field.attname not in ("id", "appointment_id")]
        for model in (Appointment, ProposedTime)
    ]
    return list(Appointment.objects.values_list(*columns[0])), list(ProposedTime.objects.values_list(*columns[1]))


def test_names_and_times_are_imported_and_what_is_a_persons_or_the_sites_is_not() -> None:
    table, secrets = lived_in()
    absent = {model.__name__ for model in OF_THE_SITE if not model._default_manager.exists()}
    assert absent == set(), "the league of this test lacks what it is to check"
    text, before, called, arranged = exported(), ours(), names(), times()
    public = season_document(table.row)
    for secret in secrets:
        assert secret.encode() not in text
        assert secret.encode() not in public
    assert "Vile Name" in text.decode(), "a name that was taken back here may not be taken elsewhere either"
    assert "Vile Name" not in public.decode()
    emptied()
    import_league(text)
    after = ours()
    lost = {name for name, rows in before.items() if len(after[name]) < len(rows)}
    assert lost == {model._meta.db_table for model in OF_THE_SITE}
    assert not [model.__name__ for model in OF_THE_SITE if model._default_manager.exists()]
    assert (names(), times()) == (called, arranged)
    assert exported() == text
    found = verify(table.season)
    assert (found.findings, audit(table.season)) == ([], [])
    assert verify_matches(table.season).findings == []


def test_an_imported_league_goes_on_by_the_names_that_were_given_and_taken_back() -> None:
    table, _ = lived_in()
    text = exported()
    emptied()
    import_league(text)
    with pytest.raises(RenameVetoed, match="took the name “VILE NAME” back"):
        renamed("franchise", "razors", "VILE NAME", days=30)
    page = Client().get("/l/rust-belt/names/franchise/razors/").content.decode()
    assert "Vile Name" not in page
    struck = amended(table, {number_of(table, "hire_rookie", driver="razors.d1"): []}, by="boss")
    amended(table, corrections_to_undo(table.row, struck.number), by="boss")
    assert names()["driver"] == "Ann Chovy"
    assert audit(table.season) == []


def test_an_agreed_time_of_an_imported_league_is_moved_reminded_and_ended_with_its_match() -> None:
    table, _ = lived_in()
    text = exported()
    emptied()
    import_league(text)
    tick(table.season, at=BEGAN + HOUR)
    does(table, "move", "razors", times=[FIRST + DAY], at=BEGAN + HOUR)
    does(table, "accept", "boss", side="saints", number=1, at=BEGAN + 2 * HOUR)
    assert Appointment.objects.get().agreed_at == FIRST + DAY
    table.give("void_match", match="m1", reason="Flooded.")
    tick(table.season, at=BEGAN + 3 * HOUR)
    assert Appointment.objects.get().standing == Appointment.Standing.OFF
    again = exported()
    emptied()
    import_league(again)
    assert Appointment.objects.get().standing == Appointment.Standing.OFF
    assert Client().get("/l/rust-belt/s1/calendar.ics").status_code == 200


def test_a_league_that_is_being_deleted_is_imported_elsewhere_to_stay() -> None:
    founded()
    ask_deletion(league=rust_belt(), by=member("boss"), at=BEGAN, reason="We stopped.")
    assert rust_belt().delete_at is not None
    text = exported()
    emptied()
    import_league(text)
    assert (rust_belt().delete_at, rust_belt().gone_at, rust_belt().is_read_only) == (None, None, False)
    assert not DeletionRequest.objects.exists()


def test_an_archived_league_stays_archived_and_one_that_is_asleep_sleeps_on() -> None:
    founded()
    archive_league(league=rust_belt(), by=member("boss"), at=BEGAN, reason="Winter.")
    archived_at, asleep = rust_belt().archived_at, "asleep" in Client().get("/").content.decode()
    text = exported()
    emptied()
    import_league(text)
    assert (rust_belt().archived_at, "asleep" in Client().get("/").content.decode()) == (archived_at, asleep)
    last = LeagueLog.objects.latest("at").at, Entry.objects.latest("at").at
    assert max(last) < BEGAN + DAY, "an import is nothing that the league did"


def _in_papers(paper: str, **changes: Any) -> Callable[[dict[str, Any]], object]:
    return lambda document: document["papers"][paper][0].update(changes)


ODD: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (_in_papers("appointments", sides="razors"), "sides of an appointment"),
    (_in_papers("appointments", awaited=[3]), "awaited sides of an appointment"),
    (_in_papers("appointments", said={"razors": "absent"}), "statements of an appointment"),
    (_in_papers("appointments", said={"razors": ["late", "saints"]}), "statements of an appointment"),
    (_in_papers("appointments", standing="soon"), "is no standing"),
    (_in_papers("appointments", match="x" * 141), "is no match"),
    (_in_papers("proposed_times", accepted=None), "accepting sides of an appointment"),
    (_in_papers("proposed_times", zone="Europe/Nowhere"), "time zone 'Europe/Nowhere' is not known"),
    (_in_papers("proposed_times", match="m7"), "cannot be read"),
    (_in_papers("home_nights", night="WED 24:00"), "no day and time"),
    (_in_papers("home_nights", zone="../../etc/passwd"), "is not known"),
    (_in_papers("names", name="A\u202enn"), "marks in it that nobody can see"),
    (_in_papers("names", former=None), "has no former"),
    (lambda document: document["league"].update(name=" "), "a league without a name"),
    (lambda document: document["league"].update(name="x" * 121), "longer than 120 characters"),
    (lambda document: document["franchises"].update(razors="R\u200bazors"), "of a franchise in this export"),
    (lambda document: document["drivers"].update({"razors.d1": ""}), "a driver without a name"),
    (lambda document: document["seasons"][0].update(title="A\nB"), "of a season in this export"),
    (lambda document: document["seasons"][0]["car_names"].update({"razors.car1": "\x1b[2J"}), "of a car"),
]


@pytest.fixture(scope="module")
def odd_export(django_db_blocker: Any, django_db_setup: None) -> bytes:
    """The export of that league, made once."""
    with django_db_blocker.unblock(), transaction.atomic():
        lived_in()
        text = exported()
        transaction.set_rollback(True)
    return text


@pytest.mark.parametrize(("change", "says"), ODD)
def test_an_export_with_a_name_or_time_that_no_site_wrote_is_refused_whole(
    change: Callable[[dict[str, Any]], object], says: str, odd_export: bytes
) -> None:
    document = json.loads(odd_export)
    change(document)
    with pytest.raises(Malformed, match=says):
        import_league(compact(document))
    assert not League.objects.exists()


@pytest.mark.parametrize("name", ["می\u200cخواهم", "👨\u200d👩\u200d👧", "Kai", "Kal"])
def test_names_that_a_release_accepted_are_imported_alike_or_not(name: str, odd_export: bytes) -> None:
    document = json.loads(odd_export)
    document["drivers"] |= {"razors.d2": name, "razors.d3": name}
    import_league(compact(document))
    assert Driver.objects.filter(name=name).count() == 2
