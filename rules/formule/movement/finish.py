"""The end of a race: places, the time limit, and injured drivers. Rules FW-128, FW-131, FW-144, FW-150, FW-152,
FW-154.
"""

from __future__ import annotations

from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.state import CarState, CarStatus
from rules.match.toughness_check import passes_toughness_check

ROUNDS_A_LAP = 40
"""A race is stopped after this many rounds for each of its laps (FW-144)."""


def cross(play: Match, car: CarState) -> None:
    """Give a car that has finished its last lap the next place, and take it off the track (FW-128, FW-131)."""
    car.place = _next_place(play)
    car.status = CarStatus.FINISHED
    play.note(
        "finish", "FW-128", car, crew=car.driver, before={"status": "running", "place": 0},
        after={"status": "finished", "place": car.place},
    )  # fmt: skip


def is_out_of_time(play: Match) -> bool:
    """Whether the race has reached its limit of rounds (FW-144)."""
    return play.moment.turn >= ROUNDS_A_LAP * play.laps


def stop(play: Match) -> None:
    """Stop the race: cars still racing get the places after those that finished, by progress (FW-144)."""
    for car in positions.running_order(play):
        car.place = _next_place(play)
        car.status = CarStatus.UNFINISHED
        play.note(
            "unfinished", "FW-144", car, crew=car.driver, before={"status": "running", "place": 0},
            after={"status": "unfinished", "place": car.place}, progress=car.progress,
        )  # fmt: skip


def place_cars_out(play: Match) -> None:
    """If no car came home, place the cars that are out by how far they came, if the house rule does (FW-150).

    Level cars are placed as they would move in a round (FW-104).
    """
    cars = list(play.state.cars.values())
    if not play.settings.nobody_home_places or any(car.place for car in cars):
        return
    for car in positions.in_running_order(play, cars):
        car.place = _next_place(play)
        play.note(
            "classified", "FW-150", car, crew=car.driver, before={"place": 0}, after={"place": car.place},
            progress=car.progress, squares_left=positions.finish_line(play) - car.progress,
        )  # fmt: skip


def _next_place(play: Match) -> int:
    return 1 + sum(1 for car in play.state.cars.values() if car.place)


def resolve_injuries(play: Match) -> None:
    """Decide after the race which drivers are out of action and which have a flesh wound (FW-152, FW-154).

    A driver who is unconscious, or whose car is destroyed, makes a toughness check: out of action on a failure, a
    flesh wound otherwise. Any other wounded driver has a flesh wound.
    """
    for car in play.state.cars.values():
        unconscious = car.wounds > 1
        if unconscious or car.destroyed:
            play.begin_procedure(f"after/{car.id}")
            car.out_of_action = not passes_toughness_check(
                play,
                car.driver,
                toughness=play.entrants[car.id].driver.toughness,
                rule="FW-154",
                why="unconscious" if unconscious else "destroyed",
            )
            car.flesh_wounds = 0 if car.out_of_action else 1
        elif car.wounds:
            car.flesh_wounds = 1
        else:
            continue
        play.note(
            "driver", "FW-152", car, crew=car.driver, before={"out_of_action": False, "flesh_wounds": 0},
            after={"out_of_action": car.out_of_action, "flesh_wounds": car.flesh_wounds},
        )  # fmt: skip
