"""What a book counts in its random matches besides entries and orders, and what a long run of them must meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rules.dethmatch.damage.collision_types import CollisionType
from rules.dethmatch.damage.criticals import ROWS
from rules.dethmatch.driving.loss_of_control import RESULTS
from rules.dethmatch.events.event import EVENTS
from rules.dethmatch.ground.track import track_names
from rules.dethmatch.match.match import Match


class OwnCount(NamedTuple):
    """One thing that is counted: its name, every item that a long run must meet, and a function that finds the items
    of a match. Its line in the table has the `title`; without one, the table has the line anyway.
    """

    what: str
    title: str
    wanted: tuple[Any, ...]
    items_in: Callable[[Any], Iterable[Any]]


def _results_of_lost_control(play: Match) -> Iterator[str]:
    for entry in play.log.entries:
        if entry.kind == "loc_result" and "control" in entry.after:
            yield entry.after["control"]


def _named_in(kind: str, field: str) -> Callable[[Match], Iterator[str]]:
    """A function that finds a field of every entry of a kind."""
    return lambda play: (entry.more[field] for entry in play.log.entries if entry.kind == kind)


OWN_COUNTS: Mapping[str, tuple[OwnCount, ...]] = {
    "dethmatch": (
        OwnCount("event", "", tuple(EVENTS), lambda play: [play.setup.event]),
        OwnCount("track", "tracks", tuple(track_names()), lambda play: [play.setup.track]),
        OwnCount("number of cars", "", tuple(range(2, 13)), lambda play: [len(play.state.cars)]),
        OwnCount("loss of control", "control lost", tuple(RESULTS), _results_of_lost_control),
        OwnCount("collision", "collisions", tuple(CollisionType), _named_in("collision", "type")),
        OwnCount("critical", "criticals", tuple(ROWS), _named_in("critical", "row")),
    ),
}
"""The counts of each book that has any."""
KINDS_TO_MEET: Mapping[str, frozenset[str]] = {
    "dethmatch": frozenset({
        "heat_start", "initiative", "speed", "brake_check", "fuel", "mp", "option", "status_roll", "move", "turn",
        "drift", "hazard", "handling", "loc_check", "loc_result", "recovery", "collision", "damage", "critical",
        "tire", "fire", "hit", "miss", "smoke", "marker_drop", "marker_hit", "bomb", "wound", "ooa", "destroyed",
        "stop", "lap", "checkpoint", "finish", "flag_taken", "flag_dropped", "score", "flagged", "friendly", "pit",
        "repair", "substitution", "heat_end", "match_result",
    }),
}  # fmt: skip
"""The kinds of entry that a long run meets, for books whose modules do not name all of them literally, or name some
that occur only where people give orders."""
