"""Frames of a race: its circuit, with every car on its square."""

from __future__ import annotations

from rules.formule.designs.design import CHARACTERISTICS
from rules.formule.ground.circuit_drawing import lay_out, ring
from rules.formule.log.box_score import ending_label
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.match.replay_frames import CarAppearance, CarView, Frame, Ground, GroundObject

BACKWARDS = 180
LOOKS = {CarStatus.RUNNING: CarAppearance.RUNNING, CarStatus.FINISHED: CarAppearance.GONE}
USED_UP_BY_DRIVING = ("tires", "brakes", "fuel")
"""Characteristics that driving uses up, so that losing them is not damage."""
CONDITION_FIELDS = ("tires", "brakes", "body", "engine", "road_holding", "armor")


class Scene:
    """Draws frames of a race on its circuit."""

    def __init__(self, play: Match) -> None:
        circuit = play.circuit
        self.laid = lay_out(circuit)
        self.ground = Ground(
            title=circuit.title,
            width=self.laid.width,
            height=self.laid.height,
            drawn="".join(ring(circuit, self.laid)),
        )

    def frame(self, play: Match) -> Frame:
        """The frame of the race as it is now."""
        state, moment = play.state, play.moment
        objects = [self._thing(marker.kind, marker.row, marker.lane) for marker in state.markers]
        objects += [self._thing("debris", row, lane) for row, lane in state.debris]
        return Frame(
            part=f"Round {moment.turn}" if moment.turn else "",
            phase=moment.phase,
            cars=tuple(self._car(play, car) for car in state.cars.values()),
            things=tuple(objects),
        )

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
            where = f"home in place {car.place}" if car.place else "home"
            return CarView(id=car.id, looks=looks, hurt=hurt, place=where, condition=_condition(car))
        (x, y), heading = self.laid.square(car.row, car.lane)
        where = f"row {car.row}, lane {car.lane + 1}, lap {car.lap}"
        return CarView(
            id=car.id,
            x=round(x, 1),
            y=round(y, 1),
            heading=(heading + BACKWARDS * car.spun) % 360,
            looks=looks,
            hurt=hurt,
            place=f"{where}, the wrong way round" if car.spun else where,
            condition=_condition(car),
        )

    def _thing(self, kind: str, row: int, lane: int) -> GroundObject:
        (x, y), _ = self.laid.square(row, lane)
        return GroundObject(kind=kind, x=round(x, 1), y=round(y, 1), place=f"row {row}, lane {lane + 1}")


def _condition(car: CarState) -> str:
    """A car's gear, or how its race ended, and the points it has left."""
    texts = [f"gear {car.gear}" if car.status is CarStatus.RUNNING else ending_label(car)]
    texts += [
        f"{condition_field.replace('_', '-')} {getattr(car, condition_field)}" for condition_field in CONDITION_FIELDS
    ]
    return ", ".join(texts)
