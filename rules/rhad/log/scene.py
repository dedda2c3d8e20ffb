"""Draws a duel: its arena, and every car at its place."""

from __future__ import annotations

from rules.match.replay_frames import CarAppearance, CarView, Frame, Ground, compass
from rules.rhad.ground.arena_drawing import HALF_HEX_WIDTH, ROW_HEIGHT, center, draw_hexes, extent
from rules.rhad.match.match import Match
from rules.rhad.match.state import WHEELS, CarState, CarStatus

HALF_SIDE = 30
"""Degrees of a half side."""
STATUS_TEXTS = {CarStatus.MOBILITY_KILL: "cannot accelerate any more", CarStatus.COMPLETE_KILL: "out of the fight"}


class Scene:
    """Draws the frames of a duel."""

    def __init__(self, play: Match) -> None:
        arena = play.arena
        width, height = extent(arena)
        self.middle = center(arena, (0, 0))
        drawing = "".join(draw_hexes(arena))
        self.ground = Ground(title=arena.title, width=width, height=height, drawn=drawing)

    def frame(self, play: Match) -> Frame:
        """The current frame of the duel."""
        moment = play.moment
        return Frame(
            part=f"Round {moment.turn}" if moment.turn else "",
            phase=moment.phase,
            cars=tuple(self._car(play, car) for car in play.state.cars.values()),
        )

    def _car(self, play: Match, car: CarState) -> CarView:
        across, down = car.at
        design = play.designs[car.id]
        armor_left = sum(car.armor.values())
        tires = sum(points > 0 for points in car.tires)
        hurt = armor_left < design.armor.total or tires < len(design.tires) or car.power_plant < design.power_plant_dp
        heading = HALF_SIDE * car.facing
        x, y = self.middle
        texts = (
            [f"{car.speed} mph", f"handling {car.hc}"]
            if car.status is CarStatus.RUNNING
            else [STATUS_TEXTS[car.status]]
        )
        texts += [f"on its {car.rest_side}"] if car.rest_side != WHEELS else []
        texts += ["burning"] if car.burning else []
        texts += [f"armor {armor_left} of {design.armor.total}", f"plant {max(0, car.power_plant)}"]
        texts += [f"{tires} of {len(design.tires)} tires"]
        return CarView(
            id=car.id,
            x=x + HALF_HEX_WIDTH * across + HALF_HEX_WIDTH / 2 * down,
            y=y + ROW_HEIGHT / 2 * down,
            heading=heading,
            looks=CarAppearance.RUNNING if car.status is CarStatus.RUNNING else CarAppearance.OUT,
            hurt=hurt,
            place=f"{_place_text(car)}, facing {compass(heading)}",
            condition=", ".join(texts),
        )


def _place_text(car: CarState) -> str:
    """The car's hex in steps east and southeast of the middle; on the line between two hexes it has halves."""
    east, southeast = (f"{coordinate / 2:g}" for coordinate in car.at)
    return f"hex {east}, {southeast}"
