"""The still of a replay: the cars, their names and what happened at a step, drawn on the ground at night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString, mark_safe

from league.pages.matches.replay_board import CarAtStep, share_left
from league.pages.matches.replay_window import CLOSE_HEIGHT, CLOSE_WIDTH, Box, Window, unit, whole_window
from rules.match.arena_colors import DEFINITIONS, MARKERS, at_night
from rules.match.car_silhouettes import LENGTH, CarModel, draw_model
from rules.match.replay_events import EventKind, ReplayEvent
from rules.match.replay_frames import CarAppearance, CarView, Frame, Ground
from rules.match.svg import picture

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
