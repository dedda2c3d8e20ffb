"""The house rules of a season, the versions of its answers, and what a league announces and remembers."""

from __future__ import annotations

from datetime import datetime

import msgspec

Setting = bool | int | str


class SwitchOut(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule: how the season plays it, how it is printed, and since which entry, null from the opening on."""

    switch: str
    """Name of the house rule, such as `money.rounding`."""
    setting: Setting
    """How the season plays it."""
    printed: Setting
    """How the book prints it."""
    changed: bool
    """Whether the season plays it otherwise than the book prints it."""
    since: int | None
    """Number of the entry that set it last; null where it stands as the season was opened."""
    rule: str
    """Number of the rule that it bends."""


class PendingOut(msgspec.Struct, frozen=True, kw_only=True):
    """A house rule that changes when the season reaches a step: `S1` to `E9`, or `r4` for round 4."""

    switch: str
    """Name of the house rule."""
    setting: Setting
    """What it will be set to."""
    step: str
    """Step from which it is so: S1 to E9, or r4 for the fourth round."""
    rule: str
    """Number of the rule that it bends."""


class HouseRulesOut(msgspec.Struct, frozen=True, kw_only=True):
    """Every house rule of a season by name, and those that are to change. What each asks stands in the catalogue."""

    season: str
    edition: str
    """Edition of the campaign's rules that the season is played by."""
    switches: tuple[SwitchOut, ...]
    """Every house rule with its setting, those of the campaign first."""
    pending: tuple[PendingOut, ...]
    """House rules that change later, in the order they were given."""


class AnswersOut(msgspec.Struct, frozen=True, kw_only=True):
    """A published version of the answers: what it changed and what that was, when it took effect, and its entry.

    `acknowledged_by` are the franchises whose owners have taken note of it.
    """

    number: int
    """Number of the version, 1 for the first."""
    answers: dict[str, Setting]
    """Settings that the version changed, by the house rule's name."""
    was: dict[str, Setting]
    """Settings these had before, by the house rule's name."""
    note: str
    """What its commissioner says of it; may be empty."""
    step: str
    """Step from which it is so; empty where it took effect at once."""
    published_at: datetime
    """When it was published."""
    entry: int
    """Number of the first entry that set its answers."""
    acknowledged_by: tuple[str, ...]
    """Short ids of the franchises whose owners have taken note of it."""


class QuestionnaireOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published versions of a season's answers to the questionnaire of its house rules, the oldest first."""

    season: str
    versions: tuple[AnswersOut, ...]
    """The published versions, the oldest first."""


class AnnouncementOut(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement in the words it has now, as Markdown; `wordings` is how many it has had.

    A withdrawn one has words for commissioners alone.
    """

    number: int
    """Number of the announcement in its league, from 1 on."""
    title: str
    """Its title; empty where it is withdrawn and you are no commissioner."""
    text: str
    """Its text as Markdown; empty where it is withdrawn and you are no commissioner."""
    pinned: bool
    """Whether it stands at the head of the league's page."""
    wordings: int
    """How many wordings it has had."""
    posted_at: datetime
    """When it was posted."""
    worded_at: datetime
    """When it got the wording it has."""
    withdrawn_at: datetime | None
    """When it was withdrawn; null while it stands."""


class AnnouncementsOut(msgspec.Struct, frozen=True, kw_only=True):
    """Announcements after a number, the oldest first; `next` is what to ask `after` for more, null at the end."""

    league: str
    announcements: tuple[AnnouncementOut, ...]
    """The announcements after the number that was sent, the oldest first."""
    next: int | None


class HeadOut(msgspec.Struct, frozen=True, kw_only=True):
    """A link of a season's chain at which something was over: whoever copied it can tell whether it still is."""

    number: int
    """Number of the entry."""
    hash: str
    """Hash of the entry, 64 hex digits; `verify.py --head` takes both."""
    at: datetime
    """When the entry was written."""
    command: str
    """Type of the command that the entry holds."""


class SeasonHeadsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published heads of a season, the latest first; `entries` and `head` are those of now."""

    season: str
    entries: int
    """How many entries the journal has now."""
    head: str
    """Hash of the last of them, 64 hex digits."""
    heads: tuple[HeadOut, ...]
    """Entries at which a match was settled, a round closed or the past amended, the latest first."""


class HeadsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The published heads of a league's seasons, the newest season first."""

    league: str
    seasons: tuple[SeasonHeadsOut, ...]
    """The seasons of the league, the newest first."""


class ChampionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season with whoever was first in its final table, null before there is one, and the bonus of its Cup."""

    season: str
    step: str
    """Step the season has reached."""
    franchise: str | None
    """Short id of the franchise that was first in its final table; null before there is one."""
    points: int
    """Match points of that franchise in the season; 0 before there is a final table."""
    wins: int
    """Wins of that franchise in the season; 0 before there is a final table."""
    second: str | None
    """Short id of the franchise that was second; null where there is none."""
    cup_bonus: int | None
    """Bonus of the Metal Cup that the first won, in credits; null where it did not win it."""


class FranchiseTotalsOut(msgspec.Struct, frozen=True, kw_only=True):
    """A franchise over all its seasons: `run` is its longest run of wins, `richest` its most at a season's end."""

    franchise: str
    name: str
    """What the franchise is called."""
    seasons: int
    """How many seasons it has played."""
    titles: int
    """How many final tables it was first in."""
    cups: int
    """How many Metal Cups it has won."""
    matches: int
    """How many matches of it have a result."""
    wins: int
    """How many matches it has won."""
    points: int
    """Its match points of all seasons."""
    criticals: int
    """Its criticals of all seasons."""
    run: int
    """Most matches it has won one after the other."""
    prizes: int
    """Prize money of all its matches, in credits."""
    richest: int
    """Highest balance it had at the end of a season, in credits; 0 before one is closed."""
    out: int
    """How often its drivers were out of action."""


class DriverTotalsOut(msgspec.Struct, frozen=True, kw_only=True):
    """A driver over all their matches for one franchise; experience and level are the most they had."""

    driver: str
    name: str
    """What the driver is called."""
    franchise: str
    """Short id of the franchise for which these matches were driven."""
    matches: int
    """How many matches they took part in for it."""
    heats: int
    """How many heats they took part in for it."""
    criticals: int
    """Criticals on enemies that were credited to them."""
    scores: int
    """How often they scored."""
    kills: int
    """Kills that were credited to them."""
    xp: int
    """Most experience they had while they drove for it."""
    level: int
    """Highest level they had while they drove for it."""
    out: int
    """How often they were out of action."""


class CarTotalsOut(msgspec.Struct, frozen=True, kw_only=True):
    """A car over all its matches: the criticals it came back with, and how often it was destroyed."""

    car: str
    name: str
    """What the car is called."""
    franchise: str
    matches: int
    """How many matches it was in."""
    criticals: int
    """Criticals it came back with, summed over its matches."""
    destroyed: int
    """How often it was destroyed."""


class FeatOut(msgspec.Struct, frozen=True, kw_only=True):
    """A record that stands: what it is of, at what, who holds it, and where and in which season it was set."""

    part: str
    """Which part of the record book it belongs to: Matches, Franchises or Drivers."""
    of: str
    """What the record is of, in words."""
    value: str
    """What it stands at, in words with units."""
    holders: tuple[str, ...]
    """Names of the franchises or drivers who hold it."""
    where: str
    """Where it was set, in words."""
    season: int
    """Number of the season in which it was set."""


class RecordsOut(msgspec.Struct, frozen=True, kw_only=True):
    """The records of a league over all its seasons, as every result stands now."""

    league: str
    champions: tuple[ChampionOut, ...]
    """The seasons with their champions, the newest first."""
    feats: tuple[FeatOut, ...]
    """The records that stand, those of matches first."""
    franchises: tuple[FranchiseTotalsOut, ...]
    """What each franchise did over all its seasons."""
    drivers: tuple[DriverTotalsOut, ...]
    """What each driver did for each franchise."""
    cars: tuple[CarTotalsOut, ...]
    """What each car did."""
