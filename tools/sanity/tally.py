"""Counts matches while they are played, and notes what must never happen in any of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rules.dethmatch.events.heat_limits import is_driven, is_under_control
from rules.dethmatch.first_autopilot.at_rest import road_is_shut
from rules.dethmatch.ground.track import sides_between
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control
from rules.match.log import LogEntry

STILL_TURNS = 5
"""A car that stands still for this many turns in a row without trying to move needs a cause."""
WOBBLE_HEXES = 1
"""Hexes that a car may lose along the guide line in a turn by changing its lane."""
INVOLUNTARY_KINDS = frozenset({"loc_result", "collision", "order_lapsed", "recovery"})
"""Kinds of entries after which a car's path in that turn was not its own choice."""
MOST_ASKEW = 1
"""How many hex-sides a car may face off the direction of the line and still count as driving along it."""
FLAG_RULE = "DM-M-137"
"""The rule by which a flag that is brought in scores."""


@dataclass(slots=True)
class Tally:
    """The sums of many matches.

    `starts` counts cars on a grid, `laps` the laps driven and `lap_turns` their turns. `fates` counts how cars of a
    race ended.
    """

    matches: int = 0
    starts: int = 0
    entries: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    laps: int = 0
    lap_turns: int = 0
    lap_hexes: int = 0
    alive: int = 0
    fates: Counter[str] = field(default_factory=Counter)
    still: list[str] = field(default_factory=list)
    backward: list[str] = field(default_factory=list)
    friendly: list[str] = field(default_factory=list)


class MatchCounter:
    """Watches one match and adds it to a tally; `name` is the match's name where something is wrong."""

    def __init__(self, tally: Tally, name: str) -> None:
        self._tally, self._name = tally, name
        self._idle: Counter[str] = Counter()
        self._began: dict[str, int] = {}
        self._pushed: set[str] = set()
        self._turned_about: dict[str, int] = {}
        self._lap: dict[str, int] = {}

    def __call__(self, play: Match) -> None:
        """Count the entry just written."""
        entry, tally = play.log.entries[-1], self._tally
        tally.entries += 1
        tally.seen[entry.kind] += 1
        if entry.kind == "grid":
            tally.starts += 1
            self._idle[entry.car] = self._lap[entry.car] = 0
            self._turned_about.pop(entry.car, None)
        elif entry.kind == "loc_result" and entry.after.get("control") == Control.ROLLOVER:
            tally.seen["rollover"] += 1
        elif entry.kind == "fire" and play.state.cars[entry.more["target"]].team == play.state.cars[entry.car].team:
            tally.friendly.append(self._place_text(entry))
        elif entry.kind == "lap":
            tally.laps += 1
            tally.lap_turns += entry.turn - self._lap[entry.car]
            tally.lap_hexes += len(play.track.guide)
            self._lap[entry.car] = entry.turn
        elif entry.kind == "collision":
            tally.seen["collision_under_control"] += is_under_control(play, play.state.cars[entry.car])
        elif entry.kind == "turn_end":
            self._count_turn_end(play, entry)
        elif entry.kind == "score" and entry.rule == FLAG_RULE:
            tally.seen["flag_brought"] += 1
        elif entry.kind == "speed" and entry.before.get("speed") == 0:
            self._idle[entry.car] = 0
        elif entry.kind == "heat_end":
            tally.alive += sum(_is_alive(car) for car in play.state.cars.values())
            if play.track.is_circuit:
                tally.fates.update(fate_of(play, car) for car in play.state.cars.values())
        if entry.kind in INVOLUNTARY_KINDS or entry.more.get("forced"):
            self._pushed |= {entry.car, str(entry.more.get("target"))}

    def _count_turn_end(self, play: Match, entry: LogEntry) -> None:
        for car in play.state.cars.values():
            at, before = car.at, self._began.get(car.id, NOWHERE)
            self._began[car.id] = at
            self._idle[car.id] = (
                self._idle[car.id] + 1 if car.speed == 0 and at == before and _can_move(play, car) else 0
            )
            if self._idle[car.id] == STILL_TURNS:
                self._tally.still.append(f"{self._place_text(entry)}, {car.id}")
            if play.track.is_circuit and NOWHERE not in {at, before}:
                if self._drives_back(play, car, before):
                    self._tally.backward.append(f"{self._place_text(entry)}, {car.id}")
                self._track_facing(play, car)
        self._pushed.clear()

    def _drives_back(self, play: Match, car: CarState, before: int) -> bool:
        """Whether a car that was not pushed went back along the guide line this turn.

        A car that a push turned around may, as long as it gains no speed and has not turned back since.
        """
        if not car.speed or car.id in self._pushed or not is_driven(play, car):
            return False
        lap = len(play.track.guide)
        gained = (play.track.along[car.at] - play.track.along[before] + lap // 2) % lap - lap // 2
        return gained < -WOBBLE_HEXES and car.speed > self._turned_about.get(car.id, 0)

    def _track_facing(self, play: Match, car: CarState) -> None:
        """Keep the speed of a car that was turned around and has not turned back yet."""
        onward = play.track.guide_facing[play.track.along[car.at]]
        if abs(sides_between(onward, car.facing)) <= MOST_ASKEW:
            self._turned_about.pop(car.id, None)
        elif car.id in self._pushed | self._turned_about.keys():
            self._turned_about[car.id] = car.speed

    def _place_text(self, entry: LogEntry) -> str:
        return f"{self._name}, heat {entry.heat}, turn {entry.turn}{', ' if entry.car else ''}{entry.car}"


def _is_alive(car: CarState) -> bool:
    return car.status in {CarStatus.RUNNING, CarStatus.FINISHED}


def fate_of(play: Match, car: CarState) -> str:
    """How a car ended a race: `finished`, or what kept it from finishing."""
    if car.status is CarStatus.FINISHED:
        return "finished"
    if car.status is not CarStatus.RUNNING and car.status is not CarStatus.PARKED:
        return "destroyed"
    if play.driver(car) is None:
        return "undriven"
    if car.broken or (not car.speed and not play.track.pit[car.at]):
        return "stuck"
    return "late" if car.fuel else "dry"


def _can_move(play: Match, car: CarState) -> bool:
    """Whether a car is free to go: it is driven, whole enough, in no pit, and the road is not shut."""
    return is_driven(play, car) and not car.broken and not play.track.pit[car.at] and not road_is_shut(play, car)
