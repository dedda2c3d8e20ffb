"""Watches a match of Dethmatch for what may never happen, and counts what no entry says."""

from __future__ import annotations

from collections import Counter

from rules.dethmatch.autopilot.plans import WAIT
from rules.dethmatch.autopilot.speed_choice import AT_HAND
from rules.dethmatch.events.heat_limits import is_driven, is_under_control
from rules.dethmatch.first_autopilot.at_rest import road_is_shut
from rules.dethmatch.ground.track import sides_between
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control
from rules.dethmatch.weapons.arcs import hexes_apart
from rules.match.log import LogEntry

STILL = "A car stood still five turns without cause"
BACKWARD = "A car drove the guide line backward"
FRIENDLY = "A car fired on its team-mate"
STILL_TURNS = 5
"""A car that stands still for this many turns in a row without trying to move needs a cause: it fires, since a car at
rest turns freely and keeps its guns on a target (DM-M-049), or it waits where a flag will come back (DM-M-137).
"""
WOBBLE_HEXES = 1
"""Hexes that a car may lose along the guide line in a turn by changing its lane."""
INVOLUNTARY_KINDS = frozenset({"loc_result", "collision", "order_lapsed", "recovery"})
"""Kinds of entries after which a car's path in that turn was not its own choice."""
MOST_ASKEW = 1
"""How many hex-sides a car may face off the direction of the line and still count as driving along it."""
FLAG_RULE = "DM-M-137"
"""The rule by which a flag that is brought in scores."""


class DethmatchWatcher:
    """Watches one match, counts what no entry says, and notes what may not happen."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.faults: dict[str, list[str]] = {}
        self._idle: Counter[str] = Counter()
        self._began: dict[str, int] = {}
        self._pushed: set[str] = set()
        self._turned_about: dict[str, int] = {}
        self._lap: dict[str, int] = {}

    def __call__(self, play: Match) -> None:
        """Count the entry just written."""
        entry, seen = play.log.entries[-1], self.seen
        if entry.kind == "grid":
            self._idle[entry.car] = self._lap[entry.car] = 0
            self._turned_about.pop(entry.car, None)
        elif entry.kind == "loc_result" and entry.after.get("control") == Control.ROLLOVER:
            seen["rolled_over"] += 1
        elif entry.kind == "fire":
            self._idle[entry.car] = 0
            if play.state.cars[entry.more["target"]].team == play.state.cars[entry.car].team:
                self._fault(FRIENDLY, entry)
        elif entry.kind == "lap":
            seen["lap_turns"] += entry.turn - self._lap[entry.car]
            seen["lap_hexes"] += len(play.track.guide)
            self._lap[entry.car] = entry.turn
        elif entry.kind == "collision":
            seen["collision_under_control"] += is_under_control(play, play.state.cars[entry.car])
        elif entry.kind == "turn_end":
            self._count_turn_end(play, entry)
        elif entry.kind == "score" and entry.rule == FLAG_RULE:
            seen["flag_brought"] += 1
        elif entry.kind == "speed" and entry.before.get("speed") == 0:
            self._idle[entry.car] = 0
        elif entry.kind == "heat_end" and play.track.is_circuit:
            seen.update(f"fate_{fate_of(play, car)}" for car in play.state.cars.values())
        if entry.kind in INVOLUNTARY_KINDS or entry.more.get("forced"):
            self._pushed |= {entry.car, str(entry.more.get("target"))}

    def _count_turn_end(self, play: Match, entry: LogEntry) -> None:
        for car in play.state.cars.values():
            at, before = car.at, self._began.get(car.id, NOWHERE)
            self._began[car.id] = at
            stood = car.speed == 0 and at == before and _can_move(play, car) and not _waits_for_flag(play, car)
            self._idle[car.id] = self._idle[car.id] + 1 if stood else 0
            if self._idle[car.id] == STILL_TURNS:
                self._fault(STILL, entry, car.id)
            if play.track.is_circuit and NOWHERE not in {at, before}:
                if self._drives_back(play, car, before):
                    self._fault(BACKWARD, entry, car.id)
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

    def _fault(self, what: str, entry: LogEntry, car: str = "") -> None:
        place = ", ".join(filter(None, (f"heat {entry.heat}, turn {entry.turn}", car or entry.car)))
        self.faults.setdefault(what, []).append(place)


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


def _waits_for_flag(play: Match, car: CarState) -> bool:
    """Whether a car is where it waits for a flag to come back."""
    return play.plans.get(car.id) == WAIT.text and any(
        flag.team != car.team and hexes_apart(play, car.at, flag.home) <= AT_HAND for flag in play.state.flags
    )
