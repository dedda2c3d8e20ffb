"""Buying from the price lists: stores and expendable items. Rules DM-C-067, DM-C-078, DM-C-174, DM-C-175."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.locks_and_shops import refuse_shops_closed
from rules.campaign.core.names import clean_new_id
from rules.campaign.core.state import Item, Season
from rules.campaign.garage.stores import add_item, item_price
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.campaign.money.prices import list_price
from rules.core.dice import Dice
from rules.core.refusals import Malformed
from rules.core.terms import Credits, FranchiseId, ItemId
from rules.match.catalog import GEARINGS, TREADS, item_type


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ItemBought(BookedFact):
    """An item was bought from a price list; `listed` is its price there, in credits (DM-C-174, DM-C-175)."""

    says = "{franchise} bought {item} ({item_kind}), listed at {listed}."
    item: ItemId
    item_kind: str
    listed: Credits


def refuse_unknown_gearing(gearing: int) -> None:
    """Raise `Malformed` unless a gear-set of that gearing exists (DM-C-174)."""
    if gearing not in GEARINGS:
        raise Malformed(f"A gear-set is -1, 0 or +1: {gearing} is none of them.")


def refuse_unknown_tread(tread: str) -> None:
    """Raise `Malformed` unless tires with that tread exist (DM-C-175)."""
    if tread not in TREADS:
        raise Malformed(f"{tread[:80]!r} is no tread: buy tires with {', '.join(TREADS)}.")


@command(steps=("S2", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class BuyItem(Command):
    """Buy an item at its list price: loaded, or tires for one car (DM-C-174, DM-C-175).

    Tires need a `tread` and a gear-set a `gearing`; other items have neither.
    """

    franchise: FranchiseId
    item: ItemId
    kind: str
    tread: str = ""
    gearing: int = 0

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `ShopsClosed`, `TinkeringWaits`, `BalanceTooLow`, `IdTaken`, `Unknown` or `Malformed`."""
        franchise = season.franchise(self.franchise)
        refuse_shops_closed(season, franchise.id)
        clean_new_id(self.item, among=season.items, thing="item")
        row, listed = item_type(self.kind), list_price(self.kind)
        self._refuse_options(row.group)
        price = item_price(season, franchise.id, kind=self.kind, listed=listed)
        refuse_unpayable(franchise, price=price, what=row.name)
        purchase = ItemBought(
            rule=row.rule,
            **book_amount(franchise, amount=-price),
            item=self.item,
            item_kind=self.kind,
            listed=listed,
        )
        item = Item(
            id=self.item,
            franchise=franchise.id,
            kind=self.kind,
            paid=price,
            tread=self.tread,
            gearing=self.gearing,
        )
        return [purchase, add_item(season, item, rule="DM-C-067")]

    def _refuse_options(self, group: str) -> None:
        if group == "tires":
            refuse_unknown_tread(self.tread)
        elif self.tread:
            raise Malformed(f"Only tires have a tread: buy {self.kind} without one.")
        if group == "gears":
            refuse_unknown_gearing(self.gearing)
        elif self.gearing:
            raise Malformed(f"Only a gear-set has a gearing: buy {self.kind} without one.")
