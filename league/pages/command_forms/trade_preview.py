"""The preview of a trade for both sides, performed on a copy of the season.

Rules DM-C-099, DM-C-100, DM-C-107, DM-C-108.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explain import links
from explain.command_preview import sentence_with_names
from league.pages.base_context import franchise_color
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.size_effects import TYPICAL_INCOMES_K
from rules.campaign.core.codec import copy_season
from rules.campaign.core.state import Goods, Season, Trade
from rules.campaign.market.trades import exchange_goods, refuse_improper, refuse_unfeasible
from rules.campaign.money.overhead import franchise_size, profit
from rules.campaign.money.prices import LEGAL_FEE_K
from rules.core.refusals import Refusal
from rules.core.terms import K, in_k

INCOME = TYPICAL_INCOMES_K[0] * K


@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseStanding:
    """What a franchise has: its balance in credits, its size, and what it keeps of a typical income."""

    balance: int
    size: int
    kept: int
    drivers: int
    cars: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TradePreviewSide:
    """One franchise of a trade: what it gives, its figures now and after, and its roster and garage after it.

    Each driver and car of `roster` and `garage` says whether it came with the trade. `after` is None if the trade is
    refused.
    """

    name: str
    href: str
    color: str
    gives: tuple[str, ...]
    now: FranchiseStanding
    after: FranchiseStanding | None
    roster: tuple[tuple[str, bool], ...] = ()
    garage: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TradePreview:
    """A trade with both its sides, or why it is refused now; `fees` are the legal fees of each side, in credits."""

    sides: tuple[TradePreviewSide, TradePreviewSide]
    fees: int
    income: int
    refusal: str = ""


def preview_trade(desk: CommandContext, trade: Trade) -> TradePreview:
    """Both franchises before and after a trade; the context's season is not changed."""
    after, refusal = copy_season(desk.season), ""
    try:
        refuse_improper(trade.gives, trade.takes)
        refuse_unfeasible(after, trade)
        exchange_goods(after, trade)
    except Refusal as error:
        refusal = sentence_with_names(error.sentence, desk.called.names)
    season_after = None if refusal else after
    return TradePreview(
        sides=(
            _side(desk, season_after, trade.franchise, trade.gives),
            _side(desk, season_after, trade.partner, trade.takes),
        ),
        fees=LEGAL_FEE_K * K * (len(trade.gives.drivers) + len(trade.takes.drivers)),
        income=INCOME,
        refusal=refusal,
    )


def goods_words(desk: CommandContext, goods: Goods) -> Iterator[str]:
    """What one side gives, in names and amounts."""
    season, names = desk.season, desk.called
    yield from (names.driver(id) for id in goods.drivers)
    yield from (names.car(id) for id in goods.cars)
    yield from (names.item(id) if id in season.items else id for id in goods.items)
    if goods.pays:
        yield in_k(goods.pays)


def _side(desk: CommandContext, after: Season | None, id: str, goods: Goods) -> TradePreviewSide:
    season, names = desk.season, desk.called
    roster = [] if after is None else after.roster(id)
    garage = [] if after is None else after.garage(id)
    return TradePreviewSide(
        name=names.franchise(id),
        href=links.franchise_url(desk.row.league_id, id),
        color=franchise_color(id),
        gives=tuple(goods_words(desk, goods)),
        now=_standing(season, id),
        after=None if after is None else _standing(after, id),
        roster=tuple((names.driver(driver.id), season.contracts[driver.id].franchise != id) for driver in roster),
        garage=tuple((names.car(car.id), season.cars[car.id].franchise != id) for car in garage),
    )


def _standing(season: Season, id: str) -> FranchiseStanding:
    franchise = season.franchise(id)
    size = franchise_size(season, id, staff_rating=franchise.staff_rating)
    return FranchiseStanding(
        balance=franchise.balance,
        size=size,
        kept=profit(net_income=INCOME, size=size).profit,
        drivers=len(season.roster(id)),
        cars=len(season.garage(id)),
    )
