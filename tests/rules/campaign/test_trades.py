"""Trades: proposed, accepted, and carried out by the state at the last consent."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.facts import fact_sentence
from rules.campaign.core.locks_and_shops import ShopsClosed, TinkeringWaits
from rules.campaign.core.names import IdTaken
from rules.campaign.core.state import Goods, Trade
from rules.campaign.market.shopping import FinishShopping
from rules.campaign.market.trades import (
    AcceptTrade,
    ApproveTrade,
    GoodsNotTheirs,
    ProposeTrade,
    RefuseTrade,
    TradeAccepted,
    TradeAlreadyAccepted,
    TradeMade,
    TradeNotAccepted,
    TradeNotYours,
    TradeProposed,
    TradeRefused,
    TradeWithdrawn,
    WithdrawTrade,
)
from rules.campaign.money.account import BalanceTooLow
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import FranchiseId, MatchId, TradeId
from tests.rules.campaign.bargains import goods, propose
from tests.rules.campaign.memory_seasons import Table, locked, shopping, signed

RAZORS, SAINTS, WIDOWS = FranchiseId("razors"), FranchiseId("saints"), FranchiseId("widows")
T1 = TradeId("t1")
ACCEPT = AcceptTrade(franchise=SAINTS, trade=T1)


@pytest.mark.rule("DM-C-107")
def test_a_trade_is_proposed_in_words_and_kept_until_it_is_answered() -> None:
    table = shopping()
    (proposal,) = table.give(propose(goods("razors.d1", "razors.c1", pays=1500), goods("saints.d2")))
    assert isinstance(proposal, TradeProposed)
    assert fact_sentence(proposal) == "razors offered saints razors.d1, razors.c1, 1.5k for saints.d2."
    assert table.season.trades == {
        "t1": Trade(
            id="t1",
            franchise="razors",
            partner="saints",
            gives=Goods(drivers=["razors.d1"], cars=["razors.c1"], pays=1500),
            takes=Goods(drivers=["saints.d2"]),
        )
    }
    (second,) = table.give(propose(goods("razors.d2"), trade="t2"))
    assert fact_sentence(second) == "razors offered saints razors.d2 for nothing."


@pytest.mark.rule("DM-C-107")
def test_a_kept_trade_does_not_change_with_the_command_it_came_in() -> None:
    table = shopping()
    gives = goods("razors.d1")
    table.give(propose(gives))
    gives.drivers.append("razors.d2")
    assert table.season.trade("t1").gives.drivers == ["razors.d1"]


IMPROPER: list[tuple[ProposeTrade, Any, str]] = [
    (propose(goods()), Malformed, "names no driver, car or item"),
    (propose(goods(pays=5)), Malformed, "names no driver, car or item"),
    (propose(goods("razors.d1", "razors.d1")), Malformed, "driver razors.d1 stands in the trade more than once"),
    (propose(goods("razors.c1"), goods("razors.c1")), Malformed, "car razors.c1"),
    (propose(goods("razors.i1", "razors.i1")), Malformed, "item razors.i1"),
    (propose(goods("razors.d1", pays=-1)), Malformed, "from 0 to 1000000k"),
    (propose(goods("razors.d1"), goods(pays=1_000_000_001)), Malformed, "from 0 to 1000000k"),
    (propose(goods("razors.d1", pays=1), goods(pays=1)), Malformed, "Both sides"),
    (propose(goods("razors.d1"), trade="T 1"), Malformed, "id of a trade"),
    (propose(goods("saints.d1")), GoodsNotTheirs, "saints.d1 is not on the roster of razors"),
    (propose(goods("razors.d1"), goods("razors.d2")), GoodsNotTheirs, "razors.d2 is not on the roster of saints"),
    (propose(goods("saints.c1")), GoodsNotTheirs, "garage of razors"),
    (propose(goods("saints.i1")), GoodsNotTheirs, "stores of razors"),
    (propose(goods("razors.d99")), Unknown, "razors.d99"),
    (propose(goods("razors.c99")), Unknown, "razors.c99"),
    (propose(goods("razors.i99")), Unknown, "razors.i99"),
    (
        ProposeTrade(franchise=RAZORS, trade=T1, partner=RAZORS, gives=goods("razors.d1"), takes=Goods()),
        Malformed,
        "with itself",
    ),
    (
        ProposeTrade(
            franchise=RAZORS, trade=T1, partner=FranchiseId("ghosts"), gives=goods("razors.d1"), takes=Goods()
        ),
        Unknown,
        "ghosts",
    ),
]


@pytest.mark.rule("DM-C-107")
@pytest.mark.parametrize(("command", "refusal", "says"), IMPROPER)
def test_a_trade_of_what_is_not_there_is_refused(command: ProposeTrade, refusal: Any, says: str) -> None:
    table = shopping()
    table.stock("laser", id="i1")
    table.stock("laser", "saints", id="i1")
    table.refused(command, refusal, says)


@pytest.mark.rule("DM-C-107")
def test_the_dearest_trade_can_be_proposed() -> None:
    table = shopping()
    table.give(propose(goods("razors.d1"), goods(pays=1_000_000_000)))
    table.refused(ACCEPT, BalanceTooLow, "saints")


@pytest.mark.rule("DM-C-062", "DM-C-107")
def test_drivers_without_a_contract_scrapped_cars_and_wrecks_are_not_traded() -> None:
    table = shopping()
    table.season.contracts["razors.d1"].phase = "reserved"
    del table.season.contracts["razors.d2"]
    table.season.car("razors.c1").destroyed = True
    table.season.car("razors.c2").phase = "scrapped"
    for id in ("razors.d1", "razors.d2", "razors.c1", "razors.c2"):
        table.refused(propose(goods(id)), GoodsNotTheirs, id)


def test_a_trade_needs_an_id_of_its_own() -> None:
    table = shopping()
    table.give(propose(goods("razors.d1")))
    table.refused(propose(goods("razors.d2")), IdTaken, "t1")


@pytest.mark.rule("DM-C-107")
def test_both_sides_are_shopping_when_a_trade_is_proposed_and_when_it_is_made() -> None:
    locked().refused(propose(goods("razors.d1")), ShopsClosed, "razors")
    table = shopping()
    table.give(FinishShopping(franchise=SAINTS, match=MatchId("m1")))
    table.refused(propose(goods("razors.d1")), ShopsClosed, "saints")
    closing = shopping()
    closing.give(propose(goods("razors.d1")))
    closing.season.line_up("m1", "razors").shopping = "closed"
    closing.refused(ACCEPT, ShopsClosed, "razors")


@pytest.mark.rule("DM-C-104", "DM-C-107")
@pytest.mark.parametrize("team", ["razors", "saints"])
def test_neither_side_trades_before_its_tinkering_is_answered(team: str) -> None:
    table = signed()
    table.season.driver(f"{team}.d3").talents = ["tinkerer"]
    shopping(table=table, faces={f"m1/shop/{team}.d3/tinkering": [6, 4, 4, 1, 1, 1, 1]})
    table.refused(propose(goods("razors.d1")), TinkeringWaits, f"m1.{team}.d3")


@pytest.mark.rule("DM-C-107")
def test_only_the_partner_accepts_and_only_the_two_call_off() -> None:
    table = shopping("razors", "saints", "widows")
    table.give(propose(goods("razors.d1")))
    for franchise in (RAZORS, WIDOWS):
        table.refused(AcceptTrade(franchise=franchise, trade=T1), TradeNotYours, "for saints to accept")
    table.refused(WithdrawTrade(franchise=WIDOWS, trade=T1), TradeNotYours, "between razors and saints")
    for command in (AcceptTrade, WithdrawTrade):
        table.refused(command(franchise=SAINTS, trade=TradeId("t9")), Unknown, "t9")
        table.refused(command(franchise=FranchiseId("ghosts"), trade=T1), Unknown, "ghosts")


@pytest.mark.rule("DM-C-107")
@pytest.mark.parametrize(("who", "other"), [(RAZORS, "saints"), (SAINTS, "razors")])
def test_a_trade_is_taken_back_or_declined(who: FranchiseId, other: str) -> None:
    table = shopping()
    table.give(propose(goods("razors.d1")))
    (off,) = table.give(WithdrawTrade(franchise=who, trade=T1))
    assert isinstance(off, TradeWithdrawn)
    assert (off.franchise, off.partner) == (who, other)
    assert table.season.trades == {}
    table.refused(ACCEPT, Unknown, "t1")


@pytest.mark.rule("DM-C-107")
def test_a_trade_is_checked_again_at_the_moment_it_is_made() -> None:
    table = shopping()
    table.give(propose(goods("razors.d1")))
    table.give(propose(goods("razors.d1"), trade="t2"))
    table.give(ACCEPT)
    table.refused(AcceptTrade(franchise=SAINTS, trade=TradeId("t2")), GoodsNotTheirs, "razors.d1")


def waiting_for_approval() -> Table:
    table = shopping(switches={"trade.commissioner_approval": True})
    table.give(propose(goods("razors.d1")))
    table.give(ACCEPT)
    return table


@pytest.mark.rule("DM-C-107")
@pytest.mark.switch("trade.commissioner_approval", True)
def test_a_trade_waits_for_a_commissioner_where_the_house_says_so() -> None:
    table = waiting_for_approval()
    assert [(fact.franchise, fact.partner) for fact in table.said(TradeAccepted)] == [("razors", "saints")]
    assert table.season.trade("t1").accepted
    assert table.season.contracts["razors.d1"].franchise == "razors"
    table.refused(ACCEPT, TradeAlreadyAccepted, "commissioner has to approve")
    table.give(ApproveTrade(trade=T1))
    assert table.season.contracts["razors.d1"].franchise == "saints"
    assert (len(table.said(TradeMade)), table.season.trades) == (1, {})


@pytest.mark.rule("DM-C-107")
@pytest.mark.switch("trade.commissioner_approval", True)
def test_a_commissioner_may_refuse_a_trade_and_the_two_may_still_call_it_off() -> None:
    table = waiting_for_approval()
    (refusal_fact,) = table.give(RefuseTrade(trade=T1))
    assert isinstance(refusal_fact, TradeRefused)
    assert (table.season.trades, table.season.contracts["razors.d1"].franchise) == ({}, "razors")
    waiting = waiting_for_approval()
    waiting.give(WithdrawTrade(franchise=RAZORS, trade=T1))
    assert waiting.season.trades == {}


@pytest.mark.rule("DM-C-107")
@pytest.mark.switch("trade.commissioner_approval", True)
def test_an_approved_trade_is_checked_by_what_stands_then() -> None:
    table = waiting_for_approval()
    table.season.franchise("saints").balance = 9_999
    table.refused(ApproveTrade(trade=T1), BalanceTooLow, "saints")


@pytest.mark.rule("DM-C-107")
@pytest.mark.parametrize("command", [ApproveTrade, RefuseTrade])
def test_a_commissioner_has_no_say_before_both_sides_agreed(command: Any) -> None:
    table = shopping(switches={"trade.commissioner_approval": True})
    table.give(propose(goods("razors.d1")))
    table.refused(command(trade=T1), TradeNotAccepted, "saints has not agreed")
    table.refused(command(trade=TradeId("t9")), Unknown, "t9")
