"""Short forms of trades between razors and saints, for tests of trading."""

from __future__ import annotations

from rules.campaign.core.state import Goods
from rules.campaign.market.trades import ProposeTrade
from rules.core.terms import FranchiseId, TradeId


def goods(*ids: str, pays: int = 0) -> Goods:
    """Goods by id. The letter after the dot tells their kind: d for drivers, c for cars, i for items."""
    by_letter = {letter: [id for id in ids if id.split(".")[1][0] == letter] for letter in "dci"}
    return Goods(drivers=by_letter["d"], cars=by_letter["c"], items=by_letter["i"], pays=pays)


def propose(gives: Goods, takes: Goods | None = None, *, trade: str = "t1") -> ProposeTrade:
    """A trade that razors propose to saints, by default `t1`."""
    return ProposeTrade(
        franchise=FranchiseId("razors"),
        trade=TradeId(trade),
        partner=FranchiseId("saints"),
        gives=gives,
        takes=takes or Goods(),
    )
