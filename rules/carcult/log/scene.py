"""Frames of a skirmish: its table, with every car at its place."""

from __future__ import annotations

from collections.abc import Iterator

from rules.carcult.cards import ARMOR, DROPPERS, GUNNER, GUNS, RAM
from rules.carcult.designs.design import Design
from rules.carcult.ground.table import INCH
from rules.carcult.ground.table_drawing import CAR_PATH, MARGIN, UNITS_PER_INCH, draw_bare_table, extent
from rules.carcult.log.pictures import PICTURES
from rules.carcult.match.match import Match
from rules.carcult.match.state import DAMAGE, EXPLODED, IMMOBILE, OFF_TABLE, SPEED, CarState
from rules.core.plurals import count_phrase
from rules.match.drawing.car_silhouettes import Body, CarModel, Fitting, fittings_at
from rules.match.log import LogEntry
from rules.match.replay.frames import (
    BareScene,
    CarAppearance,
    CarView,
    Frame,
    Gauge,
    Ground,
    GroundObject,
    KeptViews,
    Waypoint,
    compass,
    round_heading,
)

BODIES = {4: Body.RACER, 5: Body.COUPE, 6: Body.PICKUP, 7: Body.TRUCK}
"""The body that is drawn for an engine, by its AZ (CC-071)."""


class Scene(BareScene):
    """Draws frames of a skirmish on its table. A car's view is kept until something about the car changes."""

    pictures = PICTURES
    gauge_name = "Zones left"
    score_name = "Kills"

    def __init__(self, play: Match) -> None:
        table = play.setup.table
        width, height = extent(table)
        self.ground = Ground(
            title=table.title,
            width=width,
            height=height,
            drawn="".join(draw_bare_table(table)),
            outline=CAR_PATH,
            car_length=32,
            walls=f"M{MARGIN} {MARGIN}H{width - MARGIN}V{height - MARGIN}H{MARGIN}z",
        )
        self.models = {car.id: model_of(car.design) for car in play.entries.values()}
        self._views = KeptViews()
        self._ways = {car.id: (car.x, car.y, car.heading) for car in play.state.cars.values()}

    def frame(self, play: Match) -> Frame:
        """The frame of the skirmish as it is now."""
        moment = play.moment
        return Frame(
            part=round_heading(moment.turn),
            phase=moment.phase,
            cars=tuple(map(self._view, play.state.cars.values())),
            things=tuple(
                GroundObject(
                    kind=marker.kind,
                    x=_to_drawing(marker.x),
                    y=_to_drawing(marker.y),
                    place=_place_text(marker.x, marker.y),
                )
                for marker in play.state.markers
            ),
        )

    def waypoints(self, entry: LogEntry) -> Iterator[Waypoint]:
        """Where a move or a turn takes the car of an entry."""
        if entry.kind in {"move", "turn"}:
            both = {**entry.before, **entry.after}
            x, y, heading = self._ways[entry.car]
            x, y, heading = both.get("x", x), both.get("y", y), both.get("heading", heading)
            self._ways[entry.car] = x, y, heading
            yield _to_drawing(x), _to_drawing(y), heading

    def _view(self, car: CarState) -> CarView:
        key = (
            car.x, car.y, car.heading, car.status, len(car.kills), *map(tuple, car.tracks.values()),
        )  # fmt: skip
        return self._views.view(car.id, key, lambda: _car(car))


def _car(car: CarState) -> CarView:
    zones = [zone for track in car.tracks.values() for zone in track]
    damage = zones.count(DAMAGE)
    if car.status in OFF_TABLE:
        where, end = ("off the table", "exploded") if car.status == EXPLODED else ("over the edge", "gone")
        return CarView(
            id=car.id,
            looks=CarAppearance.GONE,
            hurt=bool(damage),
            place=where,
            condition=end,
            notice=end.capitalize(),
            score=str(len(car.kills) or ""),
            gauges=tuple(_gauges(car)),
        )
    status_texts = ["its engine is dead"] if car.status == IMMOBILE else []
    texts = [*status_texts, count_phrase(zones.count(SPEED), "speed token"), count_phrase(damage, "damage token")]
    return CarView(
        id=car.id,
        x=_to_drawing(car.x),
        y=_to_drawing(car.y),
        heading=car.heading,
        looks=CarAppearance.OUT if car.status == IMMOBILE else CarAppearance.RUNNING,
        hurt=bool(damage),
        place=f"{_place_text(car.x, car.y)}, facing {compass(car.heading)}",
        condition=", ".join(texts),
        notice="Dead engine" if car.status == IMMOBILE else "",
        score=str(len(car.kills) or ""),
        gauges=tuple(_gauges(car)),
    )


def _gauges(car: CarState) -> Iterator[Gauge]:
    """The AZ of each component without damage."""
    for component, track in car.tracks.items():
        yield component.partition(".")[0].replace("_", " "), len(track) - track.count(DAMAGE), len(track)


def model_of(design: Design) -> CarModel:
    """How a car looks: by its engine, and by its cards."""
    gunner = design.has(GUNNER)
    places = []
    for card in design.cards:
        if card.key in GUNS:
            places.append(("turret" if gunner else "gun", "front"))
        elif card.key in DROPPERS:
            places.append(("dropper", "rear"))
        elif card.key == RAM:
            places.append(("ram", "front"))
    fittings = fittings_at(places)
    if design.has(ARMOR):
        fittings = (*fittings, Fitting.ARMOR)
    return CarModel(body=BODIES.get(design.engine.az, Body.COUPE), fittings=fittings)


def _to_drawing(units: int) -> float:
    """Convert a coordinate on the table to one on the drawing."""
    return round(MARGIN + units * UNITS_PER_INCH / INCH, 1)


def _place_text(x: int, y: int) -> str:
    return f"{x / INCH:.2f} by {y / INCH:.2f} inches"
