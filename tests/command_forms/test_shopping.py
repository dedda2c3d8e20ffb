"""Shopping at the desk: one roll on world trade, its offer bought or declined, and finishing."""

from __future__ import annotations

import pytest

from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import TEAMS, at_the_shops
from tests.league.league_cache import built_once
from tests.league.small_league import Table, shopping

pytestmark = pytest.mark.django_db
PATH = "m1/shop/razors/world-trade"
OFFER = "m1.razors.world-trade1"
A_CONTRACT = [5, 6]
"""Faces that find a new contract on the world trade table."""


@built_once
def offered(faces: list[int], **switches: int) -> Table:
    """Open shops at which world trade has an offer for the razors."""
    table = at_the_shops(**switches)
    table.throw("roll_world_trade", {PATH: faces}, by="razors", franchise="razors", match="m1")
    return table


@pytest.mark.rule("DM-C-105")
def test_world_trade_is_asked_by_one_button_and_a_second_time_is_refused() -> None:
    table = at_the_shops()
    razors = Sitter(table.season, "razors")
    page = razors.open("roll_world_trade", match="m1").content.decode()
    assert "Dice decide the rest" in page
    answer = razors.give("roll_world_trade", match="m1")
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/s1/m1/")
    assert table.state.line_up("m1", "razors").world_trades == 1
    state = table.state
    for offer in state.offers_to("razors"):
        assert razors.give("decline_offer", offer=offer.id).status_code == 302
    again = razors.give("roll_world_trade", match="m1")
    assert again.status_code == 422
    assert "has asked world trade 1 of 1 times" in again.content.decode()


@pytest.mark.parametrize(
    ("rounds", "words"), [(1, "closed for the rest of the season"), (2, "open again after your next")]
)
def test_being_done_says_when_the_shops_open_again(rounds: int, words: str) -> None:
    table = shopping(franchises=TEAMS, rounds=rounds)
    for offer in list(table.state.offers.values()):
        table.give("decline_offer", by=offer.franchise, franchise=offer.franchise, offer=offer.id)
    page = Sitter(table.season, "razors").open("finish_shopping", match="m1").content.decode()
    assert words in page


def test_who_declines_an_offer_is_shown_no_price_to_pay() -> None:
    table = offered([6, 3])
    razors = Sitter(table.season, "razors")
    assert "<dt>Price</dt>" in razors.open("buy_offer", offer=OFFER).content.decode()
    assert "<dt>Price</dt>" not in razors.open("decline_offer", offer=OFFER).content.decode()


@pytest.mark.rule("DM-C-104")
def test_an_offer_is_shown_with_its_price_and_the_balance_after_it_and_is_bought() -> None:
    table = offered([6, 3])
    razors = Sitter(table.season, "razors")
    before, (offer,) = table.state.franchise("razors").balance, table.state.offers_to("razors")
    page = razors.open("buy_offer", offer=OFFER).content.decode()
    assert f"{(before - offer.price) // 1000}k" in page
    answer = razors.give("buy_offer", offer=OFFER)
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/f/razors/market/")
    state = table.state
    assert (state.franchise("razors").balance, state.offers) == (before - offer.price, {})
    assert [item.kind for item in state.stores("razors")] == [offer.kind]


def test_a_contract_signs_a_sponsor_where_there_is_room() -> None:
    table = offered(A_CONTRACT)
    Sitter(table.season, "razors").give("buy_offer", offer=OFFER)
    assert len(table.state.sponsors_of("razors")) == 4


@pytest.mark.rule("DM-C-069")
def test_a_contract_in_a_full_house_asks_who_leaves_and_says_so_beside_the_field() -> None:
    table = offered(A_CONTRACT, **{"sponsors.max": 3})
    razors = Sitter(table.season, "razors")
    refused = razors.give("buy_offer", offer=OFFER)
    assert refused.status_code == 422
    assert "name one to replace, or decline" in refused.content.decode()
    leaving = table.state.sponsors_of("razors")[0].id
    assert razors.give("buy_offer", offer=OFFER, replaces=leaving).status_code == 302
    ids = [sponsor.id for sponsor in table.state.sponsors_of("razors")]
    assert (len(ids), leaving in ids) == (3, False)


def test_an_offer_that_is_gone_is_refused_in_words() -> None:
    table = offered(A_CONTRACT)
    razors = Sitter(table.season, "razors")
    sent = razors.filled("decline_offer", offer=OFFER)
    razors.send("decline_offer", sent)
    again = razors.give("decline_offer", offer=OFFER)
    assert again.status_code == 422
    assert "Nothing is on offer" in again.content.decode()


@pytest.mark.rule("DM-C-104")
def test_being_done_tells_what_is_declined_and_closes_the_shops() -> None:
    table = offered(A_CONTRACT)
    razors = Sitter(table.season, "razors")
    page = razors.open("finish_shopping", match="m1").content.decode()
    assert "Razors did not buy" in page
    assert razors.give("finish_shopping", match="m1").status_code == 302
    assert table.state.line_up("m1", "razors").shopping == "closed"
    assert table.state.offers == {}


@pytest.mark.rule("DM-C-104")
def test_what_was_tinkered_stands_before_world_trade_and_says_so() -> None:
    table = shopping(franchises=TEAMS)
    saints = Sitter(table.season, "saints")
    page = saints.open("roll_world_trade", match="m1").content.decode()
    assert "It cannot be done now" in page
    assert "must first buy or decline what was tinkered" in page
    html = saints.open("decline_offer").content.decode()
    assert "Dual turbochargers" in html
    assert "tinkered by" in html


def test_being_done_names_the_cars_that_cannot_shoot() -> None:
    table = at_the_shops()
    page = Sitter(table.season, "razors").open("finish_shopping", match="m1").content.decode()
    assert "Without a weapon: Car 1, Car 2, Car 3. Buy one and fit it first, or they cannot shoot." in page


def test_bare_cars_are_armed_as_standing_orders_say_before_the_shops_close() -> None:
    table = at_the_shops()
    razors = Sitter(table.season, "razors")
    page = razors.open("finish_shopping", match="m1").content.decode()
    assert "Arm as before, for" in page
    assert "Machinegun on Car 1" in page
    assert razors.give("finish_shopping", match="m1", arm="on").status_code == 302
    state = table.state
    assert state.line_up("m1", "razors").shopping == "closed"
    assert {item.kind for item in state.items_on_car("razors.car1")} >= {"machinegun"}
