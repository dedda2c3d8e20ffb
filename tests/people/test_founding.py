"""Founding a league with one form: the result, a repeated submission, and values that are refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.founding import SEASON_KINDS, FoundingRequest, create_playable_league, season_kind
from league.founding.franchise_names import FRANCHISE_NAMES, id_from_name, suggest_names
from league.models import Calendar, League, LeagueLog, Membership, Season, Window
from league.pages.founding import DEFAULT_KIND, name_from_founder
from rules.core.refusals import Malformed, Unknown
from rules.core.switches import Setting
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN, assert_reconciled

pytestmark = pytest.mark.django_db


def founder(name: str = "ethel") -> Any:
    """A user with an account."""
    return get_user_model().objects.create_user(name, email=f"{name}@example.com", password="x")


def founded(key: str = "k1", by: Any = None, **fields: Any) -> League:
    """A league founded by `by`, or by a new user named ethel."""
    return create_playable_league(
        FoundingRequest(**{"name": "The Backyard League", **fields}), founder=by or founder(), at=BEGAN, key=key
    )


def test_a_league_stands_with_its_season_franchises_and_calendar() -> None:
    league = founded(franchises=4, public=False)
    season = Season.objects.get(league=league)
    assert (league.pk, league.name, league.public) == ("backyard-league", "The Backyard League", False)
    assert (season.pk, season.step, season.rounds_planned) == ("backyard-league/s1", "S1", 10)
    assert season.franchises.count() == 4
    assert Calendar.objects.get(league=league).time_zone == "UTC"
    assert Window.objects.get(season=season).what == "S1"
    assert Membership.objects.get(league=league).role == "commissioner"
    assert_reconciled(season.pk)


@pytest.mark.parametrize("kind", [kind_of_season.id for kind_of_season in SEASON_KINDS])
def test_a_kind_of_season_sets_its_rounds_rules_and_hours(kind: str) -> None:
    league, chosen = founded(franchises=2, kind=kind), season_kind(kind)
    season = Season.objects.get(league=league)
    wanted: dict[str, Setting] = {**chosen.switches, "match.ruleset": chosen.ruleset}
    if chosen.ruleset == "reported":
        wanted.pop("match.ruleset")
    assert (season.rounds_planned, season.switches) == (chosen.rounds, wanted)
    assert Calendar.objects.get(league=league).hours == dict(chosen.hours)


def test_what_is_asked_besides_goes_before_the_kind_of_season() -> None:
    league = founded(
        franchises=2, kind="quick", rounds=7, resolver="rhad", time_zone="Europe/Berlin", unattended=True
    )
    season, calendar = Season.objects.get(league=league), Calendar.objects.get(league=league)
    assert (season.rounds_planned, season.switches["match.ruleset"]) == (7, "rhad")
    assert (calendar.time_zone, calendar.unattended) == ("Europe/Berlin", True)


def test_a_founder_may_take_a_franchise_himself() -> None:
    league = founded(franchises=2, own_seat=True)
    owner = Membership.objects.get(league=league, role="owner")
    assert (owner.user.username, owner.franchise.name) == ("ethel", suggest_names(league.pk, 1)[0])


def test_the_same_key_again_is_the_same_league() -> None:
    ethel = founder()
    first = founded(by=ethel, franchises=2)
    before = everything()
    assert founded(by=ethel, franchises=2) == first
    assert everything() == before


def test_an_address_that_is_taken_gets_a_number_and_each_league_dice_of_its_own() -> None:
    founded(name="Лига", franchises=2)
    second = founded(name="Liga", by=founder("otto"), key="k2", franchises=2)
    third = founded(name="Liga 日本", by=founder("una"), franchises=2)
    assert (second.pk, third.pk) == ("liga-2", "liga-3")
    assert Season.objects.values("secret_hash").distinct().count() == 3


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"name": " "}, "needs a name"),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"franchises": 1}, "2 to 20 franchises"),
        ({"franchises": 21}, "2 to 20 franchises"),
        ({"rounds": 61}, "1 to 60 rounds"),
        ({"resolver": "chess"}, "choose one from the list"),
        ({"time_zone": "Mars"}, "no time zone"),
        ({"time_zone": "Factory"}, "no time zone 'Factory'"),
    ],
)
def test_what_no_league_can_have_is_refused_and_nothing_is_founded(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        founded(**asked)
    assert not League.objects.exists()


def test_a_kind_of_season_there_is_not_is_refused() -> None:
    with pytest.raises(Unknown, match="no kind of season"):
        founded(kind="easy")


def test_as_many_names_as_a_league_may_need_are_all_others_with_ids_of_their_own() -> None:
    for league in ("a", "backyard", "zz"):
        names = suggest_names(league, 20)
        assert len({id_from_name(name, otherwise="") for name in names}) == 20
    assert len(set(FRANCHISE_NAMES)) == len(FRANCHISE_NAMES)


@pytest.mark.parametrize(
    ("name", "id"),
    [("The Tow Zone", "tow-zone"), ("Ölspur & Söhne", "olspur-sohne"), ("The", "the"), ("東京", "league")],
)
def test_an_id_is_made_of_what_a_name_has_for_it(name: str, id: str) -> None:
    assert id_from_name(name, otherwise="league") == id


# ------------------------------------------------------------------------------------------ the form


def at_the_form(who: Any) -> tuple[Client, str]:
    """A logged-in browser, and the idempotency key of the founding form it opened."""
    client = Client()
    client.force_login(who)
    page = client.get("/new/").content.decode()
    (key,) = re.findall(r'name="key" value="([^"]+)"', page)
    return client, key


def test_a_name_is_enough_and_the_founder_comes_to_where_owners_are_invited() -> None:
    client, key = at_the_form(founder())
    answer = client.post("/new/", {"key": key, "name": "Sunday Drivers"})
    assert (answer.status_code, answer["Location"]) == (302, "/l/sunday-drivers/people/")
    season = Season.objects.get(league="sunday-drivers")
    assert season.franchises.count() == 8
    html = client.get("/l/sunday-drivers/people/").content.decode()
    assert "Invite owners" in html
    assert html.count(">Claim link<") == 8
    assert LeagueLog.objects.filter(league="sunday-drivers", what="founded").count() == 1


def test_the_form_sent_twice_founds_one_league() -> None:
    client, key = at_the_form(founder())
    payload = {"key": key, "name": "Sunday Drivers", "franchises": "2"}
    first, second = client.post("/new/", payload), client.post("/new/", payload)
    assert first["Location"] == second["Location"] == "/l/sunday-drivers/people/"
    assert League.objects.count() == 1


@pytest.mark.parametrize("page", ["the same page", "a new page"])
def test_a_founder_who_closed_a_league_founds_another_with_the_same_form(page: str) -> None:
    who = founder()
    client, key = at_the_form(who)
    payload = {"key": key, "name": "Ethel’s League", "franchises": "2"}
    assert client.post("/new/", payload)["Location"] == "/l/ethels-league/people/"
    assert client.post("/l/ethels-league/people/", {"act": "close"}).status_code == 302
    if page == "a new page":
        (payload["key"],) = re.findall(r'name="key" value="([^"]+)"', client.get("/new/").content.decode())
    answers = [client.post("/new/", payload) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == ["/l/ethels-league-2/people/"] * 2
    assert client.get("/l/ethels-league-2/people/").status_code == 200
    assert list(League.objects.order_by("pk").values_list("pk", "name")) == [
        ("ethels-league", "Ethel’s League"),
        ("ethels-league-2", "Ethel’s League"),
    ]


def test_what_is_wrong_is_told_beside_its_field_and_what_was_typed_stays() -> None:
    client, key = at_the_form(founder())
    answer = client.post("/new/", {"key": key, "name": "Kept", "franchises": "99"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Kept"' in page
    assert 'id="id_franchises_error"' in page


def test_the_name_is_filled_in_from_the_founders_and_can_be_changed() -> None:
    client, _ = at_the_form(founder("nora"))
    assert 'value="Nora’s League"' in client.get("/new/").content.decode()
    assert id_from_name("Nora’s League", otherwise="") == "noras-league"
    assert len(name_from_founder("x" * 200)) == 80
    assert name_from_founder(" ") == ""


def test_the_season_of_who_changes_nothing_is_played_here() -> None:
    client, key = at_the_form(founder())
    client.post("/new/", {"key": key, "name": "Sunday Drivers", "kind": ""})
    assert Season.objects.get(league="sunday-drivers").switches["match.ruleset"] == "dethmatch"
    kinds = re.findall(r'name="kind" value="([\w-]+)"', client.get("/new/").content.decode())
    assert kinds[0] == DEFAULT_KIND
    assert sorted(kinds) == sorted(kind_of_season.id for kind_of_season in SEASON_KINDS)


def test_a_stranger_signs_up_first_and_comes_back() -> None:
    answer = Client().get("/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/?next=%2Fnew%2F")


def test_the_sign_up_before_founding_says_why_it_is_asked_for() -> None:
    why = b"You need an account to found a league."
    assert why in Client().get("/accounts/signup/?next=%2Fnew%2F").content
    assert why not in Client().get("/accounts/signup/").content


def test_somebody_whose_browser_logged_in_before_logs_in_again() -> None:
    ethel, client = founder(), Client()
    client.post("/accounts/login/", {"login": "ethel", "password": "x"})
    assert client.get("/new/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/new/")["Location"] == "/accounts/login/?next=%2Fnew%2F"
    assert ethel.is_active


def test_the_form_lets_a_quick_season_go_on_by_itself_unless_its_founder_takes_the_tick_away() -> None:
    client = Client()
    client.force_login(founder())
    page = client.get("/new/").content.decode()
    assert re.search(r'<input[^>]*name="unattended"[^>]* checked', page)
    assert "nobody holds up a quick season" in page
    sent = dict(re.findall(r'<input type="hidden" name="(key)" value="([^"]*)"', page))
    client.post("/new/", {**sent, "name": "The Backyard League", "kind": "quick", "franchises": "2"})
    assert not Calendar.objects.get(league__name="The Backyard League").unattended


@pytest.mark.parametrize(
    ("name", "why"), [("the BACKYARD-league", "called “The Backyard League”"), (".", "one letter")]
)
def test_a_league_with_no_name_of_its_own_is_refused_beside_the_field(name: str, why: str) -> None:
    founded(franchises=2)
    client, key = at_the_form(founder("otto"))
    answer = client.post("/new/", {"key": key, "name": name, "franchises": "2"})
    assert answer.status_code == 422
    assert re.search(rf'id="id_name_error">.*?{why}', answer.content.decode(), flags=re.DOTALL)
    assert League.objects.count() == 1
