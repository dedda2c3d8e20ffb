"""The pictures of a replay: a step drawn on the ground at night, its close-up, and a clip of several steps.

A clip is made to be shown as an image on another page. A page should offer its still instead to readers who ask for
less motion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import pairwise

from django.utils.safestring import SafeString, mark_safe

from league.pages.matches.replay.board import CarAtStep, ReplayCar, share_left
from rules.match.drawing.arena_colors import DEFINITIONS, MARKERS, at_night
from rules.match.drawing.car_silhouettes import LENGTH, CarModel, draw_model
from rules.match.drawing.svg import picture
from rules.match.replay.events import EventKind, ReplayEvent
from rules.match.replay.frames import CarAppearance, CarView, Film, Frame, Ground, Waypoint

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


SHORTEST_CAR = 30
"""The length in pixels below which a car is not drawn, however large the ground is."""
NAME_HEIGHT = 19
LETTER_WIDTH = 0.56
"""The width of a letter as a share of its size."""
SMOKE_BELOW, BLACK_SMOKE_BELOW = 0.6, 0.3
"""The share of what a car can lose below which it smokes, and smokes black."""
TAGS: Mapping[EventKind, str] = {
    EventKind.MISS: "Miss",
    EventKind.RICOCHET: "Ricochet",
    EventKind.RAM: "Ram",
    EventKind.CRASH: "Crash",
    EventKind.SKID: "Skid",
    EventKind.SPIN: "Spin",
    EventKind.ROLL: "Rollover",
    EventKind.FIRE: "Fire",
    EventKind.BLAST: "Blast",
    EventKind.WRECK: "Out",
    EventKind.TIRE: "Tires",
    EventKind.PIT: "Pit",
}
"""What is written beside an event that has no text of its own."""
LOUD = frozenset({EventKind.HIT, *TAGS})
LAMPS = ((0.2, 0.2), (0.72, 0.16), (0.94, 0.62), (0.46, 0.88))
LAMP = 0.21
"""Where floodlights shine on a ground, as shares of its size, and how far, as a share of its width."""
TRACERS: Mapping[EventKind, str] = {
    EventKind.HIT: 'stroke="#ffd24a" stroke-dasharray="9 5"',
    EventKind.RICOCHET: 'stroke="#9fd0ff" stroke-dasharray="9 5"',
    EventKind.MISS: 'stroke="#cfd5dd" stroke-dasharray="1 7"',
}
SPARK = 'd="M0-15 3-5 13-9 6-1 15 5 5 5 3 15-2 6-12 10-6 1-15-5-5-5Z" fill="#ffd24a" stroke="#d9480f"'
"""Where a shot hits."""
FLAMES = '<circle cx="-8" r="15" fill="url(#arena-fire)"/><circle cx="4" cy="2" r="9" fill="url(#arena-fire)"/>'
SOOT = '<ellipse cx="-6" cy="2" rx="36" ry="25" fill="url(#arena-black)"/>'
QUIET_TAG, LOUD_TAG = ('fill="#2a2f37" stroke="#8a919b"', "#e3e6ea"), ('fill="#ffd24a"', "#1a1205")
"""The box and the color of the words beside a shot that does no harm, and beside all else.

Stills have their colors in attributes, since a page that stands alone may not have a style sheet of its own.
"""
SYMBOLS = mark_safe("".join(f'<g id="thing-{kind}">{mark}</g>' for kind, mark in MARKERS.items()) + DEFINITIONS)  # noqa: S308 - our own drawings


@lru_cache(maxsize=64)
def night_ground(ground: Ground) -> SafeString:
    """A ground in dark colors, with the dark around it."""
    wide, high = ground.width, ground.height
    all_around = f'x="{-wide}" y="{-high}" width="{3 * wide}" height="{3 * high}"'
    around = f'<rect {all_around} fill="#0c0d10"/><rect {all_around} fill="url(#arena-crowd)" fill-opacity=".35"/>'
    walls = (
        f'<path d="{ground.walls}" fill="none" stroke="#8a919b" stroke-width="3.4" stroke-linecap="round"/>'
        f'<path d="{ground.walls}" fill="none" stroke="#e8590c" stroke-width="3.4" stroke-dasharray="9 27"/>'
    )
    lamps = "".join(
        f'<ellipse cx="{x * wide:.0f}" cy="{y * high:.0f}" rx="{LAMP * wide:.0f}" ry="{LAMP * wide * 0.7:.0f}"'
        ' fill="url(#arena-lamp)"/>'
        for x, y in LAMPS
    )
    drawn = at_night(ground.drawn) + lamps + (walls if ground.walls else "")
    return mark_safe(around + drawn)  # noqa: S308 - our drawings


@lru_cache(maxsize=256)
def model_drawing(model: CarModel) -> SafeString:
    """A car's silhouette."""
    return mark_safe(draw_model(model))  # noqa: S308 - our own drawings


def car_scale(ground: Ground) -> float:
    """How many units of the ground a unit of a silhouette is."""
    return round(ground.car_length / LENGTH, 3)


def still_car_scale(ground: Ground) -> float:
    """The same for a still of the whole ground, on which a car must not be too small to see."""
    return round(max(ground.car_length, SHORTEST_CAR * unit(ground)) / LENGTH, 3)


def damage_class(view: CarView) -> str:
    """The CSS classes that show a car's damage: smoke, fire and lost wheels."""
    classes = [f"lost-{wheel}" for wheel in view.lost_wheels]
    if view.looks is CarAppearance.RUNNING:
        share = share_left(view.gauges)
        if share < BLACK_SMOKE_BELOW:
            classes.append("smoke-black")
        elif share < SMOKE_BELOW:
            classes.append("smoke")
    return " ".join([*classes, "burns"] if view.burning else classes)


def still_picture(
    ground: Ground, frame: Frame, there: Sequence[CarAtStep], *, title: str, window: Window | None = None
) -> str:
    """A step as an SVG image that needs no page around it; of a `window` only what is in it."""
    if window is None:
        return picture(still_parts(ground, frame, there), title=title, width=ground.width, height=ground.height)
    return picture(
        still_parts(ground, frame, there, window),
        title=title,
        width=CLOSE_WIDTH,
        height=CLOSE_HEIGHT,
        view=f"{window.left:.1f} {window.top:.1f} {window.width:.1f} {window.height:.1f}",
    )


def still_parts(
    ground: Ground, frame: Frame, there: Sequence[CarAtStep], window: Window | None = None
) -> tuple[str, ...]:
    """What is drawn of a step: the ground, what lies on it, the cars and their names."""
    things = "".join(f'<use href="#thing-{thing.kind}" x="{thing.x:g}" y="{thing.y:g}"/>' for thing in frame.things)
    scale = still_car_scale(ground) if window is None else car_scale(ground)
    cars = "".join(_car(at, scale) for at in there if at.seen.looks is not CarAppearance.GONE)
    return f"<defs>{SYMBOLS}</defs>", night_ground(ground), things, cars, draw_still(ground, frame, there, window)


def _car(at: CarAtStep, scale: float) -> str:
    """A car with its light and its shadow; one that is out is gray and crossed out."""
    view, runs = at.seen, at.seen.looks is CarAppearance.RUNNING
    return (
        f'<g class="car" transform="translate({view.x:g} {view.y:g}) rotate({view.heading})'
        f' scale({scale})" color="{at.car.color if runs else "#5b626c"}">'
        + ('<path d="M20-5 92-26V26L20 5z" fill="url(#arena-beam)"/>' if runs else "")
        + ('<ellipse cx="2" cy="3" rx="27" ry="14" fill-opacity=".45"/>' if runs else SOOT)
        + draw_model(at.car.model, lost_wheels=view.lost_wheels)
        + ("" if runs else '<path d="M-12-9L12 9M-12 9L12-9" stroke="#0b0c0e" stroke-width="4"/>')
        + (FLAMES if view.burning else "")
        + "</g>"
    )


def draw_still(ground: Ground, frame: Frame, there: Sequence[CarAtStep], window: Window | None = None) -> SafeString:
    """The names of the cars and what happened at a step, over the cars."""
    seen = {at.car.id: at for at in there if at.seen.looks is not CarAppearance.GONE}
    length = (still_car_scale(ground) if window is None else car_scale(ground)) * LENGTH
    seen_from = window or whole_window(ground)
    tags = _tags(frame.events, seen)
    covered = [_tag_box(event, seen[car].seen, seen_from.unit) for car, event in tags.items()]
    parts = [
        *_shots(frame.events, seen, seen_from.unit),
        *(_tag(event, seen[car].seen, seen_from.unit) for car, event in tags.items()),
        *_names(list(seen.values()), seen_from, length, covered),
    ]
    return mark_safe("".join(parts))  # noqa: S308 - every word is escaped


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _names(there: Sequence[CarAtStep], window: Window, length: float, covered: Sequence[Box]) -> Iterator[str]:
    """The name of each car beside it, where it covers no car, no other name and nothing that is `covered`.

    A name without such a place is left out.
    """
    size, reach = window.unit, length / 2
    taken: list[Box] = [
        (at.seen.x - reach * 0.6, at.seen.y - reach * 0.6, at.seen.x + reach * 0.6, at.seen.y + reach * 0.6)
        for at in there
    ]
    taken += covered
    for at in sorted(there, key=lambda at: (not at.car.picked, at.out)):
        words = f"{at.car.name} ✕" if at.out else at.car.name
        width, height = (len(words) * LETTER_WIDTH * 12.5 + 16) * size, NAME_HEIGHT * size
        x, y, gap = at.seen.x, at.seen.y, reach * 0.8 + 3 * size
        corners = (
            (x - width / 2, y + gap),
            (x - width / 2, y - gap - height),
            (x + gap, y - height / 2),
            (x - gap - width, y - height / 2),
        )
        for left, top in corners:
            box = left, top, left + width, top + height
            if window.holds(box) and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                yield _name(at, words, left, top, size)
                break


def _name(at: CarAtStep, words: str, left: float, top: float, size: float) -> str:
    """A car's name; that of a car that is out is crossed out."""
    look = 'fill="#b4bac3" text-decoration="line-through"' if at.out else 'fill="#f1f3f5"'
    return (
        f'<g class="name{" out" if at.out else ""}" transform="translate({left:.1f} {top:.1f}) scale({size:.3f})">'
        f'<rect width="{len(words) * LETTER_WIDTH * 12.5 + 16:.0f}" height="{NAME_HEIGHT}" rx="2" fill="#0b0c0f"'
        f' fill-opacity=".82"/><rect width="4" height="{NAME_HEIGHT}" fill="{at.car.color}"/>'
        f'<text x="10" y="14" font-size="12.5" font-weight="600" {look}>{escape(words, quote=False)}</text></g>'
    )


def _shots(events: Sequence[ReplayEvent], seen: Mapping[str, CarAtStep], size: float) -> Iterator[str]:
    """Tracers of shots, with a burst where one hits."""
    for event in events:
        if event.kind not in TRACERS or event.car not in seen or event.other not in seen:
            continue
        shooter, target = seen[event.car].seen, seen[event.other].seen
        yield (
            f'<path class="tracer {event.kind}" d="M{shooter.x:g} {shooter.y:g}L{target.x:g} {target.y:g}"'
            f' fill="none" stroke-linecap="round" {TRACERS[event.kind]} stroke-width="{2.4 * size:.2f}"/>'
        )
        if event.kind is EventKind.HIT:
            yield f'<path transform="translate({target.x:g} {target.y:g}) scale({size:.3f})" {SPARK}/>'


def _tags(events: Sequence[ReplayEvent], seen: Mapping[str, CarAtStep]) -> dict[str, ReplayEvent]:
    """The first loud event that happens to each car, by the car's id."""
    tags: dict[str, ReplayEvent] = {}
    for event in events:
        car = event.other if event.kind in TRACERS else event.car
        if event.kind in LOUD and car in seen:
            tags.setdefault(car, event)
    return tags


def tag_text(event: ReplayEvent) -> str:
    """What is written beside an event."""
    if event.kind is EventKind.HIT:
        return f"Hit \N{MINUS SIGN}{event.amount}" if event.amount else "Hit"
    if event.kind is EventKind.HARM:
        return f"\N{MINUS SIGN}{event.amount}" if event.amount else ""
    if event.kind is EventKind.LAP:
        return f"Lap {event.amount}"
    if event.kind is EventKind.FINISH:
        return f"Home, place {event.amount}"
    return event.tag or TAGS.get(event.kind, "")


def _tag_box(event: ReplayEvent, view: CarView, size: float) -> Box:
    """Where the word beside an event stands."""
    width = (len(tag_text(event)) * LETTER_WIDTH * 12 + 18) * size
    left, top = view.x - width / 2, view.y - 38 * size
    return left, top, left + width, top + 20 * size


def _tag(event: ReplayEvent, view: CarView, size: float) -> str:
    words = tag_text(event)
    left, top, right, _ = _tag_box(event, view, size)
    width = (right - left) / size
    box, ink = QUIET_TAG if event.kind in {EventKind.MISS, EventKind.RICOCHET} else LOUD_TAG
    return (
        f'<g class="tag {event.kind}" transform="translate({left:.1f} {top:.1f}) scale({size:.3f})">'
        f'<rect width="{width:.0f}" height="20" rx="10" {box}/><text x="{width / 2:.0f}" y="14.5" font-size="12"'
        f' font-weight="700" text-anchor="middle" fill="{ink}">{escape(words, quote=False)}</text></g>'
    )


STEPS = 28
"""The steps of a clip."""
STEP_SECONDS = 0.7
PAUSE_STEPS = 2
"""How long the last step is shown, in steps."""
Timed = tuple[float, Waypoint, bool]
"""A moment of the clip, from 0 to 1; where a car is, and whether it is on the ground."""


def liveliest_step(film: Film, *, steps: int = STEPS) -> int:
    """The number of the step with which the clip begins in which the most happens; the first of several."""
    counts = [len(frame.events) for frame in film.frames]
    last = max(0, len(counts) - steps)
    return 1 + max(range(last + 1), key=lambda first: (sum(counts[first : first + steps]), -first))


def clip_picture(ground: Ground, film: Film, cars: Sequence[ReplayCar], *, first: int, title: str) -> str:
    """The steps from `first` on as an animated SVG image."""
    frames = film.frames[first - 1 : first - 1 + STEPS]
    seconds = STEP_SECONDS * (len(frames) + PAUSE_STEPS)
    parts = [f"<defs>{SYMBOLS}</defs>", night_ground(ground), *_clip_shots(frames, seconds, unit(ground))]
    parts += [_moving_car(car, list(_way(car, frames)), ground, seconds) for car in cars]
    return picture(parts, title=title, width=ground.width, height=ground.height)


def _way(car: ReplayCar, frames: Sequence[Frame]) -> Iterator[Timed]:
    """Where a car is during the clip. Headings go on past a full turn, so that it turns the shorter way round."""
    whole, heading, spot = len(frames) + PAUSE_STEPS, 0, (0.0, 0.0, 0)
    for number, frame in enumerate(frames):
        view = frame.cars[car.index]
        on_ground = view.looks is not CarAppearance.GONE
        end = (view.x, view.y, view.heading) if on_ground else spot
        trail = [*(frame.trails.get(car.id, ()) if number and on_ground else ()), end]
        for index, (x, y, turned) in enumerate(trail, start=1):
            heading += (turned - heading + 180) % 360 - 180
            spot = x, y, heading
            moment = (number - 1 + index / len(trail)) / whole if number else 0.0
            yield max(0.0, moment), spot, on_ground


def _animate(name: str, kind: str, times: Sequence[float], values: Sequence[str], seconds: float) -> str:
    """An element that animates an attribute over and over; the last value stays for the rest of the clip."""
    listed = ";".join([*values, values[-1]])
    moments = ";".join([*(f"{time:.4g}" for time in times), "1"])
    element = f'animateTransform attributeName="{name}" type="{kind}"' if kind else f'animate attributeName="{name}"'
    return f'<{element} dur="{seconds:.1f}s" repeatCount="indefinite" values="{listed}" keyTimes="{moments}"/>'


def _moving_car(car: ReplayCar, way: Sequence[Timed], ground: Ground, seconds: float) -> str:
    """A car on its way, with its name under it."""
    size, scale = unit(ground), still_car_scale(ground)
    kept = [way[0], *(there for before, there in pairwise(way) if there[0] > before[0])]
    times = [time for time, _, _ in kept]
    places = _animate("transform", "translate", times, [f"{x:g} {y:g}" for _, (x, y, _), _ in kept], seconds)
    turns = _animate("transform", "rotate", times, [str(heading) for _, (_, _, heading), _ in kept], seconds)
    shown = _animate("opacity", "", times, [str(int(on_ground)) for _, _, on_ground in kept], seconds)
    _, (x, y, heading), on_ground = kept[0]
    width = len(car.name) * LETTER_WIDTH * 12.5 + 16
    return (
        f'<g transform="translate({x:g} {y:g})" opacity="{int(on_ground)}" color="{car.color}">{places}{shown}'
        f'<g transform="rotate({heading})">{turns}<g transform="scale({scale})">'
        f'<path d="M20-5 92-26V26L20 5z" fill="url(#arena-beam)"/>{draw_model(car.model)}</g></g>'
        f'<g transform="translate({-width * size / 2:.1f} {ground.car_length * 0.6:.1f}) scale({size:.3f})">'
        f'<rect width="{width:.0f}" height="{NAME_HEIGHT}" rx="2" fill="#0b0c0f" fill-opacity=".82"/>'
        f'<rect width="4" height="{NAME_HEIGHT}" fill="{car.color}"/><text x="10" y="14" font-size="12.5"'
        f' font-weight="600" fill="#f1f3f5">{escape(car.name, quote=False)}</text></g></g>'
    )


def _clip_shots(frames: Sequence[Frame], seconds: float, size: float) -> Iterator[str]:
    """A tracer for each shot, which is seen while its step lasts."""
    whole = len(frames) + PAUSE_STEPS
    for number, frame in enumerate(frames[1:], start=1):
        seen = {car.id: car for car in frame.cars if car.looks is not CarAppearance.GONE}
        for event in frame.events:
            if event.kind not in TRACERS or event.car not in seen or event.other not in seen:
                continue
            shooter, target = seen[event.car], seen[event.other]
            begins, ends = (number - 0.4) / whole, (number + 0.5) / whole
            shown = _animate(
                "opacity", "", [0, begins, begins + 0.001, ends, ends + 0.001], ["0", "0", "1", "1", "0"], seconds
            )
            yield (
                f'<path d="M{shooter.x:g} {shooter.y:g}L{target.x:g} {target.y:g}" fill="none" opacity="0"'
                f' stroke-linecap="round" {TRACERS[event.kind]} stroke-width="{2.4 * size:.2f}">{shown}</path>'
            )
