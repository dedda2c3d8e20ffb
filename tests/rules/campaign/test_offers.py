"""Offers: bought or declined, tinkered ones first; new contracts and the limit of five sponsors."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.locks_and_shops import TinkeringWaits
from rules.campaign.core.names import IdTaken
from rules.campaign.core.state import Item, Sponsor
from rules.campaign.garage.stores import ItemGained
from rules.campaign.market.offers import (
    BuyOffer,
    DeclineOffer,
    OfferBought,
    OfferDeclined,
    OfferNotYours,
    SponsorsNotFull,
)
from rules.campaign.market.world_trade import RollWorldTrade
from rules.campaign.money.account import BalanceTooLow
from rules.campaign.sponsors.kinds import SponsorJoined, SponsorsFull
from rules.campaign.sponsors.party import SponsorLeft
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import FranchiseId, MatchId, OfferId
from tests.rules.campaign.memory_seasons import Table, assert_money_adds_up, shopping, signed

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")
WORLD_TRADE = OfferId("m1.razors.world-trade1")
TINKERED = OfferId("m1.razors.d3")
HYDRAULICS = [4, 4, 1, 1, 1, 1]
CONTRACT = [5, 6, 4, 1, 1, 1, 1, 1, 1, 1]
"""Faces by which world trade offers a contract with an Insurance company at 76k."""


def offered(faces: list[int], **options: Any) -> Table:
    """A season in which world trade offered the razors an item by these faces."""
    table = shopping(**options)
    table.give(RollWorldTrade(franchise=RAZORS, match=MatchId("m1")), {"m1/shop/razors/world-trade": faces})
    return table


def tinkered(*device: int) -> Table:
    """A season in which razors.d3 tinkered a device: hydraulics at 34k without given faces."""
    table = signed()
    table.season.driver("razors.d3").talents = ["tinkerer"]
    return shopping(table=table, faces={"m1/shop/razors.d3/tinkering": [6, *(device or HYDRAULICS)]})


def buy(offer: str = WORLD_TRADE, **fields: str) -> BuyOffer:
    arguments: dict[str, Any] = fields or {"item": "razors.i1"}
    return BuyOffer(franchise=RAZORS, offer=OfferId(offer), **arguments)


@pytest.mark.rule("DM-C-004", "DM-C-104", "DM-C-109")
def test_an_offer_is_bought_at_its_price_and_comes_into_the_stores() -> None:
    table = offered([1, 4, 1, 2, 3, 4])
    before = table.season.franchise("razors").balance
    bought, gained = table.give(buy())
    assert isinstance(bought, OfferBought)
    assert (bought.amount, bought.balance, bought.what) == (-44_000, before - 44_000, "autocannon")
    assert isinstance(gained, ItemGained)
    assert (gained.rule, gained.origin, gained.paid) == ("DM-C-112", "world_trade", 44_000)
    assert table.season.items == {
        "razors.i1": Item(id="razors.i1", franchise="razors", kind="autocannon", origin="world_trade", paid=44_000)
    }
    assert table.season.offers == {}
    assert_money_adds_up(table)


@pytest.mark.rule("DM-C-041", "DM-C-144")
def test_a_tinkered_device_keeps_what_was_rolled_for_it() -> None:
    table = tinkered(1, 5, 1, 3, 5, 1, 1)
    table.give(buy(TINKERED))
    assert table.season.item("razors.i1") == Item(
        id="razors.i1",
        franchise="razors",
        kind="booster_rockets",
        origin="tinkering",
        paid=7_000,
        rolled={"ammunition": 2, "burn_turns": 3},
    )


@pytest.mark.rule("DM-C-124", "DM-C-145")
def test_tires_and_rockets_keep_what_they_are_made_of() -> None:
    table = offered([4, 2, 3, 5, 1, 1])
    table.give(buy())
    tires = table.season.item("razors.i1")
    assert (tires.kind, tires.carcass, tires.tread) == ("rare_tires", "puncture_resistant", "snow")
    with_rockets = tinkered(1, 5, 4, 6, 1, 1)
    with_rockets.give(buy(TINKERED))
    rockets = with_rockets.season.item("razors.i1")
    assert (rockets.kind, rockets.variant) == ("heat_seeking_rockets", "heavy_rockets")


@pytest.mark.rule("DM-C-130")
def test_a_medical_kit_comes_with_three_uses() -> None:
    table = offered([5, 3, 4, 1, 1])
    table.give(buy())
    assert table.season.item("razors.i1").uses == 3


@pytest.mark.rule("DM-C-041", "DM-C-104")
def test_a_tinkered_device_not_bought_is_lost() -> None:
    table = tinkered()
    (declined,) = table.give(DeclineOffer(franchise=RAZORS, offer=TINKERED))
    assert isinstance(declined, OfferDeclined)
    assert (declined.offer, declined.what) == (TINKERED, "hydraulics")
    assert (table.season.offers, table.season.items) == ({}, {})
    table.refused(buy(TINKERED), Unknown, "m1.razors.d3")


@pytest.mark.rule("DM-C-137")
def test_a_device_that_fits_no_car_may_be_bought_and_stored() -> None:
    table = tinkered()
    table.give(buy(TINKERED))
    assert table.season.item("razors.i1").car == ""


@pytest.mark.rule("DM-C-041", "DM-C-104")
def test_every_tinkered_device_is_answered_before_an_offer_of_world_trade() -> None:
    table = offered([1, 1, 1, 1])
    table.season.offers[TINKERED] = tinkered().season.offer(TINKERED)
    for command in (buy(), DeclineOffer(franchise=RAZORS, offer=WORLD_TRADE)):
        table.refused(command, TinkeringWaits, "m1.razors.d3")
    table.give(DeclineOffer(franchise=RAZORS, offer=TINKERED))
    table.give(buy())
    assert table.season.item("razors.i1").kind == "ram_guard"


@pytest.mark.rule("DM-C-041")
def test_tinkered_devices_are_answered_in_any_order() -> None:
    table = tinkered()
    second = tinkered().season.offer(TINKERED)
    second.id = "m1.razors.d4"
    table.season.offers[second.id] = second
    table.give(buy("m1.razors.d4"))
    table.give(DeclineOffer(franchise=RAZORS, offer=TINKERED))
    assert table.season.offers == {}


@pytest.mark.rule("DM-C-104")
@pytest.mark.parametrize("command", [BuyOffer, DeclineOffer])
def test_an_offer_is_answered_by_the_franchise_it_was_made_to(command: Any) -> None:
    table = offered([1, 1, 1, 1])
    table.refused(command(franchise=SAINTS, offer=WORLD_TRADE), OfferNotYours, "an offer to razors")
    table.refused(command(franchise=FranchiseId("ghosts"), offer=WORLD_TRADE), Unknown, "ghosts")
    table.refused(command(franchise=RAZORS, offer=OfferId("m9")), Unknown, "m9")


@pytest.mark.rule("DM-C-058")
def test_an_offer_is_bought_with_the_last_credit_and_not_without_it() -> None:
    table = offered([1, 1, 1, 1])
    table.season.franchise("razors").balance = 16_999
    table.refused(buy(), BalanceTooLow, "16.999k", "ram guard is 17k")
    table.season.franchise("razors").balance = 17_000
    table.give(buy())
    assert table.season.franchise("razors").balance == 0


def test_an_item_bought_needs_an_id_of_its_own_and_no_sponsor() -> None:
    table = offered([1, 1, 1, 1])
    table.season.items["saints.i1"] = Item(id="saints.i1", franchise="saints", kind="ram_guard")
    table.refused(buy(item="saints.i1"), IdTaken, "saints.i1")
    table.refused(buy(item="A"), Malformed, "id of an item")
    table.refused(buy(item="razors.i1", sponsor="razors.s9"), Malformed, "leave sponsors out")
    table.refused(buy(item="razors.i1", replaces="razors.s1"), Malformed, "leave sponsors out")


@pytest.mark.rule("DM-C-131")
def test_a_new_contract_brings_a_sponsor_and_is_no_party() -> None:
    table = offered(CONTRACT)
    before = table.season.franchise("razors").balance
    bought, joined = table.give(buy(sponsor="razors.s9"))
    assert isinstance(bought, OfferBought)
    assert (bought.amount, bought.balance) == (-76_000, before - 76_000)
    assert isinstance(joined, SponsorJoined)
    assert (joined.sponsor, joined.sponsor_kind) == ("razors.s9", "insurance")
    assert table.season.sponsor("razors.s9") == Sponsor(
        id="razors.s9", franchise="razors", kind="insurance", joined=1
    )
    assert len(table.season.sponsors_of("razors")) == 4
    assert (table.season.items, table.season.franchise("razors").party_thrown) == ({}, False)


def five_sponsors(**options: Any) -> Table:
    table = offered(CONTRACT, **options)
    table.sponsor("razors", "oil", "energy", "munitions", "oil", "tire_company")
    return table


@pytest.mark.rule("DM-C-069", "DM-C-131")
def test_at_five_a_new_contract_replaces_the_sponsor_the_owner_names() -> None:
    table = five_sponsors()
    table.refused(buy(sponsor="razors.s9"), SponsorsFull, "razors has 5 sponsors")
    _, departure, joined = table.give(buy(sponsor="razors.s9", replaces="razors.s2"))
    assert isinstance(departure, SponsorLeft)
    assert (departure.sponsor, departure.sponsor_kind) == ("razors.s2", "energy")
    assert isinstance(joined, SponsorJoined)
    assert [sponsor.id for sponsor in table.season.sponsors_of("razors")] == [
        "razors.s1",
        "razors.s3",
        "razors.s4",
        "razors.s5",
        "razors.s9",
    ]
    assert table.season.pool_sponsors() == []


@pytest.mark.rule("DM-C-069", "DM-C-131")
def test_at_five_a_new_contract_may_be_declined() -> None:
    table = five_sponsors()
    table.give(DeclineOffer(franchise=RAZORS, offer=WORLD_TRADE))
    assert len(table.season.sponsors_of("razors")) == 5
    assert table.said(OfferDeclined)[0].what == "a contract (Insurance company)"


@pytest.mark.rule("DM-C-069")
@pytest.mark.switch("sponsors.max", 4)
def test_a_contract_may_make_as_many_sponsors_as_the_house_allows() -> None:
    table = offered(CONTRACT, switches={"sponsors.max": 4})
    table.give(buy(sponsor="razors.s9"))
    full = five_sponsors(switches={"sponsors.max": 6})
    full.give(buy(sponsor="razors.s9"))
    assert [len(season_table.season.sponsors_of("razors")) for season_table in (table, full)] == [4, 6]
    short = offered(CONTRACT, switches={"sponsors.max": 3})
    short.refused(buy(sponsor="razors.s9"), SponsorsFull, "3 sponsors")


@pytest.mark.rule("DM-C-069", "DM-C-131")
def test_a_contract_replaces_one_s_own_sponsor_and_only_where_there_is_no_room() -> None:
    table = offered(CONTRACT)
    table.refused(buy(sponsor="razors.s9", replaces="razors.s1"), SponsorsNotFull, "room for another")
    full = five_sponsors()
    full.refused(buy(sponsor="razors.s9", replaces="saints.s1"), Unknown, "no sponsor of razors", "razors.s5")
    full.refused(buy(sponsor="razors.s1", replaces="razors.s1"), IdTaken, "razors.s1")
    full.refused(buy(sponsor="razors.s9", item="razors.i1"), Malformed, "leave the item out")
    full.refused(buy(replaces="razors.s1"), Malformed, "id of a sponsor")
    full.season.franchise("razors").balance = 75_999
    full.refused(buy(sponsor="razors.s9", replaces="razors.s1"), BalanceTooLow, "76k")
