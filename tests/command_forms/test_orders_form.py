"""The form that sets standing orders previews what they would do now."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from franchises.models import StandingOrders
from league.models import Membership
from rules.campaign.steward.standing_orders import POLICIES
from tests.command_forms.desk import Sitter
from tests.league.small_league import BEGAN, founded, signed

pytestmark = pytest.mark.django_db

FORM = "/l/rust-belt/f/razors/orders/change/"
ID = "rust-belt/razors"


def test_every_policy_has_a_field() -> None:
    page = Sitter(founded().season, "razors").client.get(FORM).content.decode()
    missing = [policy for policy in POLICIES if f'name="{policy}"' not in page and f'name="{policy}_0"' not in page]
    assert missing == []


def test_what_differs_from_the_houses_own_is_set_and_nothing_else() -> None:
    client = Sitter(founded().season, "razors").client
    sent = sent_by(client.get(FORM).content.decode()) | {"roster": "7", "gearing": "-1", "traits_0": "toughness"}
    sent |= {"offers_0": "new_contract", "offers_1": "90", "gunners": ""}
    answer = client.post(FORM, {**sent, "act": "give"})
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/f/razors/orders/")
    document = StandingOrders.objects.get(franchise_id=ID).document
    assert (document["roster"], document["gearing"], document["gunners"]) == (7, -1, False)
    assert document["traits"] == ["toughness", "driving"]
    assert document["offers"]["new_contract"] == 90
    assert set(document) == {"roster", "gearing", "gunners", "traits", "offers"}


def test_leaving_the_form_as_it_is_sets_nothing() -> None:
    client = Sitter(founded().season, "razors").client
    client.post(FORM, {**sent_by(client.get(FORM).content.decode()), "act": "give"})
    assert StandingOrders.objects.get(franchise_id=ID).document == {}


def test_a_dry_run_tells_what_they_would_do_now_and_sets_nothing() -> None:
    table = founded()
    client = Sitter(table.season, "razors").client
    page = client.get(FORM, {"act": "try"}).content.decode()
    assert "Hire 8 rookies" in page
    assert 'name="roster"' not in page, "a preview has a page of its own"
    sent = sent_by(client.get(FORM).content.decode()) | {"party_k": "0", "roster": "2", "garage": "3"}
    preview = client.post(FORM, {**sent, "act": "try"}).content.decode()
    assert "Hire 2 rookies" not in preview
    assert "Buy 3 cars" in preview
    assert '<input type="hidden" name="roster" value="2">' in preview
    assert "Set the orders" in preview
    again = client.post(FORM, {**sent, "act": "edit"}).content.decode()
    kept = {name: value for name, value in sent_by(again).items() if name != "csrfmiddlewaretoken"}
    assert kept == {name: sent[name] for name in kept}, "what was entered is there again"
    assert sent_by(again).keys() == sent.keys()
    assert not StandingOrders.objects.exists()
    assert table.state.drivers == {}


def test_an_order_that_cannot_be_stands_beside_its_field() -> None:
    client = Sitter(founded().season, "razors").client
    sent = sent_by(client.get(FORM).content.decode()) | {"roster": "1000"}
    answer = client.post(FORM, {**sent, "act": "give"})
    assert answer.status_code == 422
    assert 'id="id_roster_error"' in answer.content.decode()


def test_a_thing_that_has_left_the_season_is_kept_in_its_list() -> None:
    founded()
    StandingOrders.objects.create(
        franchise_id=ID, document={"drivers": ["razors.gone"]}, updated_at=BEGAN, updated_by="x"
    )
    client = Sitter("rust-belt/s1", "razors").client
    page = client.get(FORM).content.decode()
    assert "razors.gone, not in this season" in page
    client.post(FORM, {**sent_by(page), "act": "give"})
    assert StandingOrders.objects.get(franchise_id=ID).document == {"drivers": ["razors.gone"]}


def test_one_button_sets_the_orders_without_those_who_are_not_in_the_season() -> None:
    table = signed()
    lists = {"drivers": ["razors.gone", "razors.d1"], "draft": ["saints.d1", "saints.gone"], "protect": ["saints.d2"]}
    StandingOrders.objects.create(franchise_id=ID, document=lists, updated_at=BEGAN, updated_by="x")
    client = Sitter(table.season, "razors").client
    page = client.get(FORM).content.decode()
    assert "not in this season any more:</strong> razors.gone, saints.gone." in page
    assert "saints.d2, not in this season" not in page, "they are in another franchise"
    form = page.split('name="seen"')[1]
    assert form.index('value="give"') < form.index('value="tidy"'), "Enter in a field sets the orders as they are"
    answer = client.post(FORM, {**sent_by(page), "roster": "7", "act": "tidy"}, follow=True).content.decode()
    assert "The standing orders are set, without razors.gone, saints.gone." in answer
    assert StandingOrders.objects.get(franchise_id=ID).document == {
        "drivers": ["razors.d1"],
        "draft": ["saints.d1"],
        "protect": ["saints.d2"],
        "roster": 7,
    }
    assert 'value="tidy"' not in client.get(FORM).content.decode()


@pytest.mark.parametrize(("who", "got", "sent"), [("", 302, 302), ("saints", 404, 403), ("boss", 404, 403)])
def test_the_form_is_the_owners_alone(who: str, got: int, sent: int) -> None:
    client = Sitter(founded().season, who).client
    assert client.get(FORM).status_code == got
    assert client.post(FORM, {"act": "give"}).status_code == sent


def test_a_commissioner_sets_those_of_a_seat_without_an_owner_and_keeps_its_draft_queue() -> None:
    founded()
    Membership.objects.filter(franchise_id=ID).delete()
    StandingOrders.objects.create(
        franchise_id=ID, document={"draft_queue": ["saints.d1"]}, updated_at=BEGAN, updated_by="x"
    )
    client = Sitter("rust-belt/s1", "boss").client
    page = client.get(FORM).content.decode()
    assert "draft_queue" not in page
    client.post(FORM, {**sent_by(page), "roster": "6", "act": "give"})
    assert StandingOrders.objects.get(franchise_id=ID).document == {"roster": 6, "draft_queue": ["saints.d1"]}


def sent_by(page: str) -> dict[str, Any]:
    """The form data of a page's form if nothing is changed."""
    sent: dict[str, Any] = {}
    for field in re.findall(r"<input [^>]*>", page):
        attributes = dict(re.findall(r'([a-z\-]+)="([^"]*)"', field))
        if "name" not in attributes or (attributes.get("type") == "checkbox" and " checked" not in field):
            continue
        sent[attributes["name"]] = unescape(
            attributes.get("value", "on" if attributes.get("type") == "checkbox" else "")
        )
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        chosen = re.findall(r'<option value="([^"]*)" selected', options)
        sent[name] = unescape(chosen[0]) if chosen else ""
    return sent


def test_orders_that_changed_while_the_form_was_open_are_not_overwritten_unseen() -> None:
    client = Sitter(founded().season, "razors").client
    opened = sent_by(client.get(FORM).content.decode())
    first = {**sent_by(client.get(FORM).content.decode()), "roster": "7", "act": "give"}
    assert client.post(FORM, first).status_code == 302
    refused = client.post(FORM, {**opened, "party_k": "20", "act": "give"})
    page = refused.content.decode()
    assert refused.status_code == 409
    assert "were changed after you opened the form" in page
    assert "The orders that stand now" in page
    assert StandingOrders.objects.get(franchise_id=ID).document == {"roster": 7}
    assert sent_by(page)["party_k"] == "20", "what was typed is lost"
    assert client.post(FORM, {**sent_by(page), "act": "give"}).status_code == 302
    assert "roster" not in StandingOrders.objects.get(franchise_id=ID).document
