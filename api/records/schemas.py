"""Schemas of records: champions, totals and feats."""

from __future__ import annotations

import msgspec


class ChampionOut(msgspec.Struct, frozen=True, kw_only=True):
    """A season with the first of its final table, null before there is one, and the bonus of its Cup."""

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
    """A current record: what it is of, its value, who holds it, and where and in which season it was set."""

    part: str
    """Which part of the record book it belongs to: Matches, Franchises or Drivers."""
    of: str
    """What the record is of, in words."""
    value: str
    """Its value, in words with units."""
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
