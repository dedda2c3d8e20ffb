"""Schemas of rounds, line-ups, results and the end of a season."""

from __future__ import annotations

from typing import Any

import msgspec

from api.franchises.schemas import SettlementOut


class PlannedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was drawn up and is not announced: for members alone to read."""

    number: int
    """Number the round will have."""
    matches: tuple[dict[str, Any], ...]
    """Its matches as they are drawn up, each with the fields of an announcement."""


class RoundOut(msgspec.Struct, frozen=True, kw_only=True):
    """A round: `announced`, then `closed`, and its matches in the order they are played."""

    id: str
    """Short id of the round, such as r3."""
    number: int
    """Place of the round in its season, from 1 on."""
    step: str
    """Where the round stands: `announced`, then `closed`."""
    matches: tuple[str, ...]
    """Short ids of its matches, in the order of play."""


class RoundsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds of a season; `planned` is empty for anybody who is not a member."""

    season: str
    rounds: tuple[RoundOut, ...]
    """The rounds that were announced, in order."""
    planned: tuple[PlannedOut, ...]
    """Rounds that are drawn up and not announced, for members; empty for all others."""


class SeatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A car of a line-up, who sits in it, and what kinds of items it takes along until a report is accepted."""

    franchise: str
    """Short id of the franchise whose line-up it is in."""
    car: str
    car_name: str
    """What the car is called."""
    driver: str
    """Short id of the driver in the driver's seat."""
    gunner: str
    """Short id of the driver at the gunner's station; empty where nobody is."""
    carries: tuple[str, ...]
    """Kinds of the items it takes into the match; empty once a report was accepted."""


class EntrantOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a match, and what is out of the ordinary with it; `points` are null until they stand."""

    franchise: str
    name: str
    """What the franchise is called."""
    line_up_named: bool
    """Whether its owner has named the line-up."""
    forfeited: bool
    garage_waived: bool
    """Whether a commissioner lets it enter with a garage that is too small (DM-C-065)."""
    match_mechanic: bool
    """Whether it hired a rating 4 staff for this match alone (DM-C-064)."""
    decided: bool
    """Whether its owner has decided what to repair and replace after the match."""
    shopping: str
    """Its shopping after the match, `open` or `closed`; empty before the shops open (DM-C-104)."""
    points: int | None
    won: bool


class LineUpsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Who is in a match, and who sits where: all line-ups once they are locked, until then only the reader's own.

    Seats are removed when shopping opens; the box score of the result stays.
    """

    season: str
    match: str
    step: str
    """Step the match has reached, such as M3 or M4."""
    locked: bool
    """Whether the line-ups are locked, and everybody may read them."""
    entrants: tuple[EntrantOut, ...]
    """The franchises in the match."""
    seats: tuple[SeatOut, ...]
    """Cars of the line-ups with their crews, as far as you may read them."""


class BoxLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver's line of the box score, and the entry that made it."""

    franchise: str
    driver: str
    heats: int
    """How many heats the driver took part in."""
    criticals: int
    """Criticals on enemies that were credited to the driver."""
    scores: int
    """How often the driver scored for the team."""
    kills: int
    """Kills that were credited to the driver."""
    out: bool
    """Whether the driver was out of action at the end (DM-C-045)."""
    xp_gained: int
    """Experience the driver gained by the match (DM-C-014)."""
    xp: int
    """Experience the driver had after it."""
    level: int
    """Level the driver had after it (DM-C-015)."""
    entry: int


class AwardOut(msgspec.Struct, frozen=True, kw_only=True):
    """Points that a franchise made in a match, its totals of the season after it, and the entry that added them."""

    franchise: str
    points: int
    """Match points it made."""
    won: bool
    criticals: int
    """Criticals its drivers were credited with in the match."""
    season_points: int
    """Its match points of the season after this match."""
    season_wins: int
    """Its wins of the season after this match."""
    season_criticals: int
    """Its criticals of the season after this match."""
    entry: int


class LogHereOut(msgspec.Struct, frozen=True, kw_only=True):
    """The log of a match that was resolved here: its SHA-256, what wrote it, and where it is read.

    `by_hand` says that a report by people has replaced its own.
    """

    digest: str
    """SHA-256 of the log's bytes, 64 hex digits."""
    ruleset: str
    """Short name of the ruleset that wrote the log."""
    edition: int
    """Edition of that ruleset."""
    by_hand: bool
    """Whether a report that people wrote has replaced the log's own."""
    at: str
    """Address at which the log is read."""


class DiceKeyOut(msgspec.Struct, frozen=True, kw_only=True):
    """A key that is public by now, in hex digits, and which paths of dice are thrown with it."""

    name: str
    """What the key is of, in a word."""
    paths: str
    """Which paths of dice are thrown with it, in words such as `m1/pre/…`."""
    key: str
    """The key in hex digits."""


class ResultOut(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a match, after any amend.

    `report` is the one that was accepted, and `digest` its digest. Everything is empty before a report is accepted;
    box score and settlements come when the settlement is closed. `keys` are those keys, as far as they are published,
    by which anybody may throw its dice again.
    """

    season: str
    match: str
    step: str
    """Step the match has reached."""
    entrants: tuple[EntrantOut, ...]
    """The franchises in the match."""
    accepted_by: int | None
    """Number of the entry that accepted the report; null before."""
    digest: str
    """Digest of the accepted report's figures; empty before one is accepted."""
    report: dict[str, Any] | None
    """The accepted report, in which what is at its default may be left out; null before."""
    points: tuple[AwardOut, ...]
    """Points of each franchise, as they were added to the season's."""
    box: tuple[BoxLineOut, ...]
    """A line for each driver who took part; empty until the settlement is closed."""
    settlements: tuple[SettlementOut, ...]
    """What the match came to in money, for each franchise; empty until the settlement is closed."""
    log: LogHereOut | None
    """The log of the match where it was resolved here; else null."""
    keys: tuple[DiceKeyOut, ...]
    """The keys of its dice that are published so far."""
    why: str
    """Address of all facts about the match."""


class MatchLogOut(msgspec.Struct, frozen=True, kw_only=True):
    """A log: its bytes in base64, whose SHA-256 is `digest`, and the packet it was resolved from."""

    season: str
    match: str
    digest: str
    """SHA-256 of the log's bytes, 64 hex digits."""
    ruleset: str
    """Short name of the ruleset that wrote the log."""
    edition: int
    """Edition of that ruleset."""
    packet: dict[str, Any]
    """The packet the match was resolved from; what is at its default is left out."""
    log: str
    """Bytes of the log in base64."""


class RankOut(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the final table, none of them shared, and the entry that gave it."""

    rank: int
    """Place in the final table, 1 for the best; none is shared (DM-C-156)."""
    franchise: str
    points: int
    wins: int
    criticals: int
    entry: int


class CupOut(msgspec.Struct, frozen=True, kw_only=True):
    """Who won the Metal Cup, its bonus, and the entry that awarded it."""

    franchise: str
    """Short id of the franchise that won the Metal Cup."""
    bonus: int
    """Bonus that goes into its next income, in credits (DM-C-157)."""
    entry: int


class PickOut(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of the draft: whom a franchise picked as the draft's `number`th, or null where it passed."""

    round: int
    """Round of the draft, from 1 on."""
    number: int | None
    """Place of the pick in the whole draft, from 1 on; null where the franchise passed."""
    franchise: str
    """Short id of the franchise whose turn it was."""
    driver: str | None
    """Short id of the driver it picked; null where it passed."""
    entry: int


class SeasonEndOut(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a season as far as it has come: the final table, the Cup, the draft. The facts of its steps are read
    at `why`; `key` is the season's own, public once it is closed.
    """

    season: str
    step: str
    """Step the season has reached."""
    final: tuple[RankOut, ...]
    """The final table, the best first; empty before E1."""
    cup: CupOut | None
    """Who won the Metal Cup; null before E2."""
    picks: tuple[PickOut, ...]
    """Turns of the draft that were taken, in their order."""
    key: DiceKeyOut | None
    """The key of the season's own dice once it is public; else null."""
    why: str
    """Address of the facts of the season, those of its end among them."""
