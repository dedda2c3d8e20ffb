"""The front page: one's own leagues first, then live ones; found by name or by a free seat, a page at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.invitations import invite
from league.membership import found_league
from league.middleware import league_crests
from league.models import Invitation, League, Membership, Notice, Season, Window
from league.role_changes import end_role
from scheduling.announcements import post_announcement
from tests.league.small_league import BEGAN, announced, founded, lined_up, settled, shopping
from tests.pages.page_reader import reader, words
from tests.pages.thousand_leagues import many_leagues

pytestmark = pytest.mark.django_db


def leagues(client: Client) -> list[tuple[str, bool, bool, int]]:
    """For each league shown: its path, whether the reader is a member, whether it needs them, and unread news."""
    return [(league.href, league.mine, league.asked, league.unread) for league in client.get("/").context["leagues"]]


def two() -> None:
    """A league with owners, and one earlier in the alphabet in which they have no part."""
    founded()
    someone = get_user_model().objects.create_user("someone")
    found_league(id="anvil", name="Anvil", public=True, commissioner=someone, at=BEGAN)


def told(about: str) -> None:
    """Give the owner of the razors a notice."""
    member = Membership.objects.get(handle="rust-belt.razors")
    Notice.objects.create(member=member, about=about, at=BEGAN, key=about)


def test_a_stranger_sees_leagues_that_are_played_before_those_that_are_not() -> None:
    two()
    assert leagues(Client()) == [("/l/rust-belt/", False, False, 0), ("/l/anvil/", False, False, 0)]
    assert "Yours" not in Client().get("/").content.decode()


def test_ones_own_leagues_come_first_and_say_how_many_notices_are_new() -> None:
    settled()
    owner = reader("razors")
    assert leagues(owner) == [("/l/rust-belt/", True, False, 0)]
    told("locked")
    told("turn")
    assert leagues(owner)[0] == ("/l/rust-belt/", True, False, 2)
    page = owner.get("/").content.decode()
    assert "2 new notices" in page
    assert "your turn" not in page


def test_it_is_a_person_s_turn_where_something_is_to_be_done_whatever_they_have_read() -> None:
    two()
    owner = reader("razors")
    assert leagues(owner) == [("/l/rust-belt/", True, True, 0), ("/l/anvil/", False, False, 0)]
    assert "your turn" in owner.get("/").content.decode()
    assert leagues(reader("boss"))[0] == ("/l/rust-belt/", True, False, 0)


def test_in_the_rounds_it_is_an_owner_s_turn_until_their_part_is_done() -> None:
    table = announced()
    assert leagues(reader("razors"))[0][2]
    assert not leagues(reader("boss"))[0][2]
    lined_up(1, table, announce=False)
    assert not leagues(reader("razors"))[0][2]


def test_an_owner_who_still_shops_is_on_turn_and_one_who_has_finished_is_not() -> None:
    table = shopping()
    table.give("finish_shopping", by="saints", franchise="saints", match="m1")
    assert leagues(reader("razors"))[0][2]
    assert not leagues(reader("saints"))[0][2]


def test_a_commissioner_is_on_turn_while_a_notice_of_the_next_step_is_new_and_the_last_thing_that_happened() -> None:
    table = announced()
    member = Membership.objects.get(handle="rust-belt.boss")
    season = Season.objects.get(pk=table.season)
    Notice.objects.create(member=member, about="awaited", at=table.at + timedelta(days=1), key="a", season=season)
    assert leagues(reader("boss"))[0][2]
    Notice.objects.update(at=BEGAN)
    assert not leagues(reader("boss"))[0][2]


@pytest.mark.parametrize("is_open", [True, False])
def test_a_report_that_is_missing_is_a_turn_while_its_match_waits_for_it(is_open: bool) -> None:
    table = lined_up()
    season = Season.objects.get(pk=table.season)
    member = Membership.objects.get(handle="rust-belt.razors")
    closed_at = None if is_open else BEGAN
    Window.objects.create(season=season, what="M4/m1", opened_at=BEGAN, closes_at=BEGAN, closed_at=closed_at)
    key = f"report_missing/{season.pk}/M4/m1/{BEGAN.isoformat()}"
    Notice.objects.create(member=member, about="report_missing", at=BEGAN, key=key, season=season)
    assert leagues(reader("razors"))[0][2] == is_open


MOST_BYTES = 40_000
"""Of the front page, uncompressed."""


def test_with_a_thousand_leagues_the_page_is_under_40_kb_and_asks_as_little_as_with_one() -> None:
    settled()
    with CaptureQueriesContext(connection) as of_one:
        Client().get("/")
    many_leagues(1_000)
    with CaptureQueriesContext(connection) as of_many:
        page = Client().get("/").content
    assert len(page) < MOST_BYTES, len(page)
    assert len(of_many) == len(of_one) <= 6


def test_the_leagues_are_listed_a_page_at_a_time_each_once() -> None:
    many_leagues(30)
    seen, address = [], "/"
    while address:
        page = Client().get(address)
        seen += [league.href for league in page.context["leagues"]]
        address = page.context["following"]
    assert len(seen) == len(set(seen)) == 31
    assert [len(Client().get(f"/?page={page}").context["leagues"]) for page in (1, 2, 3, 4)] == [12, 12, 7, 0]


@pytest.mark.parametrize("sought", ["épreuve", "EPREUVE d’ete", "  été "])
def test_a_league_is_found_by_a_part_of_its_name_whatever_its_case_and_accents(sought: str) -> None:
    many_leagues(3)
    page = Client().get("/", {"q": sought})
    assert [league.name for league in page.context["leagues"]] == ["Épreuve d’Été"]
    assert "Balance the books" not in page.content.decode()


def test_a_name_nobody_has_says_so_and_a_private_league_is_not_found() -> None:
    founded(public=False)
    assert "No league has that name." in words(Client(), "/?q=rust")
    assert [league.href for league in reader("razors").get("/?q=rust").context["leagues"]] == ["/l/rust-belt/"]


@pytest.mark.parametrize("page", ["0", "-1", "x", "٣", "99999999999999999999", "1e3"])
def test_a_page_number_that_makes_no_sense_is_the_first_page(page: str) -> None:
    two()
    assert len(Client().get("/", {"page": page}).context["leagues"]) == 2


def test_a_seat_is_free_where_its_invitation_is_pinned_for_all_to_read() -> None:
    founded()
    boss = Membership.objects.get(handle="rust-belt.boss")
    league, now = League.objects.get(), timezone.now()
    end_role(member=Membership.objects.get(handle="rust-belt.saints"), by=boss, at=now, reason="They moved away.")
    assert "No league has a seat that you can take at once." in words(Client(), "/?seats=free")
    _, token = invite(league=league, by=boss, role="owner", at=now)
    assert not Client().get("/?seats=free").context["leagues"]  # sent to somebody, and not pinned
    note = {"title": "Seats are free", "key": "seats", "at": now}
    post_announcement(league=league, by=boss, text=f"[Take it](/join/{token}/)", pinned=True, **note)
    (tile,) = Client().get("/?seats=free").context["leagues"]
    assert (tile.free, tile.seat_href) == (1, f"/join/{token}/")
    assert "1 free seat Take a seat in" in words(Client(), "/")
    Invitation.objects.update(revoked_at=now)
    assert not Client().get("/?seats=free").context["leagues"]


@pytest.mark.parametrize("later", [True, False])
def test_a_league_keeps_its_free_seats_when_another_pins_its_invitation(later: bool) -> None:
    two()
    now, token = timezone.now(), ""
    boss = Membership.objects.get(handle="rust-belt.boss")
    end_role(member=Membership.objects.get(handle="rust-belt.saints"), by=boss, at=now, reason="They moved away.")
    _, token = invite(league=boss.league, by=boss, role="owner", at=now)
    other = Membership.objects.get(league="anvil", role="commissioner")
    pins = [boss, other, other] if later else [other, boss]
    for number, member in enumerate(pins):
        note = {"title": "Seats are free", "key": f"seats.{number}", "at": now}
        post_announcement(league=member.league, by=member, text=f"[Take it](/join/{token}/)", pinned=True, **note)
    assert [tile.seat_href for tile in Client().get("/?seats=free").context["leagues"]] == [f"/join/{token}/"]
    assert [tile.name for tile in Client().get("/?seats=free").context["leagues"]] == [boss.league.name]


def test_a_tile_shows_the_round_the_leaders_and_the_next_deadline() -> None:
    settled()
    Window.objects.create(season_id="rust-belt/s1", what="M", opened_at=BEGAN, closes_at=BEGAN)
    (tile,) = Client().get("/").context["leagues"]
    assert (tile.season, tile.round, tile.rounds, tile.closes_at, tile.live) == ("Season 1", 1, 3, BEGAN, True)
    points = [leader.points for leader in tile.leaders]
    assert points == sorted(points, reverse=True)
    assert tile.group == "Playing now"
    assert reader("razors").get("/").context["leagues"][0].group == "Yours"


def test_the_leaders_stand_with_the_crests_that_they_have_in_their_league() -> None:
    settled()
    (tile,) = Client().get("/").context["leagues"]
    crests = league_crests("rust-belt")
    assert tile.leaders
    assert [leader.crest for leader in tile.leaders] == [crests[leader.name.lower()] for leader in tile.leaders]
    assert Client().get("/").content.decode().count('class="crest"') == len(tile.leaders)


def test_a_newcomer_is_told_what_the_game_is_and_a_member_is_not() -> None:
    settled()
    said = words(Client(), "/")
    assert said.startswith("Race. Shoot. Balance the books.")
    assert "Take a free seat" in said
    assert "Found a league" in said
    assert "Race. Shoot." not in words(reader("razors"), "/")


def test_the_moving_picture_may_use_its_own_style_sheet_and_has_a_still_beside_it() -> None:
    page = Client().get("/").content.decode()
    assert page.count("arena.svg#still") == 2
    assert "prefers-reduced-motion" in page
    picture = Client().get("/static/theme/arena.svg")
    assert picture.headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
    )
    assert b"<script" not in b"".join(picture)
    other = Client().get("/static/theme/mark.svg")
    assert "script-src 'self'" in other.headers["Content-Security-Policy"]
    assert b"<script" not in b"".join(other)
