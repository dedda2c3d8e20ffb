"""A form sent with a lapsed log-in is filled in again after the next; without the role, its text can be copied."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from franchises.models import StandingOrders
from league.models import Announcement, AnswerVersion, Entry, LeagueLog, Membership, RoundPlan
from scheduling.windows import sync_windows
from tests.command_forms.desk import Sitter
from tests.league.small_league import FRANCHISES, Table, announced, closed, founded, settled, signed
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
HOME = "/l/rust-belt/"
SEASON = f"{HOME}s1/"
HOUSE_RULES = f"{SEASON}questionnaires/house-rules/"
TYPED = "Bring the *long* tyres."


def lapsed(client: Client, path: str, sent: dict[str, Any]) -> Any:
    """Send a form without a log-in, then log in as the client; return the page that follows."""
    stranger = Client()
    redirect = stranger.post(path, sent)
    assert redirect["Location"].startswith("/accounts/login/?"), redirect
    (back,) = parse_qs(urlsplit(redirect["Location"]).query)["next"]
    session = client.session
    session["kept_form"] = stranger.session["kept_form"]
    session.save()
    return client.get(back, follow=True)


def boss_of(table: Table) -> Client:
    """A browser of the commissioner."""
    return Sitter(table.season, "boss").client


@pytest.mark.parametrize("path", [f"{HOME}announcements/", f"{HOME}announcements/1/"])
def test_an_announcement_is_still_typed_in(path: str) -> None:
    table = signed()
    boss = boss_of(table)
    boss.post(f"{HOME}announcements/", {"title": "Snow", "text": "Stay at home.", "key": "first"})
    page = lapsed(boss, path, {"act": "word", "title": "Rain", "text": TYPED, "key": "one", "seen": "1"})
    assert (page.context["form"]["text"].value(), page.context["form"]["title"].value()) == (TYPED, "Rain")
    assert "Here is what you had typed" in page.content.decode()
    assert Announcement.objects.get().wordings == 1


def test_the_answers_of_a_questionnaire_are_still_typed_in() -> None:
    table = signed()
    section = f"{HOUSE_RULES}sections/garage-and-stores/"
    page = lapsed(boss_of(table), section, {"q:garage.max": "7", "act": "save", "revision": "0"})
    lines = [line for section in page.context["sections"] for line in section.lines]
    (line,) = [line for line in lines if line.question.key == "garage.max"]
    assert [field.typed for field in line.fields] == [("7",)]
    assert not AnswerVersion.objects.exists()


def test_the_note_of_a_draft_is_still_typed_in() -> None:
    table = signed()
    boss = boss_of(table)
    boss.post(HOUSE_RULES, {"q:round.idle_may_shop": "true", "act": "save", "revision": "0"})
    page = lapsed(boss, f"{HOUSE_RULES}draft/", {"act": "publish", "note": TYPED, "revision": "1"})
    assert f'value="{TYPED}"' in page.content.decode()
    assert AnswerVersion.objects.get().published_at is None


def test_how_rounds_are_drawn_up_and_the_plan_of_one_are_still_typed_in() -> None:
    table = signed(franchises=FRANCHISES)
    boss = boss_of(table)
    page = lapsed(boss, f"{SEASON}schedule/", {"act": "all", "size": "3", "rulesets": "formule"})
    assert (page.context["draw"]["size"].value(), page.context["draw"]["rulesets"].value()) == ("3", ["formule"])
    assert not RoundPlan.objects.exists()
    boss.post(f"{SEASON}schedule/", {"act": "all", "size": "2"})
    page = lapsed(boss, f"{SEASON}schedule/1/", {"1:match": "m1", "1:event": "night_race"})
    assert page.context["form"]["1:event"].value() == "night_race"


def test_a_reason_given_to_the_clock_leads_back_to_its_page() -> None:
    table = clocked(announced(), hours={"M3": 30})
    sync_windows(table.season, at=timezone.now())
    sent = {"act": "close", "what": "M3/m1", "reason": TYPED, "on": "board"}
    page = lapsed(boss_of(table), f"{SEASON}clock/", sent).content.decode()
    assert "Here is what you had typed" in page
    assert f'value="{TYPED}"' in page
    assert "<h1>Board</h1>" in page
    assert not LeagueLog.objects.filter(what="window closed").exists()


def test_the_rounds_of_the_next_season_are_still_typed_in() -> None:
    table = closed(settled(rounds=1))
    page = lapsed(boss_of(table), f"{SEASON}next/", {"key": "k", "rounds": "9"})
    assert page.context["form"]["rounds"].value() == "9"


def test_an_owners_standing_orders_are_still_typed_in_and_may_be_asked_for_by_a_link() -> None:
    table = signed()
    path = f"{HOME}f/razors/orders/"
    assert Client().get(path)["Location"] == "/accounts/login/?next=%2Fl%2Frust-belt%2Ff%2Frazors%2Forders%2F"
    razors = Sitter(table.season, "razors").client
    page = lapsed(razors, f"{path}change/", {"reserve_k": "77", "roster": "5"})
    assert page.context["form"]["reserve_k"].value() == "77"
    assert not StandingOrders.objects.exists()
    assert Client().get(f"{HOME}f/nobody/orders/").status_code == 404


def test_an_invitation_and_a_members_reason_and_a_new_name_are_still_typed_in() -> None:
    table = signed()
    boss = boss_of(table)
    page = lapsed(boss, f"{HOME}people/", {"act": "invite", "role": "spectator", "uses": "4", "days": "3"})
    assert page.context["invite"]["uses"].value() == "4"
    member = Membership.objects.get(handle=table.handle("razors")).pk
    page = lapsed(boss, f"{HOME}people/{member}/", {"act": "remove", "of": "", "reason": TYPED})
    assert page.context["sent"].reason == TYPED
    page = lapsed(boss, "/me/", {"act": "name", "name": "Marnie"})
    assert 'value="Marnie"' in page.content.decode()
    assert get_user_model().objects.get(username="rust-belt-boss").first_name == ""


def test_a_sheet_that_was_sent_leads_back_to_the_form_it_is_read_into() -> None:
    table = founded()
    page = lapsed(boss_of(table), f"{SEASON}do/open_from_sheet/read/", {"reason": TYPED, "rounds_before": "3"})
    assert page.redirect_chain == []
    assert page.context["form"]["reason"].value() == TYPED


@pytest.mark.parametrize("page", ["board/", "next/", "questionnaires/house-rules/draft/", "schedule/1/"])
def test_a_link_to_what_only_commissioners_see_leads_a_stranger_to_the_log_in(page: str) -> None:
    signed()
    answer = Client().get(f"{SEASON}{page}")
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")


def test_a_commissioner_no_more_is_shown_the_announcement_he_had_written_to_copy_it() -> None:
    table = signed()
    length = Entry.objects.count()
    sent = {"title": "<b>Rain</b>", "text": TYPED, "key": "one", "password": "secret"}
    answer = Sitter(table.season, "razors").client.post(f"{HOME}announcements/", sent)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert f"title: &lt;b&gt;Rain&lt;/b&gt;\ntext: {TYPED}</textarea>" in page
    assert "secret" not in page
    assert Entry.objects.count() == length


def test_a_league_for_members_alone_keeps_what_a_lapsed_log_in_sent_and_says_no_more_than_to_a_stranger() -> None:
    table = signed(public=False)
    stranger = Client()
    answer = stranger.post(f"{HOME}announcements/", {"title": "Rain", "text": TYPED, "key": "one"})
    assert (answer.status_code, TYPED in answer.content.decode()) == (404, True)
    elsewhere = Client().post("/l/nowhere/announcements/", {"text": TYPED})
    assert (elsewhere.status_code, TYPED in elsewhere.content.decode()) == (404, True)
    boss = boss_of(table)
    session = boss.session
    session["kept_form"] = stranger.session["kept_form"]
    session.save()
    assert boss.get(f"{HOME}announcements/").context["form"]["text"].value() == TYPED


def test_a_form_whose_token_is_not_this_browsers_shows_what_was_sent() -> None:
    table = signed()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(get_user_model().objects.get(username=f"{table.league}-boss"))
    answer = strict.post(f"{HOME}announcements/", {"title": "Rain", "text": TYPED})
    assert (answer.status_code, TYPED in answer.content.decode()) == (403, True)
    answer = strict.post("/accounts/login/", {"login": "marnie", "password": "secret"})
    assert (answer.status_code, "marnie" in answer.content.decode()) == (403, False)
    assert "open the page again" in answer.content.decode()
