"""Schemas of franchises. Amounts are whole credits."""

from __future__ import annotations

from datetime import datetime

import msgspec

from api.drivers.schemas import SheetOut
from api.journal.schemas import FactOut


class CrestOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise's crest: its parts and colors, and where it is as a picture.

    It is a look and no part of the season: no rule reads it, and its owner may change it at any time.
    """

    shape: str
    """Its outline, such as shield or gear."""
    division: str
    """How the second color divides the first, such as halved or chevron."""
    charge: str
    """What it shows in the middle, such as skull or initials."""
    first: str
    """First color as #rrggbb, which is the franchise's color everywhere."""
    second: str
    """Second color as #rrggbb."""
    charge_color: str
    """Color of the charge as #rrggbb; it stands out from both."""
    words: str
    """The crest in words, for people who cannot see it."""
    picture: str
    """Address of the crest as SVG on this server."""


class FranchiseLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a season at a glance; `rank` is its place in the final table, null before there is one.

    `why` has for each figure the address of the facts behind it.
    """

    id: str
    """Short id of the franchise, unique in its league."""
    name: str
    """What the franchise is called."""
    crest: CrestOut
    """Its crest."""
    balance: int
    points: int
    wins: int
    criticals: int
    rank: int | None
    staff_rating: int
    """Rating of its mechanical staff, from 1 on (DM-C-064)."""
    folded: bool
    first_season: int
    """Number of the season it was founded in; later than 1 for an expansion team (DM-C-167)."""
    drivers: int
    """How many drivers it has under contract."""
    cars: int
    """How many cars are in its garage."""
    sponsors: int
    """How many sponsors it has."""
    why: dict[str, str]


class FranchisesOut(msgspec.Struct, frozen=True, kw_only=True):
    """The franchises of a season, by name."""

    season: str
    franchises: tuple[FranchiseLineOut, ...]
    """The franchises of the season, by name."""


class IncomeOut(msgspec.Struct, frozen=True, kw_only=True):
    """What one kind of ledger line came to: `kind` is the fact's, `amount` is negative where it was paid."""

    kind: str
    """Kind of the facts that booked the money, as `catalogue/facts` lists it."""
    lines: int
    """How many lines of the ledger are of that kind."""
    amount: int
    """Their sum in credits, negative where it was paid."""


class SizeOut(msgspec.Struct, frozen=True, kw_only=True):
    """The size that overhead counts, with the sum behind it (DM-C-099)."""

    size: int
    """Size by which overhead is read off: the sum of the four figures beside it."""
    drivers: int
    """How many drivers it has under contract."""
    cars: int
    """How many cars it has."""
    overhead_cars: int
    """How many of them are overhead cars, which count once more."""
    staff: int
    """What its staff's rating counts."""
    rule: str
    """Number of the rule that counts so, DM-C-099."""


class StaffOut(msgspec.Struct, frozen=True, kw_only=True):
    """The mechanical staff: its rating, its price and the fee to keep it, and a rating `held` for the next season."""

    rating: int
    """Rating of its mechanical staff, from 1 on (DM-C-064)."""
    price: int
    """Price of a staff of that rating, in credits."""
    keep_fee: int
    """Fee for which it keeps that rating at the season's end, in credits (DM-C-160); 0 for rating 1."""
    held: int
    """Rating it keeps for the next season, whose price is still to be paid; 0 for none."""
    decided: bool
    """Whether it has decided at the season's end whether to keep its staff."""


class SponsorOut(msgspec.Struct, frozen=True, kw_only=True):
    """A sponsor: its kind, the season it joined in, and the seasons it was declared safe in.

    It pays `dice` d6 times `each` after a match.
    """

    id: str
    """Short id of the sponsor."""
    kind: str
    """Kind of the sponsor, as `catalogue/sponsors` lists it."""
    name: str
    """What sponsors of that kind are called in the book."""
    dice: int
    """How many d6 are thrown for its income after a match (DM-C-072)."""
    each: int
    """Credits that each point of these dice brings."""
    effect: str
    """What the sponsor does besides, in a sentence."""
    rule: str
    """Number of the rule that describes its kind."""
    joined: int
    """Number of the season in which the franchise won it."""
    safe_in: tuple[int, ...]
    """Numbers of the seasons in which it was declared safe (DM-C-168)."""


class PointsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Points that were added, what the season's figures came to, and the entry; `match` is null for a house act."""

    match: str | None
    """Short id of the match that made the points; null for a house act (HOUSE-004)."""
    points: int
    """Match points that were added, negative where they were taken."""
    won: bool
    """Whether the franchise won the match."""
    wins: int
    """Wins that were added."""
    criticals: int
    """Criticals that were added."""
    season_points: int
    """Its match points of the season after that."""
    season_wins: int
    """Its wins of the season after that."""
    season_criticals: int
    """Its criticals of the season after that."""
    entry: int


class SettlementOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a match came to: what came in, the bills, the net of both, and the profit overhead left; and the entry."""

    match: str
    franchise: str
    prize: int
    """Its share of the prize money, in credits (DM-C-096)."""
    sponsor_income: int
    """What its sponsors paid, in credits (DM-C-072)."""
    face_income: int
    """What drivers with the talent Face brought, in credits (DM-C-042)."""
    cup_bonus: int
    """Bonus of the Metal Cup that was collected with it, in credits (DM-C-157)."""
    holding_payout: int
    """Payout of holding companies that went through overhead, in credits (DM-C-084)."""
    cloning: int
    """Bills for cloning, in credits; a positive number is paid (DM-C-095)."""
    replacements: int
    """Bills for replaced cars, in credits; a positive number is paid (DM-C-095)."""
    repairs: int
    """Bills for repairs, in credits; a positive number is paid (DM-C-095)."""
    net_income: int
    """What came in less the bills, in credits; it may be negative (DM-C-098)."""
    size: int
    """Size of the franchise by which overhead was read off (DM-C-099)."""
    profit: int
    """What overhead left of the net income, in credits (DM-C-100)."""
    entry: int


class FranchiseOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a season: its money by source, its people and sponsors, and its points, match by match.

    `roster` are the drivers under contract and those it has the right to. `to_come` is money that is won but not
    collected. `shops_after` and `locked_for` are matches, empty where it does not shop or is not locked. `why` are
    addresses of the facts behind the figures.
    """

    season: str
    id: str
    """Short id of the franchise, unique in its league."""
    name: str
    """What the franchise is called."""
    former_names: tuple[str, ...]
    """What it was called before, the latest first."""
    crest: CrestOut
    """Its crest."""
    balance: int
    points: int
    wins: int
    criticals: int
    rank: int | None
    folded: bool
    first_season: int
    """Number of the season it was founded in; later than 1 for an expansion team (DM-C-167)."""
    income: tuple[IncomeOut, ...]
    """Its ledger summed up by the kind of fact."""
    to_come: int
    """Bonuses that are won and go into its next income, in credits."""
    size: SizeOut
    """Its size as it stands now, with the sum behind it."""
    staff: StaffOut
    """Its mechanical staff."""
    roster: tuple[SheetOut, ...]
    """Sheets of the drivers under contract, and of those it has the right to hire again."""
    sponsors: tuple[SponsorOut, ...]
    """Its sponsors with what they pay."""
    waiting_sponsors: tuple[str, ...]
    """Kinds of sponsors won above the limit, until the owner places or declines each (DM-C-069)."""
    points_lines: tuple[PointsOut, ...]
    """What was added to its points, wins and criticals, in order."""
    settlements: tuple[SettlementOut, ...]
    """What each match came to in money, in order."""
    party_thrown: bool
    """Whether it has thrown its sponsor party of the season (DM-C-070)."""
    contracts_named: bool
    """Whether it has named whom it protects from the draft (DM-C-161)."""
    safe_declared: bool
    """Whether it has declared a sponsor safe at the season's end (DM-C-168)."""
    picks: int
    """Draft picks it has left (DM-C-164)."""
    shops_after: str
    """Short id of the match after which it shops; empty where it does not shop."""
    locked_for: str
    """Short id of the match it is locked for; empty where it is locked for none."""
    limits: dict[str, int]
    """What the house rules set for rosters, garages and sponsors, by the name of the switch."""
    why: dict[str, str]


class LedgerLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the ledger: the amount, the balance after it, and the fact it was made from, with rule and dice."""

    entry: int
    line: int
    """Place of the fact in its entry, counted from 0."""
    at: datetime
    """When that entry was written."""
    amount: int
    """What was booked, in credits, negative where it was paid."""
    balance: int
    """Balance after the line, in credits."""
    cell: str
    """Cell of the printed table it was read off, in words; empty where it was read off none."""
    fact: FactOut
    """The fact that booked it, with its rule and dice."""


class LedgerOut(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the ledger, the oldest line first; `next` is what to ask `after` for more, null at the end."""

    season: str
    franchise: str
    balance: int
    lines: tuple[LedgerLineOut, ...]
    """Lines after the one that was sent, the oldest first."""
    next: str | None


class OpponentOut(msgspec.Struct, frozen=True, kw_only=True):
    """Another franchise in a match, and its points once they stand."""

    franchise: str
    """Short id of the other franchise."""
    points: int | None


class MeetingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a franchise: `result` is W, D or L, empty until points stand; `why` leads to the facts of these."""

    match: str
    round: int
    """Number of the round the match belongs to."""
    event: str
    """Short name of the event that is played."""
    ruleset: str
    """Short name of the ruleset that plays it; empty where people report it."""
    step: str
    """Step the match has reached, such as M3 or `settled`."""
    points: int | None
    result: str
    """How it went: W won, D drawn, L lost (DM-C-014); empty until points stand, and for a voided match."""
    forfeited: bool
    against: tuple[OpponentOut, ...]
    """The other franchises in the match."""
    why: dict[str, str]


class FranchiseYearOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season of a franchise: its figures, its place in the final table, the Cup's bonus where it won it, and the
    entries that ranked and awarded it. `why` has for each figure the address of the facts behind it.
    """

    season: str
    step: str
    """Step that season has reached."""
    balance: int
    """What it had at the end of that season, or has now, in credits."""
    points: int
    """Its match points of that season."""
    wins: int
    """Its wins of that season."""
    criticals: int
    """Its criticals of that season."""
    folded: bool
    rank: int | None
    rank_entry: int | None
    """Number of the entry that ranked it in the final table; null before."""
    cup_bonus: int | None
    """Bonus of the Metal Cup where it won it, in credits; else null."""
    cup_entry: int | None
    """Number of the entry that awarded the Cup to it; null where it did not win."""
    why: dict[str, str]


class HistoryOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise's matches of the season in their order, and all its seasons, the newest first."""

    season: str
    franchise: str
    matches: tuple[MeetingOut, ...]
    """Its matches of this season, in the order of play."""
    seasons: tuple[FranchiseYearOut, ...]
    """All its seasons, the newest first."""
