"""Draws a match for its film: the track, and every car on its hex."""

from __future__ import annotations

from rules.core.plurals import count_phrase
from rules.dethmatch.ground.hexes import column_and_row
from rules.dethmatch.ground.track_drawing import center, details, extent, ground, scale
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control, Marker
from rules.dethmatch.play import heats
from rules.match.replay_frames import MARKER_DRAWINGS, CarAppearance, CarView, Frame, Ground, GroundObject, compass

DEGREES_PER_FACING = 60
"""The angle between two adjacent facings."""
CARRIED_FLAG_OFFSET = (4, -13)
"""The position of a carried flag, relative to the middle of its car."""
LOOKS = {
    CarStatus.WRECK: CarAppearance.OUT,
    CarStatus.DESTROYED: CarAppearance.OUT,
    CarStatus.PARKED: CarAppearance.OUT,
    CarStatus.FINISHED: CarAppearance.GONE,
    CarStatus.OFF: CarAppearance.GONE,
}
STATUS_PHRASES = {
    CarStatus.PARKED: "parked without a driver",
    CarStatus.DESTROYED: "destroyed, still rolling",
    CarStatus.WRECK: "a wreck",
}
ELSEWHERE = {CarStatus.FINISHED: "off the course, home", CarStatus.OFF: "off the map for this heat"}


class Scene:
    """Draws the ground of a match once, and a frame for each moment."""

    def __init__(self, play: Match) -> None:
        self.track = play.track
        width, height = extent(self.track)
        drawn = "".join((*ground(self.track), *details(self.track), *scale(self.track)))
        self.ground = Ground(title=self.track.name, width=width, height=height, drawn=drawn)

    def frame(self, play: Match) -> Frame:
        """The current state of the match as a frame."""
        moment = play.state.moment
        turn = f"Turn {moment.turn} of heat {moment.heat}"
        lying = [self._thing(marker) for marker in play.state.markers]
        lying += [self._at("flag", flag.at) for flag in play.state.flags if not flag.carrier and flag.at != NOWHERE]
        lying += [self._aboard(car) for car in play.state.cars.values() if car.flag and car.at != NOWHERE]
        return Frame(
            part=turn if moment.turn else f"Heat {moment.heat} of {heats.count(play)}",
            phase=moment.phase,
            cars=tuple(self._car(car) for car in play.state.cars.values()),
            things=tuple(lying),
        )

    def _car(self, car: CarState) -> CarView:
        looks = LOOKS.get(car.status, CarAppearance.RUNNING)
        hurt = bool(car.criticals or car.tire_damage or car.damage)
        condition = _condition(car)
        if looks is CarAppearance.GONE or car.at == NOWHERE:
            where = ELSEWHERE.get(car.status, "off the map")
            return CarView(id=car.id, looks=CarAppearance.GONE, hurt=hurt, place=where, condition=condition)
        x, y = center(self.track.hexes[car.at])
        heading = DEGREES_PER_FACING * car.facing
        where = f"{self._hex_label(car.at)}, facing {compass(heading)}"
        return CarView(id=car.id, x=x, y=y, heading=heading, looks=looks, hurt=hurt, place=where, condition=condition)

    def _thing(self, marker: Marker) -> GroundObject:
        return self._at(marker.kind if marker.kind in MARKER_DRAWINGS else "bomb", marker.at)

    def _at(self, kind: str, at: int) -> GroundObject:
        x, y = center(self.track.hexes[at])
        return GroundObject(kind=kind, x=x, y=y, place=self._hex_label(at))

    def _aboard(self, car: CarState) -> GroundObject:
        """The flag that a car carries, drawn above the car."""
        x, y = center(self.track.hexes[car.at])
        return GroundObject(
            kind="flag",
            x=x + CARRIED_FLAG_OFFSET[0],
            y=y + CARRIED_FLAG_OFFSET[1],
            place=f"{self._hex_label(car.at)}, carried",
        )

    def _hex_label(self, at: int) -> str:
        """A hex by its column and row, as numbered beside the drawing."""
        column, row = column_and_row(*self.track.hexes[at])
        return f"hex {column}, {row}"


def _condition(car: CarState) -> str:
    """What a car is doing and what is wrong with it."""
    texts = [STATUS_PHRASES[car.status]] if car.status in STATUS_PHRASES else []
    if car.status is CarStatus.RUNNING:
        texts += [f"speed {car.speed}", f"handling {car.handling}"]
        texts += [car.control.value.replace("_", " ")] if car.control is not Control.OK else []
    texts += [count_phrase(len(car.criticals), "critical")] if car.criticals else []
    texts += [f"{car.tire_damage} tire damage"] if car.tire_damage else []
    texts += ["the suspension is broken"] if car.broken else []
    texts += ["carries a flag"] if car.flag else []
    return ", ".join(texts) or "whole"
