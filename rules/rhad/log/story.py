"""A duel told in lines for people, out of its log: who did what, on which dice, by which rule. Rule RH-080.

A line is one entry, or several of one sort that follow each other: the speeds of a round, checks that are passed,
recovery, the teams' points. Checks that are passed stand before those that are not, since nothing comes of them.
Every die is told with its entry; none belongs to an entry that only keeps the books. An empty line ends a part, a
heading is not indented, an indented line may begin with its phase, and the rule stands last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

from rules.match.log import LogEntry
from rules.rhad.log.dice_text import format_dice
from rules.rhad.log.log_messages import format_recovery, format_team_points, message_for
from rules.rhad.match.match import Match
from rules.rhad.play.start_of_match import starting_speed

GROUP_TITLES = {"speed": "Speeds set", "check": "In control", "recovery": "Recovered", "team_points": "Points"}
"""What entries of one sort are told as, in one line."""
AFTER_CHECKS = frozenset({"recovery", "over", "turn_end"})
"""What follows when every car has been checked (RH-020)."""
WINNING = "RH-093"
"""The rule of who has won."""
INDENT = " " * 5


def narrate(play: Match) -> list[str]:
    """The whole duel in lines: what was before it, its rounds, and its end, each under a heading."""
    return list(_lines(play))


def narrate_entry(entry: LogEntry) -> str:
    """What an entry says, with its dice and its rule; empty for one that only keeps the books and has no dice."""
    text = message_for(entry)
    return f"{text}{format_dice(entry.rolls)} [{entry.rule}]" if text else ""


def group_of(entry: LogEntry) -> str:
    """The row an entry belongs to, empty for one that is told by itself."""
    if entry.rolls or (entry.kind == "speed" and entry.more["why"] != "order"):
        return ""
    if entry.kind == "check" and not entry.more["controlled"]:
        return ""
    return entry.kind if entry.kind in GROUP_TITLES else ""


def _passed_checks_first(entries: Iterable[LogEntry]) -> Iterator[LogEntry]:
    """The entries, the checks of each round that were passed before all that came of the others."""
    checks: list[LogEntry] = []
    for entry in entries:
        if entry.kind == "check" or (checks and entry.kind not in AFTER_CHECKS):
            checks.append(entry)
            continue
        yield from sorted(checks, key=lambda each: group_of(each) != "check")
        checks.clear()
        yield entry
    yield from checks


def _group_entries(entries: Iterable[LogEntry]) -> Iterator[tuple[str, list[LogEntry]]]:
    """The entries, those of a row that follow each other together; any other by itself."""
    for row, group in groupby(entries, key=group_of):
        if row:
            yield row, list(group)
        else:
            yield from (("", [entry]) for entry in group)


def narrate_group(row: str, entries: list[LogEntry]) -> str:
    """The entries of a row in one line, with their rule."""
    each, between = GROUP_PARTS[row]
    return f"{GROUP_TITLES[row]}: {between.join(map(each, entries))} [{entries[0].rule}]"


def _check_text(entry: LogEntry) -> str:
    """A passed check: what it ends with, and what that is the sum of."""
    more = entry.more
    added = (("speed", more["modifier"]), ("accessories", more["bonus"]))
    parts = [f"{what} {points:+d}" for what, points in added if points]
    text = f" ({', '.join([str(entry.before['hc']), *parts])})" if parts else ""
    return f"{entry.car} with {entry.after['hc']}{text}"


GROUP_PARTS: Mapping[str, tuple[Callable[[LogEntry], str], str]] = {
    "speed": (lambda entry: f"{entry.car} {entry.after['speed']}", ", "),
    "check": (_check_text, "; "),
    "recovery": (lambda entry: f"{entry.car} to {format_recovery(entry)}", ", "),
    "team_points": (format_team_points, ", "),
}
"""What each entry of a row says, and what stands between two of them."""


def _lines(play: Match) -> Iterator[str]:
    speeds = {id: starting_speed(play, play.designs[id]) for id in play.state.cars}
    ended = False
    yield f"{play.arena.title}: {_line_up_text(play)}"
    for row, entries in _group_entries(_passed_checks_first(play.log.entries)):
        first = entries[0]
        if first.kind == "round_start":
            yield from ("", f"Round {first.turn}{_speeds_text(speeds)}")
        if first.kind == "over":
            yield from ("", narrate_entry(first))
            continue
        ended = first.kind == "check" or (ended and first.kind != "round_start")
        text = narrate_group(row, entries) if row else narrate_entry(first)
        speeds |= {entry.car: entry.after["speed"] for entry in entries if "speed" in entry.after}
        if text:
            yield f"  {first.phase}  {text}" if first.phase and not ended else f"{INDENT}{text}"
        if row == "team_points":
            yield f"{INDENT}{_outcome(play)} [{WINNING}]"


def _outcome(play: Match) -> str:
    """Who has won: the team with most points, or those that share the first place (RH-093, RH-094)."""
    points = play.state.points
    most = max(points.values())
    first = [f"{team} {made}" for team, made in points.items() if made == most]
    return f"{'The winner' if len(first) == 1 else 'A draw, the first place is shared'}: {', '.join(first)}"


def _line_up_text(play: Match) -> str:
    """Who drives against whom."""
    teams = (
        " and ".join(car.id for car in play.state.cars.values() if car.team == team) for team in play.state.teams
    )
    return " against ".join(teams) or "nobody"


def _speeds_text(speeds: dict[str, int]) -> str:
    """The cars that move and how fast they are as the round begins, in mph."""
    moving = ", ".join(f"{car} {speed}" for car, speed in speeds.items() if speed)
    return f" (Speeds: {moving})" if moving else ""
