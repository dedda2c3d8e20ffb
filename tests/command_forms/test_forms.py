"""The desk: a form acts once, shows errors beside its fields, reports changes, and never loses what was typed."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.template import RequestContext, Template
from django.test import RequestFactory

from league.access import viewer_of
from league.models import Entry, League, Membership
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, founded, signed

pytestmark = pytest.mark.django_db


def test_an_owner_hires_a_rookie_by_a_form_and_is_told_what_came_of_it() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    answer = razors.give("hire_rookie", name="Mad Marnie")
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/f/razors/")
    assert table.state.contracts["razors.d1"].fee == 50_000
    assert "Razors hired Mad Marnie for 50k." in razors.client.get(answer["Location"]).content.decode()


def test_a_form_sent_twice_is_done_once() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    sent = razors.filled("hire_rookie", name="Mad Marnie")
    razors.send("hire_rookie", sent)
    length = table.row.length
    again = razors.send("hire_rookie", sent)
    assert (again.status_code, table.row.length, len(table.state.drivers)) == (302, length, 1)
    assert "This was already done." in razors.client.get(again["Location"]).content.decode()


def test_a_trial_tells_what_it_comes_to_and_changes_nothing() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    length = table.row.length
    page = razors.send("hire_rookie", razors.filled("hire_rookie", name="Mad Marnie"), act="try").content.decode()
    assert "What would happen" in page
    assert "Razors hired Mad Marnie for 50k." in page
    assert table.row.length == length


def test_a_refusal_stands_beside_its_field_keeps_what_was_typed_and_may_be_put_right() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    name = "x" * 200
    answer = razors.give("hire_rookie", name=name)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert f'value="{name}"' in page
    (field,) = re.findall(r'<input[^>]*id="id_name"[^>]*>', page)
    assert "autofocus" in field
    assert 'aria-invalid="true"' in field
    assert table.state.drivers == {}


def test_a_commissioner_acts_for_an_owner_with_a_reason_everybody_can_read() -> None:
    table = founded()
    boss = Sitter(table.season, "boss")
    refused = boss.give("hire_rookie", franchise="razors", name="Mad Marnie")
    assert refused.status_code == 422
    assert "on its owner" in refused.content.decode()
    answer = boss.give("hire_rookie", franchise="razors", name="Mad Marnie", reason="He is on holiday.")
    entry = Entry.objects.get(season=table.season, number=table.row.length)
    assert (answer.status_code, entry.on_behalf_of, entry.reason) == (302, "razors", "He is on holiday.")


def test_who_looked_before_something_changed_is_told_what_changed_and_may_ask_again() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    sent = razors.filled("acknowledge_short_roster")
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Ann")
    answer = razors.send("acknowledge_short_roster", sent)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "changed after you last looked" in page
    assert "What would happen" in page, "they see what it would do now"
    assert razors.give("acknowledge_short_roster").status_code == 302


def test_a_form_sent_by_a_lapsed_session_comes_back_after_the_log_in_as_it_was_typed() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    sent = razors.filled("hire_rookie", name="Mad Marnie")
    razors.client.logout()
    redirect = razors.send("hire_rookie", sent)
    assert redirect["Location"].startswith("/accounts/login/?next=")
    razors.client.force_login(get_user_model().objects.get(username="rust-belt-razors"))
    page = razors.open("hire_rookie").content.decode()
    assert "You had been logged out" in page
    assert 'value="Mad Marnie"' in page
    assert table.state.drivers == {}


@pytest.mark.parametrize(("who", "status"), [("", 302), ("razors", 200), ("boss", 200)])
def test_a_form_is_shown_to_those_who_may_give_it(who: str, status: int) -> None:
    assert Sitter(founded().season, who).open("hire_rookie").status_code == status


def test_an_owner_whose_franchise_was_taken_meanwhile_is_refused_and_nothing_is_done() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    sent = razors.filled("hire_rookie", name="Mad Marnie")
    Membership.objects.filter(handle=table.handle("razors")).update(role=Membership.Role.SPECTATOR, franchise=None)
    assert razors.send("hire_rookie", sent).status_code == 403
    assert table.state.drivers == {}


def test_going_back_leads_only_to_pages_of_ours() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    for number, (back, leads) in enumerate(
        [("/l/rust-belt/s1/", "/l/rust-belt/s1/"), ("//elsewhere.example/", "/l/rust-belt/f/razors/")]
    ):
        answer = razors.give("hire_rookie", name=f"N{number}", back=back)
        assert answer["Location"] == leads


@pytest.mark.parametrize(("who", "href"), [("razors", True), ("boss", True), ("anvils", False), ("", False)])
def test_a_button_to_the_desk_is_for_whoever_may_give_the_command(who: str, href: bool) -> None:
    table = founded(franchises=("razors", "anvils", "crows", "saints"))
    page = drawn('{% command_button "hire_rookie" "Hire" franchise="razors" %}', table, who)
    assert ("/l/rust-belt/s1/do/hire_rookie/?franchise=razors&amp;back=%2Fl%2Frust-belt%2F" in page) is href


@pytest.mark.parametrize(
    ("tag", "asked", "shown"),
    [
        ("hire_rookie", "", True),
        ("pick_driver", "", False),
        ("decide_repairs", ' step="M5.4"', True),
        ("decide_repairs", ' step="M3"', False),
    ],
)
def test_a_button_to_the_desk_is_there_when_the_command_is_legal(tag: str, asked: str, shown: bool) -> None:
    assert (
        "Go" in drawn(f'{{% command_button "{tag}" "Go" franchise="razors"{asked} %}}', founded(), "razors")
    ) is shown


def test_a_button_gives_at_once_what_is_ones_own_and_a_commissioner_is_asked_for_his_reason() -> None:
    table = founded()
    template = '{% command_button "acknowledge_short_roster" "Go" franchise="razors" now=True %}'
    assert '<form class="act-now' in drawn(template, table, "razors")
    assert '<a class="btn' in drawn(template, table, "boss")


def drawn(text: str, table: Table, who: str) -> str:
    """A template fragment rendered for a person, or for an anonymous visitor."""
    request = RequestFactory().get("/l/rust-belt/")
    user = get_user_model().objects.get(username=f"rust-belt-{who}") if who else AnonymousUser()
    request.viewer = viewer_of(user, League.objects.get(pk="rust-belt"))  # type: ignore[attr-defined]
    return str(Template("{% load command_buttons %}" + text).render(RequestContext(request, {"season": table.row})))


def test_what_a_form_does_cites_its_rules_as_links_and_says_no_code() -> None:
    season = signed().season
    page = Sitter(season, "razors").open("hire_rookie").content.decode()
    lead = page.split("</h1>")[1].split("<form")[0]
    assert "Hire a rookie for the season at 50k, on a roster with room. " in lead
    assert lead.count('class="rule"') == 2
    assert "(DM-C" not in page
    acts = Sitter(season, "boss").client.get("/l/rust-belt/s1/acts/").content.decode()
    assert "when the season reaches a step or round. " in acts
