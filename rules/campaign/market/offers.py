"""Offers to a franchise while it shops: each has a price that was rolled once, and is bought or lost.

Rules DM-C-004, DM-C-069, DM-C-078, DM-C-104, DM-C-105, DM-C-130, DM-C-131.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.locks_and_shops import refuse_no_shopping
from rules.campaign.core.names import clean_new_id
from rules.campaign.core.state import Item, Offer, Season, Sponsor
from rules.campaign.garage.stores import add_item, item_price
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.campaign.sponsors.kinds import SPONSOR_KINDS, SponsorJoined, SponsorsFull
from rules.campaign.sponsors.party import SponsorLeft
from rules.core.dice import Dice, Roll, Stream
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.rolled_price import RolledPrice
from rules.core.terms import Credits, DriverId, FranchiseId, ItemId, MatchId, OfferId, SponsorId
from rules.match.catalog import item_type

NEW_CONTRACT = "new_contract"
"""The one kind of offer that is a sponsor and not an item (DM-C-131)."""
TINKERING, WORLD_TRADE = "tinkering", "world_trade"


class OfferNotYours(Refusal):
    """The offer was made to another franchise."""


class SponsorsNotFull(Refusal):
    """The franchise has room for the sponsor, so the sponsor cannot replace another one (DM-C-069)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class OfferMade(Fact):
    """A franchise may buy something at a fixed price; `listed` is the rolled price, before sponsors (DM-C-004).

    A device names the `driver` or the `sponsor` who tinkered it, world trade neither; `source` says which it is.
    """

    says = "{franchise} may buy {what} for {price}."
    match: MatchId
    franchise: FranchiseId
    offer: OfferId
    source: str
    item_kind: str
    what: str
    listed: Credits
    price: Credits
    driver: DriverId = DriverId("")
    sponsor: SponsorId = SponsorId("")


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class OfferBought(BookedFact):
    """An offer was bought; the item or sponsor it brought is a fact of its own (DM-C-104)."""

    says = "{franchise} bought {what} for {amount}."
    match: MatchId
    offer: OfferId
    item_kind: str
    what: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDeclined(Fact):
    """An offer was declined, or ended with the shopping step (DM-C-104)."""

    says = "{franchise} did not buy {what}."
    match: MatchId
    franchise: FranchiseId
    offer: OfferId
    item_kind: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledGoods:
    """The outcome of rolling for goods: a kind with its fixed values, its rolled price in credits, and the dice."""

    kind: str
    listed: Credits
    rolls: tuple[Roll, ...]
    rolled: dict[str, int] = field(default_factory=dict)
    carcass: str = ""
    tread: str = ""
    variant: str = ""
    sponsor_kind: str = ""


def roll_price(kind: str, price: RolledPrice, *, rolls: list[Roll], stream: Stream) -> Credits:
    """Roll the list price of one copy, in credits (DM-C-004). The throw is appended to `rolls`."""
    price_roll = price.roll(item=_plain(kind), stream=stream)
    rolls.append(price_roll.roll)
    return price_roll.price


def make_offer(
    season: Season,
    goods: RolledGoods,
    *,
    match: str,
    franchise: str,
    id: str,
    driver: str = "",
    sponsor: str = "",
    rule: str,
) -> Fact:
    """Offer rolled goods to a franchise until its shopping closes.

    `driver` or `sponsor` names who tinkered them; without either they come from world trade.
    """
    price = goods.listed
    if goods.kind != NEW_CONTRACT:
        price = item_price(season, franchise, kind=goods.kind, listed=goods.listed)
    offer = Offer(
        id=_free_offer_id(season, id),
        match=match,
        franchise=franchise,
        source=TINKERING if driver or sponsor else WORLD_TRADE,
        kind=goods.kind,
        listed=goods.listed,
        price=price,
        by=driver or sponsor,
        carcass=goods.carcass,
        tread=goods.tread,
        variant=goods.variant,
        rolled=dict(goods.rolled),
        sponsor_kind=goods.sponsor_kind,
    )
    season.offers[offer.id] = offer
    return OfferMade(
        rule=rule,
        rolls=goods.rolls,
        match=MatchId(match),
        franchise=FranchiseId(franchise),
        offer=OfferId(offer.id),
        source=offer.source,
        item_kind=offer.kind,
        what=describe_offer(offer),
        listed=Credits(offer.listed),
        price=Credits(offer.price),
        driver=DriverId(driver),
        sponsor=SponsorId(sponsor),
    )


def _free_offer_id(season: Season, id: str) -> str:
    """The id, with a number appended if an offer has it already.

    A driver and a sponsor of one id, or dots in other ids, can make the same id twice (DM-C-136).
    """
    number, free = 1, id
    while free in season.offers:
        number += 1
        free = f"{id}.{number}"
    return free


def describe_offer(offer: Offer) -> str:
    """An offer in words, with every value that was rolled for it."""
    if offer.kind == NEW_CONTRACT:
        return f"a contract ({SPONSOR_KINDS[offer.sponsor_kind].name})"
    details = [
        *(_plain(value) for value in (offer.variant, offer.carcass, offer.tread) if value),
        *(f"{_plain(name)} {value}" for name, value in sorted(offer.rolled.items())),
    ]
    return f"{_plain(offer.kind)} ({', '.join(details)})" if details else _plain(offer.kind)


def _plain(kind: str) -> str:
    return kind.replace("_", " ")


def _offer_of(season: Season, franchise: str, id: str) -> Offer:
    """The franchise's own offer, if it can be answered now.

    Raises `Unknown`, `OfferNotYours`, `ShopsClosed` or `TinkeringWaits`.
    """
    season.franchise(franchise)
    offer = season.offer(id)
    if offer.franchise != franchise:
        raise OfferNotYours(f"{id[:80]} is an offer to {offer.franchise}: answer one of your own.")
    if offer.source != TINKERING:
        refuse_no_shopping(season, franchise)
    return offer


def decline_offer(season: Season, offer: Offer) -> Fact:
    """Remove an offer for good and return the fact."""
    del season.offers[offer.id]
    return OfferDeclined(
        rule="DM-C-104",
        match=MatchId(offer.match),
        franchise=FranchiseId(offer.franchise),
        offer=OfferId(offer.id),
        item_kind=offer.kind,
        what=describe_offer(offer),
    )


@command(steps=("M",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class BuyOffer(Command):
    """Buy what tinkering or world trade offers, at its price (DM-C-104).

    A bought item gets the id `item`. A new contract becomes a sponsor with the id `sponsor`. If the franchise already
    has the most sponsors it may have, the new one `replaces` one of them (DM-C-131), or the owner declines the offer.
    """

    franchise: FranchiseId
    offer: OfferId
    item: ItemId = ItemId("")
    sponsor: SponsorId = SponsorId("")
    replaces: SponsorId = SponsorId("")

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `OfferNotYours`, `SponsorsFull`, `SponsorsNotFull`, `TinkeringWaits`, `BalanceTooLow` …"""
        franchise = season.franchise(self.franchise)
        offer = _offer_of(season, self.franchise, self.offer)
        leaving = None
        if offer.kind == NEW_CONTRACT:
            leaving = self._refuse_contract(season)
        else:
            self._refuse_item(season)
        refuse_unpayable(franchise, price=offer.price, what=describe_offer(offer))
        del season.offers[offer.id]
        purchase = OfferBought(
            rule="DM-C-104",
            **book_amount(franchise, amount=-offer.price),
            match=MatchId(offer.match),
            offer=self.offer,
            item_kind=offer.kind,
            what=describe_offer(offer),
        )
        if offer.kind == NEW_CONTRACT:
            return [purchase, *self._sign(season, offer.sponsor_kind, leaving)]
        return [purchase, add_item(season, self._item(offer), rule=item_type(offer.kind).rule)]

    def _refuse_item(self, season: Season) -> None:
        if self.sponsor or self.replaces:
            raise Malformed(f"{self.offer[:80]} is an item: give it an item's id, and leave sponsors out.")
        clean_new_id(self.item, among=season.items, thing="item")

    def _refuse_contract(self, season: Season) -> Sponsor | None:
        """Check the ids of a contract. Returns the sponsor it replaces, None if it replaces none."""
        if self.item:
            raise Malformed(f"{self.offer[:80]} is a contract: give the sponsor an id, and leave the item out.")
        clean_new_id(self.sponsor, among=season.sponsors, thing="sponsor")
        sponsors = season.sponsors_of(self.franchise)
        full = len(sponsors) >= season.number_setting("sponsors.max")
        if not self.replaces:
            if full:
                raise SponsorsFull(
                    f"{self.franchise} has {len(sponsors)} sponsors, as many as it may: "
                    "name one to replace, or decline."
                )
            return None
        if not full:
            raise SponsorsNotFull(f"{self.franchise} has room for another sponsor: let it replace none.")
        for sponsor in sponsors:
            if sponsor.id == self.replaces:
                return sponsor
        raise Unknown(
            f"{self.replaces[:80]} is no sponsor of {self.franchise}: "
            f"replace one of {', '.join(sponsor.id for sponsor in sponsors)}."
        )

    def _item(self, offer: Offer) -> Item:
        return Item(
            id=self.item,
            franchise=offer.franchise,
            kind=offer.kind,
            origin=offer.source,
            paid=offer.price,
            carcass=offer.carcass,
            tread=offer.tread,
            variant=offer.variant,
            rolled=dict(offer.rolled),
            uses=item_type(offer.kind).uses,
        )

    def _sign(self, season: Season, kind: str, leaving: Sponsor | None) -> list[Fact]:
        facts: list[Fact] = []
        if leaving is not None:
            del season.sponsors[leaving.id]
            facts.append(
                SponsorLeft(
                    rule="DM-C-069",
                    franchise=self.franchise,
                    sponsor=SponsorId(leaving.id),
                    sponsor_kind=leaving.kind,
                )
            )
        season.sponsors[self.sponsor] = Sponsor(
            id=self.sponsor, franchise=self.franchise, kind=kind, joined=season.number
        )
        return [
            *facts,
            SponsorJoined(rule="DM-C-131", franchise=self.franchise, sponsor=self.sponsor, sponsor_kind=kind),
        ]


@command(steps=("M",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineOffer(Command):
    """Decline an offer of tinkering or world trade, which is then lost (DM-C-104)."""

    franchise: FranchiseId
    offer: OfferId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Unknown`, `OfferNotYours` or `TinkeringWaits`."""
        return [decline_offer(season, _offer_of(season, self.franchise, self.offer))]
