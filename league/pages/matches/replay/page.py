"""The replay of a match that was run here, step by step: drawn, narrated, and listed car by car."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString

from explain import links
from explain.printed_names import as_title, ruleset_title
from franchises.crests import crest_of
from journal.match_logs import read_match_log
from league.access import Viewer
from league.models import League, MatchLog, Season
from league.pages.base_context import franchise_color, match_base_context
from league.pages.matches.log import (
    CACHED_STORIES,
    MatchLogQuery,
    choices,
    log_line_url,
    match_log_heading,
    named_rule_link,
    names_in_match,
    render_line,
    replay_url_for_car,
    rules_named_in,
    tabs_of,
    team_colors,
)
from league.pages.matches.match import onward_from
from league.pages.matches.names import MatchNames
from league.pages.matches.replay.board import ReplayCar, board_order, cars_at_step, gauges_document
from league.pages.matches.replay.document import marks_document, steps_document
from league.pages.matches.replay.drawing import (
    LOUD,
    SYMBOLS,
    car_scale,
    clip_picture,
    close_window,
    damage_class,
    draw_still,
    liveliest_step,
    model_drawing,
    night_ground,
    still_car_scale,
    still_picture,
)
from league.pages.matches.replay.steps import (
    MARK_NAMES,
    Replay,
    ReplayStep,
    caption,
    leads_of,
    lines_of_step,
    marks_of,
    marks_with_icons,
    next_marks,
)
from league.pages.matches.replay.steps import build_replay as steps_of
from league.pages.matches.story import StoryLine, parts_of, titles_of_rules
from league.queries.matches import SETTLEMENT_CLOSED_STEPS, line_ups, neighbor_match, standing_log
from league.queries.names import match_title
from rules.core.refusals import Refusal
from rules.match.drawing.car_silhouettes import CarModel
from rules.match.packet import Packet
from rules.match.registry import get_ruleset, rulesets
from rules.match.replay.frames import Film, FilmedRuleset, GroundObject

REPORTED_STEPS = ("M5.1", "M5.4", "M5.9", *SETTLEMENT_CLOSED_STEPS)
"""Match steps at which a result has been accepted."""
MAX_STEP_DIGITS = 6
UNKNOWN_MODEL = CarModel()


@dataclass(frozen=True, slots=True)
class ReplayQuery:
    """What a visitor wants to see: a step, or the beginning of a part of the story; optionally with one car
    picked. A still that is `close` shows only where something happens.
    """

    at: str = ""
    part: str = ""
    car: str = ""
    close: bool = False

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> ReplayQuery:
        """Read the query string."""
        return cls(
            at=query.get("at", ""),
            part=query.get("part", ""),
            car=query.get("car", ""),
            close=query.get("close") == "1",
        )

    def step(self, replay: Replay) -> int:
        """The number of the requested step, limited to those that exist; by default the first."""
        if self.at.isdecimal() and len(self.at) <= MAX_STEP_DIGITS:
            return min(max(1, int(self.at)), len(replay.steps))
        return replay.begins.get(self.part, 1)

    def is_beyond(self, replay: Replay) -> bool:
        """Whether the requested step does not exist."""
        return bool(self.at) and self.at != str(self.step(replay))


@dataclass(frozen=True, slots=True)
class LoadedReplay:
    """A replay ready to be shown: its packet, names, film, steps and cars."""

    digest: str
    packet: Packet
    cast: MatchNames
    film: Film
    replay: Replay
    cars: Sequence[ReplayCar]
    rules: Mapping[str, SafeString]
    phase_called: str


def replay_page(
    *, league: League, season: Season, viewer: Viewer, match: str, asked: ReplayQuery
) -> dict[str, Any] | None:
    """The context of the page, None if there is no such match; without a log it says how to get one."""
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    if not teams:
        return None
    match_row, log = teams[0].match, standing_log(id)
    name = match_title(match_row.round.number, match_row.place)
    context = {
        **match_base_context(
            league, season, viewer, match=match, name=name, part="Replay", balance=teams[0].own_balance
        ),
        "match_name": name,
        "match_href": links.match_url(id),
        "title": as_title(match_row.event),
        "address": links.replay_url(id),
        "rules_href": links.house_rules_url(season.pk),
        "reported": match_row.step in REPORTED_STEPS,
        "onward": onward_from(season.pk, match_row.round.number, neighbor_match(teams[0].match_after)),
    }
    if log is None:
        return context
    context |= {"log": log, "about": match_log_heading(log, match_row, teams), "ruleset": ruleset_title(log.ruleset)}
    context["tabs"] = tabs_of(id, MatchLogQuery(), here=None)
    try:
        loaded = _load_replay(log, teams, season, asked)
        known = not asked.car or any(car.picked for car in loaded.cars)
        return {**context, "unknown_car": "" if known else asked.car, **_moment(loaded, id, asked)}
    except Refusal as refusal:
        return {**context, "unread": refusal.sentence}


def replay_document(*, season: Season, viewer: Viewer, match: str, asked: ReplayQuery) -> dict[str, Any] | None:
    """Every step for the page's script, None if there is nothing to show.

    `cars` are their ids in the order of the page, and `gauges` the names and wholes of what each can lose. `steps`
    are described in `steps_document`, and `marks` are steps to jump to. `teams` are their names and `rules` the
    links of rules as HTML, by their ids; no text with a name of the league in it is HTML.
    """
    loaded = find_replay(season, viewer, match, asked)
    if loaded is None:
        return None
    steps = loaded.replay.steps
    lines = [lines_of_step(_lines_about(step, loaded, asked.car)) for step in steps]
    cited = {line.rule for told in lines for line in told.shown}
    return {
        "cars": [car.id for car in loaded.cars],
        "gauges": gauges_document(loaded.film),
        "laps": loaded.film.laps,
        "marks": marks_document(marks_of(loaded.film, loaded.cast)),
        "teams": loaded.cast.teams,
        "rules": {rule: link for rule, link in loaded.rules.items() if rule in cited},
        "steps": steps_document(
            steps,
            cast=loaded.cast,
            titles=[step_title(step, loaded.phase_called) for step in steps],
            lines=lines,
            things=[things_on_ground(step.frame.things) for step in steps],
        ),
    }


def replay_picture(
    *, season: Season, viewer: Viewer, match: str, asked: ReplayQuery, moving: bool = False
) -> str | None:
    """A step as an SVG image, or if `moving` a clip that begins there; None if there is nothing to draw.

    A clip begins by default where the most happens.
    """
    loaded = find_replay(season, viewer, match, asked)
    if loaded is None:
        return None
    film, steps = loaded.film, loaded.replay.steps
    if film.ground is None or not steps:
        return None
    if moving:
        first = asked.step(loaded.replay) if asked.at or asked.part else liveliest_step(film)
        return clip_picture(film.ground, film, loaded.cars, first=first, title=f"{film.ground.title}, a clip")
    step = steps[asked.step(loaded.replay) - 1]
    title = f"{film.ground.title}, {step_title(step, loaded.phase_called)}"
    there = cars_at_step(step.frame, loaded.cars)
    window = close_window(film.ground, step.frame.events, there) if asked.close else None
    return still_picture(film.ground, step.frame, there, title=title, window=window)


def find_replay(season: Season, viewer: Viewer, match: str, asked: ReplayQuery) -> LoadedReplay | None:
    """The replay of a match by its short id; None if it has no log that the viewer may read and the site can play."""
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    log = standing_log(id) if teams else None
    if log is None:
        return None
    try:
        return _load_replay(log, teams, season, asked)
    except Refusal:
        return None


def _load_replay(log: MatchLog, teams: Sequence[Any], season: Season, query: ReplayQuery) -> LoadedReplay:
    """Everything that is shown of a log. Raises a `Refusal` if the log cannot be read here."""
    packet, text = read_match_log(log)
    ruleset = get_ruleset(log.ruleset)
    cast = names_in_match(packet, teams, season.pk)
    film, replay, rules = load_film(log.ruleset, ruleset.edition, text)
    return LoadedReplay(
        digest=log.digest,
        packet=packet,
        cast=cast,
        film=film,
        replay=replay,
        cars=_cars(film, packet, cast, query.car),
        rules=rules,
        phase_called=ruleset.phase_called,
    )


@lru_cache(maxsize=CACHED_STORIES)
def load_film(ruleset: str, _edition: int, log: bytes) -> tuple[Film, Replay, Mapping[str, SafeString]]:
    """The film of a match, its steps, and the links of the rules they cite.

    It is cached by edition, since the match has to be played again for it.
    """
    book = get_ruleset(ruleset)
    film, story = book.film_and_story(log) if isinstance(book, FilmedRuleset) else (book.film(log), book.story(log))
    parts = parts_of(story)
    abouts = titles_of_rules(page for installed in rulesets() for page in installed.rulebook)
    rules = {rule.id: named_rule_link(rule, "") for rule in rules_named_in(parts, abouts)} | {"": SafeString("")}
    return film, steps_of(film, parts), rules


def _cars(film: Film, packet: Packet, cast: MatchNames, picked: str) -> list[ReplayCar]:
    """The cars in the order of the frames; the mark of each is its team's number and a letter."""
    numbers = {team.franchise: number for number, team in enumerate(packet.teams, 1)}
    counted: Counter[str] = Counter()
    cars = []
    for index, car in enumerate(film.frames[0].cars if film.frames else ()):
        team = cast.team_of.get(car.id, "")
        letter = chr(ord("a") + counted[team])
        counted[team] += 1
        crew = " and ".join(map(cast.name, cast.crews.get(car.id, ())))
        cars.append(
            ReplayCar(
                car.id,
                index,
                f"{numbers.get(team, '')}{letter}",
                cast.name(car.id),
                crew,
                cast.team(car.id),
                cast.flag((car.id,)),
                crest_of(team),
                car.id == picked,
                film.models.get(car.id, UNKNOWN_MODEL),
            )
        )
    return cars


def _moment(loaded: LoadedReplay, id: str, query: ReplayQuery) -> dict[str, Any]:
    """The context of the requested step."""
    replay, cast = loaded.replay, loaded.cast
    of_car = cast.name(query.car) if query.car in cast.crews else ""
    car = query.car if of_car else ""
    context = {
        "colors": team_colors(cast),
        "choices": choices(loaded.packet, cast, query.car),
        "of_car": of_car,
        "car": car,
        "tabs": tabs_of(id, MatchLogQuery(car=car), here=None),
    }
    if not replay.steps:
        return {**context, "no_frames": True}
    number, last = query.step(replay), len(replay.steps)
    step, film = replay.steps[number - 1], loaded.film
    ground, there = film.ground, cars_at_step(step.frame, loaded.cars)
    lines = lines_of_step(_lines_about(step, loaded, car))
    marks = marks_of(film, cast)
    targets = ((1, "First"), (max(1, number - 1), "Previous"), (min(last, number + 1), "Next"), (last, "Last"))
    if ground:
        context |= {
            "drawn": night_ground(ground),
            "symbols": SYMBOLS,
            "scale": car_scale(ground),
            "still": draw_still(ground, step.frame, there),
            "drawn_cars": [(at, damage_class(at.seen), model_drawing(at.car.model)) for at in there],
            "still_scale": still_car_scale(ground),
        }
    icons = marks_with_icons(marks, last)
    return {
        **context,
        "film": film,
        "ground": ground,
        "lap_now": next((at.seen.lap for at in board_order(there, step.frame.order)), 0),
        "step": step,
        "step_title": step_title(step, loaded.phase_called),
        "step_note": cast.highlight_names(step.note),
        "caption": _caption(step, cast),
        "last": last,
        "beyond": query.is_beyond(replay),
        "ways": [(name, replay_url_for_car(id, car, at=str(target)), target == number) for target, name in targets],
        "jumps": [
            (kind, MARK_NAMES[kind], mark, replay_url_for_car(id, car, at=str(mark.step)) if mark else "")
            for kind, mark in next_marks(marks, number).items()
        ],
        "moments": [
            (mark, replay_url_for_car(id, car, at=str(mark.step)), _percent(mark.step, last), index in icons)
            for index, mark in enumerate(marks)
        ],
        "percent": _percent(number, last),
        "leads": _leads(film, cast) if ground else [],
        "turns": [
            (name, first, first <= number < after)
            for (name, first), (_, after) in zip(replay.turns, [*replay.turns[1:], ("", last + 1)], strict=True)
        ],
        "there": there,
        "board": [
            (at, replay_url_for_car(id, "" if at.car.picked else at.car.id, at=str(number)))
            for at in board_order(there, step.frame.order)
        ],
        "lying": things_on_ground(step.frame.things),
        "lines": [render_line(line, loaded.cast, loaded.rules) for line in lines.shown],
        "lines_left": lines.left,
        "lines_left_at": log_line_url(id, lines.following),
        "frames_href": replay_url_for_car(id, car).replace(links.replay_url(id), links.replay_frames_url(id)),
        "still_at": links.replay_still_url(id),
        "card_href": f"{links.replay_card_url(id)}?at={number}" if ground else "",
        "moment_href": replay_url_for_car(id, car, at=str(number)),
        "log_at": links.match_log_url(id),
    }


def _caption(step: ReplayStep, cast: MatchNames) -> SafeString:
    """The caption of a step: what is loudest in it, or else what happens last."""
    loud = [event for event in step.frame.events if event.kind in LOUD]
    events = loud or step.frame.events
    return caption(events[-1], cast) if events else SafeString("")


def _percent(step: int, last: int) -> float:
    """Where a step is on the timeline, in percent of its length."""
    return round(100 * (step - 1) / max(1, last - 1), 2)


def _leads(film: Film, cast: MatchNames) -> list[dict[str, Any]]:
    """The bar under the timeline: who led when, in percent of the steps, with the color of the team."""
    last = len(film.frames)
    return [
        {
            "x": round(100 * (lead.first - 1) / last, 2),
            "width": round(100 * lead.steps / last, 2),
            "color": franchise_color(cast.team_of[lead.car]) if lead.car in cast.team_of else "#48505c",
        }
        for lead in leads_of(film)
    ]


def step_title(step: ReplayStep, phase_called: str) -> str:
    """A step's title from its part and phase, such as "Turn 3 of heat 1, phase 2"."""
    return f"{step.part}, {phase_called} {step.frame.phase}" if step.frame.phase else step.part


def things_on_ground(things: Sequence[GroundObject]) -> str:
    """What lies on the ground, such as "Oil at hex 3, 4; hex 5, 5. Flag at hex 9, 2."; "" for nothing."""
    places: dict[str, list[str]] = {}
    for thing in things:
        places.setdefault(thing.kind, []).append(thing.place)
    return " ".join(f"{kind.capitalize()} at {'; '.join(locations)}." for kind, locations in places.items())


def _lines_about(step: ReplayStep, loaded: LoadedReplay, car: str) -> list[StoryLine]:
    """The lines of a step, or those that mention a car or its crew if the car was in the match."""
    about = loaded.cast.car_and_crew(car)
    return [line for line in step.lines if not about or about.intersection(line.ids)]
