"""Sponsors at the desk: the party with its odds, waiting sponsors, and holding companies."""

from __future__ import annotations

import pytest
from django.test import Client

from journal.entry_body import load_body
from league.models import Entry
from league.pages.command_forms.chapters.sponsors import party_odds
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, founded

pytestmark = pytest.mark.django_db

OIL, MUNITIONS, HOLDING, GUNS, ENERGY = [1, 1], [6, 4], [5, 5], [3, 1], [5, 2]


@pytest.mark.rule("DM-C-070")
def test_the_odds_are_those_of_the_printed_table() -> None:
    odds = [(chance.spend_k, chance.none, chance.one, chance.two) for chance in party_odds(None)]
    assert odds == [(10, 5, 1, 0), (20, 4, 2, 0), (40, 3, 3, 0), (80, 2, 3, 1), (150, 1, 3, 2), (300, 0, 3, 3)]


def test_the_party_shows_its_odds_and_what_is_left_and_is_thrown_once() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    page = razors.open("throw_party").content.decode()
    assert "40k: no sponsor on 3 of 6 faces, one sponsor on 3 of 6 faces; leaves 960k" in page
    assert "There is only one party a season" in page
    assert razors.give("throw_party", spend_k="40").status_code == 302
    assert table.state.franchise("razors").balance == 960_000
    assert "has had its party" in razors.give("throw_party", spend_k="10").content.decode()


def test_real_dice_decide_a_party_when_they_are_typed_in() -> None:
    table = founded(faces={"setup/razors/founding": [*OIL, *MUNITIONS, *GUNS]})
    path = "setup/razors/party"
    faces = {"real_dice": "on", "witness": "all of us", f"dice:{path}": "6 5 2"}
    boss = Sitter(table.season, "boss")
    answer = boss.give("throw_party", franchise="razors", spend_k="40", reason="We threw at the table.", **faces)
    assert answer.status_code == 302
    assert [sponsor.kind for sponsor in table.state.sponsors_of("razors")][-1] == "energy"


@pytest.mark.rule("HOUSE-011")
@pytest.mark.parametrize("setting", ["nobody", "commissioners"])
def test_an_owner_is_offered_no_faces_to_enter_and_none_are_taken_from_them(setting: str) -> None:
    table = founded(switches={} if setting == "nobody" else {"dice.by_hand": setting})
    razors = Sitter(table.season, "razors")
    assert 'name="real_dice"' not in razors.open("throw_party").content.decode()
    path = "setup/razors/party"
    faces = {"real_dice": "on", "witness": "all of us", f"dice:{path}": "6 6 6"}
    assert razors.send("throw_party", razors.filled("throw_party", spend_k="40") | faces).status_code == 302
    entry = Entry.objects.get(season=table.season, command="throw_party")
    assert load_body(entry.body).typed == {}


@pytest.mark.rule("HOUSE-011")
def test_where_everybody_enters_faces_an_owner_does_and_the_entrys_page_says_so() -> None:
    table = founded(switches={"dice.by_hand": "everybody"})
    razors = Sitter(table.season, "razors")
    faces = {"real_dice": "on", "witness": "all of us", "dice:setup/razors/party": "1"}
    assert razors.give("throw_party", spend_k="10", **faces).status_code == 302
    entry = Entry.objects.get(season=table.season, command="throw_party")
    page = Client().get(f"/l/rust-belt/s1/journal/{entry.number}/").content.decode()
    assert "The dice were thrown at a table. Faces entered by owner; watched by all of us." in page
    assert page.count('<span class="chip warn">by hand</span>') >= 2
    document = Client().get(f"/api/v1/leagues/rust-belt/seasons/s1/entries/{entry.number}").json()
    assert document["by_hand"] == {"by": "rust-belt.razors", "witness": "all of us", "paths": ["setup/razors/party"]}
    assert {roll["by_hand"] for fact in document["facts"] for roll in fact["rolls"]} == {True}


def test_a_sponsor_that_waits_replaces_another_or_is_declined() -> None:
    table = waiting()
    razors = Sitter(table.season, "razors")
    assert "Energy company, pays 2d6 × 10k a match, replaces" in razors.open("place_sponsor").content.decode()
    leaves = table.state.sponsors_of("razors")[0]
    assert razors.give("place_sponsor", replaces=leaves.id).status_code == 302
    sponsors = table.state.sponsors_of("razors")
    assert leaves.id not in {sponsor.id for sponsor in sponsors}
    assert "energy" in {sponsor.kind for sponsor in sponsors}


def test_declining_takes_nothing() -> None:
    table = waiting()
    before = set(table.state.sponsors)
    assert Sitter(table.season, "razors").give("place_sponsor", replaces="").status_code == 302
    assert (set(table.state.sponsors), table.state.franchise("razors").waiting_sponsors) == (before, [])


def test_placing_when_nobody_waits_is_refused() -> None:
    answer = Sitter(founded().season, "razors").give("place_sponsor", replaces="")
    assert (answer.status_code, "there is nothing to place" in answer.content.decode()) == (422, True)


def test_a_holding_company_is_bankrupted() -> None:
    table = founded(faces={"setup/razors/founding": [*OIL, *MUNITIONS, *HOLDING]})
    razors = Sitter(table.season, "razors")
    (holding,) = [sponsor for sponsor in table.state.sponsors_of("razors") if sponsor.kind == "holding_company"]
    assert "Holding company" in razors.open("cash_holding").content.decode()
    assert razors.give("cash_holding", sponsor=holding.id).status_code == 302
    assert table.state.franchise("razors").balance > 1_000_000


def test_another_kind_is_no_holding_company() -> None:
    table = founded(faces={"setup/razors/founding": [*OIL, *MUNITIONS, *HOLDING]})
    oil = next(sponsor.id for sponsor in table.state.sponsors_of("razors") if sponsor.kind == "oil")
    answer = Sitter(table.season, "razors").give("cash_holding", sponsor=oil)
    assert "only a holding company can be cashed" in answer.content.decode()


def waiting() -> Table:
    """A league that allows three sponsors, whose first franchise has three and a fourth that waits."""
    table = founded(switches={"sponsors.max": 3}, faces={"setup/razors/founding": [*OIL, *MUNITIONS, *GUNS]})
    table.throw("throw_party", {"setup/razors/party": [6, *ENERGY]}, by="razors", franchise="razors", spend_k=40)
    return table
