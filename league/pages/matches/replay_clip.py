"""A clip of a replay: some of its steps as one animated SVG image that needs neither a script nor a style sheet.

It is made to be shown as an image on another page. A page should offer its still instead to readers who ask for less
motion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from league.pages.matches.replay_board import ReplayCar
from league.pages.matches.replay_drawing import (
    LETTER_WIDTH,
    NAME_HEIGHT,
    SYMBOLS,
    TRACERS,
    night_ground,
    still_car_scale,
)
from league.pages.matches.replay_window import unit
from rules.match.car_silhouettes import draw_model
from rules.match.replay_frames import CarAppearance, Film, Frame, Ground, Waypoint
from rules.match.svg import picture

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
    parts = [f"<defs>{SYMBOLS}</defs>", night_ground(ground), *_shots(frames, seconds, unit(ground))]
    parts += [_car(car, list(_way(car, frames)), ground, seconds) for car in cars]
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


def _car(car: ReplayCar, way: Sequence[Timed], ground: Ground, seconds: float) -> str:
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


def _shots(frames: Sequence[Frame], seconds: float, size: float) -> Iterator[str]:
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
