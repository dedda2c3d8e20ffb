"""Rounds, line-ups, results, and what a season's end came to. Amounts are whole credits."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from api.shapes.franchises import SettlementOut
from api.shapes.journal import FactOut


class FactAtOut(msgspec.Struct, frozen=True, kw_only=True):
    """A fact with the entry that states it, its command, and the cell of the printed table it was read off.

    `line` counts the facts of the entry from 0.
    """

    entry: int
    line: int
    at: datetime
    command: str
    cell: str
    fact: FactOut


class FactsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Facts, the oldest first; `next` is what to ask `after` for more, null at the end."""

    season: str
    facts: tuple[FactAtOut, ...]
    next: str | None


class PlannedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was drawn up and is not announced: for members alone to read."""

    number: int
    matches: tuple[dict[str, Any], ...]


class RoundOut(msgspec.Struct, frozen=True, kw_only=True):
    """A round: `announced`, then `closed`, and its matches in the order they are played."""

    id: str
    number: int
    step: str
    matches: tuple[str, ...]


class RoundsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds of a season; `planned` is empty for whoever is no member."""

    season: str
    rounds: tuple[RoundOut, ...]
    planned: tuple[PlannedOut, ...]


class SeatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A car of a line-up, who sits in it, and the kinds of what it takes into the match, as long as it is before."""

    franchise: str
    car: str
    car_name: str
    driver: str
    gunner: str
    carries: tuple[str, ...]


class EntrantOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise in a match, and what is out of the ordinary with it; `points` are null until they stand."""

    franchise: str
    name: str
    line_up_named: bool
    forfeited: bool
    garage_waived: bool
    match_mechanic: bool
    decided: bool
    shopping: str
    points: int | None
    won: bool


class LineUpsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Who is in a match, and who sits where: everybody's once they are locked, until then the reader's own alone.

    Seats go when shopping opens; the box score of the result stays.
    """

    season: str
    match: str
    step: str
    locked: bool
    entrants: tuple[EntrantOut, ...]
    seats: tuple[SeatOut, ...]


class BoxLineOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver's line of the box score, and the entry that made it."""

    franchise: str
    driver: str
    heats: int
    criticals: int
    scores: int
    kills: int
    out: bool
    xp_gained: int
    xp: int
    level: int
    entry: int


class AwardOut(msgspec.Struct, frozen=True, kw_only=True):
    """Points a franchise made of a match, what the season's came to, and the entry that added them."""

    franchise: str
    points: int
    won: bool
    criticals: int
    season_points: int
    season_wins: int
    season_criticals: int
    entry: int


class LogHereOut(msgspec.Struct, frozen=True, kw_only=True):
    """The log of a match that was resolved here: its SHA-256, what wrote it, and where it is read.

    `by_hand` says that another report stands in its place.
    """

    digest: str
    ruleset: str
    edition: int
    by_hand: bool
    at: str


class DiceKeyOut(msgspec.Struct, frozen=True, kw_only=True):
    """A key that is public by now, in hex digits, and which paths of dice are thrown with it."""

    name: str
    paths: str
    key: str


class ResultOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a match came to, as it stands since any amend. `report` is the one that was accepted, under its digest.

    Before a report is accepted all of it is empty; box score and settlements come when the settlement is closed.
    `keys` are those by which anybody may throw its dice again, as far as they are published.
    """

    season: str
    match: str
    step: str
    entrants: tuple[EntrantOut, ...]
    accepted_by: int | None
    digest: str
    report: dict[str, Any] | None
    points: tuple[AwardOut, ...]
    box: tuple[BoxLineOut, ...]
    settlements: tuple[SettlementOut, ...]
    log: LogHereOut | None
    keys: tuple[DiceKeyOut, ...]
    why: str


class MatchLogOut(msgspec.Struct, frozen=True, kw_only=True):
    """A log: the base64 of its very bytes, whose SHA-256 is `digest`, and the packet it was resolved from."""

    season: str
    match: str
    digest: str
    ruleset: str
    edition: int
    packet: dict[str, Any]
    log: str


class RankOut(msgspec.Struct, frozen=True, kw_only=True):
    """A place in the final table, none of them shared, and the entry that gave it."""

    rank: int
    franchise: str
    points: int
    wins: int
    criticals: int
    entry: int


class CupOut(msgspec.Struct, frozen=True, kw_only=True):
    """Who won the Metal Cup, its bonus, and the entry that awarded it."""

    franchise: str
    bonus: int
    entry: int


class PickOut(msgspec.Struct, frozen=True, kw_only=True):
    """A turn of the draft: whom a franchise picked as the draft's `number`th, or null where it passed."""

    round: int
    number: int | None
    franchise: str
    driver: str | None
    entry: int


class SeasonEndOut(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a season as far as it has come: the final table, the Cup, the draft. The facts of its steps are read
    at `why`; `key` is the season's own, public once it is closed.
    """

    season: str
    step: str
    final: tuple[RankOut, ...]
    cup: CupOut | None
    picks: tuple[PickOut, ...]
    key: DiceKeyOut | None
    why: str


class WindowOut(msgspec.Struct, frozen=True, kw_only=True):
    """What a season waits for, such as `M3/m4` or `E6/7`; paused, it has `left` seconds and closes at no time."""

    what: str
    opened_at: datetime
    closes_at: datetime | None
    left: int | None


class CalendarOut(msgspec.Struct, frozen=True, kw_only=True):
    """How a league keeps time: `hours` are those a step's window is open where the house's own do not hold.

    A report that nobody differs from is accepted after `agreed_hours`, by a commissioner where that is null; it is
    proven by `least_evidence` or better, by anything where that is empty, and may be appealed for `appeal_hours`.
    `unattended` says that the commissioner's own steps are given by the clock.
    """

    hours: dict[str, int]
    reminder_hours: int
    unattended: bool
    agreed_hours: int | None
    least_evidence: str
    appeal_hours: int


class WindowsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The open windows of a season, the next deadline first, in a league that keeps a calendar.

    `calendar` is for members, and null for others and where there is none.
    """

    season: str
    time_zone: str
    calendar: CalendarOut | None
    windows: tuple[WindowOut, ...]
