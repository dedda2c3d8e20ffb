"""A skirmish told in lines for people, out of its log: who did what, on which dice, by which rule.

A line is one entry of the log, or a move with all its turns. An empty line ends a part, a heading is not indented, an
indented line begins with the number of its activation, and the rule stands last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec

from rules.carcult.car.tokens import tokens_by_component
from rules.carcult.ground.table import BLOCKING
from rules.carcult.log.log_messages import LOG_MESSAGES, move_message
from rules.carcult.match.match import Match
from rules.carcult.match.state import FREE
from rules.carcult.play.result import points_by_team, winners
from rules.carcult.play.rounds import end_reason
from rules.core.plurals import count_phrase
from rules.match.log import LogEntry

MOVE_ENTRIES = frozenset({"move", "turn"})
OUTSIDE_ACTIVATIONS = frozenset({"tie", "toughness", "crew"})
"""What is of no activation: who comes next, and what is done when the last round is over."""


def narrate(play: Match) -> list[str]:
    """The whole skirmish in lines: the rounds as headings, and under each what happened."""
    return list(_lines(play))


def narrate_entries(entries: list[LogEntry]) -> str:
    """What an entry says, or a move of several, with the rule that says so; empty for what is not told."""
    first = entries[0]
    text = ""
    if first.kind in MOVE_ENTRIES:
        text = move_message(entries)
    elif first.kind in LOG_MESSAGES:
        text = LOG_MESSAGES[first.kind](first)
    return f"{text} [{first.rule}]" if text else ""


class EntryAnnotator:
    """Reads a log from its beginning and adds to its entries what they leave to be known: names of rough ground, what
    generated tokens, and whose side damage comes from.
    """

    def __init__(self, play: Match) -> None:
        self.play = play
        rough = (piece.name for piece in play.setup.table.terrain if piece.kind != BLOCKING)
        self.names = {f"rough {number}": f"the {name}" for number, name in enumerate(rough)}
        self.tracks = {
            car: {name: [FREE] * card.az for name, card in cards.items()} for car, cards in play.components.items()
        }

    def annotate(self, entry: LogEntry) -> LogEntry:
        """The next entry of the log, with what there is to add to it."""
        added = self._extra_fields(entry)
        if entry.car:
            tracks = self.tracks[entry.car]
            tracks.update({name: held for name, held in entry.after.items() if name in tracks})
        return msgspec.structs.replace(entry, more={**entry.more, **added}) if added else entry

    def _extra_fields(self, entry: LogEntry) -> dict[str, Any]:
        match entry.kind:
            case "rough":
                piece = entry.more["piece"]
                return {"piece": self.names.get(piece, piece)}
            case "allocate":
                return {"made": tokens_by_component(self.play.components[entry.car], self.tracks[entry.car])}
            case "damage":
                by, teams = entry.more["by"], self.play.entries
                return {"friends": bool(by) and teams[by].team == teams[entry.car].team}
            case _:
                return {}


def group_entries(entries: list[LogEntry]) -> Iterator[list[LogEntry]]:
    """The entries one by one, but those of a move together."""
    for (way, _), together in groupby(entries, key=lambda each: (each.kind in MOVE_ENTRIES, each.car)):
        found = list(together)
        yield from [found] if way else ([entry] for entry in found)


def _lines(play: Match) -> Iterator[str]:
    teams = dict.fromkeys(car.team for car in play.setup.cars)
    sides = (" and ".join(car.id for car in play.setup.cars if car.team == team) for team in teams)
    yield f"Car Cult on {play.setup.table.title}: {' against '.join(sides) or 'no cars'}"
    turn, reader = 0, EntryAnnotator(play)
    points = dict.fromkeys(play.setup.teams, 0)
    for entries in group_entries(list(map(reader.annotate, play.log.entries))):
        first = entries[0]
        if first.turn != turn:
            turn = first.turn
            yield ""
            yield f"Round {turn}" + _standing_text(points)
        if text := narrate_entries(entries):
            yield (
                f"     {text}"
                if not first.phase or first.kind in OUTSIDE_ACTIVATIONS
                else f" {first.phase:2}  {text}"
            )
        _credit(play, points, first)
    yield ""
    yield from _end_lines(play)


def _credit(play: Match, points: dict[str, int], entry: LogEntry) -> None:
    """Add a token of damage to the side whose doing it is (CC-067)."""
    if entry.kind == "damage" and entry.more["by"] and not entry.more["friends"]:
        points[play.entries[entry.more["by"]].team] += 1


def _standing_text(points: dict[str, int]) -> str:
    """The victory points as the round begins; nothing while nobody has any."""
    return f" (Victory points: {_format_points(points)})" if any(points.values()) else ""


def _format_points(points: Mapping[str, int]) -> str:
    return ", ".join(f"{team} {point}" for team, point in points.items())


def _end_lines(play: Match) -> Iterator[str]:
    """What ended the match, who has won it, and the points it is worth (CC-090, CC-100)."""
    made = {team: play.points(team) for team in play.setup.teams}
    if not made:
        yield "The match is over"
        return
    yield f"The match is over: {_format_points(made)}"
    yield f"     {_ending_text(play)} [CC-090]"
    won = {team: made[team] for team in winners(play)}
    if len(won) == 1:
        yield f"     The most victory points, and the match: {_format_points(won)} [CC-100]"
    elif any(won.values()):
        yield f"     Level with the most victory points, a shared win: {_format_points(won)} [CC-100]"
    else:
        yield f"     Nobody has a victory point, all share the win: {_format_points(won)} [CC-100]"
    ranked = sorted(points_by_team(play).items(), key=lambda each: -each[1])
    yield f"     In points, which rank the teams: {_format_points(dict(ranked))} [CC-100]"


def _ending_text(play: Match) -> str:
    match end_reason(play):
        case "sides":
            return "One side alone has cars left" if play.cars_in_play() else "No side has a car left"
        case "points":
            return f"A side has {count_phrase(play.settings.victory_limit, 'victory point')} or more"
        case _:
            return f"{count_phrase(play.moment.turn, 'round')} {'was' if play.moment.turn == 1 else 'were'} played"
