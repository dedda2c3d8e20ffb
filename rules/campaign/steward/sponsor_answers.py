"""Answers on sponsors: parties, replacing one, declaring one safe, and picking from the pool.

Rules DM-C-069, DM-C-070, DM-C-084, DM-C-168, DM-C-171.
"""

from __future__ import annotations

from rules.campaign.core.state import Sponsor
from rules.campaign.money.prices import PARTY_K
from rules.campaign.season_end.safe_sponsors import DeclareSafe
from rules.campaign.season_end.sponsor_pool import PassSponsor, PickSponsor
from rules.campaign.sponsors.holding_companies import HOLDING_COMPANY, CashHolding
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.campaign.sponsors.party import PlaceSponsor, ThrowParty
from rules.campaign.steward.answer_builder import AnswerBuilder
from rules.campaign.steward.necessities import credits_needed
from rules.campaign.steward.standing_orders import Orders
from rules.core.terms import K, SponsorId


def sponsor_sort_key(orders: Orders, kind: str) -> tuple[int, int, str]:
    """The sort key of a kind of sponsor, best first: by the owner's preference, then by average income."""
    named = orders.sponsors.index(kind) if kind in orders.sponsors else len(orders.sponsors)
    return named, -SPONSOR_KINDS[kind].dice * SPONSOR_KINDS[kind].each_k, kind


def sponsors_by_preference(desk: AnswerBuilder, sponsors: list[Sponsor]) -> list[Sponsor]:
    """Sponsors sorted by preference, the most wanted first."""
    return sorted(sponsors, key=lambda sponsor: (sponsor_sort_key(desk.orders, sponsor.kind), sponsor.id))


def least_wanted_sponsor(desk: AnswerBuilder) -> Sponsor:
    """The sponsor to give up first. Every franchise has one (DM-C-069)."""
    return sponsors_by_preference(desk, desk.season.sponsors_of(desk.id))[-1]


def is_preferred(desk: AnswerBuilder, kind: str, than: str) -> bool:
    """Whether a kind of sponsor is wanted more than another."""
    return sponsor_sort_key(desk.orders, kind) < sponsor_sort_key(desk.orders, than)


def throw_party(desk: AnswerBuilder) -> None:
    """Throw the largest party that the orders and the balance allow."""
    payable = [price for price in PARTY_K if price <= desk.orders.party_k and price * K <= desk.spendable()]
    if payable and not desk.franchise.party_thrown:
        desk.try_command(ThrowParty(franchise=desk.id, spend_k=max(payable)))


def place_waiting_sponsors(desk: AnswerBuilder) -> None:
    """Let each waiting sponsor replace a less wanted one. Decline it otherwise, unless it must replace one."""
    for kind in list(desk.franchise.waiting_sponsors):
        least = least_wanted_sponsor(desk)
        new = SponsorId(desk.new_id("sponsor"))
        if is_preferred(desk, kind, least.kind) or not desk.try_command(PlaceSponsor(franchise=desk.id, sponsor=new)):
            desk.try_command(PlaceSponsor(franchise=desk.id, sponsor=new, replaces=SponsorId(least.id)))


def cash_to_survive(desk: AnswerBuilder) -> None:
    """Bankrupt a holding company if there is no money for what the season cannot go on without."""
    waits = desk.season.setting("sponsors.holding_payout_subject_to_overhead")
    if desk.orders.holding == "never" or waits or desk.franchise.balance >= credits_needed(desk.season, desk.id):
        return
    for sponsor in desk.season.sponsors_of(desk.id):
        if sponsor.kind == HOLDING_COMPANY:
            desk.try_command(CashHolding(franchise=desk.id, sponsor=SponsorId(sponsor.id)))


def declare_safe(desk: AnswerBuilder) -> None:
    """Declare the most wanted sponsor safe that may be declared, or none."""
    named = {id: place for place, id in enumerate(desk.orders.safe)}
    held = sponsors_by_preference(desk, desk.season.sponsors_of(desk.id))
    for sponsor in sorted(held, key=lambda sponsor: named.get(sponsor.id, len(named))):
        if desk.try_command(DeclareSafe(franchise=desk.id, sponsor=SponsorId(sponsor.id))):
            return
    desk.try_command(DeclareSafe(franchise=desk.id))


def pick_from_pool(desk: AnswerBuilder) -> None:
    """Take the most wanted sponsor of the pool, or pass when there is no room."""
    for sponsor in sponsors_by_preference(desk, desk.season.pool_sponsors()):
        if desk.try_command(PickSponsor(franchise=desk.id, sponsor=SponsorId(sponsor.id))):
            return
    desk.try_command(PassSponsor(franchise=desk.id))
