"""The addresses of pages: templates link objects and need not know routes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import get_script_prefix, register_converter, reverse
from django.utils.text import slugify

from drivers.models import Driver, Sheet
from franchises.models import Franchise, FranchiseSeason
from league.models import Entry, League, Match, Season
from rules.rulebook.books import book_name_of_rule


class ShortNameConverter:
    """A short name: lower-case letters, digits, dashes and dots."""

    regex = r"[a-z0-9][a-z0-9.\-]*"

    def to_python(self, value: str) -> str:
        """The name, unchanged."""
        return value

    def to_url(self, value: str) -> str:
        """The name, unchanged."""
        return value


class SeasonConverter(ShortNameConverter):
    """A season's short name."""

    regex = r"(?![fd]/)[a-z0-9][a-z0-9.\-]*"


register_converter(ShortNameConverter, "name")
register_converter(SeasonConverter, "season")


class NoRoute(TypeError):
    """A template links to a kind of thing that has no page."""


def short_id(id: str) -> str:
    """The last part of a stored id, which people and commands use: `rust/s1/razors` is `razors`."""
    return id.rsplit("/", 1)[-1]


@lru_cache(maxsize=4096)
def _cached_reverse(_prefix: str, name: str, parts: tuple[str | int | UUID, ...]) -> str:
    return reverse(name, args=parts)


def _url(name: str, *parts: str | int | UUID) -> str:
    """The address of a named route, cached because a page of a large league has hundreds."""
    return _cached_reverse(get_script_prefix(), name, parts)


def league_url(league: str) -> str:
    """The home of a league."""
    return _url("league", league)


def season_url(season: str) -> str:
    """The page of a season, by its stored id."""
    return _url("season", *season.split("/"))


def match_url(match: str) -> str:
    """The page of a match, by its stored id."""
    return _url("match", *match.split("/"))


def schedule_url(season: str) -> str:
    """The schedule of a season."""
    return _url("schedule", *season.split("/"))


def round_plan_url(season: str, number: int) -> str:
    """The plan of a round that is not announced yet."""
    return _url("round_plan", *season.split("/"), number)


def report_url(match: str) -> str:
    """The page to report a match, by its stored id."""
    return _url("report", *match.split("/"))


def appeal_url(match: str) -> str:
    """The page to appeal against a match's result, by its stored id."""
    return _url("appeal", *match.split("/"))


def match_sheet_url(match: str) -> str:
    """The printable sheet of a match, by its stored id."""
    return _url("sheet", *match.split("/"))


def match_log_url(match: str) -> str:
    """What happened in a match that was resolved here, by its stored id."""
    return _url("match_log", *match.split("/"))


def match_log_file_url(match: str) -> str:
    """The log file of a match that was resolved here, by its stored id."""
    return _url("match_log_file", *match.split("/"))


def replay_url(match: str) -> str:
    """The replay of a match that was resolved here, by its stored id."""
    return _url("replay", *match.split("/"))


def replay_frames_url(match: str) -> str:
    """The frames of a replay for programs, by the match's stored id."""
    return _url("replay_frames", *match.split("/"))


def franchise_url(league: str, franchise: str) -> str:
    """The page of a franchise, by its short name."""
    return _url("franchise", league, franchise)


def announcements_url(league: str) -> str:
    """The announcements of a league."""
    return _url("announcements", league)


def announcement_url(league: str, number: int) -> str:
    """One announcement of a league."""
    return _url("announcement", league, number)


def franchise_setup_url(league: str, franchise: str) -> str:
    """The page that guides a franchise through its setup, by its short name."""
    return _url("franchise-founding", league, franchise)


def command_url(season: str, tag: str) -> str:
    """The form at the desk that gives a command."""
    return _url("command", *season.split("/"), tag)


def franchise_tab_url(league: str, franchise: str, part: str) -> str:
    """Another page of a franchise, by the last part of its address, such as `stores`."""
    return _url(f"franchise-{part}", league, franchise)


def driver_url(league: str, driver: str) -> str:
    """The page of a driver, by their short name."""
    return _url("driver", league, driver)


def next_season_url(season: str) -> str:
    """The page to open the season after a closed one."""
    return _url("following", *season.split("/"))


def board_url(season: str) -> str:
    """The commissioner's board of a season."""
    return _url("board", *season.split("/"))


def drivers_url(season: str) -> str:
    """The drivers of a season."""
    return _url("drivers", *season.split("/"))


def journal_url(season: str) -> str:
    """The journal of a season."""
    return _url("journal", *season.split("/"))


def records_url(league: str) -> str:
    """The records of a league."""
    return _url("records", league)


def standings_url(season: str, after: int | None = None) -> str:
    """The standings of a season, or as they were after a round."""
    address = _url("standings", *season.split("/"))
    return address if after is None else f"{address}?after={after}"


def heads_url(league: str) -> str:
    """The published heads of a league."""
    return _url("heads", league)


def fairness_url(season: str) -> str:
    """The page about the fairness of a season."""
    return _url("fair", *season.split("/"))


def awaited_dice_url(season: str) -> str:
    """The awaited dice of a season."""
    return _url("awaited", *season.split("/"))


def awaited_dice_action_url(season: str, entry: int) -> str:
    """The page to paste a round or submit words for the dice that an entry awaits."""
    return _url("awaited_act", *season.split("/"), entry)


def entry_hashes_url(season: str) -> str:
    """The hashes of a season's entries, for a browser that compares its receipts."""
    return _url("fair_hashes", *season.split("/"))


def export_url(season: str) -> str:
    """The public export of a season."""
    return _url("export", *season.split("/"))


def house_rules_url(season: str) -> str:
    """The house rules of a season."""
    return _url("rules", *season.split("/"))


def house_acts_url(season: str) -> str:
    """The house acts of a season."""
    return _url("acts", *season.split("/"))


def questionnaires_url(season: str) -> str:
    """The list of the questionnaires that a season answers."""
    return _url("questionnaires", *season.split("/"))


def questionnaire_url(season: str, questionnaire: str, version: int | None = None, *, question: str = "") -> str:
    """A questionnaire of a season, one of its questions, or one version of its answers."""
    if version is None:
        anchor = f"#{question_anchor(question)}" if question else ""
        return _url("questionnaire", *season.split("/"), questionnaire) + anchor
    return _url("answers", *season.split("/"), questionnaire, version)


def answers_draft_url(season: str, questionnaire: str) -> str:
    """The draft of the answers to a questionnaire."""
    return _url("answers_draft", *season.split("/"), questionnaire)


def question_anchor(key: str) -> str:
    """The id of a question on its page."""
    return slugify(key)


def draft_url(season: str) -> str:
    """The draft of a season."""
    return _url("draft", *season.split("/"))


def season_market_url(season: str) -> str:
    """The market of a season."""
    return _url("market", *season.split("/"))


def entry_url(season: str, number: int) -> str:
    """One entry of a season's journal."""
    return _url("entry", *season.split("/"), number)


def procedures_url(season: str, *, duel: str = "") -> str:
    """The procedures of a referee in a season, or with the uses that served a duel."""
    return _url("procedures", *season.split("/")) + (f"?{urlencode({'duel': duel})}" if duel else "")


def procedure_url(season: str, tag: str, *, use: str = "", duel: str = "") -> str:
    """The page of a procedure of a referee, or of one use of it, or with its form for a duel."""
    query = {name: value for name, value in (("use", use), ("duel", duel)) if value}
    return _url("procedure", *season.split("/"), tag) + (f"?{urlencode(query)}" if query else "")


def rulings_url(season: str) -> str:
    """The rulings of commissioners on their own matches or franchises, in a season."""
    return _url("rulings", *season.split("/"))


def duels_url(season: str) -> str:
    """The duels of a season that are run at a referee's table."""
    return _url("duels", *season.split("/"))


def new_duel_url(season: str) -> str:
    """The form that opens a duel."""
    return _url("duel_new", *season.split("/"))


def duel_url(season: str, number: int) -> str:
    """The page of a duel."""
    return _url("duel", *season.split("/"), number)


def duel_state_url(season: str, number: int) -> str:
    """A duel as scripts read it."""
    return _url("duel_state", *season.split("/"), number)


def duel_actions_url(season: str, number: int) -> str:
    """Where scripts send what was done at the table of a duel."""
    return _url("duel_actions", *season.split("/"), number)


def duel_file_url(season: str, number: int) -> str:
    """A duel as a file for `manage.py score`."""
    return _url("duel_file", *season.split("/"), number)


def duel_report_url(season: str, number: int) -> str:
    """The report of a duel's match, filled in."""
    return _url("duel_report", *season.split("/"), number)


def put_questions_url(season: str, number: int | None = None) -> str:
    """The questions put to the commissioners of a season, or one of them."""
    page = _url("put-questions", *season.split("/"))
    return page if number is None else f"{page}#question-{number}"


def put_right_url(season: str, number: int) -> str:
    """The page to correct an entry of a season."""
    return _url("put_right", *season.split("/"), number)


def amends_url(season: str) -> str:
    """The amends of a season."""
    return _url("amends", *season.split("/"))


def amend_url(season: str, number: int) -> str:
    """The effects of one amend of a season, by its entry's number."""
    return _url("amend", *season.split("/"), number)


def jobs_url(league: str) -> str:
    """The jobs of a league."""
    return _url("jobs", league)


def job_url(league: str, job: UUID) -> str:
    """One job of a league."""
    return _url("job", league, job)


def sponsor_pool_url(season: str) -> str:
    """The sponsor pool of a season."""
    return _url("pool", *season.split("/"))


def people_url(league: str) -> str:
    """The people of a league."""
    return _url("people", league)


def tokens_url(league: str) -> str:
    """The tokens of a league: for members their own, for commissioners everybody's."""
    return _url("tokens", league)


def sandboxes_url(season: str) -> str:
    """The sandboxes of a season, by its stored id."""
    return _url("sandboxes", *season.split("/"))


def webhooks_url(league: str, of: int | None = None) -> str:
    """The webhooks of a league, with the messages of one of them if its number is passed."""
    return _url("webhooks", league) + (f"?of={of}" if of else "")


def member_url(league: str, member: int) -> str:
    """One member of a league, for its commissioners."""
    return _url("person", league, member)


def invitation_url(token: str) -> str:
    """An invitation, by the token of its link."""
    return reverse("join", args=[token])


def rulebook_url(season: str = "") -> str:
    """The rulebook, optionally as a season with that stored id plays it."""
    return _url("season_rulebook", *season.split("/")) if season else _url("rulebook")


def book_url(book: str, season: str = "") -> str:
    """A book of the rulebook by name, optionally as a season with that stored id plays it."""
    return _url("season_book", *season.split("/"), book) if season else _url("book", book)


def rule_url(rule: str, season: str = "") -> str:
    """The place of a rule in the rulebook, by its ID; empty if no book has it."""
    book = book_name_of_rule(rule)
    return f"{book_url(book, season)}#{rule}" if book else ""


def inbox_url() -> str:
    """The inbox of a person, for all their leagues."""
    return _url("inbox")


def _first_part(id: str) -> str:
    return id.split("/", 1)[0]


URL_BY_MODEL: dict[type, Callable[[Any], str]] = {
    League: lambda row: league_url(row.pk),
    Season: lambda row: season_url(row.pk),
    Match: lambda row: match_url(row.pk),
    Franchise: lambda row: franchise_url(_first_part(row.pk), short_id(row.pk)),
    FranchiseSeason: lambda row: franchise_url(_first_part(row.pk), short_id(row.pk)),
    Driver: lambda row: driver_url(_first_part(row.pk), short_id(row.pk)),
    Sheet: lambda row: driver_url(_first_part(row.pk), short_id(row.pk)),
    Entry: lambda row: entry_url(row.season_id, row.number),
}


def object_url(thing: object) -> str:
    """The address of the page about an object. Raises `NoRoute` if it has none."""
    found = URL_BY_MODEL.get(type(thing))
    if found is None:
        raise NoRoute(f"{type(thing).__name__} has no page: add it to ROUTES")
    return found(thing)
