"""Silhouettes of cars, seen from above and pointing to the right, by the class of the body and what it carries.

A silhouette is 54 units long and centered on (0, 0). Its body has the color of the element that holds it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

LENGTH = 54
"""The length of a silhouette in units of its drawing."""
EDGE = 'stroke="#0b0c0e" stroke-width="1.2" stroke-linejoin="round"'
STEEL, DARK_STEEL, GLASS, RUBBER = "#c9ced6", "#8d949e", "#10151b", "#0a0b0d"


class Body(StrEnum):
    """The classes of bodies, from the lightest to the heaviest."""

    RACER = "racer"
    COUPE = "coupe"
    PICKUP = "pickup"
    TRUCK = "truck"


class Fitting(StrEnum):
    """What a silhouette shows of a car's load."""

    GUN = "gun"
    TWIN_GUNS = "twin_guns"
    ROCKETS = "rockets"
    TURRET = "turret"
    SIDE_GUNS = "side_guns"
    REAR_GUN = "rear_gun"
    DROPPER = "dropper"
    RAM = "ram"
    ARMOR = "armor"


@dataclass(frozen=True, slots=True, kw_only=True)
class CarModel:
    """A car's body and what it carries."""

    body: Body = Body.COUPE
    fittings: tuple[Fitting, ...] = ()


WHEELS: dict[Body, tuple[tuple[float, float, float, float], ...]] = {
    Body.RACER: ((7.5, -13.5, 11, 6), (7.5, 7.5, 11, 6), (-17.5, -14, 11, 6), (-17.5, 8, 11, 6)),
    Body.COUPE: ((7.5, -12.25, 9, 4.5), (7.5, 7.75, 9, 4.5), (-16.5, -12.25, 9, 4.5), (-16.5, 7.75, 9, 4.5)),
    Body.PICKUP: ((8.5, -13.25, 9, 4.5), (8.5, 8.75, 9, 4.5), (-17.5, -13.25, 9, 4.5), (-17.5, 8.75, 9, 4.5)),
    Body.TRUCK: ((9.5, -15, 9, 6), (9.5, 9, 9, 6), (-20.5, -15, 9, 6), (-20.5, 9, 9, 6)),
}
"""The wheels of each body as x, y, width and height: front left, front right, rear left, rear right."""
BODIES: dict[Body, str] = {
    Body.RACER: (
        f'<path d="M25-3V3L10 5 2 8H-14L-17 5V-5L-14-8H2L10-5z" fill="currentColor" {EDGE}/>'
        f'<path d="M21-7h4v14h-4zM-22-10h5v20h-5z" fill="currentColor" {EDGE}/>'
        '<path d="M21-7h4v14h-4zM-22-10h5v20h-5z" fill-opacity=".45"/>'
        f'<ellipse cx="-2" rx="6" ry="4" fill="{GLASS}"/>'
    ),
    Body.COUPE: (
        f'<path d="M22-6Q24 0 22 6L17 9.5H-18Q-22 8-22 0T-18-9.5H17z" fill="currentColor" {EDGE}/>'
        f'<path d="M9-7.5 4-6V6L9 7.5Q11 0 9-7.5zM-15-7-11-5.5V5.5L-15 7z" fill="{GLASS}"/>'
        '<path d="M3-6H-10V6H3z" fill-opacity=".45"/>'
    ),
    Body.PICKUP: (
        f'<path d="M23-8V8L18 11H-22V-11H18z" fill="currentColor" {EDGE}/>'
        f'<path d="M13-8.5 8-7.5V7.5L13 8.5z" fill="{GLASS}"/><path d="M7-8H-2V8H7z" fill-opacity=".45"/>'
        '<path d="M-4-9H-20V9H-4z" fill="#15171b"/>'
    ),
    Body.TRUCK: (
        f'<path d="M24-11V11H8V-11zM6-13V13H-27V-13z" fill="currentColor" {EDGE}/>'
        f'<path d="M3-10V10H-24V-10z" fill-opacity=".45"/><path d="M19-9 15-8V8L19 9z" fill="{GLASS}"/>'
    ),
}
FITTINGS: dict[Fitting, str] = {
    Fitting.GUN: f'<rect x="4" y="-1.4" width="20" height="2.8" rx="1" fill="{STEEL}" {EDGE}/>',
    Fitting.TWIN_GUNS: (
        f'<rect x="4" y="-6.6" width="18" height="2.4" rx="1" fill="{STEEL}" {EDGE}/>'
        f'<rect x="4" y="4.2" width="18" height="2.4" rx="1" fill="{STEEL}" {EDGE}/>'
    ),
    Fitting.ROCKETS: (
        f'<rect x="-18" y="-7.4" width="14" height="3.4" rx="1" fill="{STEEL}"/>'
        f'<rect x="-18" y="-1.7" width="14" height="3.4" rx="1" fill="{STEEL}"/>'
        f'<rect x="-18" y="4" width="14" height="3.4" rx="1" fill="{STEEL}"/>'
    ),
    Fitting.TURRET: (
        f'<circle cx="-6" r="5.4" fill="{STEEL}" {EDGE}/>'
        f'<rect x="-3" y="-1.4" width="20" height="2.8" rx="1" fill="{STEEL}" {EDGE}/>'
    ),
    Fitting.SIDE_GUNS: f'<path d="M-3-9h3v-6h-3zM-3 9h3v6h-3z" fill="{STEEL}" {EDGE}/>',
    Fitting.REAR_GUN: f'<rect x="-29" y="-1.4" width="12" height="2.8" rx="1" fill="{STEEL}" {EDGE}/>',
    Fitting.DROPPER: f'<path d="M-26-6h5v12h-5z" fill="{DARK_STEEL}" {EDGE}/><path d="M-25-3h3v6h-3z"/>',
    Fitting.RAM: f'<path d="M24-12 30 0 24 12z" fill="{DARK_STEEL}" {EDGE}/>',
    Fitting.ARMOR: f'<path d="M-12-9h16v-2h-16zM-12 9h16v2h-16z" fill="{DARK_STEEL}" {EDGE}/>',
}
ORDER = tuple(FITTINGS)


def draw_wheels(body: Body, *, lost: Collection[int] = ()) -> Iterator[str]:
    """The wheels of a body, one shape each, without those that are lost."""
    for number, (x, y, width, height) in enumerate(WHEELS[body]):
        if number in lost:
            continue
        yield (
            f'<rect class="wheel" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="1.6" fill="{RUBBER}"'
            ' stroke="#4b5058" stroke-width=".8"/>'
        )


def draw_model(model: CarModel, *, lost_wheels: Collection[int] = ()) -> str:
    """A car from above, without a shadow."""
    shown = (FITTINGS[fitting] for fitting in sorted(set(model.fittings), key=ORDER.index))
    return "".join((*draw_wheels(model.body, lost=lost_wheels), BODIES[model.body], *shown))


def fittings_at(places: Iterable[tuple[str, str]]) -> tuple[Fitting, ...]:
    """The fittings for weapons, each given as what it is and the side it points to.

    What it is, is one of `gun`, `rockets`, `dropper`, `turret`, `ram` and `armor`.
    """
    found: list[Fitting] = []
    front = 0
    for what, side in places:
        if what == "gun" and side == "front":
            front += 1
        elif what == "gun":
            found.append(Fitting.REAR_GUN if side in {"rear", "back"} else Fitting.SIDE_GUNS)
        else:
            found.append(Fitting(what))
    if front:
        found.append(Fitting.GUN if front == 1 else Fitting.TWIN_GUNS)
    return tuple(sorted(set(found), key=ORDER.index))
