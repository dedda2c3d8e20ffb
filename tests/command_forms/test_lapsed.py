"""Forms outside the desk survive a lapsed log-in, previews name people, and empty forms show no refusal."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from league.models import League, ReportClaim
from tests.command_forms.desk import HIDDEN, Sitter
from tests.command_forms.test_reports import HERE, filled, locked
from tests.league.small_league import signed

pytestmark = pytest.mark.django_db


def test_a_league_that_a_lapsed_session_would_found_is_still_typed_in_after_the_log_in() -> None:
    person = get_user_model().objects.create_user("marnie")
    client = Client()
    redirect = client.post("/new/", {"name": "Dust Bowl", "franchises": "5", "key": "one"})
    assert redirect["Location"] == "/accounts/login/?next=%2Fnew%2F"
    session = dict(client.session)
    client.force_login(person)
    new_session = client.session
    new_session.update({"kept_form": session["kept_form"]})
    new_session.save()
    page = client.get("/new/").content.decode()
    assert "You had been logged out" in page
    assert 'value="Dust Bowl"' in page
    assert not League.objects.exists()
    assert 'value="Dust Bowl"' not in client.get("/new/").content.decode()


def test_a_report_that_a_lapsed_session_sent_is_still_filled_in_after_the_log_in() -> None:
    table = locked()
    sent = filled(table, "razors", **{"t:razors": "23"})
    client = Client()
    assert client.post(HERE, {**sent, "act": "claim"})["Location"].startswith("/accounts/login/")
    kept_form = client.session["kept_form"]
    razors = Sitter(table.season, "razors").client
    new_session = razors.session
    new_session["kept_form"] = kept_form
    new_session.save()
    page = razors.get(HERE)
    assert page.context["form"]["t:razors"].value() == "23"
    assert "You had been logged out" in page.content.decode()
    assert not ReportClaim.objects.exists()
    hidden = dict(HIDDEN.findall(page.content.decode()))
    assert hidden["key"] == sent["key"]


def test_a_trial_that_would_be_refused_speaks_of_people_by_name() -> None:
    table = signed()
    boss = Sitter(table.season, "boss")
    sent = boss.filled("adjust_driver", driver="razors.d1", driving="-9", reason="A test.")
    page = boss.send("adjust_driver", sent, act="try").content.decode()
    trial = page.split('class="comes-to"')[1].split("</section>")[0]
    assert "would be refused" in trial
    assert "razors 1" in trial
    assert "razors.d1" not in trial


@pytest.mark.parametrize(
    ("tag", "asked"),
    [
        ("adjust_balance", {}),
        ("adjust_driver", {}),
        ("give_car", {}),
        ("change_switch", {}),
        ("change_switch", {"switch": "draft.picks"}),
        ("award_points", {"franchise": "razors"}),
    ],
)
def test_a_form_that_opens_empty_does_not_open_with_a_refusal(tag: str, asked: dict[str, str]) -> None:
    page = Sitter(signed().season, "boss").open(tag, **asked).content.decode()
    assert "would be refused" not in page
    assert "cannot be done now" not in page
