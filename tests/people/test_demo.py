"""The demo: a visitor without an account runs a franchise for one match, in a sandbox that ends by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from journal.entry_body import load_body
from league import demo
from league.demo import GUEST, LASTS, MOST_AT_ONCE, Demo, play_match, proposed_line_up, start_demo, with_drivers
from league.models import Entry, League, Match, Membership, Sandbox, Season, Settlement
from league.sandboxes import end_expired_sandboxes
from league.views.sandboxes import MOST_AN_HOUR
from rules.campaign.match_day.line_ups import NameLineUp, SeatPlan
from rules.core.terms import CarId, DriverId, FranchiseId, MatchId
from rules.match.registry import temporarily_installed
from tests.league.resolved_leagues import climbing, worked
from tests.league.small_league import assert_reconciled, founded
from tests.own_cache import empty_cache
from tests.pages.page_reader import words
from tests.rules.ladder import LADDER

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A public league with a match that is played here, which may be tried; its season."""
    monkeypatch.setattr(demo, "demo_leagues", lambda: ("rust-belt",))
    with temporarily_installed(LADDER):
        table = climbing()
        worked()
        empty_cache()
        yield table.season


def started() -> tuple[Client, Demo]:
    """A visitor's browser in which a demo was just started."""
    client = Client()
    assert client.post("/demo/", {"act": "start"})["Location"] == "/demo/"
    own = Demo.from_session(client.session["demo"])
    assert own is not None
    return client, own


def test_a_visitor_starts_plays_and_sees_what_came_in(league: str) -> None:
    before = Season.objects.get(pk=league).head
    client, own = started()
    page = client.get("/demo/").content.decode()
    assert page.count("<select") == 3
    assert client.post("/demo/", {"act": "play"})["Location"] == "/demo/"
    said = words(client, "/demo/")
    settlement = Settlement.objects.get(season=own.season, franchise=f"{own.season}/{own.franchise}")
    assert "to keep. Watch the match" in said
    assert f"A franchise of size {settlement.size} keeps" in said
    assert Match.objects.get(pk=f"{own.season}/{own.match}").step in demo.PLAYED
    assert Season.objects.get(pk=league).head == before
    assert_reconciled(own.season)


def test_the_pages_of_the_sandbox_are_for_that_visitor_alone_and_take_no_commands(league: str) -> None:
    client, own = started()
    client.post("/demo/", {"act": "play"})
    for part in ("", "m1/", "journal/", "standings/"):
        address = f"/l/{own.season}/{part}"
        assert client.get(address).status_code == 200, address
        assert Client().get(address).status_code == 404, address
        assert client.post(address).status_code in (404, 405), address
    assert "This is your demo." in client.get(f"/l/{own.season}/").content.decode()
    other, others = started()
    assert other.get(f"/l/{own.season}/").status_code == 404
    assert client.get(f"/l/{others.season}/").status_code == 404
    assert client.post(f"/l/{own.season}/do/name_line_up/", {}).status_code == 404


def test_the_drivers_that_were_chosen_drive(league: str) -> None:
    _, own = started()
    _, line_up = proposed_line_up(demo.store.load(Season.objects.get(pk=own.season)).season, own)
    first, second, *_ = line_up.seats
    swapped = {first.car: second.driver, second.car: first.driver}
    play_match(own, swapped, at=timezone.now())
    entry = Entry.objects.filter(season=own.season, command="name_line_up").earliest("number")
    named = {seat["car"]: seat["driver"] for seat in load_body(entry.body).command["seats"]}
    assert {car: named[car] for car in swapped} == swapped
    assert with_drivers(line_up, {}) == line_up


def test_a_gunner_who_is_to_drive_is_gunner_no_more() -> None:
    seats = [
        SeatPlan(car=CarId("c1"), driver=DriverId("ann"), gunner=DriverId("cyd")),
        SeatPlan(car=CarId("c2"), driver=DriverId("bob")),
    ]
    line_up = NameLineUp(franchise=FranchiseId("f"), match=MatchId("m1"), seats=seats)
    chosen = with_drivers(line_up, {"c2": "cyd", "c9": "nobody"})
    assert [(seat.driver, seat.gunner) for seat in chosen.seats] == [("ann", ""), ("cyd", "")]


def test_one_driver_in_two_cars_is_refused_on_the_page_and_can_be_corrected(league: str) -> None:
    client, own = started()
    names = re.findall(r'name="(car-[^"]+)"', client.get("/demo/").content.decode())
    driver = re.findall(r'<option value="([^"]+)"', client.get("/demo/").content.decode())[0]
    refused = client.post("/demo/", {"act": "play", **dict.fromkeys(names, driver)})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert client.post("/demo/", {"act": "play"}).status_code == 302
    assert Match.objects.get(pk=f"{own.season}/{own.match}").step in demo.PLAYED


def test_a_match_sent_twice_is_played_once(league: str) -> None:
    client, own = started()
    for _ in range(2):
        assert client.post("/demo/", {"act": "play"}).status_code == 302
    assert Settlement.objects.filter(season=own.season, franchise=f"{own.season}/{own.franchise}").count() == 1


def test_it_ends_by_itself_and_the_page_says_so(league: str) -> None:
    client, own = started()
    Sandbox.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(f"/l/{own.season}/").status_code == 404
    assert "Your demo has ended" in client.get("/demo/").content.decode()
    before = Season.objects.count()
    assert end_expired_sandboxes(at=timezone.now()) == 1
    assert Season.objects.count() == before - 1
    assert client.post("/demo/", {"act": "play"}).status_code == 200
    assert client.post("/demo/", {"act": "start"}).status_code == 302


def test_it_lasts_twenty_minutes_and_can_be_ended_before(league: str) -> None:
    client, own = started()
    box = Sandbox.objects.get(season=own.season)
    assert box.expires_at - box.made_at == LASTS == timedelta(minutes=20)
    assert client.post("/demo/", {"act": "end"})["Location"] == "/"
    assert not Sandbox.objects.exists()
    assert "Start" in words(client, "/demo/")


def test_only_so_many_run_at_once_and_one_address_starts_only_so_many(league: str) -> None:
    client, _ = started()
    Sandbox.objects.update(expires_at=timezone.now() + LASTS)
    for _ in range(MOST_AT_ONCE - 1):
        start_demo(at=timezone.now())
    full = Client().post("/demo/", {"act": "start"})
    assert full.status_code == 422
    assert "try again in a few minutes" in full.content.decode()
    for _ in range(MOST_AN_HOUR):
        last = Client().post("/demo/", {"act": "start"})
    assert "from your address this hour" in last.content.decode()
    assert client.get("/demo/").status_code == 200


def test_the_guest_watches_the_league_under_a_name_nobody_can_take_and_nobody_can_log_in_to_it(league: str) -> None:
    started()
    started()
    guest = get_user_model().objects.get(username=GUEST)
    assert not guest.has_usable_password()
    assert [member.role for member in Membership.objects.filter(user=guest)] == ["spectator"]
    fields = {"username": GUEST, "email": "x@example.com", "password1": "a long pass phrase"}
    assert b'id="id_username_error"' in Client().post("/accounts/signup/", fields).content


def test_a_site_without_a_league_to_try_says_so_and_the_front_page_offers_no_demo(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    founded()
    monkeypatch.setattr(demo, "demo_leagues", tuple)
    monkeypatch.setattr("league.pages.leagues.demo_leagues", tuple)
    refused = Client().post("/demo/", {"act": "start"})
    assert refused.status_code == 422
    assert "There is nothing to try here" in refused.content.decode()
    assert "Try two minutes" not in Client().get("/").content.decode()
    monkeypatch.setattr("league.pages.leagues.demo_leagues", lambda: ("rust-belt",))
    assert "Try two minutes as an owner. No account needed." in Client().get("/").content.decode()
    League.objects.update(public=False)
    assert "Try two minutes" not in Client().get("/").content.decode()


@pytest.mark.parametrize("kept", [None, "x", ["a"], [1, 2, 3], {"a": 1}])
def test_a_session_that_keeps_something_else_keeps_no_demo(kept: Any) -> None:
    assert Demo.from_session(kept) is None
