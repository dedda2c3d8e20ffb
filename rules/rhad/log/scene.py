"""Draws a duel: its arena, and every car at its place."""

from __future__ import annotations

from collections.abc import Iterator

from rules.match.drawing.car_silhouettes import Body, CarModel, fittings_at
from rules.match.drawing.hex_walls import walls_around
from rules.match.log import LogEntry
from rules.match.replay.frames import (
    BareScene,
    CarAppearance,
    CarView,
    Frame,
    Gauge,
    Ground,
    KeptViews,
    Waypoint,
    compass,
    round_heading,
)
from rules.rhad.designs.design import Design
from rules.rhad.ground.arena_drawing import HALF_HEX_WIDTH, ROW_HEIGHT, center, draw_hexes, extent, hexes_inside
from rules.rhad.log.pictures import PICTURES
from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus, ControlLoss

HALF_SIDE = 30
"""Degrees of a half side."""
STATUS_TEXTS = {CarStatus.MOBILITY_KILL: "cannot accelerate any more", CarStatus.COMPLETE_KILL: "out of the fight"}


CONTROL_NOTICES = {
    ControlLoss.SKID: "Skidding",
    ControlLoss.FISHTAIL: "Fishtailing",
    ControlLoss.SPIN: "Spinning",
    ControlLoss.GUPPY: "Rolling over",
    ControlLoss.ROLL: "Rolling over",
}
SCORE_KEYS = ("kill_points", "points")
"""What the log calls a car's duel points, in the current and in the first edition."""
FAST, ARMORED = 140, 56
"""The top speed, in mph, of a car that is drawn as a racer, and the armor of one that is drawn as a truck."""
WHEEL_PLACES = {"front": (0, 1), "rear": (2, 3)}


class Scene(BareScene):
    """Draws the frames of a duel. A car's view is kept until something about the car changes."""

    pictures = PICTURES
    gauge_name = "Armor, plant"
    score_name = "Points"

    def __init__(self, play: Match) -> None:
        arena = play.arena
        width, height = extent(arena)
        self.middle = center(arena, (0, 0))
        self.ground = Ground(
            title=arena.title,
            width=width,
            height=height,
            drawn="".join(draw_hexes(arena)),
            walls=walls_around(center(arena, at) for at in hexes_inside(arena)),
        )
        self.models = {id: model_of(design) for id, design in play.designs.items()}
        self._views = KeptViews()
        self._scores: dict[str, str] = {}
        self._places: dict[str, tuple[int, int]] = {}
        self._facings: dict[str, int] = {}

    def frame(self, play: Match) -> Frame:
        """The current frame of the duel."""
        moment = play.moment
        return Frame(
            part=round_heading(moment.turn),
            phase=moment.phase,
            cars=tuple(self._view(play, car) for car in play.state.cars.values()),
        )

    def waypoints(self, entry: LogEntry) -> Iterator[Waypoint]:
        """Where a step, a maneuver or a skid takes the car of an entry. Its duel points are noted on the way."""
        after = entry.after
        for key in SCORE_KEYS:
            if key in after:
                self._scores[entry.car] = str(after[key])
        if "facing" in after:
            self._facings[entry.car] = HALF_SIDE * after["facing"]
        if "at" in after:
            self._places[entry.car] = after["at"]
        if ("at" in after or "facing" in after) and entry.car in self._places:
            yield *self._position(self._places[entry.car]), self._facings.get(entry.car, 0)

    def _position(self, at: tuple[int, int]) -> tuple[float, float]:
        (across, down), (x, y) = at, self.middle
        return x + HALF_HEX_WIDTH * across + HALF_HEX_WIDTH / 2 * down, y + ROW_HEIGHT / 2 * down

    def _view(self, play: Match, car: CarState) -> CarView:
        score = self._scores.get(car.id, "")
        key = (
            car.at, car.facing, car.status, car.speed, car.hc, car.rest_side, car.burning, car.power_plant,
            car.pending, car.exploded, score, *car.armor.values(), *car.tires,
        )  # fmt: skip
        return self._views.view(car.id, key, lambda: self._car(play, car, score))

    def _car(self, play: Match, car: CarState, score: str) -> CarView:
        design = play.designs[car.id]
        armor_left = sum(car.armor.values())
        tires = sum(points > 0 for points in car.tires)
        hurt = armor_left < design.armor.total or tires < len(design.tires) or car.power_plant < design.power_plant_dp
        heading = HALF_SIDE * car.facing
        texts = (
            [f"{car.speed} mph", f"handling {car.hc}"]
            if car.status is CarStatus.RUNNING
            else [STATUS_TEXTS[car.status]]
        )
        texts += [f"on its {car.rest_side}"] if car.rest_side != WHEELS else []
        texts += ["burning"] if car.burning else []
        texts += [f"armor {armor_left} of {design.armor.total}", f"plant {max(0, car.power_plant)}"]
        texts += [f"{tires} of {len(design.tires)} tires"]
        x, y = self._position(car.at)
        return CarView(
            id=car.id,
            x=x,
            y=y,
            heading=heading,
            looks=CarAppearance.RUNNING if car.status is CarStatus.RUNNING else CarAppearance.OUT,
            hurt=hurt,
            place=f"{_place_text(car)}, facing {compass(heading)}",
            condition=", ".join(texts),
            notice=_notice(car),
            score=score,
            gauges=tuple(_gauges(car, design)),
            lost_wheels=tuple(_lost_wheels(car)),
            burning=car.burning,
        )


def _notice(car: CarState) -> str:
    """The one thing to know about a car."""
    if car.status is CarStatus.COMPLETE_KILL:
        return "Exploded" if car.exploded else "Out"
    if car.burning:
        return "Burning"
    if car.pending in CONTROL_NOTICES:
        return CONTROL_NOTICES[car.pending]
    return "No power" if car.status is CarStatus.MOBILITY_KILL else ""


def _gauges(car: CarState, design: Design) -> Iterator[Gauge]:
    """The armor of a car by side, and its power plant."""
    for side, left in car.armor.items():
        yield side, left, design.armor.on(side)
    yield "power plant", max(0, car.power_plant), design.power_plant_dp


def _lost_wheels(car: CarState) -> Iterator[int]:
    """Where the tires without points are, as `CarView.lost_wheels` counts them."""
    free = {end: list(places) for end, places in WHEEL_PLACES.items()}
    for end, points in zip(car.ends, car.tires, strict=True):
        place = free[end].pop(0) if free.get(end) else None
        if place is not None and points <= 0:
            yield place


def model_of(design: Design) -> CarModel:
    """How a car looks: by its speed, armor and crew, and by its weapons."""
    if design.armor.total >= ARMORED:
        body = Body.TRUCK
    elif design.max_speed >= FAST:
        body = Body.RACER
    else:
        body = Body.PICKUP if design.has_gunner else Body.COUPE
    places = [("turret" if weapon.mount == "turret" else "gun", weapon.mount) for weapon in design.weapons]
    return CarModel(body=body, fittings=fittings_at(places))


def _place_text(car: CarState) -> str:
    """The car's hex in steps east and southeast of the middle; on the line between two hexes it has halves."""
    east, southeast = (f"{coordinate / 2:g}" for coordinate in car.at)
    return f"hex {east}, {southeast}"
