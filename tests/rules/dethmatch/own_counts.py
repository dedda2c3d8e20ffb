"""What random matches of Dethmatch count besides entries, and what a long run of them must meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.dethmatch.damage.collision_types import CollisionType
from rules.dethmatch.damage.criticals import ROWS
from rules.dethmatch.driving.loss_of_control import RESULTS
from rules.dethmatch.events.event import EVENTS
from rules.dethmatch.ground.track import track_names
from rules.dethmatch.match.match import Match
from tests.trials.own_counts import OwnCount


def _results_of_lost_control(play: Match) -> Iterator[str]:
    for entry in play.log.entries:
        if entry.kind == "loc_result" and "control" in entry.after:
            yield entry.after["control"]


def _named_in(kind: str, field: str) -> Callable[[Match], Iterator[str]]:
    """A function that finds a field of every entry of a kind."""
    return lambda play: (entry.more[field] for entry in play.log.entries if entry.kind == kind)


COUNTS = (
    OwnCount("event", "", tuple(EVENTS), lambda play: [play.setup.event]),
    OwnCount("track", "tracks", tuple(track_names()), lambda play: [play.setup.track]),
    OwnCount("number of cars", "", tuple(range(2, 13)), lambda play: [len(play.state.cars)]),
    OwnCount("loss of control", "control lost", tuple(RESULTS), _results_of_lost_control),
    OwnCount("collision", "collisions", tuple(CollisionType), _named_in("collision", "type")),
    OwnCount("critical", "criticals", tuple(ROWS), _named_in("critical", "row")),
)
KINDS_TO_MEET = frozenset({
    "heat_start", "initiative", "speed", "brake_check", "fuel", "mp", "option", "status_roll", "move", "turn",
    "drift", "hazard", "handling", "loc_check", "loc_result", "recovery", "collision", "damage", "critical",
    "tire", "fire", "hit", "miss", "smoke", "marker_drop", "marker_hit", "bomb", "wound", "ooa", "destroyed",
    "stop", "lap", "checkpoint", "finish", "flag_taken", "flag_dropped", "score", "flagged", "friendly", "pit",
    "repair", "substitution", "heat_end", "match_result",
})  # fmt: skip
"""The kinds of entry that a long run meets; the modules do not name all of them literally."""
