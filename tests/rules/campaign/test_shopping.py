"""The shopping step: when and for whom it opens, what it checks, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.command import COMMAND_TYPES, OutOfStep
from rules.campaign.core.facts import fact_sentence
from rules.campaign.core.locks_and_shops import ShopsClosed, TinkeringWaits
from rules.campaign.core.state import Goods, Item
from rules.campaign.garage.cars import BuyCar, GarageFull
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.market.offers import OfferDeclined
from rules.campaign.market.shopping import (
    EndShopping,
    FinishShopping,
    GarageShort,
    OpenShopping,
    SettleMatch,
    ShoppingAlreadyClosed,
    ShoppingClosed,
    ShoppingOpened,
    ShoppingStillOpen,
)
from rules.campaign.market.trades import ProposeTrade, TradeWithdrawn
from rules.campaign.market.world_trade import RollWorldTrade
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement
from rules.campaign.people.hiring import RosterFull
from rules.campaign.people.staff import HireMatchMechanic
from rules.campaign.play.due_commands import due_commands
from rules.campaign.sponsors.kinds import SponsorsFull
from rules.core.refusals import Unknown
from rules.core.terms import CarId, FranchiseId, ItemId, MatchId, TradeId
from tests.rules.campaign.memory_seasons import (
    Table,
    accept,
    announce,
    end_shopping,
    line_up,
    locked,
    settled,
    shopping,
    signed,
)

M1 = MatchId("m1")
RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")
END = EndShopping(match=M1)


def finish(franchise: str = "razors") -> FinishShopping:
    return FinishShopping(franchise=FranchiseId(franchise), match=M1)


def caltrops(franchise: str = "razors") -> BuyItem:
    return BuyItem(franchise=FranchiseId(franchise), item=ItemId(f"{franchise}.i1"), kind="caltrops")


@pytest.mark.rule("DM-C-104", "DM-C-093")
def test_the_shops_open_to_everybody_who_was_in_the_match_until_all_are_done() -> None:
    table = shopping()
    (opening,) = table.said(ShoppingOpened)
    assert (opening.match, opening.hours) == ("m1", 0)
    assert fact_sentence(opening) == "The shops opened after m1; they close when everybody is done."
    assert [entrant.shopping for entrant in table.season.line_ups_of("m1")] == ["open", "open"]
    assert (table.season.match("m1").step, due_commands(table.season)) == ("M5.10", [])


@pytest.mark.rule("DM-C-104")
@pytest.mark.switch("shop.deadline_hours", 48)
def test_the_shops_say_how_long_they_stay_open() -> None:
    table = shopping(switches={"shop.deadline_hours": 48})
    (opening,) = table.said(ShoppingOpened)
    assert opening.hours == 48
    assert fact_sentence(opening) == "The shops opened after m1; they close after 48 hours."


@pytest.mark.rule("DM-C-104", "HOUSE-009")
def test_a_franchise_that_forfeited_shops_too() -> None:
    table = locked()
    table.season.line_up("m1", "saints").forfeited = True
    accept(table)
    for command in (OpenSettlement, CloseSettlement, OpenShopping):
        table.give(command(match=M1))
    assert table.season.line_up("m1", "saints").shopping == "open"
    table.give(caltrops("saints"))


@pytest.mark.rule("DM-C-104", "DM-C-105")
def test_world_trade_s_offer_expires_with_the_step() -> None:
    table = shopping()
    table.give(RollWorldTrade(franchise=RAZORS, match=M1), {"m1/shop/razors/world-trade": [1, 1, 1, 1]})
    facts = table.give(finish())
    assert [type(fact) for fact in facts] == [OfferDeclined, ShoppingClosed]
    assert table.season.offers == {}
    table.refused(finish(), ShoppingAlreadyClosed, "finished shopping after m1")


@pytest.mark.rule("DM-C-041", "DM-C-104")
def test_who_finishes_without_answering_loses_what_was_tinkered() -> None:
    table = signed()
    table.season.driver("razors.d3").talents = ["tinkerer"]
    shopping(table=table, faces={"m1/shop/razors.d3/tinkering": [6, 4, 4, 1, 1, 1, 1]})
    table.refused(caltrops(), TinkeringWaits, "m1.razors.d3")
    table.give(finish())
    assert [fact.what for fact in table.said(OfferDeclined)] == ["hydraulics"]
    assert (table.season.offers, table.season.items) == ({}, {})


@pytest.mark.rule("DM-C-107")
def test_who_finishes_calls_off_every_trade_that_waits_for_him() -> None:
    table = shopping("razors", "saints", "widows")
    for number, (proposer, partner) in enumerate(
        [("razors", "saints"), ("saints", "razors"), ("saints", "widows")], 1
    ):
        table.give(
            ProposeTrade(
                franchise=FranchiseId(proposer),
                trade=TradeId(f"t{number}"),
                partner=FranchiseId(partner),
                gives=Goods(drivers=[f"{proposer}.d6"]),
                takes=Goods(),
            )
        )
    table.give(finish())
    assert [(fact.trade, fact.franchise, fact.partner) for fact in table.said(TradeWithdrawn)] == [
        ("t1", "razors", "saints"),
        ("t2", "razors", "saints"),
    ]
    assert [trade.id for trade in table.season.all_trades()] == ["t3"]


@pytest.mark.rule("DM-C-104")
def test_list_goods_are_bought_until_one_has_finished() -> None:
    table = shopping()
    table.give(caltrops())
    table.give(finish())
    table.refused(
        BuyItem(franchise=RAZORS, item=ItemId("razors.i2"), kind="caltrops"), ShopsClosed, "no shopping step open"
    )
    table.give(caltrops("saints"))


@pytest.mark.rule("DM-C-065")
@pytest.mark.parametrize(("cars", "said"), [(3, []), (2, [("razors", 2, 3)])])
def test_a_garage_under_three_is_said_and_not_refused(cars: int, said: list[Any]) -> None:
    table = shopping(cars=3)
    for car in table.season.garage("razors")[cars:]:
        car.phase = "scrapped"
    table.give(finish())
    assert [(fact.franchise, fact.cars, fact.needed) for fact in table.said(GarageShort)] == said


@pytest.mark.rule("DM-C-065")
@pytest.mark.switch("garage.min", 4)
def test_a_garage_is_short_of_what_the_house_demands() -> None:
    table = shopping(cars=4, switches={"garage.min": 4})
    table.season.car("razors.c4").phase = "scrapped"
    table.give(finish())
    assert [(fact.cars, fact.needed) for fact in table.said(GarageShort)] == [(3, 4)]


LIMITS: list[tuple[str, int, Any, str]] = [
    ("roster.max", 6, RosterFull, "razors has 6 drivers and may have 5"),
    ("garage.max", 3, GarageFull, "razors has 3 cars and may have 2"),
    ("sponsors.max", 3, SponsorsFull, "razors has 3 sponsors and may have 2"),
]


@pytest.mark.rule("DM-C-060", "DM-C-065", "DM-C-069")
@pytest.mark.parametrize(("switch", "held", "refusal", "says"), LIMITS)
def test_a_franchise_is_within_its_limits_when_it_finishes(switch: str, held: int, refusal: Any, says: str) -> None:
    table = shopping()
    table.season.switches[switch] = held - 1
    table.refused(finish(), refusal, says)
    table.season.switches[switch] = held
    table.give(finish())


@pytest.mark.rule("HOUSE-006")
def test_a_commissioner_ends_everybody_s_shopping_with_a_reason() -> None:
    assert COMMAND_TYPES["end_shopping"].reasoned
    table = shopping()
    table.give(RollWorldTrade(franchise=SAINTS, match=M1))
    table.give(finish())
    table.season.switches["roster.max"] = 5
    table.give(END)
    assert [(fact.franchise, fact.rule) for fact in table.said(ShoppingClosed)] == [
        ("razors", "DM-C-104"),
        ("saints", "HOUSE-006"),
    ]
    assert [fact.franchise for fact in table.said(OfferDeclined)] == ["saints"]
    table.refused(END, ShoppingAlreadyClosed, "Everybody has finished")


@pytest.mark.rule("DM-C-093", "DM-C-104")
def test_a_match_is_settled_when_the_last_has_finished_and_not_before() -> None:
    table = shopping()
    settle = SettleMatch(match=M1)
    table.refused(settle, ShoppingStillOpen, "razors and saints did not finish")
    table.give(finish())
    assert due_commands(table.season) == []
    table.refused(settle, ShoppingStillOpen, "saints did not finish")
    table.give(finish("saints"))
    assert due_commands(table.season) == [settle]
    table.give(settle)
    assert table.season.match("m1").step == "settled"
    table.refused(finish(), OutOfStep, "too late")


@pytest.mark.rule("DM-C-088", "DM-C-093")
def test_what_failed_before_the_match_works_again_when_it_is_settled() -> None:
    table = signed("razors", "saints", "widows")
    announce(table, franchises=("razors", "saints"))
    table.season.match("m1").step = "M5.10"
    for franchise in table.season.all_franchises():
        table.season.car(f"{franchise.id}.c3").broken = True
        id = f"{franchise.id}.i1"
        table.season.items[id] = Item(id=id, franchise=franchise.id, kind="auto_ranger", backwards=True)
    for entrant in table.season.line_ups_of("m1"):
        entrant.shopping = "closed"
    table.give(SettleMatch(match=M1))
    assert [car.id for car in table.season.cars.values() if car.broken] == ["widows.c3"]
    assert [item.id for item in table.season.items.values() if item.backwards] == ["widows.i1"]


@pytest.mark.rule("DM-C-064", "DM-C-093")
def test_staff_hired_for_one_match_is_gone_after_it() -> None:
    table = signed(rounds=2)
    table.sponsor("razors", "tire_company", "oil")
    announce(table)
    table.give(HireMatchMechanic(franchise=RAZORS, match=M1))
    for franchise_id in (RAZORS, SAINTS):
        table.give(line_up(franchise_id))
    table.give(LockLineUps(match=M1))
    accept(table)
    settled(table)
    announce(table, 2)
    assert table.season.line_up("m2", "razors").match_mechanic is False
    assert table.season.franchise("razors").staff_rating == 1


@pytest.mark.rule("DM-C-104")
def test_shopping_belongs_to_its_step_and_to_who_was_in_the_match() -> None:
    table = locked()
    for command in (OpenShopping(match=M1), SettleMatch(match=M1), finish(), END):
        table.refused(command, OutOfStep)
    shopping().refused(finish("ghosts"), Unknown, "ghosts")


def with_idlers(**options: Any) -> Table:
    """A season in which razors and saints are shopping after the round's one match, and widows had none."""
    table = signed("razors", "saints", "widows", rounds=2, **options)
    announce(table, franchises=("razors", "saints"))
    return table


@pytest.mark.rule("DM-C-178")
def test_a_franchise_without_a_match_does_not_shop() -> None:
    table = with_idlers()
    table.refused(caltrops("widows"), ShopsClosed, "widows has no shopping step open")


@pytest.mark.rule("DM-C-178")
@pytest.mark.switch("round.idle_may_shop", True)
def test_a_franchise_without_a_match_shops_from_the_list_where_the_house_says_so() -> None:
    table = with_idlers(switches={"round.idle_may_shop": True})
    table.give(caltrops("widows"))
    table.give(BuyCar(franchise=FranchiseId("widows"), car=CarId("widows.c4")))
    table.refused(caltrops("saints"), ShopsClosed, "saints has no shopping step open")
    trade = ProposeTrade(
        franchise=FranchiseId("widows"),
        trade=TradeId("t1"),
        partner=SAINTS,
        gives=Goods(drivers=["widows.d1"]),
        takes=Goods(),
    )
    table.refused(trade, ShopsClosed, "widows")
    table.refused(RollWorldTrade(franchise=FranchiseId("widows"), match=M1), OutOfStep)


@pytest.mark.rule("DM-C-178")
def test_nobody_is_idle_between_rounds() -> None:
    table = shopping(switches={"round.idle_may_shop": True}, rounds=2)
    end_shopping(table)
    assert table.season.rounds["r1"].step == "closed"
    table.refused(caltrops(), ShopsClosed)
