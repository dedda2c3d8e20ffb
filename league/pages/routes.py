"""Where things live: one table from objects to addresses, so that templates know objects and not routes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.urls import get_script_prefix, register_converter, reverse

from drivers.models import Driver, Sheet
from franchises.models import Franchise, FranchiseSeason
from league.models import Entry, League, Match, Season


class NameConverter:
    """A short name: small letters, digits, dashes and dots."""

    regex = r"[a-z0-9][a-z0-9.\-]*"

    def to_python(self, value: str) -> str:
        """The name as it stands."""
        return value

    def to_url(self, value: str) -> str:
        """The name as it stands."""
        return value


class SeasonConverter(NameConverter):
    """A season's short name."""

    regex = r"(?![fd]/)[a-z0-9][a-z0-9.\-]*"


register_converter(NameConverter, "name")
register_converter(SeasonConverter, "season")


class NoRoute(TypeError):
    """A template links to a kind of thing that has no page."""


def local(id: str) -> str:
    """The last part of a stored id, the name people and commands use: `rust/s1/razors` is `razors`."""
    return id.rsplit("/", 1)[-1]


@lru_cache(maxsize=4096)
def _reversed(_prefix: str, name: str, parts: tuple[str | int | UUID, ...]) -> str:
    return reverse(name, args=parts)


def _at(name: str, *parts: str | int | UUID) -> str:
    """An address by its name, made once: a page of a large league holds hundreds."""
    return _reversed(get_script_prefix(), name, parts)


def league_at(league: str) -> str:
    """The home of a league."""
    return _at("league", league)


def season_at(season: str) -> str:
    """The page of a season, by its stored id."""
    return _at("season", *season.split("/"))


def match_at(match: str) -> str:
    """The page of a match, by its stored id."""
    return _at("match", *match.split("/"))


def match_log_at(match: str) -> str:
    """What happened in a match that was resolved here, by its stored id."""
    return _at("match_log", *match.split("/"))


def match_log_file_at(match: str) -> str:
    """The file of such a match's log, by its stored id."""
    return _at("match_log_file", *match.split("/"))


def franchise_at(league: str, franchise: str) -> str:
    """The page of a franchise, by its short name."""
    return _at("franchise", league, franchise)


def driver_at(league: str, driver: str) -> str:
    """The page of a driver, by his short name."""
    return _at("driver", league, driver)


def drivers_at(season: str) -> str:
    """The drivers of a season."""
    return _at("drivers", *season.split("/"))


def journal_at(season: str) -> str:
    """The journal of a season."""
    return _at("journal", *season.split("/"))


def heads_at(league: str) -> str:
    """The published heads of a league."""
    return _at("heads", league)


def export_at(season: str) -> str:
    """The public export of a season."""
    return _at("export", *season.split("/"))


def rules_at(season: str) -> str:
    """The house rules of a season."""
    return _at("rules", *season.split("/"))


def draft_at(season: str) -> str:
    """The draft of a season."""
    return _at("draft", *season.split("/"))


def market_at(season: str) -> str:
    """The market of a season."""
    return _at("market", *season.split("/"))


def entry_at(season: str, number: int) -> str:
    """One entry of a season's journal."""
    return _at("entry", *season.split("/"), number)


def amends_at(season: str) -> str:
    """The amends of a season."""
    return _at("amends", *season.split("/"))


def amend_at(season: str, number: int) -> str:
    """What one amend of a season came to, by its entry's number."""
    return _at("amend", *season.split("/"), number)


def jobs_at(league: str) -> str:
    """The jobs of a league."""
    return _at("jobs", league)


def job_at(league: str, job: UUID) -> str:
    """One job of a league."""
    return _at("job", league, job)


def pool_at(season: str) -> str:
    """The sponsor pool of a season."""
    return _at("pool", *season.split("/"))


def inbox_at() -> str:
    """Everything a person was told, in all leagues."""
    return _at("inbox")


def _first(id: str) -> str:
    return id.split("/", 1)[0]


ROUTES: dict[type, Callable[[Any], str]] = {
    League: lambda it: league_at(it.pk),
    Season: lambda it: season_at(it.pk),
    Match: lambda it: match_at(it.pk),
    Franchise: lambda it: franchise_at(_first(it.pk), local(it.pk)),
    FranchiseSeason: lambda it: franchise_at(_first(it.pk), local(it.pk)),
    Driver: lambda it: driver_at(_first(it.pk), local(it.pk)),
    Sheet: lambda it: driver_at(_first(it.pk), local(it.pk)),
    Entry: lambda it: entry_at(it.season_id, it.number),
}


def address(thing: object) -> str:
    """The address of the page about that thing. Raises `NoRoute` when it has none."""
    found = ROUTES.get(type(thing))
    if found is None:
        raise NoRoute(f"{type(thing).__name__} has no page: add it to ROUTES")
    return found(thing)
