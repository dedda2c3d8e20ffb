"""The turning points of a skirmish: the lead on victory points, dead engines, explosions, rams, and who won. Rules
CC-064, CC-065, CC-067, CC-078, CC-100.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.carcult.cards import ENGINE
from rules.carcult.log.log_messages import format_component
from rules.carcult.match.match import Match
from rules.carcult.play.result import points_by_team, winners
from rules.core.plurals import count_phrase
from rules.match.log import LogEntry
from rules.match.turning_points import (
    END_SENTENCES,
    END_WEIGHT,
    PointsLead,
    TurningPoint,
    TurningPointList,
    TurningPointReader,
    add_end,
    read_entries,
)

SENTENCES: Mapping[str, Sequence[str]] = {
    "lead first": ("{team} draw first blood and lead on victory points.",),
    "lead": (
        "{team} take the lead on victory points from {other}.",
        "{team} pass {other} on victory points.",
        "The lead changes: {team} have more victory points than {other}.",
    ),
    "explosion by": ("{by} blows up {car}.", "{car} is blown up by {by}.", "{car} explodes, the work of {by}."),
    "explosion": ("{car} explodes.",),
    "engine": ("The engine of {car} is dead.", "{car} stands still with a dead engine."),
    "damage": (
        "{by} puts {count} on {car}.",
        "{car} takes {count} from {by}.",
        "{by} lands {count} on {car}.",
    ),
    "damage one": ("{by} damages the {component} of {car}.", "{car} has its {component} damaged by {by}."),
    "damage own": ("{by} hits {car}, a car of the same side, for {count}.",),
    "ram": ("{car} rams {other}.", "{other} is rammed by {car}."),
    "ram missed": ("{car} goes for {other} and misses.",),
    "mine": ("{car} sets off what {by} laid.",),
    "brakes": ("{car} brakes too hard and damages itself.",),
    "left": ("{car} drives off the table and is out of the match.",),
    "out": ("{crew} is out of action.", "The match is over for {crew}, who is out of action."),
    "wound": ("{crew} in {car} has a flesh wound.",),
    **END_SENTENCES,
}
WEIGHTS: Mapping[str, float] = {
    "lead": 60, "explosion": 92, "engine": 70, "damage": 14, "ram": 36, "mine": 32, "brakes": 22, "left": 66,
    "out": 64, "wound": 16, "end": END_WEIGHT,
}  # fmt: skip


@dataclass(slots=True)
class TurningPointFinder(TurningPointReader):
    """What a log has shown so far."""

    play: Match
    found: TurningPointList = field(default_factory=lambda: TurningPointList(SENTENCES, WEIGHTS), kw_only=True)
    lead: PointsLead = field(default_factory=PointsLead)
    """The lead on victory points."""
    attack: list[LogEntry] = field(default_factory=list)
    """The damage one car has done to another in the activation that is read."""

    def prepare(self, entry: LogEntry) -> None:
        """End an attack that an entry does not belong to."""
        if self.attack and not _is_same_attack(self.attack[-1], entry):
            self.close_attack()

    def team(self, car: str) -> str:
        """The side of a car."""
        return self.play.entries[car].team

    def close_attack(self) -> None:
        """Add what the last attack did, and the lead if it changed."""
        entries, self.attack = self.attack, []
        if not entries:
            return
        first, last = entries[0], entries[-1]
        by, count = first.more["by"], len(entries)
        if self.team(by) == self.team(first.car):
            self.add("damage own", last, more=10, car=first.car, by=by, count=count_phrase(count, "damage token"))
            return
        if count == 1:
            component = "engine" if first.more["component"] == ENGINE else format_component(first.more["component"])
            self.add("damage one", last, car=first.car, by=by, component=component)
        else:
            tokens = count_phrase(count, "damage token")
            self.add("damage", last, more=7 * count, car=first.car, by=by, count=tokens)
        self.credit(self.team(by), count, last)

    def credit(self, team: str, count: int, entry: LogEntry) -> None:
        """Count victory points, and add the lead if it changes (CC-067)."""
        led_before = self.lead.leader
        if not self.lead.credit(team, count):
            return
        if led_before:
            self.add("lead", entry, team=self.lead.leader, other=led_before)
        else:
            self.add("lead first", entry, more=-10, team=self.lead.leader)


def _is_same_attack(done: LogEntry, entry: LogEntry) -> bool:
    """Whether an entry belongs to the damage that is being added up."""
    if entry.kind != "damage":
        return entry.kind == "critical" and (entry.turn, entry.phase) == (done.turn, done.phase)
    key = (entry.turn, entry.phase, entry.car, entry.more["by"])
    return key == (done.turn, done.phase, done.car, done.more["by"])


def _damage(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.more["by"] and entry.more["by"] != entry.car:
        finder.attack.append(entry)


def _explosion(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add_by("explosion by", "explosion", entry)


def _engine(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("engine", entry, car=entry.car)


def _ram(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.more["hits"]:
        finder.add("ram", entry, car=entry.car, other=entry.more["target"])
    else:
        finder.add("ram missed", entry, more=-18, car=entry.car, other=entry.more["target"])


def _mine(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.more["hits"] and entry.more["owner"] != entry.car:
        finder.add("mine", entry, car=entry.car, by=entry.more["owner"])


def _brakes(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.more["harmed"]:
        finder.add("brakes", entry, car=entry.car)


def _left(finder: TurningPointFinder, entry: LogEntry) -> None:
    finder.add("left", entry, car=entry.car)


def _toughness(finder: TurningPointFinder, entry: LogEntry) -> None:
    if not entry.more["passed"]:
        finder.add("out", entry, crew=entry.crew)


def _crew(finder: TurningPointFinder, entry: LogEntry) -> None:
    if entry.after["wounds"]:
        finder.add("wound", entry, car=entry.car, crew=entry.crew)


READERS: Mapping[str, Callable[[TurningPointFinder, LogEntry], None]] = {
    "damage": _damage,
    "explosion": _explosion,
    "dead_engine": _engine,
    "ram": _ram,
    "mine": _mine,
    "brakes": _brakes,
    "left": _left,
    "toughness": _toughness,
    "crew": _crew,
}


def find_turning_points(play: Match) -> list[TurningPoint]:
    """The turning points of a skirmish that is over, in the order they happened."""
    finder = TurningPointFinder(play)
    read_entries(finder, play.log.entries, READERS)
    finder.close_attack()
    if play.log.entries and play.setup.teams:
        last = play.log.entries[-1]
        when = f"Round {last.turn}"
        add_end(finder.found, last, when, winners=winners(play), points_of=points_by_team(play))
    return finder.found.points
