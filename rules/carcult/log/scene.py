"""Frames of a skirmish: its table, with every car at its place."""

from __future__ import annotations

from rules.carcult.ground.table import INCH
from rules.carcult.ground.table_drawing import CAR_PATH, MARGIN, UNITS_PER_INCH, draw_bare_table, extent
from rules.carcult.match.match import Match
from rules.carcult.match.state import DAMAGE, EXPLODED, IMMOBILE, OFF_TABLE, SPEED, CarState
from rules.core.plurals import count_phrase
from rules.match.replay_frames import CarAppearance, CarView, Frame, Ground, GroundObject, compass


class Scene:
    """Draws frames of a skirmish on its table."""

    def __init__(self, play: Match) -> None:
        table = play.setup.table
        width, height = extent(table)
        self.ground = Ground(
            title=table.title, width=width, height=height, drawn="".join(draw_bare_table(table)), outline=CAR_PATH
        )

    def frame(self, play: Match) -> Frame:
        """The frame of the skirmish as it is now."""
        moment = play.moment
        return Frame(
            part=f"Round {moment.turn}" if moment.turn else "",
            phase=moment.phase,
            cars=tuple(map(_car, play.state.cars.values())),
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


def _car(car: CarState) -> CarView:
    zones = [zone for track in car.tracks.values() for zone in track]
    damage = zones.count(DAMAGE)
    if car.status in OFF_TABLE:
        where, end = ("off the table", "exploded") if car.status == EXPLODED else ("over the edge", "gone")
        return CarView(id=car.id, looks=CarAppearance.GONE, hurt=bool(damage), place=where, condition=end)
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
    )


def _to_drawing(units: int) -> float:
    """Convert a coordinate on the table to one on the drawing."""
    return round(MARGIN + units * UNITS_PER_INCH / INCH, 1)


def _place_text(x: int, y: int) -> str:
    return f"{x / INCH:.2f} by {y / INCH:.2f} inches"
