"""The turning points of a race: who led, who rammed whom, who went out, and who won. Rules FW-126, FW-128, FW-150."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from rules.core.plurals import count_phrase
from rules.formule.log.log_messages import OUT_REASONS
from rules.formule.match.match import Match
from rules.formule.play.result import points_by_team, points_of
from rules.formule.weapons import WEAPONS
from rules.match.log import LogEntry
from rules.match.turning_points import (
    END_SENTENCES,
    END_WEIGHT,
    RACE_SENTENCES,
    TurningPoint,
    TurningPointList,
    TurningPointReader,
    add_end,
    add_finish,
    add_grid,
    read_entries,
)

SENTENCES: Mapping[str, Sequence[str]] = {
    "start stall": ("{car} stalls at the start.",),
    "start flying": ("{car} has a flying start.",),
    "lead first": ("{car} leads after the first round.",),
    "lead left": ("{car} leads, with {other} out of the race.", "{other} is out of the race, and {car} leads now."),
    "lap": ("{car} is the first to begin lap {lap}.", "{car} leads the field into lap {lap}."),
    "out by": ("{by} puts {car} out of the race.", "{car} is forced out of the race by {by}."),
    "out destroyed": ("{by} destroys {car}.", "{car} is destroyed by {by}."),
    "out alone": ("{car} is out of the race: {why}.",),
    "out wreck": ("{car} is destroyed: {why}.",),
    "ram": ("{car} rams {other}.", "{other} is rammed by {car}.", "{car} drives into {other} on purpose."),
    "ram failed": ("{car} tries to ram {other} and fails.",),
    "control": ("{car} spins.", "{car} loses control and spins."),
    "corner": ("{car} goes too fast into a corner and overshoots it.", "{car} overshoots a corner."),
    "critical": ("{car} takes a critical from {by}: {hit}.", "{by} lands a critical on {car}: {hit}."),
    "critical self": ("{car} takes a critical: {hit}.",),
    "damage": ("{by} does {points} damage to {car}.", "{car} takes {points} damage from {by}."),
    "touch": (
        "{car} touches {other} and damages its body.",
        "{car} brushes {other} and loses body points.",
    ),
    "draft": ("{car} gains a square in a slipstream.",),
    "mine": ("{car} drives over a trap of {by} and loses {points}.",),
    "driver": ("{crew} in {car} is out of action.",),
    "shot": ("{crew} in {car} hits {other} with the {weapon}.", "{other} is hit by {crew} in {car}."),
    **RACE_SENTENCES,
    **END_SENTENCES,
}
FIRST_ROUND = 1
WEIGHTS: Mapping[str, float] = {
    "grid": 20, "start": 28, "lead": 60, "lap": 36, "out": 88, "ram": 38, "control": 42, "corner": 24, "critical": 34,
    "damage": 12, "mine": 30, "touch": 18, "draft": 6, "driver": 64, "finish": 70, "shot": 8, "end": END_WEIGHT,
}  # fmt: skip
STARTS = {"stall": "start stall", "flying": "start flying"}
PARTS = {"tires": "tires", "brakes": "brakes", "body": "body", "engine": "engine", "road_holding": "road-holding"}


@dataclass(slots=True)
class TurningPointFinder(TurningPointReader):
    """What a log has shown so far."""

    play: Match
    found: TurningPointList = field(default_factory=lambda: TurningPointList(SENTENCES, WEIGHTS), kw_only=True)
    leader: str = ""
    laps: int = 1
    out: set[str] = field(default_factory=set)
    hit: set[tuple[str, str]] = field(default_factory=set)
    start: ClassVar[str] = "The grid"


def _grid(finder: TurningPointFinder, entry: LogEntry) -> None:
    add_grid(finder, entry, place=entry.more.get("position"))


def _start(finder: TurningPointFinder, entry: LogEntry) -> None:
    if kind := STARTS.get(entry.more["result"]):
        finder.add(kind, entry, car=entry.car)


def _order(finder: TurningPointFinder, entry: LogEntry) -> None:
    """The order of a round is that of the cars on the circuit, the first one in front (FW-104)."""
    order = entry.more["order"]
    first = order[0] if order else ""
    if entry.turn > FIRST_ROUND and first and first != finder.leader:
        if not finder.leader:
            finder.add("lead first", entry, more=-25, car=first)
        elif finder.leader in finder.out:
            finder.add("lead left", entry, car=first, other=finder.leader)
        elif finder.leader in order:
            finder.add("lead change", entry, car=first, other=finder.leader)
    if entry.turn > FIRST_ROUND:
        finder.leader = first


def _drive(finder: TurningPointFinder, entry: LogEntry) -> None:
    lap = entry.after.get("lap", 0)
    if finder.laps < lap <= finder.play.laps:
        finder.laps = lap
        finder.add("lap", entry, car=entry.car, lap=str(lap))


def _out(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.out.add(entry.car)
    by, wrecked = entry.more["by"], entry.after["destroyed"]
    if by and by != entry.car:
        finder.add("out destroyed" if wrecked else "out by", entry, car=entry.car, by=by)
    else:
        why = OUT_REASONS[entry.after["out_reason"]]
        finder.add("out wreck" if wrecked else "out alone", entry, car=entry.car, why=why)


def _ram(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.more["success"]:
        finder.add("ram", entry, car=entry.car, other=entry.more["target"])
    else:
        finder.add("ram failed", entry, more=-20, car=entry.car, other=entry.more["target"])


def _spin(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("control", entry, car=entry.car)


def _overshoot(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("corner", entry, car=entry.car)


def _struck(finder: TurningPointFinder, entry: LogEntry) -> None:
    """A critical; an entry without a die only carries points over."""
    more = entry.more
    if not entry.rolls:
        return
    if more["place"] == "weapon":
        hit = f"its {WEAPONS[more['key']].name} is destroyed"
    elif more["place"] == "driver":
        hit = "the driver is wounded" if entry.after["wounds"] == 1 else "the driver is unconscious"
    else:
        hit = f"it hits the {PARTS.get(more['place'], more['place'].replace('_', ' '))}"
    finder.add_by("critical", "critical self", entry, hit=hit)


def _damage(finder: TurningPointFinder, entry: LogEntry) -> None:
    by, points = entry.more["by"], entry.more["points"]
    if by and by != entry.car and points:
        finder.add("damage", entry, more=4 * points, car=entry.car, by=by, points=str(points))


def _collision(finder: TurningPointFinder, entry: LogEntry) -> None:
    other = entry.more["why"]
    if entry.more["failed"] and other in finder.play.state.cars:
        finder.add("touch", entry, car=entry.car, other=other)


def _slipstream(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("draft", entry, car=entry.car)


def _trap(finder: TurningPointFinder, entry: LogEntry) -> None:
    taken, owner = entry.before["tires"] - entry.after["tires"], entry.more["owner"]
    if taken > 0 and owner != entry.car:
        finder.add("mine", entry, car=entry.car, by=owner, points=count_phrase(taken, "tire point"))


def _driver(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.after["out_of_action"]:
        finder.add("driver", entry, car=entry.car, crew=entry.crew)


def _finish(finder: TurningPointFinder, entry: LogEntry) -> None:
    add_finish(finder, entry, place=entry.after["place"])


def _shot(finder: TurningPointFinder, entry: LogEntry) -> None:
    """The first hit of a car on another."""
    pair = entry.car, entry.more["target"]
    if entry.more["hit"] and pair not in finder.hit:
        finder.hit.add(pair)
        weapon = WEAPONS[entry.more["key"]].name
        finder.add("shot", entry, car=entry.car, crew=entry.crew, other=pair[1], weapon=weapon)


READERS: Mapping[str, Callable[[TurningPointFinder, LogEntry], None]] = {
    "grid": _grid,
    "start": _start,
    "order": _order,
    "drive": _drive,
    "out": _out,
    "ram": _ram,
    "spin": _spin,
    "overshoot": _overshoot,
    "struck": _struck,
    "damage": _damage,
    "collision": _collision,
    "slipstream": _slipstream,
    "mines": _trap,
    "spikes": _trap,
    "driver": _driver,
    "finish": _finish,
    "shot": _shot,
}


def find_turning_points(play: Match) -> list[TurningPoint]:
    """The turning points of a race that is over, in the order they happened."""
    finder = TurningPointFinder(play)
    read_entries(finder, play.log.entries, READERS)
    points = points_by_team(play)
    if play.log.entries and points:
        last, most = play.log.entries[-1], max(points.values())
        winners = [team for team, made in points.items() if made == most]
        made = Counter({car.id: points_of(play, car) for car in play.state.cars.values() if car.team == winners[0]})
        add_end(
            finder.found,
            last,
            f"Round {last.turn}",
            winners=winners,
            points_of=points,
            decided_by=made.most_common(1)[0] if made else None,
        )
    return finder.found.points
