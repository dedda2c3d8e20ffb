"""The house rules of a season, the versions of its answers, and what a league announces and remembers."""

from __future__ import annotations

from datetime import datetime

import msgspec

Setting = bool | int | str


class SwitchOut(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule: how the season plays it, how it is printed, and since which entry, null from the opening on."""

    switch: str
    setting: Setting
    printed: Setting
    changed: bool
    since: int | None
    rule: str


class PendingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule that changes when the season reaches a step: `S1` to `E9`, or `r4` for round 4."""

    switch: str
    setting: Setting
    step: str
    rule: str


class HouseRulesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every house rule of a season by name, and those that are to change. What each asks stands in the catalogue."""

    season: str
    edition: str
    switches: tuple[SwitchOut, ...]
    pending: tuple[PendingOut, ...]


class AnswersOut(msgspec.Struct, frozen=True, kw_only=True):
    """A published version of the answers: what it changed and what that was, when it took effect, and its entry.

    `acknowledged_by` are the franchises whose owners have taken note of it.
    """

    number: int
    answers: dict[str, Setting]
    was: dict[str, Setting]
    note: str
    step: str
    published_at: datetime
    entry: int
    acknowledged_by: tuple[str, ...]


class QuestionnaireOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published versions of a season's answers to the questionnaire of its house rules, the oldest first."""

    season: str
    versions: tuple[AnswersOut, ...]


class AnnouncementOut(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement in the words it has now, as Markdown; `wordings` is how many it has had.

    A withdrawn one has words for commissioners alone.
    """

    number: int
    title: str
    text: str
    pinned: bool
    wordings: int
    posted_at: datetime
    worded_at: datetime
    withdrawn_at: datetime | None


class AnnouncementsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Announcements after a number, the oldest first; `next` is what to ask `after` for more, null at the end."""

    league: str
    announcements: tuple[AnnouncementOut, ...]
    next: int | None


class HeadOut(msgspec.Struct, frozen=True, kw_only=True):
    """A link of a season's chain at which something was over: whoever copied it can tell whether it still is."""

    number: int
    hash: str
    at: datetime
    command: str


class SeasonHeadsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published heads of a season, the latest first; `entries` and `head` are those of now."""

    season: str
    entries: int
    head: str
    heads: tuple[HeadOut, ...]


class HeadsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published heads of a league's seasons, the newest season first."""

    league: str
    seasons: tuple[SeasonHeadsOut, ...]


class ChampionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season with whoever was first in its final table, null before there is one, and the bonus of its Cup."""

    season: str
    step: str
    franchise: str | None
    points: int
    wins: int
    second: str | None
    cup_bonus: int | None


class FranchiseTotalsOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise over all its seasons: `run` is its longest run of wins, `richest` its most at a season's end."""

    franchise: str
    name: str
    seasons: int
    titles: int
    cups: int
    matches: int
    wins: int
    points: int
    criticals: int
    run: int
    prizes: int
    richest: int
    out: int


class DriverTotalsOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver over all their matches for one franchise; experience and level are the most they had."""

    driver: str
    name: str
    franchise: str
    matches: int
    heats: int
    criticals: int
    scores: int
    kills: int
    xp: int
    level: int
    out: int


class CarTotalsOut(msgspec.Struct, frozen=True, kw_only=True):
    """A car over all its matches: the criticals it came back with, and how often it was destroyed."""

    car: str
    name: str
    franchise: str
    matches: int
    criticals: int
    destroyed: int


class FeatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A record that stands: what it is of, at what, who holds it, and where and in which season it was set."""

    part: str
    of: str
    value: str
    holders: tuple[str, ...]
    where: str
    season: int


class RecordsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The records of a league over all its seasons, as every result stands now."""

    league: str
    champions: tuple[ChampionOut, ...]
    feats: tuple[FeatOut, ...]
    franchises: tuple[FranchiseTotalsOut, ...]
    drivers: tuple[DriverTotalsOut, ...]
    cars: tuple[CarTotalsOut, ...]
