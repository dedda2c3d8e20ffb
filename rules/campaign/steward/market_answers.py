"""Answers while shops are open: offers, world trade, the price list, trades. Rules DM-C-063, DM-C-064, DM-C-104 to
DM-C-108, DM-C-131.
"""

from __future__ import annotations

from rules.campaign.core.goods import Offer
from rules.campaign.core.state import LineUp
from rules.campaign.market.offers import NEW_CONTRACT, BuyOffer, DeclineOffer
from rules.campaign.market.shopping import FinishShopping
from rules.campaign.market.trades import WithdrawTrade
from rules.campaign.market.world_trade import RollWorldTrade
from rules.campaign.people.medical_devices import CURES
from rules.campaign.sponsors.kinds import has_sponsor_room
from rules.campaign.steward.answer_builder import AnswerBuilder
from rules.campaign.steward.car_answers import buy_cars, is_useful, sell_surplus, shop_round, stock_up
from rules.campaign.steward.people_answers import curable_quirks, hire_drivers, hire_staff, use_medical_devices
from rules.campaign.steward.sponsor_answers import cash_to_survive, is_preferred, least_wanted_sponsor
from rules.core.terms import ItemId, K, MatchId, OfferId, SponsorId, TradeId


def answer_shopping(desk: AnswerBuilder, line_up: LineUp) -> None:
    """Answer every offer, try the world market, decline trades, use devices, replenish, and finish shopping."""
    answer_offers(desk)
    try_world_market(desk, line_up)
    decline_trades(desk)
    use_medical_devices(desk)
    replenish(desk)
    desk.try_command(FinishShopping(franchise=desk.id, match=MatchId(line_up.match)))


def replenish(desk: AnswerBuilder) -> None:
    """Buy what is lacking from the price list, and hire people if they may be hired between matches."""
    cash_to_survive(desk)
    sell_surplus(desk)
    buy_cars(desk)
    if desk.season.setting("hire.midseason"):
        hire_drivers(desk)
    if desk.season.setting("staff.midseason_hire"):
        hire_staff(desk)
    stock_up(desk)


def answer_offers(desk: AnswerBuilder) -> None:
    """Buy or decline what is offered, tinkering first, since it bars everything else."""
    for offer in sorted(desk.season.offers_to(desk.id), key=lambda offer: (offer.source != "tinkering", offer.id)):
        if not (_wants(desk, offer) and _buy(desk, offer)):
            desk.try_command(DeclineOffer(franchise=desk.id, offer=OfferId(offer.id)))


def try_world_market(desk: AnswerBuilder, line_up: LineUp) -> None:
    """Make a world-trade roll, if the orders allow it and there is money for what it may offer."""
    if desk.orders.world_trade and desk.spendable() > 0:
        desk.try_command(RollWorldTrade(franchise=desk.id, match=MatchId(line_up.match)))


def decline_trades(desk: AnswerBuilder) -> None:
    """Decline trades that others propose, unless the orders leave them to the owner."""
    for trade in desk.season.all_trades():
        if desk.orders.trades == "decline" and trade.partner == desk.id:
            desk.try_command(WithdrawTrade(franchise=desk.id, trade=TradeId(trade.id)))


def _wants(desk: AnswerBuilder, offer: Offer) -> bool:
    most = desk.orders.offers.get(offer.kind, desk.orders.offer_k) * K
    if offer.price > min(most, desk.spendable()):
        return False
    if offer.kind == NEW_CONTRACT:
        return has_sponsor_room(desk.season, desk.id) or is_preferred(
            desk, offer.sponsor_kind, least_wanted_sponsor(desk).kind
        )
    return bool(curable_quirks(desk, offer.kind)) if offer.kind in CURES else is_useful(desk, offer.kind)


def _buy(desk: AnswerBuilder, offer: Offer) -> bool:
    id = OfferId(offer.id)
    if offer.kind != NEW_CONTRACT:
        item = ItemId(desk.new_id("i", round=shop_round(desk)))
        return desk.try_command(BuyOffer(franchise=desk.id, offer=id, item=item))
    replaces = "" if has_sponsor_room(desk.season, desk.id) else least_wanted_sponsor(desk).id
    sponsor = SponsorId(desk.new_id("sponsor", round=shop_round(desk)))
    return desk.try_command(BuyOffer(franchise=desk.id, offer=id, sponsor=sponsor, replaces=SponsorId(replaces)))
