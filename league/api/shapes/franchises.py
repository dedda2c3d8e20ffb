"""Franchises: what they have, what they made, and what they may buy. Amounts are whole credits."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from league.api.shapes.drivers import SheetOut
from league.api.shapes.journal import FactOut


class FranchiseLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a season at a glance; `rank` is its place in the final table, null before there is one.

    `why` has for each figure the address of the facts behind it.
    """

    id: str
    name: str
    balance: int
    points: int
    wins: int
    criticals: int
    rank: int | None
    staff_rating: int
    folded: bool
    first_season: int
    drivers: int
    cars: int
    sponsors: int
    why: dict[str, str]


class FranchisesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The franchises of a season, by name."""

    season: str
    franchises: tuple[FranchiseLineOut, ...]


class IncomeOut(msgspec.Struct, frozen=True, kw_only=True):
    """What one kind of ledger line came to: `kind` is the fact's, `amount` is negative where it was paid."""

    kind: str
    lines: int
    amount: int


class SizeOut(msgspec.Struct, frozen=True, kw_only=True):
    """The size that overhead counts, with the sum behind it (DM-C-099)."""

    size: int
    drivers: int
    cars: int
    overhead_cars: int
    staff: int
    rule: str


class StaffOut(msgspec.Struct, frozen=True, kw_only=True):
    """The mechanical staff: its rating, its price and the fee to keep it, and a rating `held` for the next season."""

    rating: int
    price: int
    keep_fee: int
    held: int
    decided: bool


class SponsorOut(msgspec.Struct, frozen=True, kw_only=True):
    """A sponsor: its kind, the season it joined in, and the seasons it was declared safe in.

    It pays `dice` d6 times `each` after a match.
    """

    id: str
    kind: str
    name: str
    dice: int
    each: int
    effect: str
    rule: str
    joined: int
    safe_in: tuple[int, ...]


class PointsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Points that were added, what the season's figures came to, and the entry; `match` is null for a house act."""

    match: str | None
    points: int
    won: bool
    wins: int
    criticals: int
    season_points: int
    season_wins: int
    season_criticals: int
    entry: int


class SettlementOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a match came to: what came in, the bills, the net of both, and the profit overhead left; and the entry."""

    match: str
    franchise: str
    prize: int
    sponsor_income: int
    face_income: int
    cup_bonus: int
    holding_payout: int
    cloning: int
    replacements: int
    repairs: int
    net_income: int
    size: int
    profit: int
    entry: int


class FranchiseOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a season: its money by source, its people and backers, and its points, match by match.

    `roster` are the drivers under contract and those it has the right to. `to_come` is money that is won and not
    collected. `shops_after` and `locked_for` are matches, empty where it neither shops nor is locked. `why` are
    addresses of the facts behind the figures.
    """

    season: str
    id: str
    name: str
    balance: int
    points: int
    wins: int
    criticals: int
    rank: int | None
    folded: bool
    first_season: int
    income: tuple[IncomeOut, ...]
    to_come: int
    size: SizeOut
    staff: StaffOut
    roster: tuple[SheetOut, ...]
    sponsors: tuple[SponsorOut, ...]
    waiting_sponsors: tuple[str, ...]
    points_lines: tuple[PointsOut, ...]
    settlements: tuple[SettlementOut, ...]
    party_thrown: bool
    contracts_named: bool
    safe_declared: bool
    picks: int
    shops_after: str
    locked_for: str
    limits: dict[str, int]
    why: dict[str, str]


class LedgerLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the ledger: the amount, the balance after it, and the fact it was made from, with rule and dice."""

    entry: int
    line: int
    at: datetime
    amount: int
    balance: int
    cell: str
    fact: FactOut


class LedgerOut(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the ledger, the oldest line first; `next` is what to ask `after` for more, null at the end."""

    season: str
    franchise: str
    balance: int
    lines: tuple[LedgerLineOut, ...]
    next: str | None


class OpponentOut(msgspec.Struct, frozen=True, kw_only=True):
    """Another franchise in a match, and its points once they stand."""

    franchise: str
    points: int | None


class MeetingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a franchise: `result` is W, D or L, empty until points stand; `why` leads to the facts of these."""

    match: str
    round: int
    event: str
    ruleset: str
    step: str
    points: int | None
    result: str
    forfeited: bool
    against: tuple[OpponentOut, ...]
    why: dict[str, str]


class FranchiseYearOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season of a franchise: its figures, its place in the final table, the Cup's bonus where it won it, and the
    entries that ranked and awarded it. `why` has for each figure the address of the facts behind it.
    """

    season: str
    step: str
    balance: int
    points: int
    wins: int
    criticals: int
    folded: bool
    rank: int | None
    rank_entry: int | None
    cup_bonus: int | None
    cup_entry: int | None
    why: dict[str, str]


class HistoryOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise's matches of the season in their order, and all its seasons, the newest first."""

    season: str
    franchise: str
    matches: tuple[MeetingOut, ...]
    seasons: tuple[FranchiseYearOut, ...]


class OrdersOut(msgspec.Struct, frozen=True, kw_only=True):
    """What an owner wants done where they are asked and do not answer; `updated_at` is null where they set nothing.

    A commissioner reads of a franchise that is owned only what gives no sealed answer away: `left_out` is the rest.
    """

    franchise: str
    orders: dict[str, Any]
    left_out: tuple[str, ...]
    updated_at: datetime | None
