"""World trade: every row of the table with its limits, the gap in the table, and how often it may be used."""

from __future__ import annotations

import pytest

from rules.campaign.core.command import OutOfStep
from rules.campaign.core.facts import fact_sentence
from rules.campaign.core.locks_and_shops import ShopsClosed, TinkeringWaits
from rules.campaign.core.state import Offer
from rules.campaign.market.offers import OfferMade
from rules.campaign.market.shopping import FinishShopping
from rules.campaign.market.world_trade import RollWorldTrade, WorldTradeEmpty, WorldTradeUsed
from rules.core.dice import FaceImpossible
from rules.core.refusals import Unknown
from rules.core.terms import FranchiseId, MatchId
from tests.rules.campaign.memory_seasons import locked, shopping, signed

PATH = "m1/shop/razors/world-trade"
ASK = RollWorldTrade(franchise=FranchiseId("razors"), match=MatchId("m1"))

ROWS: list[tuple[list[int], str, int]] = [
    ([1, 1, 1, 1], "ram_guard", 17),
    ([1, 2, 3, 4], "ram_guard", 22),
    ([1, 3, 6, 6], "ram_guard", 27),
    ([1, 4, 1, 1, 1, 1], "autocannon", 38),
    ([1, 5, 2, 6, 6, 6], "autocannon", 53),
    ([1, 5, 3, 1, 1, 1, 1], "at_gun", 74),
    ([1, 6, 4, 6, 6, 6, 6], "at_gun", 94),
    ([1, 6, 5, 1, 1, 1], "vulcan_gun", 28),
    ([1, 4, 6, 6, 6, 6], "vulcan_gun", 43),
    ([2, 1, 1, 1], "smoke_grenade", 2),
    ([2, 4, 3, 6], "smoke_grenade", 7),
    ([2, 1, 4, 1, 1], "deployable_mines", 12),
    ([2, 4, 6, 6, 6], "deployable_mines", 22),
    ([2, 5, 1, 1], "cluster_rockets", 6),
    ([3, 1, 2, 6], "cluster_rockets", 11),
    ([2, 6, 3, 1, 1], "heavy_cluster_rockets", 10),
    ([3, 1, 4, 6, 6], "heavy_cluster_rockets", 20),
    ([2, 5, 5, 1, 1, 1, 1], "anti_tank_guided_missile", 34),
    ([3, 1, 6, 6, 6, 6, 6], "anti_tank_guided_missile", 54),
    ([3, 2, 1, 1, 1], "targeting_device", 23),
    ([3, 3, 6, 6, 6], "targeting_device", 38),
    ([3, 4, 1, 1, 1, 1], "supercharger", 38),
    ([4, 1, 2, 6, 6, 6], "supercharger", 53),
    ([3, 4, 3, 1, 1, 1, 1], "nitrous_injector", 39),
    ([4, 1, 4, 6, 6, 6, 6], "nitrous_injector", 59),
    ([3, 5, 5, 1, 1, 1, 1], "suspension_parts", 39),
    ([3, 6, 6, 6, 6, 6, 6], "suspension_parts", 59),
    ([4, 5, 1, 1, 1, 1], "ballistic_sheets", 23),
    ([5, 2, 2, 6, 6, 6], "ballistic_sheets", 38),
    ([4, 6, 5, 1, 1, 1], "reactive_armour", 23),
    ([5, 1, 6, 6, 6, 6], "reactive_armour", 38),
    ([5, 3, 1, 1, 1, 1, 1], "artificial_eye", 44),
    ([5, 5, 1, 6, 6, 6, 6], "artificial_eye", 64),
    ([5, 4, 2, 1, 1, 1, 1], "artificial_organs", 44),
    ([5, 3, 2, 6, 6, 6, 6], "artificial_organs", 64),
    ([5, 4, 3, 1, 1, 1, 1], "artificial_limbs", 44),
    ([5, 5, 3, 6, 6, 6, 6], "artificial_limbs", 64),
    ([5, 3, 4, 1, 1], "medical_kit", 12),
    ([5, 5, 6, 6, 6], "medical_kit", 22),
    ([6, 3, 1, 1, 1], "heavy_body_armour", 17),
    ([6, 6, 3, 6, 6], "heavy_body_armour", 27),
    ([6, 4, 4, 1, 1], "fireproof_suit", 10),
    ([6, 5, 5, 6, 6], "fireproof_suit", 20),
    ([6, 3, 6, 1, 1, 1, 1], "helmet_sight", 44),
    ([6, 6, 6, 6, 6, 6, 6], "helmet_sight", 64),
]


@pytest.mark.rule("DM-C-003", "DM-C-004", "DM-C-109")
@pytest.mark.parametrize(("faces", "kind", "price_k"), ROWS)
def test_what_world_trade_has_is_read_off_the_table(faces: list[int], kind: str, price_k: int) -> None:
    table = shopping()
    (offer,) = table.give(ASK, {PATH: faces})
    assert table.season.offers == {
        "m1.razors.world-trade1": Offer(
            id="m1.razors.world-trade1",
            match="m1",
            franchise="razors",
            source="world_trade",
            kind=kind,
            listed=price_k * 1000,
            price=price_k * 1000,
        )
    }
    assert isinstance(offer, OfferMade)
    assert (offer.rule, offer.driver, offer.sponsor, offer.source) == ("DM-C-109", "", "", "world_trade")
    assert [face for roll in offer.rolls for face in roll.faces] == faces


@pytest.mark.rule("DM-C-109", "DM-C-124")
@pytest.mark.parametrize(
    ("faces", "carcass", "tread", "price_k"),
    [
        ([4, 2, 1, 1, 1, 1], "heavy", "street", 6),
        ([4, 4, 2, 2, 6, 6], "heavy", "street", 16),
        ([4, 3, 3, 3, 1, 1], "puncture_resistant", "traction", 10),
        ([4, 3, 4, 4, 6, 6], "puncture_resistant", "traction", 20),
        ([4, 4, 5, 5, 1, 1], "solid", "snow", 18),
        ([4, 2, 6, 6, 6, 6], "solid", "snow", 28),
    ],
)
def test_rare_tires_are_a_carcass_and_a_tread(faces: list[int], carcass: str, tread: str, price_k: int) -> None:
    table = shopping()
    table.give(ASK, {PATH: faces})
    (offer,) = table.season.offers_to("razors")
    assert (offer.kind, offer.carcass, offer.tread, offer.price) == ("rare_tires", carcass, tread, price_k * 1000)
    sentence = fact_sentence(table.said(OfferMade)[0])
    assert sentence == f"razors may buy rare tires ({carcass.replace('_', ' ')}, {tread}) for {price_k}k."


@pytest.mark.rule("DM-C-109", "DM-C-131", "DM-C-071")
@pytest.mark.parametrize(
    ("faces", "sponsor_kind", "price_k"),
    [
        ([5, 6, 1, 1, 1, 1, 1, 1, 1, 1], "oil", 76),
        ([6, 1, 6, 6, 6, 6, 6, 6, 6, 6], "munitions", 106),
        ([6, 2, 4, 6, 1, 2, 3, 4, 5, 6], "engineering_firm", 91),
    ],
)
def test_a_new_contract_shows_who_it_is_with_before_it_is_paid(
    faces: list[int], sponsor_kind: str, price_k: int
) -> None:
    table = shopping()
    table.give(ASK, {PATH: faces})
    (offer,) = table.season.offers_to("razors")
    assert (offer.kind, offer.sponsor_kind, offer.price) == ("new_contract", sponsor_kind, price_k * 1000)


@pytest.mark.rule("DM-C-131")
def test_a_contract_on_offer_is_told_by_the_sponsor_s_name() -> None:
    table = shopping()
    table.give(ASK, {PATH: [5, 6, 6, 2, 1, 1, 1, 1, 1, 1]})
    assert fact_sentence(table.said(OfferMade)[0]) == "razors may buy a contract (Cloning services) for 76k."


@pytest.mark.rule("DM-C-110")
@pytest.mark.parametrize(("last", "kind"), [(1, "ballistic_sheets"), (6, "reactive_armour")])
def test_the_gap_in_the_armours_is_thrown_again_and_the_void_throws_are_logged(last: int, kind: str) -> None:
    table = shopping()
    (offer,) = table.give(ASK, {PATH: [4, 5, 3, 4, 3, last, 2, 2, 2]})
    assert table.season.offer("m1.razors.world-trade1").kind == kind
    assert [roll.faces for roll in offer.rolls] == [(4, 5), (3,), (4,), (3,), (last,), (2, 2, 2)]


@pytest.mark.rule("DM-C-110")
@pytest.mark.switch("world_trade.armour_gap", "nothing")
@pytest.mark.parametrize("face", [3, 4])
def test_the_gap_in_the_armours_is_nothing_where_the_house_says_so(face: int) -> None:
    table = shopping(switches={"world_trade.armour_gap": "nothing"})
    (fact,) = table.give(ASK, {PATH: [4, 5, face]})
    assert isinstance(fact, WorldTradeEmpty)
    assert [roll.faces for roll in fact.rolls] == [(4, 5), (face,)]
    assert table.season.offers == {}
    table.refused(ASK, WorldTradeUsed, "1 of 1")


@pytest.mark.rule("DM-C-110")
@pytest.mark.parametrize(("face", "kind"), [(2, "ballistic_sheets"), (5, "reactive_armour")])
def test_what_is_printed_is_found_whatever_the_gap_is(face: int, kind: str) -> None:
    table = shopping(switches={"world_trade.armour_gap": "nothing"})
    table.give(ASK, {PATH: [4, 5, face, 1, 1, 1]})
    assert table.season.offer("m1.razors.world-trade1").kind == kind


@pytest.mark.rule("DM-C-110")
@pytest.mark.switch("world_trade.armour_gap", "widen")
@pytest.mark.parametrize(("face", "kind"), [(3, "ballistic_sheets"), (4, "reactive_armour")])
def test_the_armours_close_the_gap_where_the_house_says_so(face: int, kind: str) -> None:
    table = shopping(switches={"world_trade.armour_gap": "widen"})
    table.give(ASK, {PATH: [4, 5, face, 1, 1, 1]})
    assert table.season.offer("m1.razors.world-trade1").kind == kind


@pytest.mark.rule("DM-C-110")
def test_widening_the_armours_widens_nothing_else() -> None:
    table = shopping(switches={"world_trade.armour_gap": "widen"})
    table.give(ASK, {PATH: [1, 4, 3, 1, 1, 1, 1]})
    assert table.season.offer("m1.razors.world-trade1").kind == "at_gun"


@pytest.mark.rule("DM-C-104", "DM-C-105")
def test_world_trade_is_asked_once_after_a_match_and_free_of_charge() -> None:
    table = shopping()
    before = table.season.franchise("razors").balance
    table.give(ASK)
    assert table.season.franchise("razors").balance == before
    assert table.season.line_up("m1", "razors").world_trades == 1
    table.refused(ASK, WorldTradeUsed, "razors has asked world trade 1 of 1 times")
    table.give(RollWorldTrade(franchise=FranchiseId("saints"), match=MatchId("m1")))


@pytest.mark.rule("DM-C-105")
@pytest.mark.switch("world_trade.rolls_per_match", 2)
def test_world_trade_is_asked_as_often_as_the_house_says_each_time_on_dice_of_its_own() -> None:
    table = shopping(switches={"world_trade.rolls_per_match": 2})
    table.give(ASK, {PATH: [1, 1, 1, 1]})
    table.give(ASK, {"m1/shop/razors/world-trade2": [1, 1, 6, 6]})
    assert [(offer.id, offer.price) for offer in table.season.offers_to("razors")] == [
        ("m1.razors.world-trade1", 17_000),
        ("m1.razors.world-trade2", 27_000),
    ]
    table.refused(ASK, WorldTradeUsed, "2 of 2")


@pytest.mark.rule("DM-C-105")
@pytest.mark.switch("world_trade.rolls_per_match", 0)
def test_world_trade_is_shut_where_the_house_allows_no_roll() -> None:
    shopping(switches={"world_trade.rolls_per_match": 0}).refused(ASK, WorldTradeUsed, "0 of 0")


@pytest.mark.rule("DM-C-104", "DM-C-105")
def test_world_trade_is_asked_while_shopping_and_at_no_other_time() -> None:
    table = shopping()
    table.give(FinishShopping(franchise=FranchiseId("razors"), match=MatchId("m1")))
    table.refused(ASK, ShopsClosed, "finished shopping after m1")
    locked().refused(ASK, OutOfStep, "M5.10")
    stranger = shopping("razors", "saints")
    stranger.refused(RollWorldTrade(franchise=FranchiseId("ghosts"), match=MatchId("m1")), Unknown, "ghosts")


@pytest.mark.rule("DM-C-104")
def test_what_was_tinkered_is_answered_before_world_trade_is_asked() -> None:
    table = signed()
    table.season.driver("razors.d3").talents = ["tinkerer"]
    shopping(table=table, faces={"m1/shop/razors.d3/tinkering": [6, 4, 4, 1, 1, 1, 1]})
    table.refused(ASK, TinkeringWaits, "m1.razors.d3")


def test_a_face_no_die_has_asks_world_trade_nothing() -> None:
    table = shopping()
    with pytest.raises(FaceImpossible):
        table.give(ASK, {PATH: [7, 1, 1, 1]})
    assert table.season.line_up("m1", "razors").world_trades == 0
