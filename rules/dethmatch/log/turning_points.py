"""The turning points of a Dethmatch: who led, who was destroyed, who lost control, and who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.core.plurals import count_phrase
from rules.dethmatch.damage.damage import SHOT
from rules.dethmatch.log.check_messages import COLLISIONS, HITS, WALL
from rules.dethmatch.match.match import Match
from rules.dethmatch.play.result import result_of
from rules.match.log import LogEntry
from rules.match.turning_points import (
    END_SENTENCES,
    END_WEIGHT,
    FIRST_PLACE,
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
    "lead first": ("{car} takes the early lead.",),
    "lead left": ("{car} leads, with {other} out of it.", "{other} is out of it, and {car} leads now."),
    "lap": ("{car} is the first to complete lap {lap}.", "{car} completes lap {lap} ahead of everyone."),
    "kill by": (
        "{crew} in {by} destroys {car}.",
        "{car} is destroyed by {crew} in {by}.",
        "{crew} in {by} finishes off {car}.",
    ),
    "kill own": ("{crew} in {by} destroys {car}, a car of their own team.",),
    "kill crash": ("A collision destroys {car}.", "{car} is destroyed in a collision."),
    "kill other": ("{car} is destroyed {cause}.",),
    "out": (
        "{crew} in {car} is out of action.",
        "The match is over for {crew} in {car}, who is out of action.",
        "{car} loses {crew}, who is out of action.",
    ),
    "control": (
        "{car} {loses}.",
        "{car} is out of control and {loses}.",
        "{car} loses control and {loses}.",
    ),
    "critical": (
        "{crew} in {by} lands a critical on {car}: {hit}.",
        "{car} takes a critical from {crew} in {by}: {hit}.",
    ),
    "critical self": ("{car} takes a critical: {hit}.",),
    "collision": ("{car} crashes {into} {other}.", "Metal on metal: {car} crashes {into} {other}."),
    "collision wall": ("{car} crashes into the wall.", "{car} hits the wall."),
    "wound": ("{crew} in {car} is wounded.", "{crew} in {car} takes a wound."),
    "flag": ("{car} takes {flag}.", "{car} picks up {flag}."),
    "flag dropped": ("{car} drops {flag}.",),
    "score": ("{crew} in {car} scores {points}.", "{crew} adds {points} in {car}."),
    "eliminated": ("{car} is eliminated.",),
    "substitution": ("{driver} takes the wheel of {car}.",),
    "hit": ("{crew} in {by} hits {car}.", "{car} is hit by {crew} in {by}."),
    "heat": ("Heat {heat} goes to {team} with {points}.",),
    **RACE_SENTENCES,
    **END_SENTENCES,
}
WEIGHTS: Mapping[str, float] = {
    "grid": 20, "lead": 62, "lap": 40, "kill": 90, "out": 66, "control": 44, "critical": 34, "collision": 26,
    "wound": 32, "flag": 58, "score": 84, "finish": 70, "eliminated": 38, "substitution": 48, "hit": 8, "heat": 86,
    "end": END_WEIGHT,
}  # fmt: skip
LOSSES = {"rollover": "rolls over", "spin": "spins", "major_skid": "skids badly", "fishtail": "fishtails"}
LOSS_WEIGHTS = {"rollover": 24, "spin": 8, "major_skid": 4, "fishtail": -10}
CAUSES = {
    "bomb": "by a bomb", "burst": "by its own weapon, which bursts", "mine": "by a mine",
    "boosters": "by its own boosters", "rollover": "as it rolls over", SHOT: "by a shot",
}  # fmt: skip


@dataclass(slots=True)
class TurningPointFinder(TurningPointReader):
    """What a log has shown so far."""

    play: Match
    found: TurningPointList = field(default_factory=lambda: TurningPointList(SENTENCES, WEIGHTS), kw_only=True)
    heats: int = 1
    seats: dict[str, str] = field(default_factory=dict)
    """The car each competitor was seen in last."""
    marks: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The laps and checkpoints of each car."""
    leader: str = ""
    lost: set[str] = field(default_factory=set)
    made: Counter[str] = field(default_factory=Counter)
    """The points each car scored."""
    hit: set[tuple[str, str]] = field(default_factory=set)

    def when(self, entry: LogEntry) -> str:
        """The heat and turn of an entry in few words."""
        turn = f"turn {entry.turn}" if entry.turn else "the grid"
        return f"Heat {entry.heat}, {turn}" if self.heats > 1 else turn.capitalize()

    def prepare(self, entry: LogEntry) -> None:
        """Remember in which car a competitor sits."""
        if entry.car and entry.crew and entry.kind in SEATED:
            self.seats[entry.crew] = entry.car

    def credited(self, entry: LogEntry) -> dict[str, str]:
        """Who an entry about a car is credited to, with their car; empty for nobody, or for the car's own crew."""
        by = self.seats.get(entry.crew, "")
        return {"crew": entry.crew, "by": by} if by and by != entry.car else {}

    def is_same_team(self, car: str, other: str) -> bool:
        """Whether two cars are of one team."""
        cars = self.play.state.cars
        return cars[car].team == cars[other].team


def _heat_start(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.heats = entry.more["of"]
    finder.leader = ""
    finder.marks.clear()
    finder.lost.clear()


def _grid(finder: TurningPointFinder, entry: LogEntry) -> None:
    add_grid(finder, entry, place=entry.more.get("place"))


def _mark(finder: TurningPointFinder, entry: LogEntry) -> None:
    """A checkpoint or a lap: the car that is further than any other leads."""
    laps, passed = finder.marks.get(entry.car, (0, 0))
    mark = (entry.after["laps"], 0) if entry.kind == "lap" else (laps, entry.after.get("checkpoint", passed))
    furthest = max(finder.marks.values(), default=(0, 0))
    finder.marks[entry.car] = mark
    if mark <= furthest:
        return
    if entry.kind == "lap":
        finder.add("lap", entry, car=entry.car, lap=str(mark[0]))
    if finder.leader and finder.leader != entry.car:
        kind = "lead left" if finder.leader in finder.lost else "lead change"
        finder.add(kind, entry, car=entry.car, other=finder.leader)
    elif not finder.leader:
        finder.add("lead first", entry, more=-30, car=entry.car)
    finder.leader = entry.car


def _destroyed(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.lost.add(entry.car)
    credited, cause = finder.credited(entry), entry.more["cause"]
    if credited:
        kind = "kill own" if finder.is_same_team(credited["by"], entry.car) else "kill by"
        finder.add(kind, entry, more=0, car=entry.car, **credited)
    elif cause == "collision":
        finder.add("kill crash", entry, car=entry.car)
    else:
        finder.add("kill other", entry, car=entry.car, cause=CAUSES.get(cause, f"({cause.replace('_', ' ')})"))


def _out(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.lost.add(entry.car)
    finder.add("out", entry, car=entry.car, crew=entry.crew)


def _control(finder: TurningPointFinder, entry: LogEntry) -> None:
    control = entry.after.get("control")
    if control in LOSSES and entry.before.get("control") != control:
        finder.add("control", entry, more=LOSS_WEIGHTS[control], car=entry.car, loses=LOSSES[control])


def _critical(finder: TurningPointFinder, entry: LogEntry) -> None:
    row = entry.more["row"]
    if row == "destroyed":
        return
    hit = f"it hits {HITS[row]}"
    credited = finder.credited(entry)
    finder.add("critical" if credited else "critical self", entry, more=0, car=entry.car, hit=hit, **credited)


def _collision(finder: TurningPointFinder, entry: LogEntry) -> None:
    speed, target = entry.more["speed"], entry.more["target"]
    if target == WALL:
        finder.add("collision wall", entry, more=speed, car=entry.car)
    else:
        finder.add("collision", entry, more=speed, car=entry.car, into=COLLISIONS[entry.more["type"]], other=target)


def _wound(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("wound", entry, car=entry.car, crew=entry.crew)


def _flag_taken(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("flag", entry, car=entry.car, flag=_flag(entry))


def _flag_dropped(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("flag dropped", entry, more=-20, car=entry.car, flag=_flag(entry))


def _flag(entry: LogEntry) -> str:
    return "the flag" if entry.more["flag"] == "flag" else f"the {str(entry.more['flag']).replace('_', ' ')}"


def _score(finder: TurningPointFinder, entry: LogEntry) -> None:
    made = entry.more["points"]
    finder.made[entry.car] += made
    if finder.found.points and finder.found.points[-1].kind == "finish":
        return
    finder.add("score", entry, car=entry.car, crew=entry.crew, points=count_phrase(made, "point"))


def _finish(finder: TurningPointFinder, entry: LogEntry) -> None:
    add_finish(finder, entry, place=entry.more["place"])


def _eliminated(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.car not in finder.lost:
        finder.add("eliminated", entry, car=entry.car)


def _substitution(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("substitution", entry, car=entry.car, driver=entry.after["driver"])


def _fire(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.seats[entry.crew] = entry.car


def _hit(finder: TurningPointFinder, entry: LogEntry) -> None:
    """The first hit of a car on another."""
    pair = entry.car, entry.more["target"]
    if entry.crew and pair[1] in finder.play.state.cars and pair not in finder.hit:
        finder.hit.add(pair)
        finder.add("hit", entry, crew=entry.crew, by=entry.car, car=pair[1])


def _heat_end(finder: TurningPointFinder, entry: LogEntry) -> None:
    points = entry.more["points"]
    most = max(points.values(), default=0)
    first = [team for team, made in points.items() if made == most]
    if finder.heats > 1 and len(first) == 1:
        finder.add("heat", entry, heat=str(entry.heat), team=first[0], points=count_phrase(most, "point"))


def _end(finder: TurningPointFinder, entry: LogEntry) -> None:
    teams = result_of(finder.play).teams
    winners = [team.team for team in teams if team.rank == FIRST_PLACE]
    points = {team.team: team.points for team in teams}
    cars = finder.play.state.cars
    by_winner = [(car, made) for car, made in finder.made.most_common() if cars[car].team in winners[:1]]
    add_end(
        finder.found,
        entry,
        finder.when(entry),
        winners=winners,
        points_of=points,
        decided_by=by_winner[0] if by_winner else None,
    )


SEATED = frozenset({"grid", "fire", "lap", "checkpoint", "finish", "score", "hit", "miss", "substitution"})
"""Entries whose competitor sits in the car they name; others may name who is credited."""
READERS: Mapping[str, Callable[[TurningPointFinder, LogEntry], None]] = {
    "heat_start": _heat_start,
    "grid": _grid,
    "checkpoint": _mark,
    "lap": _mark,
    "destroyed": _destroyed,
    "ooa": _out,
    "loc_result": _control,
    "critical": _critical,
    "collision": _collision,
    "wound": _wound,
    "flag_taken": _flag_taken,
    "flag_dropped": _flag_dropped,
    "score": _score,
    "finish": _finish,
    "eliminated": _eliminated,
    "substitution": _substitution,
    "fire": _fire,
    "hit": _hit,
    "heat_end": _heat_end,
    "match_result": _end,
}


def find_turning_points(play: Match) -> list[TurningPoint]:
    """The turning points of a match that is over, in the order they happened."""
    finder = TurningPointFinder(play)
    read_entries(finder, play.log.entries, READERS)
    return finder.found.points
