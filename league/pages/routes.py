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
from rules.rulebook.books import book_name_of_rule


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


def schedule_at(season: str) -> str:
    """The schedule of a season."""
    return _at("schedule", *season.split("/"))


def round_plan_at(season: str, number: int) -> str:
    """The plan of a round that is not announced yet."""
    return _at("round_plan", *season.split("/"), number)


def report_at(match: str) -> str:
    """Where a match is reported, by its stored id."""
    return _at("report", *match.split("/"))


def appeal_at(match: str) -> str:
    """Where appeals against a match's result are sent, by its stored id."""
    return _at("appeal", *match.split("/"))


def sheet_at(match: str) -> str:
    """The sheet of a match to print, by its stored id."""
    return _at("sheet", *match.split("/"))


def match_log_at(match: str) -> str:
    """What happened in a match that was resolved here, by its stored id."""
    return _at("match_log", *match.split("/"))


def match_log_file_at(match: str) -> str:
    """The file of such a match's log, by its stored id."""
    return _at("match_log_file", *match.split("/"))


def replay_at(match: str) -> str:
    """A match that was resolved here, to be looked at moment by moment, by its stored id."""
    return _at("replay", *match.split("/"))


def replay_frames_at(match: str) -> str:
    """The frames of such a replay for a program, by the match's stored id."""
    return _at("replay_frames", *match.split("/"))


def franchise_at(league: str, franchise: str) -> str:
    """The page of a franchise, by its short name."""
    return _at("franchise", league, franchise)


def announcements_at(league: str) -> str:
    """What the commissioners of a league announced."""
    return _at("announcements", league)


def announcement_at(league: str, number: int) -> str:
    """One of their announcements."""
    return _at("announcement", league, number)


def founding_at(league: str, franchise: str) -> str:
    """The page that leads a franchise through its setup, by its short name."""
    return _at("franchise-founding", league, franchise)


def command_at(season: str, tag: str) -> str:
    """The form at the desk that gives a command."""
    return _at("command", *season.split("/"), tag)


def franchise_part_at(league: str, franchise: str, part: str) -> str:
    """Another page of a franchise, by the last part of its address, such as `stores`."""
    return _at(f"franchise-{part}", league, franchise)


def driver_at(league: str, driver: str) -> str:
    """The page of a driver, by his short name."""
    return _at("driver", league, driver)


def following_at(season: str) -> str:
    """Where the season after a closed one is opened."""
    return _at("following", *season.split("/"))


def board_at(season: str) -> str:
    """The commissioner's board of a season."""
    return _at("board", *season.split("/"))


def drivers_at(season: str) -> str:
    """The drivers of a season."""
    return _at("drivers", *season.split("/"))


def journal_at(season: str) -> str:
    """The journal of a season."""
    return _at("journal", *season.split("/"))


def records_at(league: str) -> str:
    """The records of a league."""
    return _at("records", league)


def standings_at(season: str, after: int | None = None) -> str:
    """The standings of a season, or as they were after a round."""
    address = _at("standings", *season.split("/"))
    return address if after is None else f"{address}?after={after}"


def heads_at(league: str) -> str:
    """The published heads of a league."""
    return _at("heads", league)


def fair_at(season: str) -> str:
    """How fair a season is."""
    return _at("fair", *season.split("/"))


def awaited_at(season: str) -> str:
    """What of a season has yet to fall."""
    return _at("awaited", *season.split("/"))


def awaited_act_at(season: str, entry: int) -> str:
    """Where a round is pasted, or words are given, for what an entry awaits."""
    return _at("awaited_act", *season.split("/"), entry)


def fair_hashes_at(season: str) -> str:
    """The hashes of a season's entries, for a browser that compares its receipts."""
    return _at("fair_hashes", *season.split("/"))


def export_at(season: str) -> str:
    """The public export of a season."""
    return _at("export", *season.split("/"))


def rules_at(season: str) -> str:
    """The house rules of a season."""
    return _at("rules", *season.split("/"))


def acts_at(season: str) -> str:
    """The house acts of a season."""
    return _at("acts", *season.split("/"))


def questionnaire_at(season: str, version: int | None = None) -> str:
    """The questionnaire of a season's house rules, or one version of its answers."""
    if version is None:
        return _at("questionnaire", *season.split("/"))
    return _at("answers", *season.split("/"), version)


def draft_at(season: str) -> str:
    """The draft of a season."""
    return _at("draft", *season.split("/"))


def market_at(season: str) -> str:
    """The market of a season."""
    return _at("market", *season.split("/"))


def entry_at(season: str, number: int) -> str:
    """One entry of a season's journal."""
    return _at("entry", *season.split("/"), number)


def rulings_at(season: str) -> str:
    """The rulings of commissioners on what is their own, in a season."""
    return _at("rulings", *season.split("/"))


def put_right_at(season: str, number: int) -> str:
    """Where an entry of a season is put right."""
    return _at("put_right", *season.split("/"), number)


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


def people_at(league: str) -> str:
    """The people of a league."""
    return _at("people", league)


def tokens_at(league: str) -> str:
    """The tokens of a league: a member's own, and everybody's for its commissioners."""
    return _at("tokens", league)


def sandboxes_at(season: str) -> str:
    """The sandboxes of a season, by its stored id."""
    return _at("sandboxes", *season.split("/"))


def webhooks_at(league: str, of: int | None = None) -> str:
    """The webhooks of a league, with the messages of the one of that number."""
    return _at("webhooks", league) + (f"?of={of}" if of else "")


def person_at(league: str, member: int) -> str:
    """One member of a league, for its commissioners."""
    return _at("person", league, member)


def join_at(token: str) -> str:
    """An invitation, by the token of its link."""
    return reverse("join", args=[token])


def rulebook_at(season: str = "") -> str:
    """The rulebook, as a season by its stored id plays it where one is named."""
    return _at("season_rulebook", *season.split("/")) if season else _at("rulebook")


def book_at(book: str, season: str = "") -> str:
    """A book of the rulebook by its name, as a season by its stored id plays it where one is named."""
    return _at("season_book", *season.split("/"), book) if season else _at("book", book)


def rule_at(rule: str, season: str = "") -> str:
    """Where a rule stands in the rulebook, by its ID; empty when no book has it."""
    book = book_name_of_rule(rule)
    return f"{book_at(book, season)}#{rule}" if book else ""


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
