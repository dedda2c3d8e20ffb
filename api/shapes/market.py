"""The market, the draft and the sponsor pool as they are now. Amounts are whole credits."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes.franchises import SponsorOut


class ShopOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match whose shops have opened: its teams, and who shops still."""

    match: str
    round: int
    open: bool
    teams: tuple[str, ...]
    shopping: tuple[str, ...]


class OfferOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a franchise may buy now, after that match: `listed` was rolled, `price` is what is asked of it.

    `source` is `tinkering` (`by` a driver or a sponsor) or `world_trade`; a contract has a `sponsor_kind`.
    """

    id: str
    match: str
    franchise: str
    source: str
    by: str
    kind: str
    sponsor_kind: str
    listed: int
    price: int
    carcass: str
    tread: str
    variant: str
    rolled: dict[str, Any]
    why: dict[str, str]


class TradeOut(msgspec.Struct, frozen=True, kw_only=True):
    """A trade that waits: what each side gives, by ids. One that the partner `accepted` waits for a commissioner."""

    id: str
    franchise: str
    partner: str
    gives: dict[str, Any]
    takes: dict[str, Any]
    accepted: bool
    why: dict[str, str]


class MarketOut(msgspec.Struct, frozen=True, kw_only=True):
    """The market now: shops, offers and trades. What was bought and made is read from the facts at `why`."""

    season: str
    shops: tuple[ShopOut, ...]
    offers: tuple[OfferOut, ...]
    trades: tuple[TradeOut, ...]
    why: dict[str, str]


class NamingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise while contracts are named; `drivers` are told to its owner alone until the draft opens."""

    franchise: str
    may_protect: int
    named: bool
    drivers: tuple[str, ...] | None


class PlaceOut(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the draft's order and the picks it began with."""

    place: int
    franchise: str
    picks: int
    entry: int


class ProtectedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver who is kept out of the draft, by name or by default, since the draft opened."""

    franchise: str
    driver: str
    by_default: bool
    entry: int


class AvailableOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver who may still be picked, and whose they were."""

    driver: str
    was_with: str
    level: int
    xp: int


class DraftOut(msgspec.Struct, frozen=True, kw_only=True):
    """The draft: `naming` while contracts are named, then the order, who is on turn, and whoever may still be picked.

    Its turns are the `picks` of the season's end.
    """

    season: str
    step: str
    enabled: bool
    snake: bool
    naming: tuple[NamingOut, ...]
    protected: tuple[ProtectedOut, ...]
    order: tuple[PlaceOut, ...]
    on_turn: str
    round: int | None
    available: tuple[AvailableOut, ...]
    why: str


class PooledOut(msgspec.Struct, frozen=True, kw_only=True):
    """A sponsor in the pool, and whose it was."""

    sponsor: SponsorOut
    left: str


class PoolOut(msgspec.Struct, frozen=True, kw_only=True):
    """The sponsor pool: the order of the turns while they are taken, who is on turn, and who may still be chosen."""

    season: str
    step: str
    order: tuple[str, ...]
    on_turn: str
    pooled: tuple[PooledOut, ...]
    why: str
