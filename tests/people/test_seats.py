"""Seats: advertised, looked for, asked for, given and declined, and what keeps spam away."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs.worker import run_due_jobs
from league.access import LeagueReadOnly, NotYours
from league.accounts import erase
from league.membership import SeatTaken, join
from league.models import (
    Job,
    League,
    MailFailure,
    Membership,
    Notice,
    PersonalDelivery,
    SeatAd,
    SeatRequest,
    SeatSeeker,
)
from league.times import ZoneUnknown
from rules.core.refusals import Malformed, Unknown
from scheduling.league_life import archive_league
from scheduling.seats import (
    SeatAskedAlready,
    SeatNotOffered,
    SeatRequestEnded,
    TooManySeatRequests,
    advertise_seats,
    ask_for_seat,
    decline_seat,
    give_seat,
    look_for_seat,
    send_seat_answer,
    sweep_seats,
    withdraw_ad,
    withdraw_request,
)
from tests.api.api_callers import program_of
from tests.league.small_league import BEGAN, Table, founded
from tests.people.test_league_archive import boss, browser, league_of
from tests.scheduling.letters import choose
from webhooks.personal import set_personal_webhook

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
PAGE = "/seats/"


def offering(league: str = "rust-belt", *, public: bool = True, at: datetime = BEGAN) -> Table:
    """A league that advertises the widows, which nobody owns."""
    table = founded(league=league, public=public)
    Membership.objects.filter(league=league, franchise=f"{league}/widows").delete()
    arguments: dict[str, Any] = {
        "franchises": ["widows"],
        "note": "We play on Sundays.",
        "time_zone": "Europe/Berlin",
        "pace": "weekly",
        "experience": "new",
    }
    advertise_seats(league=league_of(table), by=boss(table), at=at, **arguments)
    return table


def newcomer(name: str = "vera") -> Any:
    """Somebody with an account who belongs to no league."""
    return get_user_model().objects.create_user(name, email=f"{name}@example.org", first_name=name.title())


def page_of(user: Any = None, query: str = "") -> str:
    """The page of seats as somebody sees it."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(PAGE + query).content.decode()


def test_who_asks_is_given_a_seat_and_told() -> None:
    table, vera = offering(), newcomer()
    asked = ask_for_seat(league="rust-belt", user=vera, note="Two seasons.", at=BEGAN)
    assert list(Notice.objects.filter(about="seat_asked").values_list("member__handle", flat=True)) == [
        table.handle("boss")
    ]
    member = give_seat(league=league_of(table), request=asked.pk, franchise="widows", by=boss(table), at=BEGAN)
    assert (member.user, member.franchise_id) == (vera, "rust-belt/widows")
    assert Notice.objects.get(about="seat_given").member == member
    with pytest.raises(SeatRequestEnded):
        decline_seat(league=league_of(table), request=asked.pk, by=boss(table), at=BEGAN)
    with pytest.raises(SeatNotOffered):
        ask_for_seat(league="rust-belt", user=newcomer("otto"), note="", at=BEGAN)


def test_of_two_who_ask_one_gets_the_seat_and_the_other_another_or_none() -> None:
    table = offering()
    first, second = (
        ask_for_seat(league="rust-belt", user=newcomer(name), note="", at=BEGAN) for name in ("vera", "otto")
    )
    give_seat(league=league_of(table), request=first.pk, franchise="widows", by=boss(table), at=BEGAN)
    with pytest.raises(SeatTaken):
        give_seat(league=league_of(table), request=second.pk, franchise="widows", by=boss(table), at=BEGAN)
    second.refresh_from_db()
    assert second.state == "open"


def test_a_person_asks_three_leagues_at_once_and_one_that_declined_a_month_later() -> None:
    tables, vera = [offering(f"league-{number}") for number in range(4)], newcomer()
    asked = [ask_for_seat(league=table.league, user=vera, note="", at=BEGAN) for table in tables[:3]]
    with pytest.raises(TooManySeatRequests):
        ask_for_seat(league="league-3", user=vera, note="", at=BEGAN)
    with pytest.raises(SeatAskedAlready):
        ask_for_seat(league="league-0", user=vera, note="", at=BEGAN)
    decline_seat(league=league_of(tables[0]), request=asked[0].pk, by=boss(tables[0]), at=BEGAN, answer="Full.")
    with pytest.raises(SeatAskedAlready, match="declined your request lately"):
        ask_for_seat(league="league-0", user=vera, note="", at=BEGAN + 29 * DAY)
    advertise_seats(
        league=league_of(tables[0]), by=boss(tables[0]), at=BEGAN + 29 * DAY,
        franchises=["widows"], note="", time_zone="", pace="any", experience="any",
    )  # fmt: skip
    ask_for_seat(league="league-0", user=vera, note="", at=BEGAN + 31 * DAY)
    assert "declined" in page_of(vera)
    assert "Full." in page_of(vera)


def test_nobody_asks_more_than_six_times_a_day() -> None:
    offering()
    vera = newcomer()
    for _ in range(6):
        asked = ask_for_seat(league="rust-belt", user=vera, note="", at=BEGAN)
        withdraw_request(user=vera, request=asked.pk, at=BEGAN)
    with pytest.raises(TooManySeatRequests, match="within a day"):
        ask_for_seat(league="rust-belt", user=vera, note="", at=BEGAN)
    ask_for_seat(league="rust-belt", user=vera, note="", at=BEGAN + DAY)


def test_what_is_advertised_is_checked() -> None:
    table = founded()
    Membership.objects.filter(franchise="rust-belt/widows").delete()
    right: dict[str, Any] = {"franchises": ["widows"], "note": "", "time_zone": "UTC", "pace": "any"}
    right |= {"experience": "any", "league": league_of(table), "by": boss(table), "at": BEGAN}
    for wrong, refusal in (
        ({"franchises": []}, Malformed),
        ({"franchises": ["razors"]}, SeatTaken),
        ({"franchises": ["nobody"]}, Unknown),
        ({"pace": "hasty"}, Malformed),
        ({"experience": "old"}, Malformed),
        ({"note": "x" * 601}, Malformed),
        ({"time_zone": "Factory"}, ZoneUnknown),
    ):
        with pytest.raises(refusal):
            advertise_seats(**{**right, **wrong})
    assert not SeatAd.objects.exists()


def test_only_commissioners_advertise_and_answer() -> None:
    table = offering()
    razors = Membership.objects.get(handle=table.handle("razors"))
    asked = ask_for_seat(league="rust-belt", user=newcomer(), note="", at=BEGAN)
    for act in (
        lambda: withdraw_ad(league=league_of(table), by=razors, at=BEGAN),
        lambda: give_seat(league=league_of(table), request=asked.pk, franchise="widows", by=razors, at=BEGAN),
        lambda: decline_seat(league=league_of(table), request=asked.pk, by=razors, at=BEGAN),
    ):
        with pytest.raises(NotYours):
            act()
    assert browser(table, "razors").get(reverse("league_seats", args=["rust-belt"])).status_code == 403


def test_the_page_lists_filters_and_shows_people_only_to_those_who_are_logged_in() -> None:
    table, vera = offering(at=timezone.now()), newcomer()
    look_for_seat(user=vera, note="Anything fast.", time_zone="", at=timezone.now())
    assert ("Anything fast." in page_of(), "Widows" in page_of()) == (False, True)
    seen = page_of(Membership.objects.get(handle=table.handle("razors")).user)
    assert ("Anything fast." in seen, "Vera" in seen, "vera@example.org" in seen) == (True, True, False)
    for query, shown in (
        ("?pace=weekly", True),
        ("?pace=slow", False),
        ("?area=Europe", True),
        ("?area=Asia", False),
    ):
        assert ("We play on Sundays." in page_of(query=query)) is shown
    assert "We play on Sundays." in page_of(query="?pace=nonsense&system=&page=99")


def test_a_league_for_members_shows_nothing_but_its_advertisement() -> None:
    offering(public=False, at=timezone.now())
    page = page_of()
    assert ("We play on Sundays." in page, "Widows" in page, "/l/rust-belt/" in page) == (True, False, False)


def test_an_advertisement_ends_after_thirty_days_and_with_the_league() -> None:
    table = offering()
    with pytest.raises(SeatNotOffered):
        ask_for_seat(league="rust-belt", user=newcomer(), note="", at=BEGAN + 30 * DAY)
    archive_league(league=league_of(table), by=boss(table), at=BEGAN)
    with pytest.raises(LeagueReadOnly):
        ask_for_seat(league="rust-belt", user=newcomer("otto"), note="", at=BEGAN)
    assert "We play on Sundays." not in page_of()
    sweep_seats(BEGAN + 30 * DAY)
    assert not SeatAd.objects.exists()


def test_the_operator_hides_an_advertisement_and_it_stays_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    table = offering()
    call_command("seats", "--hide-league", "rust-belt")
    assert "rust-belt, hidden" in capsys.readouterr().out
    with pytest.raises(SeatNotOffered):
        ask_for_seat(league="rust-belt", user=newcomer(), note="", at=BEGAN)
    advertise_seats(
        league=league_of(table), by=boss(table), at=BEGAN,
        franchises=["widows"], note="", time_zone="", pace="any", experience="any",
    )  # fmt: skip
    assert SeatAd.objects.get().hidden_at is not None
    with pytest.raises(CommandError, match="Nothing under Seats"):
        call_command("seats", "--hide-person", "nobody")


def test_an_erased_account_takes_along_what_it_wrote_here() -> None:
    table, vera = offering(), newcomer()
    look_for_seat(user=vera, note="", time_zone="", at=BEGAN)
    asked = ask_for_seat(league="rust-belt", user=vera, note="I am Vera.", at=BEGAN)
    assert Notice.objects.filter(about="seat_asked").exists()
    erase(user=vera, at=BEGAN)
    assert not Notice.objects.filter(about="seat_asked").exists()
    assert not SeatSeeker.objects.exists()
    assert not SeatRequest.objects.exists()
    with pytest.raises(Unknown):
        give_seat(league=league_of(table), request=asked.pk, franchise="widows", by=boss(table), at=BEGAN)


def test_people_and_commissioners_do_it_all_on_their_pages() -> None:
    table, vera = offering(at=timezone.now()), newcomer()
    client = Client()
    client.force_login(vera)
    assert client.post(PAGE, {"act": "look", "note": "Fast.", "time_zone": "Mars"}).status_code == 422
    assert client.post(PAGE, {"act": "look", "note": "Fast.", "time_zone": ""}).status_code == 302
    assert client.post(PAGE, {"act": "ask", "league": "rust-belt", "note": "It is me."}).status_code == 302
    again = client.post(PAGE, {"act": "ask", "league": "rust-belt", "note": "It is me."})
    assert (again.status_code, "wait for its answer" in again.content.decode()) == (422, True)
    page, commissioner = reverse("league_seats", args=["rust-belt"]), browser(table, "boss")
    assert "It is me." in commissioner.get(page).content.decode()
    asked = SeatRequest.objects.get()
    assert commissioner.post(page, {"act": "give", "request": asked.pk, "seat": ""}).status_code == 422
    assert commissioner.post(page, {"act": "give", "request": asked.pk, "seat": "widows"}).status_code == 302
    assert client.get("/l/rust-belt/f/widows/").status_code == 200
    assert "you can rename it" in client.get("/inbox/").content.decode()


@pytest.mark.statements
def test_the_page_takes_as_many_queries_for_many_leagues(django_assert_max_num_queries: Any) -> None:
    for number in range(4):
        offering(f"league-{number}", at=timezone.now())
    with django_assert_max_num_queries(4):
        assert Client().get(PAGE).content.decode().count("We play on Sundays.") == 4


def test_a_program_advertises_answers_and_reads() -> None:
    table = offering(at=timezone.now())
    program, league = program_of(table, "boss"), "/leagues/rust-belt"
    sent = {"franchises": ["widows"], "note": "Sundays.", "pace": "fast"}
    ad = program.post(f"{league}/seat-ad", sent, key="ad").json()
    assert (ad["franchises"], ad["pace"], ad["free"]) == (["Widows"], "fast", 1)
    saints = program_of(table, "saints")
    assert saints.post("/seats/wanted", {"note": "More."}, key="w").json()["seekers"][0]["note"] == "More."
    assert saints.post("/seats/wanted/withdrawal", {}, key="s").json()["seekers"] == []
    own = saints.post(f"{league}/seat-requests", {}, key="r")
    assert (own.status_code, own.json()["type"].rpartition("/")[2]) == (422, "seat-asked-already")
    asked = ask_for_seat(league="rust-belt", user=newcomer(), note="Me.", at=timezone.now())
    waiting = program.get(f"{league}/seat-requests").json()
    assert (waiting["requests"][0]["note"], waiting["free"]) == ("Me.", ["widows"])
    given = program.post(
        f"{league}/seat-requests/{asked.pk}/answer", {"answer": "given", "franchise": "widows"}, key="g"
    )
    assert (given.json()["state"], given.json()["franchise"]) == ("given", "widows")
    assert Client().get("/api/v1/seats").json() == {"seats": [], "seekers": []}
    assert League.objects.count() == 1


def test_a_request_is_declined_and_none_is_given_in_an_archived_league() -> None:
    table = offering(at=timezone.now())
    now = timezone.now()
    asked = [
        ask_for_seat(league="rust-belt", user=newcomer(name), note="Sundays.", at=now) for name in ("vera", "otto")
    ]
    commissioner, program = browser(table, "boss"), program_of(table, "boss")
    archive_league(league=league_of(table), by=boss(table), at=now)
    page = reverse("league_seats", args=["rust-belt"])
    shown = commissioner.get(page).content.decode()
    assert ("Decline" in shown, "Give the seat" in shown, 'value="advertise"' in shown) == (True, False, False)
    given = commissioner.post(page, {"act": "give", "request": asked[0].pk, "seat": "widows"})
    assert (given.status_code, "can only be read" in given.content.decode()) == (409, True)
    answer = f"/leagues/rust-belt/seat-requests/{asked[1].pk}/answer"
    by_program = program.post(answer, {"answer": "given", "franchise": "widows"}, key="give")
    assert (by_program.status_code, by_program.json()["type"].rpartition("/")[2]) == (409, "league-read-only")
    assert set(SeatRequest.objects.values_list("state", flat=True)) == {"open"}
    assert commissioner.post(page, {"act": "decline", "request": asked[0].pk, "answer": "Winter."}).status_code == 302
    assert program.post(answer, {"answer": "declined", "note": "Winter."}, key="decline").status_code == 200
    assert list(SeatRequest.objects.values_list("state", "answer")) == [("declined", "Winter.")] * 2


def declined(table: Table, user: Any) -> SeatRequest:
    """A request of a person that the league declined."""
    asked = ask_for_seat(league=table.league, user=user, note="", at=BEGAN)
    return decline_seat(league=league_of(table), request=asked.pk, by=boss(table), at=BEGAN, answer="We are full.")


def run_jobs() -> None:
    """Whatever is due after a request was declined."""
    run_due_jobs(clock=lambda: BEGAN)


def test_who_belongs_to_no_league_is_mailed_once_that_they_got_no_seat() -> None:
    request = declined(offering(), newcomer())
    run_jobs()
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["vera@example.org"], "Rust Belt: No seat for you")
    assert "Rust Belt has no seat for you now: ask another league. “We are full.”" in letter.body
    assert "/seats/\n" in letter.body
    assert send_seat_answer(request.pk, at=BEGAN) == 0
    assert not Membership.objects.filter(user=request.user).exists()
    off = urlsplit(letter.extra_headers["List-Unsubscribe"][1:-1]).path
    assert Client().post(off).status_code == 200
    again = SeatRequest.objects.create(league=request.league, user=request.user, asked_at=BEGAN, state="declined")
    assert (send_seat_answer(again.pk, at=BEGAN), len(mail.outbox)) == (0, 1)


def test_who_turned_such_mail_off_hears_by_their_webhook() -> None:
    table, vera = offering(), newcomer()
    choose(vera, {("rulings", "mail"): "off"})
    set_personal_webhook(user=vera, address="https://1.1.1.1/x", shape="standard", at=BEGAN)
    declined(table, vera)
    assert not Job.objects.filter(kind="mail_seat_answer").exists()
    body = bytes(PersonalDelivery.objects.get().body).decode()
    assert "Rust Belt has no seat for you now" in body
    assert '/seats/"' in body


def test_who_closed_their_account_or_whose_address_takes_no_mail_is_mailed_nothing() -> None:
    table, vera, otto = offering(), newcomer(), newcomer("otto")
    for user in (vera, otto):
        declined(table, user)
    MailFailure.objects.create(
        user=vera, address=vera.email, refusals=1, said="5.1.1", first_at=BEGAN, last_at=BEGAN, stopped_at=BEGAN
    )
    get_user_model().objects.filter(pk=otto.pk).update(is_active=False)
    run_jobs()
    assert mail.outbox == []


def test_who_watches_the_league_gets_a_notice_and_no_second_letter() -> None:
    table, vera = offering(), newcomer()
    join(league=league_of(table), user=vera, role="spectator", actor="", at=BEGAN)
    declined(table, vera)
    assert Notice.objects.filter(about="seat_declined").count() == 1
    assert not Job.objects.filter(kind="mail_seat_answer").exists()
