"""The film of a match: the ground it was played on, and a frame for every moment of it.

A book has a `Scene`, which draws its ground once and gives the positions of everything on it. Lengths are units of
the drawing, x to the right and y down. Headings are whole degrees, clockwise from the right.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic, Protocol, TypeVar, runtime_checkable

from rules.match.drawing.car_silhouettes import CarModel
from rules.match.drawing.svg import INK
from rules.match.log import LogEntry
from rules.match.recorder import MatchRecorder
from rules.match.replay.events import NO_PICTURES, Pictures, ReplayEvent, settle_shots

AnyMatch = TypeVar("AnyMatch", bound=MatchRecorder)
AnyMatch_contra = TypeVar("AnyMatch_contra", bound=MatchRecorder, contravariant=True)
FULL_TURN = 360
Gauge = tuple[str, int, int]
"""Something a car can lose: its name, what is left of it, and the whole."""
Waypoint = tuple[float, float, int]
"""Where a car was on its way: x, y and heading."""
MomentKey = tuple[int, int, int]
"""Heat, turn and phase."""
COMPASS_POINTS = (
    "east", "east-southeast", "southeast", "south-southeast", "south", "south-southwest", "southwest",
    "west-southwest", "west", "west-northwest", "northwest", "north-northwest", "north", "north-northeast",
    "northeast", "east-northeast",
)  # fmt: skip
"""The points of the compass, clockwise from the right of a drawing; north is up."""
ARROW = "M10.5 0L4 7H-8V-7H4z"
"""The SVG path of a car that fits into a hex or a square, pointing to the right."""
MARKER_DRAWINGS: Mapping[str, str] = {
    "smoke": '<circle r="9" fill="#c9c9cf" fill-opacity=".85" stroke="#8a8a92"/>',
    "oil": '<ellipse rx="8" ry="5" fill="#141416"/>',
    "caltrops": f'<path d="M-5 4L0 -6L5 4M-6 -2H6" fill="none" stroke="{INK}" stroke-width="1.5"/>',
    "spikes": f'<path d="M-6 5L-3 -5L0 5L3 -5L6 5" fill="none" stroke="{INK}" stroke-width="1.5"/>',
    "mine": f'<circle r="5" fill="#b3261e" stroke="{INK}"/><circle r="1.5" fill="#fff"/>',
    "mines": f'<circle r="5" fill="#b3261e" stroke="{INK}"/><circle r="1.5" fill="#fff"/>',
    "debris": f'<path d="M-6 3l4 -6l3 4l3 -5l3 7z" fill="#6e5a4a" stroke="{INK}"/>',
    "flag": f'<path d="M-4 8v-16l11 5l-11 5" fill="#fff" stroke="{INK}" stroke-width="1.5"/>',
    "bomb": f'<circle r="6" fill="{INK}"/><path d="M3 -5l4 -5" stroke="#d55e00" stroke-width="2"/>',
}
"""SVG drawings of things that lie on a ground, by kind, centered on (0, 0)."""


class CarAppearance(StrEnum):
    """The state of a car that a drawing shows: it may act, it is there but no longer acts, or it is not there."""

    RUNNING = "running"
    OUT = "out"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A ground without cars: its title, its size, its drawing as SVG, and the outline and length of a car on it.

    `walls` is the SVG path of what stops cars, empty for none.
    """

    title: str
    width: int
    height: int
    drawn: str
    outline: str = ARROW
    car_length: int = 25
    walls: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarView:
    """A car at a moment: its position, its heading and its state, and the same in words.

    A car that is gone is not drawn. `hurt` marks a car that has lost something for good. `place` and `condition` are
    descriptions for people who do not see the drawing, and include what it cannot show. `notice` is the one thing to
    know about it at a glance, such as "Burning", and empty if all is well.

    `lap` is the lap it is in, 0 where nobody races. `score` is in the film's
    `score_name`. `gauges` are what it has left of what it can lose, each with its name, what is left and the whole.
    `lost_wheels` are indexes of its tires: front left, front right, rear left, rear right.
    """

    id: str
    x: float = 0
    y: float = 0
    heading: int = 0
    looks: CarAppearance = CarAppearance.RUNNING
    hurt: bool = False
    place: str
    condition: str
    notice: str = ""
    lap: int = 0
    score: str = ""
    gauges: tuple[Gauge, ...] = ()
    lost_wheels: tuple[int, ...] = ()
    burning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundObject:
    """Something that lies on the ground: its kind, its position, and its position in words."""

    kind: str
    x: float
    y: float
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The end of a moment: every car of the match once, in the order of its line-ups, and the things on the ground.

    `part` is the heading of the part of the story it belongs to, without anything after a colon or in brackets; it is
    empty before the first part. `phase` is the number before the lines of that part, 0 for lines without one.

    `order` has the cars of a race that have a place so far, the first in front. `events` are what happened in the
    moment, in order, and `trails` the ways of the cars that moved.
    """

    part: str
    phase: int
    cars: tuple[CarView, ...]
    things: tuple[GroundObject, ...] = ()
    order: tuple[str, ...] = ()
    events: tuple[ReplayEvent, ...] = ()
    trails: Mapping[str, tuple[Waypoint, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A match in frames, from its start to its end. `ground` is None if its book cannot draw one.

    `models` are the cars as they look before the match, by id. `laps` is 0 where nobody races. `gauge_name` and
    `score_name` are headings for the gauges and scores of cars.
    """

    ground: Ground | None = None
    frames: tuple[Frame, ...] = ()
    models: Mapping[str, CarModel] = field(default_factory=dict)
    laps: int = 0
    gauge_name: str = ""
    score_name: str = ""


@runtime_checkable
class FilmedRuleset(Protocol):
    """A ruleset that makes the film and the story of a match together, since it plays the match again for either."""

    def film_and_story(self, log: bytes) -> tuple[Film, list[str]]:
        """What `Ruleset.film` and `Ruleset.story` return. Raises as they do."""


class Scene(Protocol[AnyMatch_contra]):
    """Draws a book's matches. It is made from a match before its first step, and may inherit from `BareScene`."""

    @property
    def ground(self) -> Ground | None:
        """The ground of the match."""

    @property
    def pictures(self) -> Pictures:
        """How its log entries are drawn."""

    @property
    def models(self) -> Mapping[str, CarModel]:
        """The cars of the match by id, as they look before it."""

    @property
    def laps(self) -> int:
        """The laps of a race; 0 for other matches."""

    @property
    def gauge_name(self) -> str:
        """The heading for the gauges of the cars."""

    @property
    def score_name(self) -> str:
        """The heading for the scores of the cars."""

    def frame(self, play: AnyMatch_contra) -> Frame:
        """The current frame of the match, without events and trails."""

    def waypoints(self, entry: LogEntry) -> Iterable[Waypoint]:
        """Where an entry takes its car. It is called once for each entry, in order."""


class BareScene:
    """A scene in which nothing happens: what a book's scene inherits if it has no better."""

    pictures: Pictures = NO_PICTURES
    models: Mapping[str, CarModel] = {}
    laps: int = 0
    gauge_name: str = ""
    score_name: str = ""

    def waypoints(self, entry: LogEntry) -> Iterable[Waypoint]:  # noqa: ARG002 - the default
        """No entry takes a car anywhere."""
        return ()


class KeptViews:
    """The views of cars, each kept until something about its car changes."""

    def __init__(self) -> None:
        self._views: dict[str, tuple[object, CarView]] = {}

    def view(self, car: str, key: object, draw: Callable[[], CarView]) -> CarView:
        """The view of a car; it is drawn again if `key`, everything that it shows, is another than before."""
        known = self._views.get(car)
        if known is None or known[0] != key:
            known = self._views[car] = key, draw()
        return known[1]


def round_heading(turn: int) -> str:
    """The heading of a round in a story, as `Frame.part` has it; empty before the first one."""
    return f"Round {turn}" if turn else ""


@dataclass(slots=True)
class Camera(Generic[AnyMatch]):
    """Observes a match and keeps the last frame of every moment, which is its heat, turn and phase.

    If the moment goes back, as when a round is cleaned up, the latest moment is used instead. Without a scene it
    keeps no frames.
    """

    scene_of: Callable[[AnyMatch], Scene[AnyMatch]] | None
    _scene: Scene[AnyMatch] | None = None
    _frames: dict[MomentKey, Frame] = field(default_factory=dict)
    _latest: MomentKey = (0, 0, 0)
    _entries_seen: int = 0
    _entry_moment: MomentKey = (0, 0, 0)
    _events: dict[MomentKey, list[ReplayEvent]] = field(default_factory=dict)
    _trails: dict[MomentKey, dict[str, list[Waypoint]]] = field(default_factory=dict)

    def __call__(self, play: AnyMatch) -> None:
        """Take a frame of the match, and note what has happened since the last one."""
        if self.scene_of is None:
            return
        if self._scene is None:
            self._scene = self.scene_of(play)
        entries = play.log.entries
        for entry in entries[self._entries_seen :]:
            self._look_at(entry, self._scene)
        self._entries_seen = len(entries)
        moment = play.moment
        self._latest = max(self._latest, (moment.heat, moment.turn, moment.phase))
        frame, phase = self._scene.frame(play), self._latest[-1]
        self._frames[self._latest] = frame if frame.phase == phase else replace(frame, phase=phase)

    def _look_at(self, entry: LogEntry, scene: Scene[AnyMatch]) -> None:
        """Note the event of an entry and the way of its car."""
        self._entry_moment = moment = max(self._entry_moment, (entry.heat, entry.turn, entry.phase))
        picture = scene.pictures.events.get(entry.kind)
        if picture is not None and (event := picture(entry)) is not None:
            self._events.setdefault(moment, []).append(event)
        for waypoint in scene.waypoints(entry):
            self._trails.setdefault(moment, {}).setdefault(entry.car, []).append(waypoint)

    @property
    def film(self) -> Film:
        """The frames so far as a film. What happened in a moment without a frame is in the next frame."""
        scene = self._scene
        if scene is None:
            return Film()
        moments = list(self._frames)
        events: dict[MomentKey, list[ReplayEvent]] = {}
        trails: dict[MomentKey, dict[str, list[Waypoint]]] = {}
        for moment in sorted({*self._events, *self._trails}):
            shown = moments[min(bisect_left(moments, moment), len(moments) - 1)]
            events.setdefault(shown, []).extend(self._events.get(moment, ()))
            for car, waypoints in self._trails.get(moment, {}).items():
                trails.setdefault(shown, {}).setdefault(car, []).extend(waypoints)
        return Film(
            ground=scene.ground,
            frames=tuple(
                replace(
                    frame,
                    events=tuple(settle_shots(events.get(moment, ()))),
                    trails={car: tuple(waypoints) for car, waypoints in trails.get(moment, {}).items()},
                )
                for moment, frame in self._frames.items()
            ),
            models=scene.models,
            laps=scene.laps,
            gauge_name=scene.gauge_name,
            score_name=scene.score_name,
        )


def compass(heading: int) -> str:
    """The point of the compass nearest to a heading, if the top of the drawing is north."""
    share = FULL_TURN / len(COMPASS_POINTS)
    return COMPASS_POINTS[round(heading % FULL_TURN / share) % len(COMPASS_POINTS)]
