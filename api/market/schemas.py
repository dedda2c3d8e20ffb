"""Schemas of the market, the draft and the sponsor pool. Amounts are whole credits."""

from __future__ import annotations

from typing import Any

import msgspec

from api.franchises.schemas import SponsorOut


class ShopOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match whose shops have opened: its teams, and who shops still."""

    match: str
    """Short id of the match after which the shops have opened."""
    round: int
    """Number of the round the match belongs to."""
    open: bool
    """Whether some franchise may still shop after the match (DM-C-104)."""
    teams: tuple[str, ...]
    """Short ids of the franchises in the match."""
    shopping: tuple[str, ...]
    """Short ids of those that still shop."""


class OfferOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a franchise may buy now, after that match: `listed` is the rolled price, `price` what this franchise pays.

    `source` is `tinkering` (`by` a driver or a sponsor) or `world_trade`; a contract has a `sponsor_kind`.
    """

    id: str
    """Short id of the offer."""
    match: str
    """Short id of the match in whose shopping it may be bought."""
    franchise: str
    """Short id of the franchise it is made to."""
    source: str
    """Where it comes from: `tinkering` or `world_trade`."""
    by: str
    """Short id of the driver or sponsor whose tinkering it was (DM-C-136); empty for world trade."""
    kind: str
    """Kind of item in the catalogue, or `new_contract` (DM-C-131)."""
    sponsor_kind: str
    """Kind of the sponsor that a new contract brings; empty for items."""
    listed: int
    """Price as it was rolled, in credits (DM-C-004)."""
    price: int
    """Price that is asked of this franchise after its sponsors' discounts, in credits."""
    carcass: str
    tread: str
    variant: str
    rolled: dict[str, Any]
    why: dict[str, str]


class TradeOut(msgspec.Struct, frozen=True, kw_only=True):
    """A trade that waits: what each side gives, by ids. One that the partner `accepted` waits for a commissioner."""

    id: str
    """Short id of the trade."""
    franchise: str
    """Short id of the franchise that proposed it."""
    partner: str
    """Short id of the franchise it was proposed to."""
    gives: dict[str, Any]
    """What the franchise gives: ids of `drivers`, `cars` and `items`, and what it `pays` in credits."""
    takes: dict[str, Any]
    """What the partner gives for it, with the same fields."""
    accepted: bool
    """Whether the partner agreed, and a commissioner has to approve it."""
    why: dict[str, str]


class MarketOut(msgspec.Struct, frozen=True, kw_only=True):
    """The market now: shops, offers and trades. What was bought and made is read from the facts at `why`."""

    season: str
    shops: tuple[ShopOut, ...]
    """Matches whose shops have opened, the latest first."""
    offers: tuple[OfferOut, ...]
    """What franchises may buy now besides the list."""
    trades: tuple[TradeOut, ...]
    """Trades that wait, as far as you may read them."""
    why: dict[str, str]


class NamingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise while contracts are named; until the draft opens, only its owner sees `drivers`."""

    franchise: str
    """Short id of the franchise that names whom it protects."""
    may_protect: int
    """How many drivers it may protect (DM-C-161)."""
    named: bool
    """Whether it has named them."""
    drivers: tuple[str, ...] | None
    """Short ids of those it protects, for its owner; null for all others."""


class PlaceOut(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the draft's order and the picks it began with."""

    place: int
    """Place in the order of the draft, 1 for the first turn (DM-C-163)."""
    franchise: str
    picks: int
    """How many picks it began with (DM-C-164)."""
    entry: int


class ProtectedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver who is kept out of the draft, by name or by default, since the draft opened."""

    franchise: str
    """Short id of the franchise that keeps the driver."""
    driver: str
    by_default: bool
    """Whether the driver was protected by default, since the owner named nobody."""
    entry: int


class AvailableOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver who may still be picked, and whose they were."""

    driver: str
    was_with: str
    """Short id of the franchise they were under contract with; empty for none."""
    level: int
    """Level of the driver now (DM-C-015)."""
    xp: int
    """Experience of the driver now."""


class DraftOut(msgspec.Struct, frozen=True, kw_only=True):
    """The draft: `naming` while contracts are named, then the order, who is on turn, and who may still be picked.

    Its turns are the `picks` of the season's end.
    """

    season: str
    step: str
    """Step the season has reached; drivers are picked at E6."""
    enabled: bool
    """Whether the season has a draft, by the house rule `draft.enabled`."""
    snake: bool
    """Whether the order of the turns is turned round in every other round, by the house rule `draft.snake`."""
    naming: tuple[NamingOut, ...]
    """Franchises that name whom they protect, while the season is at E5; else empty."""
    protected: tuple[ProtectedOut, ...]
    """Drivers who are kept out of the draft; empty before it opens."""
    order: tuple[PlaceOut, ...]
    """Order of the turns; empty before the draft opens."""
    on_turn: str
    """Short id of the franchise whose turn it is; empty where it is nobody's."""
    round: int | None
    """Round of the draft that is under way; null outside of it."""
    available: tuple[AvailableOut, ...]
    """Drivers who may still be picked, the best first; empty outside of the draft."""
    why: str
    """Address of the season's end, which has the turns that were taken."""


class PooledOut(msgspec.Struct, frozen=True, kw_only=True):
    """A sponsor in the pool, and whose it was."""

    sponsor: SponsorOut
    """The sponsor with what it pays."""
    left: str
    """Short id of the franchise that lost it; empty where that is not known."""


class PoolOut(msgspec.Struct, frozen=True, kw_only=True):
    """The sponsor pool: the order of the turns while they are taken, who is on turn, and who may still be chosen."""

    season: str
    step: str
    """Step the season has reached; sponsors are chosen at E8."""
    order: tuple[str, ...]
    """Short ids of the franchises in the order of their turns; empty at other steps."""
    on_turn: str
    """Short id of the franchise whose turn it is; empty where it is nobody's."""
    pooled: tuple[PooledOut, ...]
    """Sponsors that may still be chosen (DM-C-171)."""
    why: str
    """Address of the facts behind who has which sponsors."""
