"""What a franchise owns besides cars, what it is offered or billed, and what two bargain over (annex b)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class Item:
    """A thing in the stores (DM-C-067): its kind in the catalogue, where it came from, and where it is.

    It is fitted to a `car`, worn by a `driver`, or fixed to a `weapon`, which is the id of another item; at most one
    of the three, and in the stores when it is none. An item fixed to a weapon is wherever the weapon is.
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
    """The car it may be taken off and belongs to all the same, once it was on one (DM-C-151)."""
    carcass: str = ""
    """Of rare tires: `heavy`, `puncture_resistant` or `solid` (DM-C-124)."""
    tread: str = ""
    """Of tires: `mud_and_snow`, `street`, `traction` or `snow`."""
    gearing: int = 0
    """Of a gear-set: -1, 0 or +1."""
    variant: str = ""
    """The rocket pack heat-seeking rockets are made from (DM-C-145)."""
    rolled: dict[str, int] = field(default_factory=dict)
    """Values fixed when it was obtained, such as `ammunition`, `burn_turns`, `penetration`, `fuel`."""
    uses: int = 0
    """What is left of a medical kit (DM-C-130)."""
    ammunition: int | None = None
    """What a gun has left, where ammunition is not free (DM-C-067); None when it is full."""
    backwards: bool = False
    """An auto-ranger that works backwards until its match is settled (DM-C-088)."""


@dataclass(slots=True, kw_only=True)
class Offer:
    """Something a franchise may buy in one match's shopping, at a price fixed when it was rolled (DM-C-004).

    `by` is the driver or sponsor whose tinkering it was (DM-C-136), empty for world trade. `listed` is the rolled
    price and `price` what is asked after sponsors, in credits. `kind` is a kind of the catalogue, or
    `new_contract`, with `sponsor_kind` (DM-C-131).
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
    """A trade one franchise proposed to another; it is performed whole at the last consent and then goes."""

    id: str
    franchise: str
    partner: str
    gives: Goods = field(default_factory=Goods)
    takes: Goods = field(default_factory=Goods)
    accepted: bool = False
    """The partner agreed, and a commissioner must approve (`trade.commissioner_approval`)."""
    sealed: str = ""
    """The name of the seal under which only its two sides see it until it is answered; empty where all see it."""


@dataclass(slots=True, kw_only=True)
class Bill:
    """One bill of a match (DM-C-095): `cloning`, `replacement` or `repair`, of a driver or car, in credits."""

    kind: str
    subject: str
    listed: int
    amount: int
