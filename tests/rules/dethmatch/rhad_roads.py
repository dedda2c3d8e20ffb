"""A car on Dethmatch's map under RHAD's handling model: the end of a turn and the beginning of the next."""

from __future__ import annotations

from typing import Any

from rules.dethmatch.driving import loss_of_control
from rules.dethmatch.match.match import ModelHandling
from rules.dethmatch.match.state import CarState
from rules.dethmatch.movement import speed_step
from rules.dethmatch.movement.model_handling import end_turn
from rules.match.registry import handling_model
from tests.rules.dethmatch.boards import Board
from tests.rules.dethmatch.motion import on_the_road

RHAD = {"dethmatch.handling": "rhad"}
MODEL = handling_model("rhad")


def driven(**car: Any) -> tuple[Board, CarState]:
    """A car with speed 4, handling 3 of 3 and movement points to spend, under RHAD's handling model."""
    switches = {**RHAD, **car.pop("switches", {})}
    return on_the_road(switches=switches, **{"quota": [3, 3, 3], **car})


def books(play: Board) -> ModelHandling:
    """The match's handling model, with its records of the turn."""
    assert play.model_handling is not None
    return play.model_handling


def at_the_end(play: Board, *faces: int, id: str = "c1") -> None:
    """End the turn after phase 3. The faces are those of the car's check."""
    play.state.moment.phase = 3
    play.load_paths({f"t1/check/{id}": faces})
    end_turn(play, books(play), list(play.state.cars.values()))
    assert len(play.dice.log) == len(faces)


def next_turn(play: Board, car: CarState, *faces: int) -> None:
    """Begin the next turn and its first activation. The faces are those of that activation."""
    play.state.moment.turn, play.state.moment.phase = 2, 0
    speed_step.apply_start_of_turn(play, car)
    play.state.moment.phase = 1
    car.quota = [3, 3, 3]
    play.load_paths({"t2/p1/c1": faces})
    play.begin_procedure("t2/p1/c1")
    loss_of_control.begin_activation(play, car)
