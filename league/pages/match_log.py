"""What happened in a match that was resolved here: its story turn by turn, every roll, and its box score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.access import Viewer
from league.journal import body as bodies
from league.journal.logs import opened
from league.models import League, MatchLog, Season
from league.pages import routes
from league.pages.frame import Crumb, colour_of, frame
from league.pages.log_box import CarLine, CrewLine, TeamScore, score_of
from league.pages.log_cast import Cast
from league.pages.log_rolls import Procedure, Throw, beside, how_many, only_rolled_for, rolls_of
from league.pages.log_story import Line, StoryPart, jumps, only_of, parts_of, titles_of_rules
from league.pages.tables import table_shown
from league.pages.words import ruleset_called, titled
from league.queries.logs import called, log_and_report, standing_log
from league.queries.matches import line_ups
from rules.packed import Packet
from rules.refusal import Refusal
from rules.registry import named, rulesets
from rules.report import Report
from rules.text_table import Table

STORIES_KEPT = 32
STORY, ROLLS, BOX = "", "rolls", "box"
"""What a visitor may ask to see."""


@dataclass(frozen=True, slots=True)
class LogAsked:
    """What a visitor wants to see: the story, every roll or the box score; of all cars, or of one."""

    show: str = STORY
    car: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> LogAsked:
        """As the address says it; what there is not is the story, of all cars."""
        show = query.get("show", STORY)
        return cls(show=show if show in (ROLLS, BOX) else STORY, car=query.get("car", ""))

    def at(self, address: str, show: str) -> str:
        """The address of one of the three, for the same car."""
        query = urlencode({key: value for key, value in (("show", show), ("car", self.car)) if value})
        return f"{address}?{query}" if query else address


@dataclass(frozen=True, slots=True)
class LogTab:
    """One of the three, as a tab."""

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
class LineShown:
    """A line of the story with names in it, the flag of the team it speaks of first, and its rule.

    Flag and rule are made once for all the lines that have them: a long match has thousands.
    """

    number: str
    said: SafeString
    flag: SafeString
    rule: SafeString


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part of the story, its lines by phase."""

    anchor: str
    heading: SafeString
    note: SafeString
    rule: SafeString
    phases: Sequence[tuple[str, Sequence[LineShown]]]


@dataclass(frozen=True, slots=True)
class TeamShown:
    """A team of the box score with the names and pages of its crew, and of its cars."""

    score: TeamScore
    name: str
    href: str
    colour: str
    crew: Sequence[tuple[CrewLine, str, str]]
    cars: Sequence[CarShown]


@dataclass(frozen=True, slots=True)
class CarShown:
    """A car of the box score, in words."""

    line: CarLine
    name: str
    crew: str
    lost: str
    used: str
    fitted: str
    stowed: str


@dataclass(frozen=True, slots=True)
class ProcedureShown:
    """One path of the dice: the car or driver it names with his team, and each throw with what it was for."""

    name: str
    who: str
    flag: SafeString
    throws: Sequence[tuple[SafeString, Throw]]


@dataclass(frozen=True, slots=True)
class RuleNamed:
    """A rule that the story names, what it is about, and how many lines name it."""

    id: str
    about: str
    lines: int


def match_log_page(
    *, league: League, season: Season, viewer: Viewer, match: str, asked: LogAsked
) -> dict[str, Any] | None:
    """The context of the page, None when the match does not exist or was not resolved here."""
    id = f"{season.pk}/{match}"
    found = log_and_report(id)
    if found is None:
        return None
    log, document = found
    there = list(line_ups(id, viewer))
    address, played = routes.match_log_at(id), there[0].match
    told = _told(log, document, season, there, asked)
    kept = asked if told.get("of_car") else replace(asked, car="")
    tabs = ((STORY, "The story"), (ROLLS, "Every roll"), (BOX, "Box score"))
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Schedule",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {season.number}", routes.season_at(season.pk)),
                Crumb(f"Match {match}", routes.match_at(id)),
                Crumb("What happened"),
            ],
            balance=there[0].own_balance,
        ),
        "match_name": f"Match {match}",
        "match_href": routes.match_at(id),
        "file_href": routes.match_log_file_at(id),
        "title": titled(played.event),
        "about": f"round {played.round.number} · {', '.join(each.franchise.identity.name for each in there)}",
        "log": log,
        "ruleset": ruleset_called(log.ruleset),
        "show": asked.show,
        "address": address,
        "tabs": [LogTab(name, kept.at(address, show), show == asked.show) for show, name in tabs],
        **told,
    }


def kept_log(*, season: Season, match: str) -> tuple[str, bytes] | None:
    """The file of a match's log: a name for it, and its bytes; None where there is none, or it cannot be read."""
    log = standing_log(f"{season.pk}/{match}")
    if log is None:
        return None
    try:
        _, text = opened(log)
    except Refusal:
        return None
    return f"{season.pk.replace('/', '-')}-{match}-{log.digest[:12]}.log", text


def _told(
    log: MatchLog, document: dict[str, Any], season: Season, there: Sequence[Any], asked: LogAsked
) -> dict[str, Any]:
    """What was asked for, or `unread`: why it cannot be read."""
    try:
        packet, text = opened(log)
    except Refusal as no:
        return {"unread": no.sentence}
    teams = {routes.local(each.franchise_id): each.franchise.identity.name for each in there}
    people = [each.id for team in packet.teams for each in team.fresh]
    people += [each.id for team in packet.teams for seat in team.seats for each in (seat.driver, seat.gunner) if each]
    cars = [seat.car.id for team in packet.teams for seat in team.seats]
    cast = Cast.of(packet, teams=teams, names=called(season.pk, cars=cars, drivers=people))
    shown = {
        "colours": [(team, teams[team], colour_of(team)) for team in sorted(teams)],
        "choices": _choices(packet, cast, asked.car),
        "of_car": cast.name(asked.car) if asked.car in cast.crews else "",
    }
    try:
        if asked.show == BOX:
            return {**shown, **_box(document, packet, cast, season.league_id), **_tables(log, text, cast)}
        wanted = cast.car_and_crew(asked.car)
        if asked.show == ROLLS:
            return {**shown, **_rolls(log, text, (season.secret, there[0].match.words), cast, wanted)}
        return {**shown, **_story(log, text, cast, wanted)}
    except Refusal as no:
        return {**shown, "unread": no.sentence}


def _choices(packet: Packet, cast: Cast, chosen: str) -> list[tuple[str, list[CarChoice]]]:
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


def _story(log: MatchLog, text: bytes, cast: Cast, wanted: frozenset[str]) -> dict[str, Any]:
    ruleset = named(log.ruleset)
    parts = story_parts(log.ruleset, ruleset.edition, text)
    shown = list(only_of(parts, wanted)) if wanted else parts
    rules = _rules(shown, titles_of_rules(page for each in rulesets() for page in each.rulebook))
    marks = {each.id: _ruled(each) for each in rules} | {"": SafeString("")}
    return {
        "parts": [_part(each, cast, marks) for each in shown],
        "phase_called": ruleset.phase_called.capitalize(),
        "jumps": jumps(shown),
        "lines": sum(len(each.lines) for each in shown),
        "all_lines": sum(len(each.lines) for each in parts),
        "rules": rules,
    }


def _ruled(rule: RuleNamed) -> SafeString:
    return format_html('<span class="rule" title="{}">{}</span>', rule.about, rule.id)


def _part(part: StoryPart, cast: Cast, rules: Mapping[str, SafeString]) -> PartShown:
    phases = [(phase, [_line(each, cast, rules) for each in lines]) for phase, lines in part.phases]
    return PartShown(part.anchor, cast.told(part.heading), cast.told(part.note), rules[part.rule], phases)


def _line(line: Line, cast: Cast, rules: Mapping[str, SafeString]) -> LineShown:
    return LineShown(line.number, cast.told(line.text), cast.flag_of_line(line.text, line.ids), rules[line.rule])


def _rules(parts: Iterable[StoryPart], abouts: Mapping[str, str]) -> list[RuleNamed]:
    counted: dict[str, int] = {}
    for part in parts:
        for rule in (part.rule, *(line.rule for line in part.lines)):
            if rule:
                counted[rule] = counted.get(rule, 0) + 1
    return [RuleNamed(rule, abouts.get(rule, ""), counted[rule]) for rule in sorted(counted)]


def _rolls(log: MatchLog, text: bytes, keys: tuple[str, str], cast: Cast, wanted: frozenset[str]) -> dict[str, Any]:
    edition = named(log.ruleset).edition
    parts = rolls_of(log.ruleset, edition, bodies.unpacked(log.packet), text, keys)
    shown = list(only_rolled_for(parts, wanted)) if wanted else parts
    return {
        "roll_parts": [(part, [_procedure(each, cast) for each in part.procedures]) for part in shown],
        "jumps": jumps(shown),
        "thrown": how_many(shown),
        "all_thrown": how_many(parts),
    }


def _procedure(procedure: Procedure, cast: Cast) -> ProcedureShown:
    parts = procedure.path.split("/")[::-1]
    who = next((each for each in parts if each in cast.team_of), "")
    throws = [(cast.told(beside(throw.why, who)), throw) for throw in procedure.throws]
    return ProcedureShown(procedure.name, cast.name(who), cast.flag((who,)), throws)


def _box(document: dict[str, Any], packet: Packet, cast: Cast, league: str) -> dict[str, Any]:
    score = score_of(msgspec.convert(document, Report), packet)
    return {"score": score, "teams": [_team(each, cast, league) for each in score.teams]}


def _tables(log: MatchLog, text: bytes, cast: Cast) -> dict[str, Any]:
    """The box score as the match's own rules have it, or why it cannot be told; the report stands without it."""
    try:
        tables = box_tables(log.ruleset, named(log.ruleset).edition, text)
    except Refusal as no:
        return {"no_tables": no.sentence}
    return {
        "tables": [table_shown(each, of=f"as {ruleset_called(log.ruleset)} counts", cast=cast) for each in tables]
    }


def _team(score: TeamScore, cast: Cast, league: str) -> TeamShown:
    def names(ids: Iterable[str], between: str = ", ") -> str:
        return between.join(map(cast.name, ids))

    return TeamShown(
        score,
        cast.teams.get(score.team, score.team),
        routes.franchise_at(league, score.team),
        colour_of(score.team),
        [(each, cast.name(each.driver), routes.driver_at(league, each.driver)) for each in score.crew],
        [
            CarShown(
                each,
                cast.name(each.car),
                names(each.crew, " and "),
                names(each.lost),
                names(each.used),
                names(each.fitted),
                names(each.stowed),
            )
            for each in score.cars
        ],
    )


@lru_cache(maxsize=STORIES_KEPT)
def story_parts(ruleset: str, _edition: int, log: bytes) -> tuple[StoryPart, ...]:
    """What a ruleset tells of a log, asked once an edition: it may have to play the whole match again for that."""
    return parts_of(named(ruleset).story(log))


@lru_cache(maxsize=STORIES_KEPT)
def box_tables(ruleset: str, _edition: int, log: bytes) -> tuple[Table, ...]:
    """The box score a ruleset makes of a log, asked once an edition for the same reason."""
    return tuple(named(ruleset).box_score(log))
