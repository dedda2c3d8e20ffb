"""A race told in lines for people, out of its log: who did what, on which dice, by which rule.

A line is one entry of the log. Every die is told; entries without one that only keep the books are not. An empty line
ends a part, a heading is not indented, an indented line may begin with the number of the car's turn in its round, and
the rule stands last. Rules FW-144, FW-150.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.plurals import count_phrase
from rules.formule.log.dice_text import format_other_dice
from rules.formule.log.log_messages import LOG_MESSAGES, REASON_PREFIXES, REASONS_IN_MESSAGE
from rules.formule.match.match import Match
from rules.formule.play.result import points_by_team
from rules.match.log import LogEntry

WEATHER_TEXTS: Mapping[str, str] = {"dry": "dry", "temporary_rain": "temporary rain", "rain": "rain"}
"""The weather as the head of a story has it (FW-129)."""


def narrate(play: Match) -> list[str]:
    """The whole race in lines: the grid, the rounds as headings, and under each what happened."""
    return list(_lines(play))


def narrate_entry(entry: LogEntry) -> str:
    """What an entry says, with the rule that says so; empty for one that is not told."""
    saying = LOG_MESSAGES.get(entry.kind, "")
    text = saying.format_map(message_fields(entry)) if isinstance(saying, str) else saying(entry)
    told_there = REASONS_IN_MESSAGE.get(entry.kind, ())
    if entry.kind in REASON_PREFIXES:
        told_there = tuple(roll.why for roll in entry.rolls if roll.why.startswith(REASON_PREFIXES[entry.kind]))
    others = format_other_dice(entry, told_there)
    if others and not text:
        text = entry.car or entry.kind
    return f"{text}{others} [{entry.rule}]" if text else ""


def message_fields(entry: LogEntry) -> Mapping[str, object]:
    """What a saying may speak of: who and where, what is now, and whatever else the entry holds; a lane from 1
    (FW-107).
    """
    words = {**entry.after, **entry.more, "car": entry.car, "crew": entry.crew}
    return words | {"lane": words["lane"] + 1} if "lane" in words else words


def _lines(play: Match) -> Iterator[str]:
    weather = WEATHER_TEXTS[play.setup.weather]
    circuit = play.circuit
    road = f"{circuit.length} rows a lap, {circuit.lanes} lanes counted from the left"
    yield f"{count_phrase(play.laps, 'lap')} of {circuit.title} ({weather}, {road})"
    for entry in play.log.entries:
        if entry.kind == "order":
            yield ""
            yield f"Round {entry.turn} (Order: {', '.join(entry.more['order'])})"
        elif text := narrate_entry(entry):
            yield f"  {entry.phase}  {text}" if entry.phase else f"     {text}"
    yield ""
    yield f"The race is over: {_outcome(points_by_team(play))}"


def _outcome(made: Mapping[str, int]) -> str:
    """Who has won by points, or who is level at the top, and what the others have (FW-150)."""
    most = max(made.values())
    if not most:
        return "nobody has made a point"
    first = [team for team, each in made.items() if each == most]
    won = f"{first[0]} wins with {count_phrase(most, 'point')}"
    if len(first) > 1:
        won = f"{', '.join(first[:-1])} and {first[-1]} are level with {count_phrase(most, 'point')}"
    others = sorted(((team, each) for team, each in made.items() if each < most), key=lambda team: -team[1])
    return ", ".join([won, *(f"{team} has {each}" for team, each in others)])
