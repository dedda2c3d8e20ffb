"""The story of a race: its log as lines for people, with dice and rules.

A line is one entry of the log. Entries without dice and without a message are left out. An empty line ends a part, a
heading is not indented, an indented line may begin with the number of the car's turn in its round, and the rule is at
the end of a line. Rules FW-144, FW-150.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.plurals import count_phrase
from rules.formule.log.dice_text import format_dice
from rules.formule.log.log_messages import LOG_MESSAGES, OUT_REASONS, REASON_PREFIXES, REASONS_IN_MESSAGE
from rules.formule.match.match import Match
from rules.formule.match.state import CarState
from rules.formule.play.result import points_by_team, points_of, round_of_finish
from rules.match.log import LogEntry
from rules.match.story import fill_message, most_points_first, story_line, with_rule

WEATHER_TEXTS: Mapping[str, str] = {"dry": "dry", "temporary_rain": "temporary rain", "rain": "rain"}
"""The weather as the first line names it (FW-129)."""


def narrate(play: Match) -> list[str]:
    """The whole race as lines: the grid, then each round as a heading with its entries."""
    return list(_lines(play))


def narrate_entry(entry: LogEntry) -> str:
    """The line of an entry, with its rule; empty for an entry that is left out."""
    text = fill_message(LOG_MESSAGES.get(entry.kind, ""), entry, **_lane_counted_from_one(entry))
    reasons = REASONS_IN_MESSAGE.get(entry.kind, ())
    if entry.kind in REASON_PREFIXES:
        reasons = tuple(roll.why for roll in entry.rolls if roll.why.startswith(REASON_PREFIXES[entry.kind]))
    others = format_dice(roll for roll in entry.rolls if roll.why not in reasons)
    if others and not text:
        text = entry.car or entry.kind
    return with_rule(f"{text}{others}", entry)


def _lane_counted_from_one(entry: LogEntry) -> dict[str, int]:
    """The lane of an entry, if it has one, as messages count it (FW-107)."""
    fields = {**entry.after, **entry.more}
    return {"lane": fields["lane"] + 1} if "lane" in fields else {}


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
            yield story_line(text, entry.phase)
    yield story_line(f"{_places(play)} [FW-150]")
    yield ""
    yield f"The race is over: {_outcome(points_by_team(play))}"


def _places(play: Match) -> str:
    """Every car with its place, the round in which it came home or went out, and its points (FW-150)."""
    cars = list(play.state.cars.values())
    placed = sorted((car for car in cars if car.place), key=lambda car: car.place)
    unplaced = [car for car in cars if not car.place]
    texts = [f"{car.place} {car.id} ({_end_of(play, car)})" for car in placed]
    without = ", ".join(f"{car.id} ({_end_of(play, car)})" for car in unplaced)
    return "; ".join([f"Places: {', '.join(texts) or 'none'}", *([f"without a place: {without}"] if without else [])])


def _end_of(play: Match, car: CarState) -> str:
    """How a car's race ended, and its points if it has any: `home in round 12, 8 points`."""
    home = round_of_finish(play, car)
    out = next((entry.turn for entry in play.log.entries if entry.kind == "out" and entry.car == car.id), 0)
    end = "not home"
    if home:
        end = f"home in round {home}"
    elif out:
        end = f"out in round {out}: {OUT_REASONS[car.out_reason]}"
    points = points_of(play, car)
    return f"{end}, {count_phrase(points, 'point')}" if points or car.place else end


def _outcome(totals: Mapping[str, int]) -> str:
    """The winner or the teams level at the top, and the points of the others (FW-150)."""
    most = max(totals.values())
    if not most:
        return "nobody has made a point"
    first = [team for team, total in totals.items() if total == most]
    won = f"{first[0]} wins with {count_phrase(most, 'point')}"
    if len(first) > 1:
        won = f"{', '.join(first[:-1])} and {first[-1]} are level with {count_phrase(most, 'point')}"
    others = ((team, total) for team, total in most_points_first(totals).items() if total < most)
    return ", ".join([won, *(f"{team} has {total}" for team, total in others)])
