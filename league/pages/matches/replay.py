"""The replay of a match that was run here, step by step: drawn, narrated, and listed car by car."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from explain import links
from explain.printed_names import as_title, ruleset_title
from journal.match_logs import read_match_log
from league.access import Viewer
from league.models import League, MatchLog, Season
from league.pages.base_context import franchise_color, match_base_context
from league.pages.matches.log import (
    CACHED_STORIES,
    MatchLogQuery,
    RenderedLine,
    choices,
    match_log_heading,
    named_rule_link,
    names_in_match,
    render_line,
    replay_url_for_car,
    rules_named_in,
    story_parts,
    tabs_of,
    team_colors,
)
from league.pages.matches.names import MatchNames
from league.pages.matches.replay_steps import Replay, ReplayStep
from league.pages.matches.replay_steps import build_replay as steps_of
from league.pages.matches.story import titles_of_rules
from league.queries.match_logs import standing_log
from league.queries.matches import SETTLEMENT_CLOSED_STEPS, line_ups
from rules.core.refusals import Refusal
from rules.match.packet import Packet
from rules.match.registry import get_ruleset, rulesets
from rules.match.replay_frames import MARKER_DRAWINGS, CarAppearance, CarView, Film, Ground, GroundObject

REPORTED_STEPS = ("M5.1", "M5.4", "M5.9", *SETTLEMENT_CLOSED_STEPS)
"""Match steps at which a result has been accepted."""
MAX_STEP_DIGITS = 6
MAX_CARS_NAMED = 6
"""The most cars whose names are drawn on the ground; with more, names would overlap."""
LOOKS_WORDS = {
    CarAppearance.RUNNING: "running",
    CarAppearance.OUT: "out of it",
    CarAppearance.GONE: "not on the ground",
}
HURT = "hurt"


@dataclass(frozen=True, slots=True)
class ReplayQuery:
    """What a visitor wants to see: a step, or the beginning of a part of the story; optionally with one car
    picked.
    """

    at: str = ""
    part: str = ""
    car: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> ReplayQuery:
        """Read the query string."""
        return cls(at=query.get("at", ""), part=query.get("part", ""), car=query.get("car", ""))

    def step(self, replay: Replay) -> int:
        """The number of the requested step, limited to those that exist; by default the first."""
        if self.at.isdecimal() and len(self.at) <= MAX_STEP_DIGITS:
            return min(max(1, int(self.at)), len(replay.steps))
        return replay.begins.get(self.part, 1)

    def is_beyond(self, replay: Replay) -> bool:
        """Whether the requested step does not exist."""
        return bool(self.at) and self.at != str(self.step(replay))


@dataclass(frozen=True, slots=True)
class ReplayCar:
    """A car of the replay: its mark on the ground, its name, its first crew, and its team with flag and color."""

    id: str
    label: str
    name: str
    crew: str
    team: str
    flag: SafeString
    colour: str
    ink: str
    picked: bool


@dataclass(frozen=True, slots=True)
class CarAtStep:
    """A car at one step: how it is drawn, and the same in words."""

    car: ReplayCar
    seen: CarView
    looks: str
    chip: str


@dataclass(frozen=True, slots=True)
class LoadedReplay:
    """A replay ready to be shown: its packet, names, steps and ground."""

    packet: Packet
    cast: MatchNames
    replay: Replay
    ground: Ground | None
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
    context = {
        **match_base_context(league, season, viewer, match=match, part="Replay", balance=teams[0].own_balance),
        "match_name": f"Match {match}",
        "match_href": links.match_url(id),
        "title": as_title(match_row.event),
        "address": links.replay_url(id),
        "rules_href": links.house_rules_url(season.pk),
        "reported": match_row.step in REPORTED_STEPS,
    }
    if log is None:
        return context
    context |= {"log": log, "about": match_log_heading(log, match_row, teams), "ruleset": ruleset_title(log.ruleset)}
    context["tabs"] = tabs_of(id, MatchLogQuery(), here=None)
    try:
        return {**context, **_moment(_load_replay(log, teams, season, asked), id, asked)}
    except Refusal as refusal:
        return {**context, "unread": refusal.sentence}


def replay_document(*, season: Season, viewer: Viewer, match: str, asked: ReplayQuery) -> dict[str, Any] | None:
    """Every step for the page's script, None if there is nothing to show.

    Each car is a list in the order of the page's cars: x, y, heading, look, place, condition and the word for its
    state. Each line has its number, its text as HTML, and its rule as HTML; each thing its kind, x and y.
    """
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    log = standing_log(id) if teams else None
    if log is None:
        return None
    try:
        loaded = _load_replay(log, teams, season, asked)
    except Refusal:
        return None
    car_and_crew = loaded.cast.car_and_crew(asked.car)
    return {
        "cars": [car.id for car in loaded.cars],
        "steps": [
            {
                "title": step_title(step, loaded.phase_called),
                "note": loaded.cast.highlight_names(step.note),
                "cars": [
                    [
                        car_at_step.seen.x,
                        car_at_step.seen.y,
                        car_at_step.seen.heading,
                        car_at_step.looks,
                        car_at_step.seen.place,
                        car_at_step.seen.condition,
                        car_at_step.chip,
                    ]
                    for car_at_step in _cars_at_step(step, loaded.cars)
                ],
                "things": [[thing.kind, thing.x, thing.y] for thing in step.frame.things],
                "lying": things_on_ground(step.frame.things),
                "lines": [
                    [line.number, f"{line.flag}{line.said}", line.rule] for line in _lines(step, loaded, car_and_crew)
                ],
            }
            for step in loaded.replay.steps
        ],
    }


def _load_replay(log: MatchLog, teams: Sequence[Any], season: Season, query: ReplayQuery) -> LoadedReplay:
    """Everything that is shown of a log. Raises a `Refusal` if the log cannot be read here."""
    packet, text = read_match_log(log)
    ruleset = get_ruleset(log.ruleset)
    cast = names_in_match(packet, teams, season.pk)
    film, replay, rules = load_film(log.ruleset, ruleset.edition, text)
    return LoadedReplay(
        packet=packet,
        cast=cast,
        replay=replay,
        ground=film.ground,
        cars=_cars(film, packet, cast, query.car),
        rules=rules,
        phase_called=ruleset.phase_called,
    )


@lru_cache(maxsize=CACHED_STORIES)
def load_film(ruleset: str, edition: int, log: bytes) -> tuple[Film, Replay, Mapping[str, SafeString]]:
    """The film of a match, its steps, and the links of the rules they cite.

    It is cached by edition, since the match has to be played again for it.
    """
    film, parts = get_ruleset(ruleset).film(log), story_parts(ruleset, edition, log)
    abouts = titles_of_rules(page for installed in rulesets() for page in installed.rulebook)
    rules = {rule.id: named_rule_link(rule, "") for rule in rules_named_in(parts, abouts)} | {"": SafeString("")}
    return film, steps_of(film, parts), rules


def _cars(film: Film, packet: Packet, cast: MatchNames, picked: str) -> list[ReplayCar]:
    """The cars in the order of the frames; the mark of each is its team's number and a letter."""
    numbers = {team.franchise: number for number, team in enumerate(packet.teams, 1)}
    counted: Counter[str] = Counter()
    cars = []
    for car in film.frames[0].cars if film.frames else ():
        team = cast.team_of.get(car.id, "")
        letter = chr(ord("a") + counted[team])
        counted[team] += 1
        colour = franchise_color(team)
        crew = " and ".join(map(cast.name, cast.crews.get(car.id, ())))
        cars.append(
            ReplayCar(
                car.id,
                f"{numbers.get(team, '')}{letter}",
                cast.name(car.id),
                crew,
                cast.team(car.id),
                cast.flag((car.id,)),
                colour,
                ink_on(colour),
                car.id == picked,
            )
        )
    return cars


def ink_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a color written as #rrggbb."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#1b1b1f" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


def _moment(loaded: LoadedReplay, id: str, query: ReplayQuery) -> dict[str, Any]:
    """The context of the requested step."""
    replay, cast = loaded.replay, loaded.cast
    of_car = cast.name(query.car) if query.car in cast.crews else ""
    car = query.car if of_car else ""
    context = {
        "colours": team_colors(cast),
        "choices": choices(loaded.packet, cast, query.car),
        "of_car": of_car,
        "car": car,
        "tabs": tabs_of(id, MatchLogQuery(car=car), here=None),
    }
    if not replay.steps:
        return {**context, "no_frames": True}
    number, last = query.step(replay), len(replay.steps)
    step = replay.steps[number - 1]
    targets = ((1, "First"), (max(1, number - 1), "Previous"), (min(last, number + 1), "Next"), (last, "Last"))
    return {
        **context,
        "ground": loaded.ground,
        "drawn": mark_safe(loaded.ground.drawn) if loaded.ground else "",  # noqa: S308 - drawn by a book, words escaped
        "marks": [(kind, mark_safe(mark)) for kind, mark in MARKER_DRAWINGS.items()],  # noqa: S308 - our own marks
        "few": len(loaded.cars) <= MAX_CARS_NAMED,
        "step": step,
        "step_title": step_title(step, loaded.phase_called),
        "step_note": cast.highlight_names(step.note),
        "last": last,
        "beyond": query.is_beyond(replay),
        "ways": [(name, replay_url_for_car(id, car, at=str(target)), target == number) for target, name in targets],
        "turns": [
            (name, first, first <= number < after)
            for (name, first), (_, after) in zip(replay.turns, [*replay.turns[1:], ("", last + 1)], strict=True)
        ],
        "there": _cars_at_step(step, loaded.cars),
        "lying": things_on_ground(step.frame.things),
        "lines": _lines(step, loaded, cast.car_and_crew(car)),
        "frames_href": replay_url_for_car(id, car).replace(links.replay_url(id), links.replay_frames_url(id)),
        "log_at": links.match_log_url(id),
    }


def step_title(step: ReplayStep, phase_called: str) -> str:
    """A step's title from its part and phase, such as "Turn 3 of heat 1, phase 2"."""
    return f"{step.part}, {phase_called} {step.frame.phase}" if step.frame.phase else step.part


def _cars_at_step(step: ReplayStep, cars: Sequence[ReplayCar]) -> list[CarAtStep]:
    """The cars at a step, in the order of the page."""
    return [CarAtStep(car, view, *_look(view)) for car, view in zip(cars, step.frame.cars, strict=True)]


def _look(view: CarView) -> tuple[str, str]:
    """The CSS classes of a car, and the word for its state."""
    if view.looks is CarAppearance.RUNNING and view.hurt:
        return f"{view.looks} {HURT}", HURT
    return f"{view.looks} {HURT}" if view.hurt else view.looks.value, LOOKS_WORDS[view.looks]


def things_on_ground(things: Sequence[GroundObject]) -> str:
    """What lies on the ground, such as "Oil at hex 3, 4; hex 5, 5. Flag at hex 9, 2."; "" for nothing."""
    places: dict[str, list[str]] = {}
    for thing in things:
        places.setdefault(thing.kind, []).append(thing.place)
    return " ".join(f"{kind.capitalize()} at {'; '.join(locations)}." for kind, locations in places.items())


def _lines(step: ReplayStep, loaded: LoadedReplay, car_and_crew: frozenset[str]) -> list[RenderedLine]:
    """The lines of a step, or those that mention a car or its crew."""
    lines = [line for line in step.lines if not car_and_crew or car_and_crew.intersection(line.ids)]
    return [render_line(line, loaded.cast, loaded.rules) for line in lines]
