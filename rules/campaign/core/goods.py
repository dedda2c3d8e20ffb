"""Items, offers, trades and bills of franchises (annex b)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Item:
    """An item a franchise owns (DM-C-067): its kind in the catalogue, where it came from, and where it is.

    It is fitted to a `car`, worn by a `driver`, or fixed to a `weapon`, which is the id of another item. At most one
    of the three is set; with none of them the item is in the stores. An item fixed to a weapon is wherever the weapon
    is.
    """

    id: str
    franchise: str
    kind: str
    origin: str = "list"
    """`list`, `world_trade`, `tinkering`, `house` or `opening`."""
    paid: int = 0
    car: str = ""
    driver: str = ""
    weapon: str = ""
    bound: str = ""
    """The car it was first fitted to, if it stays with that car (DM-C-151). It may be taken off, but fits no other.
    """
    carcass: str = ""
    """Of rare tires: `heavy`, `puncture_resistant` or `solid` (DM-C-124)."""
    tread: str = ""
    """Of tires: `mud_and_snow`, `street`, `traction` or `snow`."""
    gearing: int = 0
    """Of a gear-set: -1, 0 or +1."""
    variant: str = ""
    """The rocket pack heat-seeking rockets are made from (DM-C-145)."""
    rolled: dict[str, int] = field(default_factory=dict)
    """Values fixed when it was obtained: `ammunition`, `burn_turns`, `penetration`, `fuel` and the like."""
    uses: int = 0
    """Uses left of a medical kit (DM-C-130)."""
    ammunition: int | None = None
    """Shots left in a gun, where ammunition is not free (DM-C-067); None when it is full."""
    backwards: bool = False
    """Whether it is an auto-ranger that works backwards until its match is settled (DM-C-088)."""


@dataclass(slots=True, kw_only=True)
class Offer:
    """Something a franchise may buy in the shopping after one match, at a price fixed when it was rolled (DM-C-004).

    `by` is the driver or sponsor who tinkered it (DM-C-136), empty for world trade. `listed` is the rolled price and
    `price` what is asked after sponsors, both in credits. `kind` is a kind of the catalogue, or `new_contract`, which
    has a `sponsor_kind` (DM-C-131).
    """

    id: str
    match: str
    franchise: str
    source: str
    """`tinkering` or `world_trade`."""
    kind: str
    listed: int
    price: int
    by: str = ""
    carcass: str = ""
    tread: str = ""
    variant: str = ""
    rolled: dict[str, int] = field(default_factory=dict)
    sponsor_kind: str = ""


@dataclass(slots=True, kw_only=True)
class Goods:
    """One side of a trade: drivers, cars and items by id, and `pays` in credits (DM-C-107, DM-C-108)."""

    drivers: list[str] = field(default_factory=list)
    cars: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    pays: int = 0


@dataclass(slots=True, kw_only=True)
class Trade:
    """A trade that one franchise proposed to another. The last consent carries out all of it and removes it."""

    id: str
    franchise: str
    partner: str
    gives: Goods = field(default_factory=Goods)
    takes: Goods = field(default_factory=Goods)
    accepted: bool = False
    """Whether the partner agreed and a commissioner must still approve (`trade.commissioner_approval`)."""
    sealed: str = ""
    """The name of the seal under which only its two sides see it until it is answered; empty if it is public."""


@dataclass(slots=True, kw_only=True)
class Bill:
    """One bill of a match (DM-C-095): `cloning`, `replacement` or `repair` of a driver or car, in credits."""

    kind: str
    subject: str
    listed: int
    amount: int
