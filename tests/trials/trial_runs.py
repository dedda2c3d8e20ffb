"""Random matches of Dethmatch played to their end, with its laws checked after every entry, and failures reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.core.dice import Dice, KeyRing
from rules.dethmatch import engine
from rules.dethmatch.damage.collision_types import CollisionType
from rules.dethmatch.damage.criticals import ROWS
from rules.dethmatch.driving.loss_of_control import RESULTS
from rules.dethmatch.events.event import EVENTS, event_of
from rules.dethmatch.ground.track import track_names
from rules.dethmatch.laws.law_checker import watch_match
from rules.dethmatch.match.match import Match
from rules.dethmatch.play.heats import count
from rules.dethmatch.ruleset import RULESET
from tests.rules.dethmatch.chance_matches import random_match
from tests.trials.possible_entries import kinds_of

SECRET = b"trials"
BY_A_MODEL = 7
"""One match in this many is driven by another book's handling model."""
STEPS_OF_A_CAR = 5
STEPS_BESIDES = 20
"""Together, more steps than a turn takes: up to five for each car and a few besides."""
PLAYED_AGAIN = 10
"""One match in this many is also played again from its own faces."""
KINDS = (
    "heat_start", "initiative", "speed", "brake_check", "fuel", "mp", "option", "status_roll", "move", "turn",
    "drift", "hazard", "handling", "loc_check", "loc_result", "recovery", "collision", "damage", "critical", "tire",
    "fire", "hit", "miss", "smoke", "marker_drop", "marker_hit", "bomb", "wound", "ooa", "destroyed", "stop", "lap",
    "checkpoint", "finish", "flag_taken", "flag_dropped", "score", "flagged", "friendly", "pit", "repair",
    "substitution", "heat_end", "match_result",
)  # fmt: skip
"""The kinds of entry that a long run meets; replaced orders occur only where people give orders."""


class TrialFailed(AssertionError):
    """A match crashed, did not end, or broke a law; the message says how to play it again."""


@dataclass(slots=True)
class Met:
    """Counts over all matches of one run."""

    matches: int = 0
    entries: int = 0
    events: Counter[str] = field(default_factory=Counter)
    tracks: Counter[str] = field(default_factory=Counter)
    cars: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    """Results of the loss-of-control table."""
    collisions: Counter[str] = field(default_factory=Counter)
    criticals: Counter[str] = field(default_factory=Counter)

    def add(self, play: Match) -> None:
        """Count a finished match."""
        self.matches += 1
        self.entries += len(play.log.entries)
        self.events[play.setup.event] += 1
        self.tracks[play.setup.track] += 1
        self.cars[len(play.state.cars)] += 1
        for entry in play.log.entries:
            self.kinds[entry.kind] += 1
            self.rules[entry.rule] += 1
            if entry.kind == "loc_result" and "control" in entry.after:
                self.lost[entry.after["control"]] += 1
            elif entry.kind == "collision":
                self.collisions[entry.more["type"]] += 1
            elif entry.kind == "critical":
                self.criticals[entry.more["row"]] += 1

    def lines(self) -> list[str]:
        """The lines of the table to print."""
        return [
            f"{self.matches} matches, {self.entries} entries by {len(self.rules)} rules",
            _counted("events", self.events),
            _counted("tracks", self.tracks),
            _counted("cars", self.cars),
            _counted("control lost", self.lost),
            _counted("collisions", self.collisions),
            _counted("criticals", self.criticals),
            _counted("entries", self.kinds),
        ]

    def never(self) -> list[str]:
        """The kinds of entry that no match had; only the autopilot gives orders here."""
        missing = sorted(kind for kind in kinds_of("dethmatch") if not self.kinds[kind])
        return [f"entries never met: {', '.join(missing) or 'none'}"]

    def zeros(self) -> list[str]:
        """What no match had, one sentence each; a long run leaves none."""
        wanted: list[tuple[str, Iterable[object], Counter[str] | Counter[int]]] = [
            ("event", EVENTS, self.events),
            ("track", track_names(), self.tracks),
            ("number of cars", range(2, 13), self.cars),
            ("loss of control", RESULTS, self.lost),
            ("collision", CollisionType, self.collisions),
            ("critical", ROWS, self.criticals),
            ("entry", KINDS, self.kinds),
        ]
        return [f"No {what} {item} was met." for what, every, met in wanted for item in every if not met[item]]  # type: ignore[index]


def _counted(what: str, counts: Counter[str] | Counter[int]) -> str:
    return f"{what}: " + ", ".join(f"{label} {times}" for label, times in sorted(counts.items()))


def trial(seed: int) -> Match:
    """Play the match of a seed to its end. Raises `TrialFailed`."""
    setup = random_match(seed, model="rhad" if seed % BY_A_MODEL == 0 else "")
    try:
        play = watch_match(engine.start(setup, Dice(KeyRing(SECRET, {setup.match: ""}))))
        played_out(play)
        if seed % PLAYED_AGAIN == 0:
            again = RULESET.replay_recording(RULESET.decode(RULESET.log_of(play, setup)))
            assert again.log.entries == play.log.entries
    except Exception as why:
        cars = sum(len(team.cars) for team in setup.teams)
        raise TrialFailed(
            f"Match {seed}, {setup.event} on {setup.track} with {cars} cars: {type(why).__name__}: {why}\n"
            f"Play it again: python -m tests.trials --ruleset dethmatch --matches 1 --first {seed}"
        ) from why
    return play


def played_out(play: Match) -> None:
    """Play a match to its end. Raises `TrialFailed` after more steps than all its turns can take."""
    turn = STEPS_BESIDES + STEPS_OF_A_CAR * len(play.state.cars)
    most = count(play) * turn * (event_of(play).turn_limit(play) + 1)
    for _ in range(most):
        if engine.is_over(play):
            return
        engine.step(play)
    raise TrialFailed(f"It has not ended after {most} steps, and stands at {play.state.moment}.")
