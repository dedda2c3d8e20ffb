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
from explain.question_pages import page_of_question
from franchises.models import Franchise, FranchiseSeason
from league.models import Entry, League, Match, Season


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


def league_url(league: str) -> str:
    """The home of a league."""
    return route_url("league", league)


def season_url(season: str) -> str:
    """The page of a season, by its stored id."""
    return route_url("season", *season.split("/"))


def match_url(match: str) -> str:
    """The page of a match, by its stored id."""
    return route_url("match", *match.split("/"))


def settlement_url(match: str) -> str:
    """The steps of a match and its settlement, by the match's stored id."""
    return route_url("settlement", *match.split("/"))


def reward_url(match: str, franchise: str) -> str:
    """What a settled match came to for a franchise, by the match's stored id and the franchise's short one."""
    return route_url("reward", *match.split("/"), franchise)


def season_end_url(season: str) -> str:
    """The steps of a season's end, by its stored id."""
    return route_url("season_end", *season.split("/"))


def season_round_up_url(season: str) -> str:
    """The round-up of a season, by its stored id."""
    return route_url("season_round_up", *season.split("/"))


def round_up_url(season: str, number: int) -> str:
    """The round-up of a round of a season."""
    return route_url("round_up", *season.split("/"), number)


def schedule_url(season: str) -> str:
    """The schedule of a season."""
    return route_url("schedule", *season.split("/"))


def round_plan_url(season: str, number: int) -> str:
    """The plan of a round that is not announced yet."""
    return route_url("round_plan", *season.split("/"), number)


def report_url(match: str) -> str:
    """The page to report a match, by its stored id."""
    return route_url("report", *match.split("/"))


def appeal_url(match: str) -> str:
    """The page to appeal against a match's result, by its stored id."""
    return route_url("appeal", *match.split("/"))


def match_time_url(match: str) -> str:
    """The page where the sides of a match agree on its time, by its stored id."""
    return route_url("match_time", *match.split("/"))


def match_sheet_url(match: str) -> str:
    """The printable sheet of a match, by its stored id."""
    return route_url("sheet", *match.split("/"))


def match_log_url(match: str) -> str:
    """What happened in a match that was resolved here, by its stored id."""
    return route_url("match_log", *match.split("/"))


def match_log_file_url(match: str) -> str:
    """The log file of a match that was resolved here, by its stored id."""
    return route_url("match_log_file", *match.split("/"))


def replay_url(match: str) -> str:
    """The replay of a match that was resolved here, by its stored id."""
    return route_url("replay", *match.split("/"))


def replay_still_url(match: str) -> str:
    """A step of a replay as a picture, by the match's stored id."""
    return route_url("replay_still", *match.split("/"))


def replay_card_url(match: str) -> str:
    """The picture that is shown where a match's address is shared, by the match's stored id."""
    return route_url("replay_card", *match.split("/"))


def replay_frames_url(match: str) -> str:
    """The frames of a replay for programs, by the match's stored id."""
    return route_url("replay_frames", *match.split("/"))


def franchise_url(league: str, franchise: str) -> str:
    """The page of a franchise, by its short name."""
    return route_url("franchise", league, franchise)


def crest_svg_url(league: str, franchise: str) -> str:
    """The picture of a franchise's crest, by the franchise's short name."""
    return route_url("franchise-crest-svg", league, franchise)


def announcements_url(league: str) -> str:
    """The announcements of a league."""
    return route_url("announcements", league)


def announcement_url(league: str, number: int) -> str:
    """One announcement of a league."""
    return route_url("announcement", league, number)


def franchise_setup_url(league: str, franchise: str) -> str:
    """The page that guides a franchise through its setup, by its short name."""
    return route_url("franchise-founding", league, franchise)


def command_url(season: str, tag: str) -> str:
    """The form at the desk that gives a command."""
    return route_url("command", *season.split("/"), tag)


def franchise_tab_url(league: str, franchise: str, part: str) -> str:
    """Another page of a franchise, by the last part of its address, such as `stores`."""
    return route_url(f"franchise-{part}", league, franchise)


def driver_url(league: str, driver: str) -> str:
    """The page of a driver, by their short name."""
    return route_url("driver", league, driver)


def car_url(league: str, franchise: str, car: str) -> str:
    """The page of a car in its garage, by the short names of its franchise and itself."""
    return route_url("car", league, franchise, car)


def names_url(league: str, kind: str, subject: str) -> str:
    """The names of a thing of the league, by its kind and short id: what it is called and was called before."""
    return route_url("names", league, kind, subject)


def next_season_url(season: str) -> str:
    """The page to open the season after a closed one."""
    return route_url("following", *season.split("/"))


def board_url(season: str) -> str:
    """The commissioner's board of a season."""
    return route_url("board", *season.split("/"))


def drivers_url(season: str) -> str:
    """The drivers of a season."""
    return route_url("drivers", *season.split("/"))


def journal_url(season: str) -> str:
    """The journal of a season."""
    return route_url("journal", *season.split("/"))


def records_url(league: str) -> str:
    """The records of a league."""
    return route_url("records", league)


def standings_url(season: str, after: int | None = None) -> str:
    """The standings of a season, or as they were after a round."""
    address = route_url("standings", *season.split("/"))
    return address if after is None else f"{address}?after={after}"


def heads_url(league: str) -> str:
    """The published heads of a league."""
    return route_url("heads", league)


def fairness_url(season: str) -> str:
    """The page about the fairness of a season."""
    return route_url("fair", *season.split("/"))


def awaited_dice_url(season: str) -> str:
    """The awaited dice of a season."""
    return route_url("awaited", *season.split("/"))


def awaited_dice_action_url(season: str, entry: int) -> str:
    """The page to paste a round or submit words for the dice that an entry awaits."""
    return route_url("awaited_act", *season.split("/"), entry)


def entry_hashes_url(season: str) -> str:
    """The hashes of a season's entries, for a browser that compares its receipts."""
    return route_url("fair_hashes", *season.split("/"))


def export_url(season: str) -> str:
    """The public export of a season."""
    return route_url("export", *season.split("/"))


def house_rules_url(season: str) -> str:
    """The house rules of a season."""
    return route_url("rules", *season.split("/"))


def house_acts_url(season: str) -> str:
    """The house acts of a season."""
    return route_url("acts", *season.split("/"))


def questionnaires_url(season: str) -> str:
    """The list of the questionnaires that a season answers."""
    return route_url("questionnaires", *season.split("/"))


def questionnaire_url(season: str, questionnaire: str, version: int | None = None) -> str:
    """A questionnaire of a season, or one version of its answers."""
    if version is None:
        return route_url("questionnaire", *season.split("/"), questionnaire)
    return route_url("answers", *season.split("/"), questionnaire, version)


def question_section_url(season: str, questionnaire: str, section: str) -> str:
    """A page of a questionnaire's questions, by the name of the page."""
    return route_url("questionnaire-section", *season.split("/"), questionnaire, section)


def question_url(season: str, questionnaire: str, question: str) -> str:
    """A question on the page of its section; one of the league's own is found by the questionnaire's first page."""
    if section := page_of_question(questionnaire, question):
        page = question_section_url(season, questionnaire, section)
    else:
        page = f"{questionnaire_url(season, questionnaire)}?{urlencode({'question': question})}"
    return f"{page}#{question_anchor(question)}"


def ruled_question_url(season: str, questionnaire: str, question: str, *, ruling: int) -> str:
    """A question alone, to be answered as it was ruled; `ruling` is the number of the question that was put."""
    home = route_url("questionnaire", *season.split("/"), questionnaire)
    return f"{home}?{urlencode({'q': question, 'ruling': ruling})}#{question_anchor(question)}"


def answers_draft_url(season: str, questionnaire: str) -> str:
    """The draft of the answers to a questionnaire."""
    return route_url("answers_draft", *season.split("/"), questionnaire)


def question_anchor(key: str) -> str:
    """The id of a question on its page."""
    return slugify(key)


def draft_url(season: str) -> str:
    """The draft of a season."""
    return route_url("draft", *season.split("/"))


def season_market_url(season: str) -> str:
    """The market of a season."""
    return route_url("market", *season.split("/"))


def entry_url(season: str, number: int) -> str:
    """One entry of a season's journal."""
    return route_url("entry", *season.split("/"), number)


def procedures_url(season: str, *, duel: str = "") -> str:
    """The procedures of a referee in a season, or with the uses that served a duel."""
    return route_url("procedures", *season.split("/")) + (f"?{urlencode({'duel': duel})}" if duel else "")


def procedure_chapter_url(season: str, chapter: str, *, duel: str = "") -> str:
    """A chapter of the procedures by its name, or for a duel that they serve."""
    query = f"?{urlencode({'duel': duel})}" if duel else ""
    return route_url("procedure-chapter", *season.split("/"), chapter) + query


def procedure_url(season: str, tag: str, *, use: str = "", duel: str = "") -> str:
    """The page of a procedure of a referee, or of one use of it, or with its form for a duel."""
    query = {name: value for name, value in (("use", use), ("duel", duel)) if value}
    return route_url("procedure", *season.split("/"), tag) + (f"?{urlencode(query)}" if query else "")


def rulings_url(season: str) -> str:
    """The rulings of commissioners on their own matches or franchises, in a season."""
    return route_url("rulings", *season.split("/"))


def put_questions_url(season: str, number: int | None = None) -> str:
    """The questions put to the commissioners of a season, or one of them."""
    page = route_url("put-questions", *season.split("/"))
    return page if number is None else f"{page}#question-{number}"


def put_right_url(season: str, number: int) -> str:
    """The page to correct an entry of a season."""
    return route_url("put_right", *season.split("/"), number)


def amends_url(season: str) -> str:
    """The amends of a season."""
    return route_url("amends", *season.split("/"))


def amend_url(season: str, number: int) -> str:
    """The effects of one amend of a season, by its entry's number."""
    return route_url("amend", *season.split("/"), number)


def jobs_url(league: str) -> str:
    """The jobs of a league."""
    return route_url("jobs", league)


def job_url(league: str, job: UUID) -> str:
    """One job of a league."""
    return route_url("job", league, job)


def sponsor_pool_url(season: str) -> str:
    """The sponsor pool of a season."""
    return route_url("pool", *season.split("/"))


def people_url(league: str) -> str:
    """The people of a league."""
    return route_url("people", league)


def tokens_url(league: str) -> str:
    """The tokens of a league: for members their own, for commissioners everybody's."""
    return route_url("tokens", league)


def sandboxes_url(season: str) -> str:
    """The sandboxes of a season, by its stored id."""
    return route_url("sandboxes", *season.split("/"))


def webhooks_url(league: str, of: int | None = None) -> str:
    """The webhooks of a league, with the messages of one of them if its number is passed."""
    return route_url("webhooks", league) + (f"?of={of}" if of else "")


def member_url(league: str, member: int) -> str:
    """One member of a league, for its commissioners."""
    return route_url("person", league, member)


def invitation_url(token: str) -> str:
    """An invitation, by the token of its link."""
    return reverse("join", args=[token])


def inbox_url() -> str:
    """The inbox of a person, for all their leagues."""
    return route_url("inbox")


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


def duels_url(season: str) -> str:
    """The duels of a season that are run at a referee's table."""
    return route_url("duels", *season.split("/"))


def new_duel_url(season: str) -> str:
    """The form that opens a duel."""
    return route_url("duel_new", *season.split("/"))


def duel_url(season: str, number: int) -> str:
    """The page of a duel."""
    return route_url("duel", *season.split("/"), number)


def duel_state_url(season: str, number: int) -> str:
    """A duel as scripts read it."""
    return route_url("duel_state", *season.split("/"), number)


def duel_actions_url(season: str, number: int) -> str:
    """Where scripts send what was done at the table of a duel."""
    return route_url("duel_actions", *season.split("/"), number)


def duel_file_url(season: str, number: int) -> str:
    """A duel as a file for `manage.py score`."""
    return route_url("duel_file", *season.split("/"), number)


def duel_report_url(season: str, number: int) -> str:
    """The report of a duel's match, filled in."""
    return route_url("duel_report", *season.split("/"), number)


def future_url(league: str) -> str:
    """What becomes of a league: archived, deleted, or handed over."""
    return route_url("future", league)


def seats_url() -> str:
    """Leagues that offer seats, and people who look for one."""
    return route_url("seats")


def league_seats_url(league: str) -> str:
    """What a league advertises of its seats, and who asks for one."""
    return route_url("league_seats", league)


def league_export_url(league: str) -> str:
    """The file of a whole league that will be deleted."""
    return route_url("league_export", league)


def calendar_address_url(league: str) -> str:
    """The page of a member's own calendar and feed addresses."""
    return route_url("calendar_address", league)


def league_calendar_url(league: str) -> str:
    """The calendar of a league's current season, as a file that calendars subscribe to."""
    return route_url("league_calendar", league)


def journal_feed_url(league: str) -> str:
    """The journal of a league's current season as an Atom feed."""
    return route_url("journal_feed", league)


def templates_url() -> str:
    """League templates that everybody may read, and a person's own."""
    return route_url("templates")


def template_url(key: str) -> str:
    """What a league template holds."""
    return route_url("template", key)


def season_template_url(season: str) -> str:
    """The page on which a template is made of a season, given by its stored id."""
    return route_url("season_template", *season.split("/"))


def route_url(name: str, *parts: str | int | UUID) -> str:
    """The address of a named route with these parts, below the site's own prefix."""
    return _cached_reverse(get_script_prefix(), name, parts)


@lru_cache(maxsize=4096)
def _cached_reverse(_prefix: str, name: str, parts: tuple[str | int | UUID, ...]) -> str:
    return reverse(name, args=parts)
