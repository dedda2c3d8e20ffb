"""What happened in a match that was resolved here: its story turn by turn, every roll, and its box score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.utils.safestring import SafeString

from explain import links
from explain.printed_names import as_title, ground_words, ruleset_title
from explain.rule_links import rule_link
from journal import entry_body as bodies
from journal.match_logs import read_match_log
from league.access import Viewer
from league.models import League, MatchLog, Season
from league.pages.base_context import franchise_color, match_base_context
from league.pages.dice.entry_leaf import check_of_match
from league.pages.matches.box_score import CarFate, CrewLine, ItemFate, TeamScore, item_fates_in, score_of
from league.pages.matches.names import MatchNames
from league.pages.matches.rolls import (
    Procedure,
    Throw,
    count_dice,
    dice_by_path,
    reason_without_id,
    rolls_for,
    rolls_of,
)
from league.pages.matches.story import StoryLine, StoryPart, jumps, parts_about, parts_of, titles_of_rules
from league.pages.ruleset_tables import render_table
from league.queries.match_dice import MatchDice, dice_of_match
from league.queries.match_logs import names_of_cars_and_drivers, standing_log
from league.queries.matches import SETTLEMENT_CLOSED_STEPS, line_ups
from rules.core.refusals import Refusal
from rules.match.packet import Packet
from rules.match.registry import get_ruleset, rulesets
from rules.match.report import Report
from rules.match.text_tables import Table

CACHED_STORIES = 32
STORY, ROLLS, BOX_SCORE = "", "rolls", "box"
"""What a visitor may ask to see."""
TABS = ((STORY, "The story"), (ROLLS, "Every roll"), (BOX_SCORE, "Box score"))


@dataclass(frozen=True, slots=True)
class MatchLogQuery:
    """What a visitor wants to see: the story, every roll or the box score; of all cars, or of one."""

    show: str = STORY
    car: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> MatchLogQuery:
        """As the address says it; what there is not is the story, of all cars."""
        show = query.get("show", STORY)
        return cls(show=show if show in (ROLLS, BOX_SCORE) else STORY, car=query.get("car", ""))

    def url_of(self, address: str, show: str) -> str:
        """The address of one of the three, for the same car."""
        query = urlencode({key: value for key, value in (("show", show), ("car", self.car)) if value})
        return f"{address}?{query}" if query else address


@dataclass(frozen=True, slots=True)
class LogTab:
    """One of the three, or the replay, as a tab."""

    name: str
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class CarChoice:
    """A car that lines can be asked of, with who began in it."""

    id: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RenderedLine:
    """A line of the story with names in it, the flag of the team it speaks of first, and its rule.

    Flag and rule are made once for all the lines that have them: a long match has thousands.
    """

    number: str
    said: SafeString
    flag: SafeString
    rule: SafeString


@dataclass(frozen=True, slots=True)
class RenderedPart:
    """A part of the story, its lines by phase, and where the replay shows it."""

    anchor: str
    replay: str
    heading: SafeString
    note: SafeString
    rule: SafeString
    phases: Sequence[tuple[str, Sequence[RenderedLine]]]


@dataclass(frozen=True, slots=True)
class RenderedTeam:
    """A team of the box score with the names and pages of its crew, and of its cars."""

    score: TeamScore
    name: str
    href: str
    colour: str
    crew: Sequence[tuple[CrewLine, str, str]]
    cars: Sequence[RenderedCar]


@dataclass(frozen=True, slots=True)
class RenderedCar:
    """A car of the box score, in words; `moved` are its items, list by list, as the page's columns head them."""

    line: CarFate
    name: str
    crew: str
    moved: Sequence[str]


@dataclass(frozen=True, slots=True)
class RenderedThrows:
    """One path of the dice: the car or driver it names with their team, and each throw with what it was for."""

    name: str
    who: str
    flag: SafeString
    throws: Sequence[tuple[SafeString, Throw]]


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule that the story names, what it is about, and how many lines name it."""

    id: str
    about: str
    lines: int


def match_log_page(
    *, league: League, season: Season, viewer: Viewer, match: str, asked: MatchLogQuery
) -> dict[str, Any] | None:
    """The context of the page, None when the match does not exist or was not resolved here."""
    id = f"{season.pk}/{match}"
    log = standing_log(id)
    if log is None:
        return None
    there = line_ups(id, viewer)
    address, played = links.match_log_url(id), there[0].match
    context = _log_context(log, season, there, asked)
    kept = asked if context.get("of_car") else replace(asked, car="")
    return {
        **match_base_context(league, season, viewer, match=match, part="What happened", balance=there[0].own_balance),
        "match_name": f"Match {match}",
        "match_href": links.match_url(id),
        "file_href": links.match_log_file_url(id),
        "title": as_title(played.event),
        "about": match_log_heading(log, played, there),
        "log": log,
        "ruleset": ruleset_title(log.ruleset),
        "show": asked.show,
        "address": address,
        "tabs": tabs_of(id, kept, here=asked.show),
        **context,
    }


def tabs_of(match: str, asked: MatchLogQuery, *, here: str | None) -> list[LogTab]:
    """What there is of a match that was resolved here, by its stored id; `here` is what is shown, None the replay."""
    address = links.match_log_url(match)
    tabs = [LogTab(name, asked.url_of(address, show), show == here) for show, name in TABS]
    return [*tabs, LogTab("Replay", replay_url_for_car(match, asked.car), here is None)]


def replay_url_for_car(match: str, car: str, **more: str) -> str:
    """The address of a match's replay, by its stored id, with what else is asked of it."""
    query = urlencode({key: value for key, value in {"car": car, **more}.items() if value})
    return f"{links.replay_url(match)}{f'?{query}' if query else ''}"


def names_in_match(packet: Packet, there: Sequence[Any], season: str) -> MatchNames:
    """Who is named in a match, by its packet, the line-ups it had and its season's stored id."""
    teams = {links.short_id(each.franchise_id): each.franchise.identity.name for each in there}
    people = [driver.id for team in packet.teams for driver in team.fresh]
    people += [each.id for team in packet.teams for seat in team.seats for each in (seat.driver, seat.gunner) if each]
    cars = [seat.car.id for team in packet.teams for seat in team.seats]
    return MatchNames.from_packet(
        packet, teams=teams, names=names_of_cars_and_drivers(season, cars=cars, drivers=people)
    )


def match_log_heading(log: MatchLog, played: Any, there: Sequence[Any]) -> str:
    """The round, the rules it was played by, where, and who was in it, the best first."""
    names = ", ".join(each.franchise.identity.name for each in there)
    words = (f"round {played.round.number}", ruleset_title(log.ruleset), ground_words(played.setting), names)
    return " · ".join(filter(None, words))


def log_file(*, season: Season, match: str) -> tuple[str, bytes] | None:
    """The file of a match's log: a name for it, and its bytes; None where there is none, or it cannot be read."""
    log = standing_log(f"{season.pk}/{match}")
    if log is None:
        return None
    try:
        _, text = read_match_log(log)
    except Refusal:
        return None
    return f"{season.pk.replace('/', '-')}-{match}-{log.digest[:12]}.log", text


def _log_context(log: Any, season: Season, there: Sequence[Any], asked: MatchLogQuery) -> dict[str, Any]:
    """What was asked for, or `unread`: why it cannot be read."""
    try:
        packet, text = read_match_log(log)
    except Refusal as no:
        return {"unread": no.sentence}
    cast = names_in_match(packet, there, season.pk)
    context = {
        "colours": team_colors(cast),
        "choices": choices(packet, cast, asked.car),
        "of_car": cast.name(asked.car) if asked.car in cast.crews else "",
    }
    try:
        if asked.show == BOX_SCORE:
            return {**context, **_box(log.report, packet, cast, season.league_id), **_tables(log, text, cast)}
        wanted = cast.car_and_crew(asked.car)
        if asked.show == ROLLS:
            match_dice = dice_of_match(season, packet.match, words=there[0].match.words)
            settled = there[0].match.step in SETTLEMENT_CLOSED_STEPS
            return {**context, **_rolls(log, text, match_dice, cast, wanted, of=season if settled else None)}
        return {**context, **_story(log, text, cast, (asked.car, wanted))}
    except Refusal as no:
        return {**context, "unread": no.sentence}


def team_colors(cast: MatchNames) -> list[tuple[str, str, str]]:
    """The teams with their names and colours."""
    return [(team, cast.teams[team], franchise_color(team)) for team in sorted(cast.teams)]


def choices(packet: Packet, cast: MatchNames, chosen: str) -> list[tuple[str, list[CarChoice]]]:
    """The cars by the names of their teams."""
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


def _story(log: MatchLog, text: bytes, cast: MatchNames, of_car: tuple[str, frozenset[str]]) -> dict[str, Any]:
    car, wanted = of_car
    ruleset = get_ruleset(log.ruleset)
    parts = story_parts(log.ruleset, ruleset.edition, text)
    shown = list(parts_about(parts, wanted)) if wanted else parts
    rules = rules_named_in(shown, titles_of_rules(page for each in rulesets() for page in each.rulebook))
    season = log.match_id.rsplit("/", 1)[0]
    marks = {rule.id: named_rule_link(rule, season) for rule in rules} | {"": SafeString("")}
    return {
        "parts": [
            _part(part, cast, marks, replay_url_for_car(log.match_id, car if wanted else "", part=part.anchor))
            for part in shown
        ],
        "phase_called": ruleset.phase_called.capitalize(),
        "jumps": jumps(shown),
        "lines": sum(len(part.lines) for part in shown),
        "all_lines": sum(len(part.lines) for part in parts),
        "rules": rules,
    }


def named_rule_link(rule: NamedRule, season: str) -> SafeString:
    """A rule's ID as its link, with what it is about where one points at it; `season` is a stored id or nothing."""
    return rule_link(rule.id, season=season, about=rule.about)


def _part(part: StoryPart, cast: MatchNames, rules: Mapping[str, SafeString], replay: str) -> RenderedPart:
    phases = [(phase, [render_line(line, cast, rules) for line in lines]) for phase, lines in part.phases]
    return RenderedPart(
        part.anchor,
        replay,
        cast.highlight_names(part.heading),
        cast.highlight_names(part.note),
        rules[part.rule],
        phases,
    )


def render_line(line: StoryLine, cast: MatchNames, rules: Mapping[str, SafeString]) -> RenderedLine:
    """A line with names in it; `rules` are the marks of the rules there may be."""
    return RenderedLine(
        line.number, cast.highlight_names(line.text), cast.flag_of_line(line.text, line.ids), rules[line.rule]
    )


def rules_named_in(parts: Iterable[StoryPart], abouts: Mapping[str, str]) -> list[NamedRule]:
    """Every rule that parts of a story name."""
    counted: dict[str, int] = {}
    for part in parts:
        for rule in (part.rule, *(line.rule for line in part.lines)):
            if rule:
                counted[rule] = counted.get(rule, 0) + 1
    return [NamedRule(rule, abouts.get(rule, ""), counted[rule]) for rule in sorted(counted)]


def _rolls(
    log: MatchLog, text: bytes, thrown: MatchDice, cast: MatchNames, wanted: frozenset[str], *, of: Season | None
) -> dict[str, Any]:
    """Every roll; of a season whose match is settled with how to throw one of them again."""
    edition = get_ruleset(log.ruleset).edition
    parts = rolls_of(log.ruleset, edition, bodies.decompress(log.packet), text, thrown)
    shown = list(rolls_for(parts, wanted)) if wanted else parts
    return {
        "roll_parts": [(part, [_procedure(procedure, cast) for procedure in part.procedures]) for part in shown],
        "jumps": jumps(shown),
        "thrown": count_dice(shown),
        "all_thrown": count_dice(parts),
        "check": None if of is None else check_of_match(of, thrown.match, dice_by_path(parts)),
    }


def _procedure(procedure: Procedure, cast: MatchNames) -> RenderedThrows:
    parts = procedure.path.split("/")[::-1]
    who = next((part for part in parts if part in cast.team_of), "")
    throws = [(cast.highlight_names(reason_without_id(throw.why, who)), throw) for throw in procedure.throws]
    return RenderedThrows(procedure.name, cast.name(who), cast.flag((who,)), throws)


def _box(document: dict[str, Any], packet: Packet, cast: MatchNames, league: str) -> dict[str, Any]:
    score = score_of(msgspec.convert(document, Report), packet)
    moves = item_fates_in(score)
    return {"score": score, "moves": moves, "teams": [_team(team, moves, cast, league) for team in score.teams]}


def _tables(log: MatchLog, text: bytes, cast: MatchNames) -> dict[str, Any]:
    """The box score as the match's own rules have it, or why it cannot be told; the report stands without it."""
    try:
        tables = box_tables(log.ruleset, get_ruleset(log.ruleset).edition, text)
    except Refusal as no:
        return {"no_tables": no.sentence}
    return {
        "tables": [render_table(table, of=f"as {ruleset_title(log.ruleset)} counts", cast=cast) for table in tables]
    }


def _team(score: TeamScore, moves: Sequence[ItemFate], cast: MatchNames, league: str) -> RenderedTeam:
    def names(ids: Iterable[str], between: str = ", ") -> str:
        return between.join(map(cast.name, ids))

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
                names(car.crew, " and "),
                [names(move.of(car)) for move in moves],
            )
            for car in score.cars
        ],
    )


@lru_cache(maxsize=CACHED_STORIES)
def story_parts(ruleset: str, _edition: int, log: bytes) -> tuple[StoryPart, ...]:
    """What a ruleset tells of a log, asked once an edition: it may have to play the whole match again for that."""
    return parts_of(get_ruleset(ruleset).story(log))


@lru_cache(maxsize=CACHED_STORIES)
def box_tables(ruleset: str, _edition: int, log: bytes) -> tuple[Table, ...]:
    """The box score a ruleset makes of a log, asked once an edition for the same reason."""
    return tuple(get_ruleset(ruleset).box_score(log))
