"""The story of a duel in lines for people, made from its log: who did what, with which dice, by which rule. Rule
RH-080.

A line is one entry, or several entries of the same kind in a row: the ordered speeds of a round, passed checks,
recoveries, what the kills of a car are worth to each side, what a person loses, the teams' points. `entry_sequence`
has their order. All dice are shown with their entries, and entries that are not shown have none. The heading of a
round has the speeds that are driven in it. An empty line ends a part, a heading is not indented, an indented line may
begin with its phase, and the rule comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

from rules.match.log import LogEntry
from rules.match.story import before_and_after, format_points, format_sides, story_line, with_rule
from rules.rhad.log.dice_text import format_dice
from rules.rhad.log.entry_sequence import is_ordered_speed, speeds_of_rounds, story_entries
from rules.rhad.log.kill_reasons import kill_of
from rules.rhad.log.log_messages import format_kill_points, format_recovery, format_team_points, message_for
from rules.rhad.match.duel_points import team_places
from rules.rhad.match.match import Match
from rules.rhad.play.start_of_match import starting_speed

GROUP_TITLES = {"speed": "Speeds set", "check": "In control", "recovery": "Recovered", "team_points": "Points"}
"""The titles of the lines that hold several entries of one kind."""
KILL_POINTS = "kill points"
"""How the groups begin whose entries are the points of one kill."""
INJURY = "injury"
"""How the groups begin whose entries are what one person loses by the same damage."""
WINNING = "RH-093"
"""The rule that decides who has won."""


def narrate(play: Match) -> list[str]:
    """The whole duel in lines: its start, its rounds and its end, each under a heading."""
    return list(_lines(play))


def narrate_entry(entry: LogEntry) -> str:
    """The message of an entry, with its dice and its rule; empty if the entry is not shown."""
    text = message_for(entry)
    return with_rule(f"{text}{format_dice(entry.rolls)}", entry) if text else ""


def group_of(entry: LogEntry) -> str:
    """The group an entry can share a line in; empty if it has a line of its own."""
    if entry.kind == "injury":
        return f"{INJURY} {entry.crew} {entry.car}"
    if entry.rolls or (entry.kind == "speed" and not is_ordered_speed(entry)):
        return ""
    if entry.kind == "check" and not entry.more["controlled"]:
        return ""
    if entry.kind == "duel_points":
        return f"{KILL_POINTS} {kill_of(entry)[1:]}" if any(kill_of(entry)) else ""
    return entry.kind if entry.kind in GROUP_TITLES else ""


def _group_entries(entries: Iterable[LogEntry]) -> Iterator[tuple[str, list[LogEntry]]]:
    """The entries, with adjacent entries of the same group together and every other entry by itself."""
    for row, group in groupby(entries, key=group_of):
        if row:
            yield row, list(group)
        else:
            yield from (("", [entry]) for entry in group)


def narrate_group(row: str, entries: list[LogEntry]) -> str:
    """The entries of a group in one line, with their rule."""
    if row.startswith(KILL_POINTS):
        return with_rule(format_kill_points(entries), entries[0])
    if row.startswith(INJURY):
        rolls = [roll for entry in entries for roll in entry.rolls]
        return with_rule(f"{message_for(entries[-1])}{format_dice(rolls)}", entries[0])
    entry_text, separator = GROUP_PARTS[row]
    return with_rule(f"{GROUP_TITLES[row]}: {separator.join(map(entry_text, entries))}", entries[0])


def _check_text(entry: LogEntry) -> str:
    """A passed check: its result, and the parts of the sum."""
    more = entry.more
    added = (("speed", more["modifier"]), ("accessories", more["bonus"]))
    parts = [f"{label} {points:+d}" for label, points in added if points]
    text = f" ({', '.join([str(entry.before['hc']), *parts])})" if parts else ""
    return f"{entry.car} with {entry.after['hc']}{text}"


GROUP_PARTS: Mapping[str, tuple[Callable[[LogEntry], str], str]] = {
    "speed": (lambda entry: f"{entry.car} {before_and_after(entry, 'speed')}", ", "),
    "check": (_check_text, "; "),
    "recovery": (lambda entry: f"{entry.car} to {format_recovery(entry)}", ", "),
    "team_points": (format_team_points, ", "),
}
"""The text of each entry of a group, and the separator between two entries."""


def _lines(play: Match) -> Iterator[str]:
    speeds = speeds_of_rounds(play, {id: starting_speed(play, play.designs[id]) for id in play.state.cars})
    ended = False
    yield f"{play.arena.title}: {_line_up_text(play)}"
    for row, entries in _group_entries(story_entries(play)):
        first_entry = entries[0]
        if first_entry.kind == "round_start":
            yield from ("", f"Round {first_entry.turn}{_speeds_text(speeds[first_entry.turn])}")
        if first_entry.kind == "over":
            ended = True
            yield from ("", narrate_entry(first_entry))
            continue
        ended = first_entry.kind == "check" or (ended and first_entry.kind != "round_start")
        text = narrate_group(row, entries) if row else narrate_entry(first_entry)
        if text:
            yield story_line(text, 0 if ended else first_entry.phase)
        if row == "team_points":
            yield story_line(f"{_outcome(play)} [{WINNING}]")


def _speeds_text(speeds: Mapping[str, int]) -> str:
    """The speeds of a round for its heading, 0 for cars that stand; empty without cars."""
    return f" (Speeds: {', '.join(f'{car} {speed}' for car, speed in speeds.items())})" if speeds else ""


def _outcome(play: Match) -> str:
    """The winner, or the teams that share first place, and who has made as many points (RH-093, RH-094)."""
    points = play.state.points
    first = [team for team, place in team_places(play).items() if place == 1]
    winners = format_points({team: points[team] for team in first})
    level = [team for team in points if team not in first and points[team] >= max(points[winner] for winner in first)]
    beside = f" (as many points or more: {format_points({team: points[team] for team in level})})" if level else ""
    return f"{'The winner' if len(first) == 1 else 'A draw, the first place is shared'}: {winners}{beside}"


def _line_up_text(play: Match) -> str:
    """Which cars drive against which."""
    cars = play.state.cars.values()
    return format_sides(([car.id for car in cars if car.team == team] for team in play.state.teams), nobody="nobody")
