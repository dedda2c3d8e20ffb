"""The turning points of a duel: first blood, crashes, kills, the lead on duel points, and who won. Rules RH-089 to
RH-093.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.core.plurals import count_phrase
from rules.match.handling.crash_tables import RESULTS
from rules.match.log import LogEntry
from rules.match.turning_points import (
    END_SENTENCES,
    END_WEIGHT,
    PointsLead,
    TurningPoint,
    TurningPointList,
    TurningPointReader,
    add_end,
    read_entries,
)
from rules.rhad.log.log_messages import format_side
from rules.rhad.match.duel_points import team_places
from rules.rhad.match.match import Match

SENTENCES: Mapping[str, Sequence[str]] = {
    "blood": ("{car} draws first blood, on {other}.",),
    "kill mobility": (
        "{by} stops {car} for good: a mobility kill.",
        "{car} can go no faster, and {by} gets the mobility kill.",
    ),
    "kill complete": (
        "{by} puts {car} out of the duel: a complete kill.",
        "{car} can do no more, and {by} gets the complete kill.",
    ),
    "kill mobility alone": ("{car} can go no faster: a mobility kill.",),
    "kill complete alone": ("{car} can do no more: a complete kill.",),
    "lead": (
        "{team} take the lead on duel points.",
        "{team} move in front on duel points.",
    ),
    "crash": ("{car} loses control and {loses}.", "{car} is out of control and {loses}.", "{car} {loses}."),
    "lost": ("{by} knocks out the {component} of {car}.", "{car} loses its {component} to {by}."),
    "lost alone": ("{car} loses its {component}.",),
    "ram": ("{car} rams {other} at {mph} mph.", "{car} drives into {other} at {mph} mph."),
    "wall": ("{car} hits something solid at {mph} mph.", "{car} drives into something solid at {mph} mph."),
    "injury": ("{crew} in {car} is hurt.", "{crew} in {car} takes an injury."),
    "out": ("{crew} in {car} is out of action.",),
    "hit": (
        "{by} hits {car} on the {side} for {points}.",
        "{car} takes {points} on the {side} from {by}.",
    ),
    **END_SENTENCES,
}
WEIGHTS: Mapping[str, float] = {
    "blood": 60, "kill": 90, "lead": 58, "crash": 40, "lost": 44, "ram": 36, "wall": 30, "injury": 32, "out": 66,
    "hit": 10, "end": END_WEIGHT,
}  # fmt: skip
CRASHES = {
    "spin_out": "spins out",
    "flying_fishtail": "spins out of a fishtail",
    "guppy_over": "tips over",
    "roll_over": "rolls over",
    "crash": "rolls over and crashes",
    "crash_and_burn": "crashes and burns",
}
KILL_KINDS = {"mobility_kill": "kill mobility", "complete_kill": "kill complete"}
KILL_REASON = re.compile(r"The (mobility|complete) kill of ([^\s]+)\. ")
"""How the scorer begins the reason for the points of a kill."""
PART_NAMES = {"power_plant": "power plant"}
FIRST = 1


@dataclass(slots=True)
class TurningPointFinder(TurningPointReader):
    """What a log has shown so far."""

    play: Match
    killers: Mapping[tuple[str, str], str]
    """Who has the points of a kill, by its kind and the car that was killed."""
    found: TurningPointList = field(default_factory=lambda: TurningPointList(SENTENCES, WEIGHTS), kw_only=True)
    lead: PointsLead = field(default_factory=PointsLead)
    """The lead on duel points."""


def _blood(finder: TurningPointFinder, entry: LogEntry) -> None:
    if not any(point.kind == "blood" for point in finder.found.points):
        finder.add("blood", entry, car=entry.car, other=entry.more["victim"])


def _kill(finder: TurningPointFinder, entry: LogEntry) -> None:
    kind = KILL_KINDS[entry.kind]
    by = finder.killers.get((entry.kind, entry.car), "")
    if by:
        finder.add(kind, entry, car=entry.car, by=by)
    else:
        finder.add(f"{kind} alone", entry, car=entry.car)


def _points(finder: TurningPointFinder, entry: LogEntry) -> None:
    """The lead changes when one team has more points than every other and had not before."""
    team = finder.play.state.cars[entry.car].team
    change = Fraction(entry.after["kill_points"]) - Fraction(entry.before["kill_points"])
    if finder.lead.credit(team, change):
        finder.add("lead", entry, team=finder.lead.leader)


def _crash(finder: TurningPointFinder, entry: LogEntry) -> None:
    result = entry.more["result"]
    if loses := CRASHES.get(result):
        finder.add("crash", entry, more=16 if RESULTS[result].rolls else 0, car=entry.car, loses=loses)


def _lost(finder: TurningPointFinder, entry: LogEntry) -> None:
    part = entry.more["part"]
    named = PART_NAMES.get(part, f"{part[:1].lower()}{part[1:]}".replace("_", " "))
    finder.add_by("lost", "lost alone", entry, component=named)


def _ram(finder: TurningPointFinder, entry: LogEntry) -> None:
    mph = entry.more["mph"]
    finder.add("ram", entry, more=mph / 4, car=entry.car, other=entry.more["other"], mph=str(mph))


def _wall(finder: TurningPointFinder, entry: LogEntry) -> None:
    mph = entry.more["mph"]
    finder.add("wall", entry, more=mph / 4, car=entry.car, mph=str(mph))


def _injury(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("injury", entry, car=entry.car, crew=entry.crew)


def _through(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.after["out"]:
        finder.add("out", entry, car=entry.car, crew=entry.crew)


def _hit(finder: TurningPointFinder, entry: LogEntry) -> None:
    by, points = entry.more["by"], entry.more["points"]
    if by and by != entry.car and points:
        side = format_side(entry.more["side"])
        worth = count_phrase(points, "point")
        finder.add("hit", entry, more=points, car=entry.car, by=by, side=side, points=worth)


READERS: Mapping[str, Callable[[TurningPointFinder, LogEntry], None]] = {
    "first_blood": _blood,
    "mobility_kill": _kill,
    "complete_kill": _kill,
    "duel_points": _points,
    "crash": _crash,
    "component_lost": _lost,
    "ram": _ram,
    "wall": _wall,
    "injury": _injury,
    "came_through": _through,
    "hit": _hit,
}


def find_turning_points(play: Match) -> list[TurningPoint]:
    """The turning points of a duel that is over, in the order they happened."""
    finder = TurningPointFinder(play, _killers(play))
    read_entries(finder, play.log.entries, READERS)
    places = team_places(play)
    if play.log.entries and places:
        last = play.log.entries[-1]
        winners = [team for team, place in places.items() if place == FIRST]
        points = {team: play.state.points.get(team, 0) for team in play.state.teams}
        add_end(finder.found, last, f"Round {last.turn}", winners=winners, points_of=points)
    return finder.found.points


def _killers(play: Match) -> dict[tuple[str, str], str]:
    """Who has the points of each kill: the first who was given some."""
    killers: dict[tuple[str, str], str] = {}
    for entry in play.log.entries:
        if entry.kind in KILL_KINDS and entry.more.get("by"):
            killers.setdefault((entry.kind, entry.car), str(entry.more["by"]))
        if entry.kind == "duel_points" and (match := KILL_REASON.match(entry.more["reason"])):
            killers.setdefault((f"{match[1]}_kill", match[2]), entry.car)
    return killers
