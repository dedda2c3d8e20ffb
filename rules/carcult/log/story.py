"""The story of a skirmish: its log as lines for people, with dice and rules.

A line is one entry of the log, or a move with all its turns. An empty line ends a part, a heading is not indented, an
indented line begins with the number of its activation, and the rule is at the end of a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rules.carcult.log.entry_annotator import MOVE_ENTRIES, EntryAnnotator
from rules.carcult.log.log_messages import (
    LOG_MESSAGES,
    damages_message,
    markers_message,
    move_message,
    no_attacks_message,
)
from rules.carcult.match.match import Match
from rules.carcult.play.result import points_by_team, winners
from rules.carcult.play.rounds import end_reason
from rules.core.plurals import count_phrase
from rules.match.log import LogEntry
from rules.match.story import fill_message, format_points, format_sides, most_points_first, story_line, with_rule

OUTSIDE_ACTIVATIONS = frozenset({"tie", "toughness", "crew", "decision"})
"""Entries that belong to no activation: ties for the next one, and injuries and the decision after the last."""
GROUP_MESSAGES = {"damage": damages_message, "lay": markers_message, "no_attack": no_attacks_message}
"""The messages of several entries of a kind in one line."""


def narrate(play: Match) -> list[str]:
    """The whole skirmish as lines: each round as a heading with its entries."""
    return list(_lines(play))


def narrate_entries(entries: list[LogEntry]) -> str:
    """The line of an entry, or of a move with several, with its rule; empty for an entry without a message."""
    first = entries[0]
    if first.kind in MOVE_ENTRIES:
        text = move_message(entries)
    elif len(entries) > 1:
        text = GROUP_MESSAGES[first.kind](entries)
    else:
        text = fill_message(LOG_MESSAGES.get(first.kind, ""), first)
    return with_rule(text, first)


def group_entries(entries: list[LogEntry]) -> Iterator[list[LogEntry]]:
    """Single entries as lists of one; together the entries of a move, damage of one cause that the same side placed,
    markers laid at one place, and attacks that are not made for the same reason.
    """
    for group_key, grouped in groupby(entries, key=_group_key):
        group = list(grouped)
        yield from [group] if group_key else ([entry] for entry in group)


def _group_key(entry: LogEntry) -> tuple[object, ...]:
    """What entries of a group have in common; empty for an entry that stands alone."""
    more = entry.more
    if entry.kind in MOVE_ENTRIES:
        return "move", entry.car
    if entry.kind == "damage":
        return "damage", entry.car, entry.rule, more["why"], more["by"], more["placed_by"]
    if entry.kind == "lay":
        return "lay", entry.car, more["card"], more["x"], more["y"]
    return ("no_attack", entry.car, more["target"], more["why"]) if entry.kind == "no_attack" else ()


def _lines(play: Match) -> Iterator[str]:
    teams = dict.fromkeys(car.team for car in play.setup.cars)
    sides = ([car.id for car in play.setup.cars if car.team == team] for team in teams)
    yield f"Car Cult on {play.setup.table.title}: {format_sides(sides, nobody='no cars')}"
    turn, reader = 0, EntryAnnotator(play)
    points = dict.fromkeys(play.setup.teams, 0)
    for entries in group_entries(list(map(reader.annotate, play.log.entries))):
        first = entries[0]
        if first.turn != turn:
            turn = first.turn
            yield ""
            yield f"Round {turn}" + (_standing_text(points) if turn > 1 else "")
        if text := narrate_entries(entries):
            yield story_line(text, 0 if first.kind in OUTSIDE_ACTIVATIONS else first.phase, aligned=True)
        for entry in entries:
            _credit(play, points, entry)
    yield ""
    yield from _end_lines(play)


def _credit(play: Match, points: dict[str, int], entry: LogEntry) -> None:
    """Add a damage token to the points of the side that is credited with it (CC-067)."""
    if entry.kind == "damage" and entry.more["by"] and not entry.more["friends"]:
        points[play.entries[entry.more["by"]].team] += 1


def _standing_text(points: dict[str, int]) -> str:
    """The victory points at the beginning of a round; empty without teams."""
    return f" (Victory points: {format_points(points)})" if points else ""


def _end_lines(play: Match) -> Iterator[str]:
    """Why the match ended, who won it, and the points of the teams (CC-090, CC-100)."""
    victory_points = {team: play.points(team) for team in play.setup.teams}
    if not victory_points:
        yield "The match is over"
        return
    yield f"The match is over: {format_points(victory_points)}"
    yield story_line(f"{_ending_text(play)} [CC-090]")
    winning = {team: victory_points[team] for team in winners(play)}
    if len(winning) == 1 and list(victory_points.values()).count(max(victory_points.values())) > 1:
        yield story_line(
            f"Level on victory points, the match goes by the decision: {format_points(winning)} [CC-090]"
        )
    elif len(winning) == 1:
        yield story_line(f"The match goes to the most victory points: {format_points(winning)} [CC-100]")
    elif any(winning.values()):
        yield story_line(f"Level with the most victory points, a shared win: {format_points(winning)} [CC-100]")
    else:
        yield story_line(f"Nobody has a victory point, all share the win: {format_points(winning)} [CC-100]")
    ranked = most_points_first(points_by_team(play))
    yield story_line(f"In points, which rank the teams: {format_points(ranked)} [CC-100]")


def _ending_text(play: Match) -> str:
    match end_reason(play):
        case "sides":
            return "One side alone has cars left" if play.cars_in_play() else "No side has a car left"
        case "points":
            return f"A side has {count_phrase(play.settings.victory_limit, 'victory point')} or more"
        case _:
            return f"{count_phrase(play.moment.turn, 'round')} {'was' if play.moment.turn == 1 else 'were'} played"
