"""Which part of the ground a still of a replay shows: all of it, or a close-up of what happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.pages.matches.replay_board import CarAtStep
from rules.match.replay_events import EventKind, ReplayEvent
from rules.match.replay_frames import CarAppearance, CarView, Ground

PAGE_WIDTH, PAGE_HEIGHT = 900, 480
"""The size, in pixels, at which a still of a whole ground is usually shown; words are sized for it."""
CLOSE_WIDTH, CLOSE_HEIGHT = 440, 440
"""The same for a close-up, whose lower part may be covered by a button."""
FOCUS = 0.34
"""Where in a close-up its event is, as a share of its height from the top."""
SAFE_LEFT, SAFE_RIGHT, SAFE_BOTTOM = 0.1, 0.9, 0.66
"""The part of a close-up in which names may stand, as shares: what is outside may be cut off or covered."""
CLOSE_CARS = 8.5
"""How many lengths of a car a close-up is wide, if both cars of its event fit into that."""
MARGIN = 1.45
"""How much wider a close-up is than two cars are apart."""
MOST_TELLING = (
    EventKind.WRECK,
    EventKind.BLAST,
    EventKind.FIRE,
    EventKind.RAM,
    EventKind.CRASH,
    EventKind.ROLL,
    EventKind.HIT,
    EventKind.SPIN,
    EventKind.SKID,
    EventKind.MISS,
)
"""What a close-up shows, the most telling first."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A part of a ground; `unit` is how many units of the ground a pixel of the still is.

    Words stand inside `safe`.
    """

    left: float
    top: float
    width: float
    height: float
    unit: float
    safe: Box

    def holds(self, box: Box) -> bool:
        """Whether all of a box is where words may stand."""
        return self.safe[0] < box[0] and self.safe[1] < box[1] and box[2] < self.safe[2] and box[3] < self.safe[3]


def whole_window(ground: Ground) -> Window:
    """All of a ground."""
    wide, high = ground.width, ground.height
    return Window(left=0, top=0, width=wide, height=high, unit=unit(ground), safe=(0, 0, wide, high))


def unit(ground: Ground) -> float:
    """How many units of a whole ground a pixel is, on a page of the usual size."""
    return max(ground.width / PAGE_WIDTH, ground.height / PAGE_HEIGHT)


def close_window(ground: Ground, events: Sequence[ReplayEvent], there: Sequence[CarAtStep]) -> Window:
    """The part of a ground with the most telling event of a step, and with both cars of a shot or a ram.

    Without an event it is around the car that is ahead on the board; without a car it is the middle of the ground.
    """
    seen = {at.car.id: at.seen for at in there if at.seen.looks is not CarAppearance.GONE}
    spots = _spots(events, seen) or [(view.x, view.y) for view in list(seen.values())[:1]]
    spots = spots or [(ground.width / 2, ground.height / 2)]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    shape = CLOSE_WIDTH / CLOSE_HEIGHT
    room = 2 * ground.car_length
    across = max(CLOSE_CARS * ground.car_length, (right - left) * MARGIN + room)
    width = min(max(across, ((bottom - top) * MARGIN + room) * shape), max(ground.width, ground.height * shape))
    height = width / shape
    left = _inside((left + right) / 2 - width / 2, width, ground.width)
    top = (top + bottom) / 2 - height * FOCUS
    return Window(
        left=left,
        top=top,
        width=width,
        height=height,
        unit=width / CLOSE_WIDTH,
        safe=(left + width * SAFE_LEFT, top, left + width * SAFE_RIGHT, top + height * SAFE_BOTTOM),
    )


def _spots(events: Sequence[ReplayEvent], seen: Mapping[str, CarView]) -> list[tuple[float, float]]:
    """Where the cars of the most telling event are; empty if nothing telling happens to a car that is seen."""
    told = [event for event in events if event.kind in MOST_TELLING and event.car in seen]
    if not told:
        return []
    event = min(told, key=lambda event: (MOST_TELLING.index(event.kind), -event.amount))
    return [(view.x, view.y) for view in (seen.get(event.car), seen.get(event.other)) if view is not None]


def _inside(start: float, size: float, whole: float) -> float:
    """A span that begins at `start`, moved so that it reaches past neither end of the whole, if it fits."""
    if size >= whole:
        return (whole - size) / 2
    return min(max(0.0, start), whole - size)
