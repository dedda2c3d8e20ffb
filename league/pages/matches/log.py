"""What happened in a match that was run here: its story turn by turn, every roll, and its box score; by pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

import msgspec
from django.utils.safestring import SafeString

from explain import links
from explain.printed_names import as_title, ground_words, ruleset_title
from explain.rulebook_links import rule_link
from journal import entry_body as bodies
from journal.match_logs import read_match_log
from league.access import Viewer
from league.models import League, MatchLog, Season
from league.pages.base_context import franchise_color, match_base_context
from league.pages.dice.entry_leaf import check_of_match
from league.pages.list_pages import PageLink, page_links, phone_lines
from league.pages.matches.box_score import (
    CarFate,
    CrewLine,
    ItemFate,
    TeamScore,
    box_page,
    item_fates_in,
    models_of_packet,
    score_of,
)
from league.pages.matches.names import MatchNames
from league.pages.matches.rolls import (
    Procedure,
    RollPart,
    Throw,
    count_dice,
    dice_by_path,
    reason_without_id,
    rolls_for,
    rolls_of,
)
from league.pages.matches.story import Jumps, StoryLine, StoryPart, jumps, parts_about, parts_of, titles_of_rules
from league.pages.ruleset_tables import render_table
from league.queries.dice_keys import MatchDice, dice_of_match
from league.queries.matches import SETTLEMENT_CLOSED_STEPS, line_ups, names_of_cars_and_drivers, standing_log
from league.queries.names import match_title
from rules.core.page_breaks import page_breaks, page_of
from rules.core.refusals import Refusal
from rules.match.drawing.car_silhouettes import CarModel
from rules.match.packet import Packet
from rules.match.registry import get_ruleset, rulesets
from rules.match.report import Report
from rules.match.text_tables import Table

LINES_A_PAGE = 120
"""The most lines on a page, as a phone shows them."""
MAX_NUMBER_DIGITS = 6
P = TypeVar("P", StoryPart, RollPart)


@dataclass(frozen=True, slots=True)
class LogPlace:
    """Where in a log a visitor wants to be: at the line with a number, at the part with an anchor, or on a page.

    A line comes first, then a part.
    """

    page: int = 1
    line: str = ""
    part: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> LogPlace:
        """Read the query string; a page that is no number is the first."""
        page = query.get("page", "")
        number = int(page) if page.isdecimal() and len(page) <= MAX_NUMBER_DIGITS else 1
        return cls(page=number, line=query.get("line", ""), part=query.get("part", ""))


BEGINNING = LogPlace()


@dataclass(frozen=True, slots=True)
class LogPage(Generic[P]):
    """A page of a log: its parts with what is on it of them, and which of them began on an earlier page."""

    number: int
    parts: Sequence[P]
    continued: frozenset[str]
    how_many: int
    headings: Sequence[P]
    """Every part of the log, for the links to them."""
    page_by_anchor: Mapping[str, int]

    def links(self, url: Callable[[int], str]) -> list[PageLink]:
        """The links to its pages; `url` gives the address of a page by its number."""
        return page_links(url, here=self.number, how_many=self.how_many)

    def jumps(self, url: Callable[[int], str]) -> list[Jumps]:
        """The links to all parts in rows, each to its own page."""
        return [
            replace(row, places=tuple((self._href(anchor, url), words) for anchor, words in row.places))
            for row in jumps(self.headings)
        ]

    def _href(self, anchor: str, url: Callable[[int], str]) -> str:
        number = self.page_by_anchor[anchor]
        return f"#{anchor}" if number == self.number else f"{url(number)}#{anchor}"


def page_of_story(parts: Sequence[StoryPart], place: LogPlace) -> LogPage[StoryPart]:
    """The page of a story with that place."""
    lines = [
        (section, index, line.number) for section, part in enumerate(parts) for index, line in enumerate(part.lines)
    ]
    at = next(((section, index) for section, index, number in lines if number == place.line), None)
    return _page(
        parts,
        [[_line_height(line) for line in part.lines] for part in parts],
        [phone_lines(part.note) + 2 for part in parts],
        lambda part, start, end: replace(part, lines=part.lines[start:end], note="" if start else part.note),
        place=place,
        at=at,
    )


def page_of_rolls(parts: Sequence[RollPart], place: LogPlace) -> LogPage[RollPart]:
    """The page of a match's rolls with that place."""
    return _page(
        parts,
        [[_procedure_height(procedure) for procedure in part.procedures] for part in parts],
        [1 for _ in parts],
        lambda part, start, end: replace(part, procedures=part.procedures[start:end]),
        place=place,
    )


def _page(
    parts: Sequence[P],
    heights: Sequence[list[int]],
    headings: Sequence[int],
    cut: Callable[[P, int, int], P],
    *,
    place: LogPlace,
    at: tuple[int, int] | None = None,
) -> LogPage[P]:
    """The page with the item `at` (a part and an item by index), or with the part or the page that is asked for."""
    for items, heading in zip(heights, headings, strict=True):
        if items:
            items[0] += heading
    pages = page_breaks(heights, LINES_A_PAGE)
    page_by_anchor = {part.anchor: page_of(pages, section) for section, part in enumerate(parts)}
    if at is not None:
        number = page_of(pages, *at)
    else:
        number = page_by_anchor.get(place.part) or min(max(1, place.page), len(pages))
    shown = pages[number - 1]
    return LogPage(
        number=number,
        parts=[cut(parts[it.section], it.start, it.end) for it in shown],
        continued=frozenset(parts[it.section].anchor for it in shown if it.start),
        how_many=len(pages),
        headings=parts,
        page_by_anchor=page_by_anchor,
    )


def _line_height(line: StoryLine) -> int:
    return phone_lines(line.text) + 1


def _procedure_height(procedure: Procedure) -> int:
    throws: Any = (f"{throw.why} {throw.die} {' '.join(map(str, throw.faces))}" for throw in procedure.throws)
    return 1 + phone_lines(" ".join(throws))


STORY, ROLLS, BOX_SCORE = "", "rolls", "box"
"""The three tabs of the page."""
TABS = ((STORY, "Log"), (ROLLS, "Every roll"), (BOX_SCORE, "Box score"))


@dataclass(frozen=True, slots=True)
class MatchLogQuery:
    """What a visitor wants to see: the story, every roll or the box score; about all cars, or about one.

    `place` says which page of it.
    """

    show: str = STORY
    car: str = ""
    place: LogPlace = BEGINNING

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> MatchLogQuery:
        """Read the query string; an unknown tab means the story."""
        show = query.get("show", STORY)
        return cls(
            show=show if show in (ROLLS, BOX_SCORE) else STORY,
            car=query.get("car", ""),
            place=LogPlace.from_query(query),
        )

    def url_of(self, address: str, show: str, **more: str) -> str:
        """The address of one of the three tabs, for the same car; `more` are further parts of the query."""
        query = urlencode({key: value for key, value in {"show": show, "car": self.car, **more}.items() if value})
        return f"{address}?{query}" if query else address


@dataclass(frozen=True, slots=True)
class LogTab:
    """A tab: one of the three, or the replay."""

    name: str
    href: str
    here: bool


def tabs_of(match: str, query: MatchLogQuery, *, here: str | None) -> list[LogTab]:
    """The tabs of a match that was run here; `match` is its stored id, and `here` the current tab, None the
    replay.
    """
    address = links.match_log_url(match)
    tabs = [LogTab(name, query.url_of(address, show), show == here) for show, name in TABS]
    return [*tabs, LogTab("Replay", replay_url_for_car(match, query.car), here is None)]


def replay_url_for_car(match: str, car: str, **more: str) -> str:
    """The address of a match's replay; `match` is its stored id, and `more` further parts of the query."""
    query = urlencode({key: value for key, value in {"car": car, **more}.items() if value})
    return f"{links.replay_url(match)}{f'?{query}' if query else ''}"


def log_line_url(match: str, number: str) -> str:
    """The address of a line in a match's log, or of the log without a number; `match` is its stored id."""
    address = links.match_log_url(match)
    return f"{address}?line={number}#line-{number}" if number else address


def page_url(query: MatchLogQuery, address: str) -> Callable[[int], str]:
    """The address of a page of what is shown, by its number."""
    return lambda number: query.url_of(address, query.show, page=str(number) if number > 1 else "")


def page_places(page: LogPage[Any], query: MatchLogQuery, address: str) -> dict[str, Any]:
    """The links to the pages of what is shown, and to its parts and lines on them."""
    url = page_url(query, address)
    return {
        "pages": page.links(url),
        "jumps": page.jumps(url),
        "line_at": query.url_of(address, query.show, line="-")[:-1],
    }


CACHED_STORIES = 32


@dataclass(frozen=True, slots=True)
class CarChoice:
    """A car to which the page can be limited; its name includes its first crew."""

    id: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RenderedLine:
    """A line of the story with names, the flag of the first team it mentions, and its rule.

    Flags and rules are made once for all lines that have them, since a long match has thousands of lines.
    """

    number: str
    said: SafeString
    flag: SafeString
    rule: SafeString


@dataclass(frozen=True, slots=True)
class RenderedPart:
    """A part of the story, its lines by phase, and the address of its place in the replay.

    It is `continued` if it began on an earlier page.
    """

    anchor: str
    replay: str
    heading: SafeString
    note: SafeString
    rule: SafeString
    phases: Sequence[tuple[str, Sequence[RenderedLine]]]
    continued: bool


@dataclass(frozen=True, slots=True)
class RenderedTeam:
    """A team of the box score, with names and pages of its drivers, and its cars."""

    score: TeamScore
    name: str
    href: str
    color: str
    crew: Sequence[tuple[CrewLine, str, str]]
    cars: Sequence[RenderedCar]


@dataclass(frozen=True, slots=True)
class RenderedCar:
    """A car of the box score in words; `moved` has its items, one text for each item column.

    `model` is what it looked like when it entered, None if the packet does not have it.
    """

    line: CarFate
    name: str
    model: CarModel | None
    crew: str
    moved: Sequence[str]


@dataclass(frozen=True, slots=True)
class RenderedThrows:
    """The throws of one dice path with their reasons, and the car or driver that the path names."""

    name: str
    who: str
    flag: SafeString
    throws: Sequence[tuple[SafeString, Throw]]


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule that the story cites, its title, and how many lines cite it."""

    id: str
    about: str
    lines: int


def match_log_page(
    *, league: League, season: Season, viewer: Viewer, match: str, asked: MatchLogQuery
) -> dict[str, Any] | None:
    """The context of the page, None if the match does not exist; without a log if it was not run here."""
    id = f"{season.pk}/{match}"
    log, teams = standing_log(id), line_ups(id, viewer)
    if not teams:
        return None
    if log is None:
        return _page_without_log(league, season, viewer, teams[0])
    address, match_row = links.match_log_url(id), teams[0].match
    name = match_title(match_row.round.number, match_row.place)
    context = _log_context(log, season, teams, asked)
    query = asked if context.get("of_car") else replace(asked, car="")
    return {
        **match_base_context(
            league, season, viewer, match=match, name=name, part="Log", balance=teams[0].own_balance
        ),
        "match_name": name,
        "unknown_car": asked.car if asked.car and not context.get("of_car") else "",
        "match_href": links.match_url(id),
        "file_href": links.match_log_file_url(id),
        "title": as_title(match_row.event),
        "about": match_log_heading(log, match_row, teams),
        "log": log,
        "ruleset": ruleset_title(log.ruleset),
        "show": asked.show,
        "address": address,
        "tabs": tabs_of(id, query, here=asked.show),
        **context,
    }


def _page_without_log(league: League, season: Season, viewer: Viewer, line_up: Any) -> dict[str, Any]:
    """The context for a match that was not run here, or not yet."""
    match_row = line_up.match
    name, match = match_title(match_row.round.number, match_row.place), links.short_id(match_row.pk)
    return {
        **match_base_context(league, season, viewer, match=match, name=name, part="Log", balance=line_up.own_balance),
        "match_name": name,
        "match_href": links.match_url(match_row.pk),
        "title": as_title(match_row.event),
        "without_log": True,
        "reported": not match_row.ruleset,
    }


def names_in_match(packet: Packet, line_up_rows: Sequence[Any], season: str) -> MatchNames:
    """The names in a match, from its packet, its line-ups and its season's stored id."""
    teams = {links.short_id(line_up.franchise_id): line_up.franchise.identity.name for line_up in line_up_rows}
    drivers = [driver.id for team in packet.teams for driver in team.fresh]
    drivers += [
        member.id for team in packet.teams for seat in team.seats for member in (seat.driver, seat.gunner) if member
    ]
    cars = [seat.car.id for team in packet.teams for seat in team.seats]
    return MatchNames.from_packet(
        packet, teams=teams, names=names_of_cars_and_drivers(season, cars=cars, drivers=drivers)
    )


def match_log_heading(log: MatchLog, match_row: Any, line_up_rows: Sequence[Any]) -> str:
    """The ruleset, the ground, and the teams' names, the best first."""
    names = ", ".join(line_up.franchise.identity.name for line_up in line_up_rows)
    words = (ruleset_title(log.ruleset), ground_words(match_row.setting), names)
    return " · ".join(filter(None, words))


def log_file(*, season: Season, match: str) -> tuple[str, bytes] | None:
    """The file name and bytes of a match's log; None if there is no log, or it cannot be read."""
    log = standing_log(f"{season.pk}/{match}")
    if log is None:
        return None
    try:
        _, text = read_match_log(log)
    except Refusal:
        return None
    return f"{season.pk.replace('/', '-')}-{match}-{log.digest[:12]}.log", text


def _log_context(log: Any, season: Season, line_up_rows: Sequence[Any], query: MatchLogQuery) -> dict[str, Any]:
    """The context of the requested tab; `unread` says why the log cannot be read."""
    try:
        packet, text = read_match_log(log)
    except Refusal as refusal:
        return {"unread": refusal.sentence}
    cast = names_in_match(packet, line_up_rows, season.pk)
    context = {
        "colors": team_colors(cast),
        "choices": choices(packet, cast, query.car),
        "of_car": cast.name(query.car) if query.car in cast.crews else "",
    }
    try:
        if query.show == BOX_SCORE:
            return {**context, **_box(log, packet, text, cast, query)}
        if query.show == ROLLS:
            match_dice = dice_of_match(season, packet.match, words=line_up_rows[0].match.words)
            settled = line_up_rows[0].match.step in SETTLEMENT_CLOSED_STEPS
            return {**context, **_rolls(log, text, match_dice, cast, query, of=season if settled else None)}
        return {**context, **_story(log, text, cast, query)}
    except Refusal as refusal:
        return {**context, "unread": refusal.sentence}


def team_colors(cast: MatchNames) -> list[tuple[str, str, str]]:
    """The teams with their names and colors."""
    return [(team, cast.teams[team], franchise_color(team)) for team in sorted(cast.teams)]


def choices(packet: Packet, cast: MatchNames, chosen: str) -> list[tuple[str, list[CarChoice]]]:
    """The cars to which a page can be limited, by the names of their teams."""
    return [
        (
            cast.teams.get(team.franchise, team.franchise),
            [
                CarChoice(
                    id := seat.car.id,
                    f"{cast.name(id)} – {' and '.join(map(cast.name, cast.crews[id]))}",
                    id == chosen,
                )
                for seat in team.seats
            ],
        )
        for team in packet.teams
        if team.seats
    ]


def _story(log: MatchLog, text: bytes, cast: MatchNames, query: MatchLogQuery) -> dict[str, Any]:
    car_and_crew = cast.car_and_crew(query.car)
    if not car_and_crew:
        query = replace(query, car="")
    ruleset = get_ruleset(log.ruleset)
    parts = story_parts(log.ruleset, ruleset.edition, text)
    selected = list(parts_about(parts, car_and_crew)) if car_and_crew else parts
    page = page_of_story(selected, query.place)
    rules = rules_named_in(
        page.parts, titles_of_rules(page for installed in rulesets() for page in installed.rulebook)
    )
    season = log.match_id.rsplit("/", 1)[0]
    marks = {rule.id: named_rule_link(rule, season) for rule in rules} | {"": SafeString("")}
    return {
        "parts": [
            _part(
                part,
                cast,
                marks,
                replay_url_for_car(log.match_id, query.car, part=part.anchor),
                continued=part.anchor in page.continued,
            )
            for part in page.parts
        ],
        "phase_called": ruleset.phase_called.capitalize(),
        "lines": sum(len(part.lines) for part in selected),
        "all_lines": sum(len(part.lines) for part in parts),
        "rules": rules,
        **page_places(page, query, links.match_log_url(log.match_id)),
    }


def named_rule_link(rule: NamedRule, season: str) -> SafeString:
    """A rule's ID as a link with its title as the tooltip; `season` is a stored id or ""."""
    return rule_link(rule.id, season=season, about=rule.about)


def _part(
    part: StoryPart, cast: MatchNames, rules: Mapping[str, SafeString], replay: str, *, continued: bool
) -> RenderedPart:
    lines_by_phase = [(phase, [render_line(line, cast, rules) for line in lines]) for phase, lines in part.phases]
    return RenderedPart(
        part.anchor,
        replay,
        cast.highlight_names(part.heading),
        cast.highlight_names(part.note),
        rules[part.rule],
        lines_by_phase,
        continued,
    )


def render_line(line: StoryLine, cast: MatchNames, rules: Mapping[str, SafeString]) -> RenderedLine:
    """A line with names in place of ids; `rules` has the link of every rule that a line may cite."""
    return RenderedLine(
        line.number, cast.highlight_names(line.text), cast.flag_of_line(line.text, line.ids), rules[line.rule]
    )


def rules_named_in(parts: Iterable[StoryPart], abouts: Mapping[str, str]) -> list[NamedRule]:
    """Every rule that parts of a story cite, in order of their IDs."""
    counts: dict[str, int] = {}
    for part in parts:
        for rule in (part.rule, *(line.rule for line in part.lines)):
            if rule:
                counts[rule] = counts.get(rule, 0) + 1
    return [NamedRule(rule, abouts.get(rule, ""), counts[rule]) for rule in sorted(counts)]


def _rolls(
    log: MatchLog,
    text: bytes,
    thrown: MatchDice,
    cast: MatchNames,
    query: MatchLogQuery,
    *,
    of: Season | None,
) -> dict[str, Any]:
    """Every roll; with a program that throws one of them again if `of` is the match's season.

    `of` is None until the match is settled, since its leaf is secret until then.
    """
    edition = get_ruleset(log.ruleset).edition
    parts = rolls_of(log.ruleset, edition, bodies.decompress(log.packet), text, thrown)
    car_and_crew = cast.car_and_crew(query.car)
    if not car_and_crew:
        query = replace(query, car="")
    selected = list(rolls_for(parts, car_and_crew)) if car_and_crew else parts
    page = page_of_rolls(selected, query.place)
    return {
        "roll_parts": [
            (
                part,
                part.anchor in page.continued,
                [_procedure(procedure, cast) for procedure in part.procedures],
            )
            for part in page.parts
        ],
        **page_places(page, query, links.match_log_url(log.match_id)),
        "thrown": count_dice(selected),
        "all_thrown": count_dice(parts),
        "check": None if of is None else check_of_match(of, thrown.match, dice_by_path(parts)),
    }


def _procedure(procedure: Procedure, cast: MatchNames) -> RenderedThrows:
    parts = procedure.path.split("/")[::-1]
    subject = next((part for part in parts if part in cast.team_of), "")
    throws = [(cast.highlight_names(reason_without_id(throw.why, subject)), throw) for throw in procedure.throws]
    return RenderedThrows(procedure.name, cast.name(subject), cast.flag((subject,)), throws)


def _box(log: Any, packet: Packet, text: bytes, cast: MatchNames, query: MatchLogQuery) -> dict[str, Any]:
    score = score_of(msgspec.convert(log.report, Report), packet)
    moves = item_fates_in(score)
    models = models_of_packet(packet)
    teams = [_team(team, moves, models, cast, log.match_id.split("/")[0]) for team in score.teams]
    ruleset_box = _tables(log, text, cast)
    url = page_url(query, links.match_log_url(log.match_id))
    page = box_page(score, ruleset_box.get("tables", []), page=query.place.page, url=url)
    return {**ruleset_box, "box": page, "score": score, "moves": moves, "teams": teams}


def _tables(log: MatchLog, text: bytes, cast: MatchNames) -> dict[str, Any]:
    """The tables of the ruleset's own box score, or why they cannot be made; the report needs no tables."""
    try:
        tables = box_tables(log.ruleset, get_ruleset(log.ruleset).edition, text)
    except Refusal as refusal:
        return {"no_tables": refusal.sentence}
    return {
        "tables": [render_table(table, of=f"as {ruleset_title(log.ruleset)} counts", cast=cast) for table in tables]
    }


def _team(
    score: TeamScore, moves: Sequence[ItemFate], models: Mapping[str, CarModel], cast: MatchNames, league: str
) -> RenderedTeam:
    def names(ids: Iterable[str], separator: str = ", ") -> str:
        return separator.join(map(cast.name, ids))

    return RenderedTeam(
        score,
        cast.teams.get(score.team, score.team),
        links.franchise_url(league, score.team),
        franchise_color(score.team),
        [(line, cast.name(line.driver), links.driver_url(league, line.driver)) for line in score.crew],
        [
            RenderedCar(
                car,
                cast.name(car.car),
                models.get(car.car),
                names(car.crew, " and "),
                [names(move.of(car)) for move in moves],
            )
            for car in score.cars
        ],
    )


@lru_cache(maxsize=CACHED_STORIES)
def story_parts(ruleset: str, _edition: int, log: bytes) -> tuple[StoryPart, ...]:
    """The story a ruleset tells of a log, cached by edition, since it may have to play the whole match again."""
    return parts_of(get_ruleset(ruleset).story(log))


@lru_cache(maxsize=CACHED_STORIES)
def box_tables(ruleset: str, _edition: int, log: bytes) -> tuple[Table, ...]:
    """The box score a ruleset makes of a log, cached by edition for the same reason."""
    return tuple(get_ruleset(ruleset).box_score(log))
