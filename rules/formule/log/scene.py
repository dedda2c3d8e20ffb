"""Frames of a race: its circuit, with every car on its square."""

from __future__ import annotations

from collections.abc import Iterator

from rules.formule.designs.design import CHARACTERISTICS, Design
from rules.formule.ground.circuit_drawing import CircuitLayout, lay_out, ring
from rules.formule.log.box_score import ending_label
from rules.formule.log.pictures import PICTURES
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.formule.weapons import WEAPONS
from rules.match.drawing.car_silhouettes import Body, CarModel, fittings_at
from rules.match.log import LogEntry
from rules.match.replay.frames import (
    BareScene,
    CarAppearance,
    CarView,
    Frame,
    Ground,
    GroundObject,
    KeptViews,
    Waypoint,
    round_heading,
)

BACKWARDS = 180
LOOKS = {CarStatus.RUNNING: CarAppearance.RUNNING, CarStatus.FINISHED: CarAppearance.GONE}
USED_UP_BY_DRIVING = ("tires", "brakes", "fuel")
"""Characteristics that driving uses up, so that losing them is not damage."""
GAUGES = ("armor", "body", "engine", "road_holding")
"""What is lost by damage alone."""
ROCKETS = frozenset({"missile"})
LIGHT_ARMOR, MEDIUM_ARMOR, STRONG_BODY = 3, 5, 4
"""The most armor of a car drawn as a racer and as a coupe, and the body points of one drawn as a truck."""
CONDITION_FIELDS = ("tires", "brakes", "body", "engine", "road_holding", "armor")


class Scene(BareScene):
    """Draws frames of a race on its circuit. A car's view is kept until something about the car changes."""

    pictures = PICTURES
    gauge_name = "Armor, body"
    score_name = "Kills"

    def __init__(self, play: Match) -> None:
        self.circuit = play.circuit
        self.laid = lay_out(self.circuit)
        self.ground = Ground(
            title=self.circuit.title,
            width=self.laid.width,
            height=self.laid.height,
            drawn="".join(ring(self.circuit, self.laid)),
            walls="".join(_side(self.laid, lane) for lane in (0, self.circuit.lanes)),
        )
        self.models = {car.id: model_of(car.design) for car in play.entrants.values()}
        self.laps = play.laps
        self._views = KeptViews()
        self._squares: dict[tuple[int, int], Waypoint] = {}
        self._rows: dict[str, int] = {}

    def frame(self, play: Match) -> Frame:
        """The frame of the race as it is now."""
        state, moment = play.state, play.moment
        objects = [self._thing(marker.kind, marker.row, marker.lane) for marker in state.markers]
        objects += [self._thing("debris", row, lane) for row, lane in state.debris]
        return Frame(
            part=round_heading(moment.turn),
            phase=moment.phase,
            cars=tuple(self._view(play, car) for car in state.cars.values()),
            things=tuple(objects),
            order=tuple(_order(play)),
        )

    def waypoints(self, entry: LogEntry) -> Iterator[Waypoint]:
        """The squares of a move; each is one row further than the one before it."""
        row = entry.before.get("row", self._rows.get(entry.car))
        if "path" in entry.more and row is not None:
            for number, lane in enumerate(entry.more["path"], start=1):
                yield self._square((row + number) % self.circuit.length, lane)
            row = (row + len(entry.more["path"])) % self.circuit.length
        row = entry.after.get("row", row)
        if row is not None:
            self._rows[entry.car] = row

    def _square(self, row: int, lane: int) -> Waypoint:
        """The middle of a square and the heading on it, computed once."""
        if (row, lane) not in self._squares:
            (x, y), heading = self.laid.square(row, lane)
            self._squares[row, lane] = round(x, 1), round(y, 1), heading
        return self._squares[row, lane]

    def _view(self, play: Match, car: CarState) -> CarView:
        key = (
            car.status, car.row, car.lane, car.lap, car.place, car.spun, car.stalled, car.gear, car.out_reason,
            car.destroyed, car.wounds, car.kills,
            *(getattr(car, characteristic) for characteristic in CHARACTERISTICS),
        )  # fmt: skip
        return self._views.view(car.id, key, lambda: self._car(play, car))

    def _car(self, play: Match, car: CarState) -> CarView:
        looks = LOOKS.get(car.status, CarAppearance.OUT)
        design = play.entrants[car.id].design
        damageable = [
            characteristic for characteristic in CHARACTERISTICS if characteristic not in USED_UP_BY_DRIVING
        ]
        hurt = bool(car.wounds) or any(
            getattr(car, characteristic) < design.points_of(characteristic) for characteristic in damageable
        )
        if looks is CarAppearance.GONE:
            x, y, heading = 0.0, 0.0, 0
            where = f"home in place {car.place}" if car.place else "home"
        else:
            x, y, heading = self._square(car.row, car.lane)
            where = f"row {car.row}, lane {car.lane + 1}, lap {car.lap}"
            where += ", the wrong way round" if car.spun else ""
        return CarView(
            id=car.id,
            x=x,
            y=y,
            heading=(heading + BACKWARDS * car.spun) % 360,
            looks=looks,
            hurt=hurt,
            place=where,
            condition=_condition(car),
            notice=_notice(car),
            lap=max(1, min(car.lap, self.laps)),
            score=str(car.kills or ""),
            gauges=tuple(
                (name.replace("_", "-"), max(0, getattr(car, name)), design.points_of(name)) for name in GAUGES
            ),
            lost_wheels=() if car.tires else (2, 3),
        )

    def _thing(self, kind: str, row: int, lane: int) -> GroundObject:
        x, y, _ = self._square(row, lane)
        return GroundObject(kind=kind, x=x, y=y, place=f"row {row}, lane {lane + 1}")


def _condition(car: CarState) -> str:
    """A car's gear, or how its race ended, and the points it has left."""
    texts = [f"gear {car.gear}" if car.status is CarStatus.RUNNING else ending_label(car)]
    texts += [
        f"{condition_field.replace('_', '-')} {getattr(car, condition_field)}" for condition_field in CONDITION_FIELDS
    ]
    return ", ".join(texts)


def _side(laid: CircuitLayout, lane: int) -> str:
    """The SVG path of one side of a circuit."""
    return "M" + "L".join(f"{edge[lane][0]:.1f} {edge[lane][1]:.1f}" for edge in laid.edges) + "z"


def _notice(car: CarState) -> str:
    """The one thing to know about a car."""
    if car.status is not CarStatus.RUNNING:
        return {CarStatus.FINISHED: "Home", CarStatus.UNFINISHED: "Not home"}.get(car.status, "Out")
    if car.spun:
        return "Spun round"
    return "Stalled" if car.stalled else ""


def _order(play: Match) -> list[str]:
    """The places so far: cars that have one, then those that race, the farthest first."""
    cars = play.state.cars.values()
    placed = [car for car in cars if car.place]
    racing = [car for car in cars if car.status is CarStatus.RUNNING and not car.place]
    order = [*sorted(placed, key=lambda car: car.place), *sorted(racing, key=lambda car: -car.progress)]
    return [car.id for car in order]


def model_of(design: Design) -> CarModel:
    """How a car looks: by its armor and body, and by its weapons."""
    if design.armor <= LIGHT_ARMOR:
        body = Body.RACER
    elif design.body >= STRONG_BODY:
        body = Body.TRUCK
    else:
        body = Body.COUPE if design.armor <= MEDIUM_ARMOR else Body.PICKUP
    places = [(_weapon_looks(weapon.key, weapon.mount), weapon.mount) for weapon in design.weapons]
    places += [("ram", "front")] if design.has("bumper") or design.has("ram") else []
    return CarModel(body=body, fittings=fittings_at(places))


def _weapon_looks(key: str, mount: str) -> str:
    if key in WEAPONS and WEAPONS[key].is_dropper:
        return "dropper"
    if mount == "turret":
        return "turret"
    return "rockets" if key in ROCKETS else "gun"
