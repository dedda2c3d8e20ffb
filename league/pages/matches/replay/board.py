"""The board beside a replay: every car with its place, lap, what it has left, and its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from franchises.crests import Crest
from rules.match.drawing.car_silhouettes import CarModel
from rules.match.replay.frames import CarAppearance, CarView, Film, Frame, Gauge

BAR_WIDTH = 76
"""The width of a bar in units of its drawing."""
GAP = 1
GOOD_FROM, FAIR_FROM = 0.6, 0.3
"""The shares of the whole from which a bar is good, and fair."""


@dataclass(frozen=True, slots=True)
class ReplayCar:
    """A car of the replay: its mark on the ground, its name, its first crew, and its team with flag and color."""

    id: str
    index: int
    label: str
    name: str
    crew: str
    team: str
    flag: SafeString
    crest: Crest
    picked: bool
    model: CarModel

    @property
    def color(self) -> str:
        """The color of its team as #rrggbb."""
        return self.crest.first


@dataclass(frozen=True, slots=True)
class BarSegment:
    """A part of a bar: where it begins, how wide it is, and how much of it is full."""

    x: float
    width: float
    full: float


@dataclass(frozen=True, slots=True)
class Bar:
    """What a car has left, in segments; `level` is `good`, `fair` or `low`, and `text` says it in words."""

    segments: Sequence[BarSegment]
    level: str
    text: str


@dataclass(frozen=True, slots=True)
class CarAtStep:
    """A car at one step: how it is drawn, and the same in words."""

    car: ReplayCar
    seen: CarView
    looks: str
    chip: str
    place: str
    bar: Bar
    out: bool


HURT = "hurt"
LOOKS_WORDS = {
    CarAppearance.RUNNING: "running",
    CarAppearance.OUT: "out of it",
    CarAppearance.GONE: "not on the ground",
}


def cars_at_step(frame: Frame, cars: Sequence[ReplayCar]) -> list[CarAtStep]:
    """The cars at a step, in the order of the page."""
    places = {car: place for place, car in enumerate(frame.order, start=1)}
    return [
        CarAtStep(car, view, *look_of(view), str(places.get(view.id, "")), bar_of(view.gauges), is_out(view))
        for car, view in zip(cars, frame.cars, strict=True)
    ]


def board_order(there: Sequence[CarAtStep], order: Sequence[str]) -> list[CarAtStep]:
    """The cars as the board lists them: by place, then those that go on, then those that are out."""
    places: Mapping[str, int] = {car: place for place, car in enumerate(order)}
    return sorted(there, key=lambda at: (at.out and at.car.id not in places, places.get(at.car.id, len(places))))


def look_of(view: CarView) -> tuple[str, str]:
    """The CSS classes of a car, and the word for its state."""
    if view.looks is CarAppearance.RUNNING and view.hurt:
        return f"{view.looks} {HURT}", HURT
    return f"{view.looks} {HURT}" if view.hurt else view.looks.value, LOOKS_WORDS[view.looks]


def is_out(view: CarView) -> bool:
    """Whether a car takes no further part; one that is home has taken its part."""
    return view.looks is CarAppearance.OUT or (view.looks is CarAppearance.GONE and view.notice != "Home")


def share_left(gauges: Sequence[Gauge]) -> float:
    """How much of all it can lose a car has left, from 0 to 1."""
    whole = sum(full for _, _, full in gauges)
    return sum(left for _, left, _ in gauges) / whole if whole else 1.0


def bar_of(gauges: Sequence[Gauge]) -> Bar:
    """The bar of a car, with a segment for each of its gauges."""
    present = [gauge for gauge in gauges if gauge[2]]
    whole = sum(full for _, _, full in present)
    room = BAR_WIDTH - GAP * max(0, len(present) - 1)
    segments, x = [], 0.0
    for _, left, full in present:
        width = room * full / whole
        segments.append(BarSegment(round(x, 1), round(width, 1), round(width * min(left, full) / full, 1)))
        x += width + GAP
    share = share_left(gauges)
    level = "good" if share >= GOOD_FROM else "fair" if share >= FAIR_FROM else "low"
    return Bar(segments, level, ", ".join(f"{name} {left} of {full}" for name, left, full in present))


def gauges_document(film: Film) -> list[list[Any]]:
    """For each car, the names of its gauges, and the whole of each."""
    cars = film.frames[0].cars if film.frames else ()
    return [[[name for name, _, _ in car.gauges], [full for _, _, full in car.gauges]] for car in cars]
