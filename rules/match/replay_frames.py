"""The film of a match: the ground it was played on, and a frame for every moment of it.

A book has a `Scene`, which draws its ground once and gives the positions of everything on it. Lengths are units of
the drawing, x to the right and y down. Headings are whole degrees, clockwise from the right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from rules.match.recorder import MatchRecorder
from rules.match.svg import INK

AnyMatch = TypeVar("AnyMatch", bound=MatchRecorder)
AnyMatch_contra = TypeVar("AnyMatch_contra", bound=MatchRecorder, contravariant=True)
FULL_TURN = 360
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
    """A ground without cars: its title, its size, its drawing as SVG, and the outline of a car on it."""

    title: str
    width: int
    height: int
    drawn: str
    outline: str = ARROW


@dataclass(frozen=True, slots=True, kw_only=True)
class CarView:
    """A car at a moment: its position, its heading and its state, and the same in words.

    A car that is gone is not drawn. `hurt` marks a car that has lost something for good. `place` and `condition` are
    descriptions for people who do not see the drawing, and include what it cannot show.
    """

    id: str
    x: float = 0
    y: float = 0
    heading: int = 0
    looks: CarAppearance = CarAppearance.RUNNING
    hurt: bool = False
    place: str
    condition: str


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
    """

    part: str
    phase: int
    cars: tuple[CarView, ...]
    things: tuple[GroundObject, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A match in frames, from its start to its end. `ground` is None if its book cannot draw one."""

    ground: Ground | None = None
    frames: tuple[Frame, ...] = ()


class Scene(Protocol[AnyMatch_contra]):
    """Draws a book's matches. It is made from a match before its first step."""

    @property
    def ground(self) -> Ground | None:
        """The ground of the match."""

    def frame(self, play: AnyMatch_contra) -> Frame:
        """The current frame of the match."""


@dataclass(slots=True)
class Camera(Generic[AnyMatch]):
    """Observes a match and keeps the last frame of every moment, which is its heat, turn and phase."""

    scene_of: Callable[[AnyMatch], Scene[AnyMatch]]
    _scene: Scene[AnyMatch] | None = None
    _frames: dict[tuple[int, int, int], Frame] = field(default_factory=dict)
    _latest: tuple[int, int, int] = (0, 0, 0)

    def __call__(self, play: AnyMatch) -> None:
        """Take a frame of the match.

        If the moment goes back, as when a round is cleaned up, the latest moment is used instead.
        """
        if self._scene is None:
            self._scene = self.scene_of(play)
        moment = play.moment
        self._latest = max(self._latest, (moment.heat, moment.turn, moment.phase))
        self._frames[self._latest] = replace(self._scene.frame(play), phase=self._latest[-1])

    @property
    def film(self) -> Film:
        """The frames so far as a film."""
        ground = None if self._scene is None else self._scene.ground
        return Film(ground=ground, frames=tuple(self._frames.values()))


def compass(heading: int) -> str:
    """The point of the compass nearest to a heading, if the top of the drawing is north."""
    share = FULL_TURN / len(COMPASS_POINTS)
    return COMPASS_POINTS[round(heading % FULL_TURN / share) % len(COMPASS_POINTS)]
