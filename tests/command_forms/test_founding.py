"""Setting up a franchise on one page: one tap for each choice, and the rest by standing orders."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from drivers.models import Sheet
from franchises.models import StandingOrders
from league.models import Batch, Entry
from tests.command_forms.desk import HIDDEN, Sitter
from tests.league.small_league import BEGAN, Table, founded, signed

pytestmark = pytest.mark.django_db

PAGE = "/l/rust-belt/f/razors/founding/"
PLAIN = {"setup/razors/founding": [1, 1, 6, 4, 3, 1]}


def test_nine_taps_lead_from_nothing_to_a_legal_roster_and_garage() -> None:
    table = founded()
    client = Sitter(table.season, "razors").client
    for tag in ["hire_rookie"] * 6 + ["buy_car"] * 3:
        answer = tap(client, tag)
        assert answer.status_code == 302
        assert answer["Location"].startswith(PAGE)
    season = table.state
    assert (len(season.roster("razors")), len(season.garage("razors"))) == (6, 3)
    assert len({driver.id for driver in season.roster("razors")}) == 6
    assert "Ready for the rounds" in client.get(PAGE).content.decode()


def test_the_page_tells_what_is_done_what_is_left_and_what_each_choice_would_keep() -> None:
    table = founded(faces=PLAIN)
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Ann")
    page = Sitter(table.season, "razors").client.get(PAGE).content.decode()
    assert "950k</strong> left of the 1000k it began with" in page
    assert "1 of 6 advised" in page
    assert "0 of 3 at least" in page
    assert "with another overhead car" in page
    assert "A size of 1 keeps 50k of an income of 50k." in page


def test_the_money_a_franchise_began_with_is_what_the_house_rule_gave_it() -> None:
    table = founded(faces=PLAIN, switches={"franchise.seed_money_k": 1250})
    page = Sitter(table.season, "razors").client.get(PAGE).content.decode()
    assert "1250k</strong> left of the 1250k it began with" in page


def test_cars_without_a_weapon_are_told_until_each_has_one() -> None:
    table = founded(faces=PLAIN)
    client = Sitter(table.season, "razors").client
    for number in (1, 2):
        table.give("buy_car", by="razors", franchise="razors", car=f"razors.car{number}")
    page = client.get(PAGE).content.decode()
    assert "2 cars carry no weapon and cannot shoot." in page
    assert "2 cars without a weapon" in page
    assert "no weapon, no tires of its own" in page
    for number in (1, 2):
        item = f"razors.i{number}"
        table.give("buy_item", by="razors", franchise="razors", item=item, kind="machinegun")
        table.give("fit_item", by="razors", franchise="razors", item=item, car=f"razors.car{number}")
    page = client.get(PAGE).content.decode()
    assert "cannot shoot" not in page
    assert "nothing to fit" in page


def test_what_is_left_is_shown_first_and_then_done_as_the_owner_himself_in_one_batch() -> None:
    table = founded(faces=PLAIN)
    client = Sitter(table.season, "razors").client
    before = table.row.length
    page = client.get(f"{PAGE}?fill=1").content.decode()
    assert "What would happen" in page
    assert table.row.length == before
    assert client.post(PAGE, hidden_of(page)).status_code == 302
    season = table.state
    assert (len(season.roster("razors")), len(season.garage("razors"))) == (8, 3)
    assert season.franchise("razors").party_thrown
    assert all(name for name in drivers_named(table))
    entries = Entry.objects.filter(season=table.season, number__gt=before)
    assert {(entry.actor, entry.on_behalf_of) for entry in entries} == {(table.handle("razors"), "")}
    assert Batch.objects.filter(season=table.season, key=hidden_of(page)["key"]).count() == 1


def test_the_rest_sent_twice_is_done_once() -> None:
    table = founded(faces=PLAIN)
    client = Sitter(table.season, "razors").client
    sent = hidden_of(client.get(f"{PAGE}?fill=1").content.decode())
    client.post(PAGE, sent)
    length = table.row.length
    assert client.post(PAGE, sent).status_code == 302
    assert table.row.length == length


def test_the_rest_that_was_overtaken_is_refused_and_shown_anew() -> None:
    table = founded(faces=PLAIN)
    client = Sitter(table.season, "razors").client
    sent = hidden_of(client.get(f"{PAGE}?fill=1").content.decode())
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Ann")
    answer = client.post(PAGE, sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "changed after you last looked, so nothing was done. This is what is left now." in page
    assert "entry" not in page.split('role="alert">')[1].split("</p>")[0]
    assert list(table.state.drivers) == ["razors.d1"]
    assert client.post(PAGE, hidden_of(page)).status_code == 302
    assert len(table.state.roster("razors")) == 8


def test_the_rest_sent_from_a_second_tab_when_all_is_done_is_answered_on_the_setup() -> None:
    table = founded(faces=PLAIN)
    client = Sitter(table.season, "razors").client
    tabs = [hidden_of(client.get(f"{PAGE}?fill=1").content.decode()) for _ in range(2)]
    client.post(PAGE, tabs[0], follow=True)
    length = table.row.length
    answer = client.post(PAGE, tabs[1], follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [(PAGE, 302)]
    assert "The rest is filled already: nothing was left to do." in page
    assert "changed after you last looked" not in page
    assert table.row.length == length


@pytest.mark.parametrize("batch", ["", "{}", "[{}]", "nonsense"])
def test_a_batch_that_was_never_shown_is_refused_in_a_sentence(batch: str) -> None:
    table = founded(faces=PLAIN)
    answer = Sitter(table.season, "razors").client.post(PAGE, {"batch": batch, "key": "k", "seen": "1"})
    assert answer.status_code == 422
    assert table.state.drivers == {}


def test_standing_orders_of_ones_own_decide_what_the_rest_is() -> None:
    table = founded(faces=PLAIN)
    StandingOrders.objects.create(
        franchise_id="rust-belt/razors", document={"roster": 6, "party_k": 0}, updated_at=BEGAN, updated_by="x"
    )
    client = Sitter(table.season, "razors").client
    client.post(PAGE, hidden_of(client.get(f"{PAGE}?fill=1").content.decode()))
    assert len(table.state.roster("razors")) == 6
    assert not table.state.franchise("razors").party_thrown


def test_a_commissioner_fills_the_rest_for_an_owner_with_a_reason() -> None:
    table = founded(faces=PLAIN)
    client = Sitter(table.season, "boss").client
    sent = hidden_of(client.get(f"{PAGE}?fill=1").content.decode())
    assert "give a reason" in client.post(PAGE, sent).content.decode()
    assert client.post(PAGE, {**sent, "reason": "He is on holiday."}).status_code == 302
    assert len(table.state.roster("razors")) == 8


@pytest.mark.parametrize(("who", "got", "sent"), [("", 302, 302), ("saints", 404, 403)])
def test_the_page_is_there_for_nobody_else(who: str, got: int, sent: int) -> None:
    table = founded()
    client = Sitter(table.season, who).client
    assert client.get(PAGE).status_code == got
    assert client.post(PAGE, {"batch": "[]", "key": "k", "seen": "1"}).status_code == sent
    assert "founding/" not in client.get("/l/rust-belt/f/razors/").content.decode()


def test_when_the_rounds_have_begun_the_page_says_that_the_setup_is_over() -> None:
    table = signed(franchises=("razors", "saints"))
    client = Sitter(table.season, "razors").client
    assert "The setup is over." in client.get(PAGE).content.decode()
    assert "founding/" not in client.get("/l/rust-belt/f/razors/").content.decode()


def tap(client: Client, tag: str) -> Any:
    """Press the first button of the page that gives this command at once."""
    page = client.get(PAGE).content.decode()
    form = re.search(rf'<form class="act-now[^>]*action="([^"]*/do/{tag}/)"[^>]*>(.*?)</form>', page, re.DOTALL)
    assert form
    return client.post(form[1], {**hidden_of(form[2]), "act": "give"})


def hidden_of(page: str) -> dict[str, str]:
    """The hidden form fields of a page."""
    return {name: unescape(value) for name, value in HIDDEN.findall(page)}


def drivers_named(table: Table) -> list[str]:
    """The names of all drivers with a sheet in the season."""
    return list(Sheet.objects.filter(season_id=table.season).values_list("person__name", flat=True))


def test_the_page_asks_as_much_of_the_database_in_a_large_league_as_in_a_small_one() -> None:
    counts = []
    for count in (2, 6):
        table = founded(league=f"of-{count}", franchises=tuple(f"razors{number}" for number in range(count)))
        client = Sitter(table.season, "razors0").client
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/l/{table.league}/f/razors0/founding/?fill=1")
        counts.append(len(queries))
    assert counts[0] == counts[1]
