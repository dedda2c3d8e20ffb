"""The grid: cars as they enter, their old damage, and the starting order. Rules FW-014, FW-101, FW-105, FW-151."""

from __future__ import annotations

from rules.formule.car import damage, wear
from rules.formule.designs.design import CHARACTERISTICS
from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.setup import CarEntry
from rules.formule.match.state import CarState, WeaponState

GRID = "grid"


def enter(play: Match) -> None:
    """Add every car of the setup to the state, as it was built (FW-014, FW-101)."""
    for team in play.setup.teams:
        for entry in team.cars:
            play.state.cars[entry.id] = _car(play, team.id, entry)


def _car(play: Match, team: str, entry: CarEntry) -> CarState:
    car = CarState(id=entry.id, team=team, driver=entry.driver.id)
    for name in CHARACTERISTICS:
        setattr(car, name, entry.design.points_of(name))
    car.weapons = [
        WeaponState(
            key=weapon.key, mount=weapon.mount, link=weapon.link, ammunition=play.weapons[weapon.key].ammunition,
            item=entry.items[number] if number < len(entry.items) else "",
        )
        for number, weapon in enumerate(entry.design.weapons)
    ]  # fmt: skip
    return car


def line_up(play: Match) -> None:
    """Deal old damage to the cars, then put them on their grid places (FW-105, FW-151)."""
    for car in play.racing_cars:
        criticals = play.entrants[car.id].criticals
        if criticals:
            play.begin_procedure(f"old/{car.id}")
            damage.deal_old(play, car, criticals)
    play.begin_procedure(GRID)
    for number, car in enumerate(_starting_order(play), start=1):
        row, lane = play.circuit.grid[number - 1]
        before = {"row": car.row, "lane": car.lane, "progress": car.progress}
        positions.put_car(play, car, row - play.circuit.length, lane)
        play.note(
            GRID, "FW-105", car, before=before, after={"row": row, "lane": lane, "progress": car.progress},
            position=number,
        )  # fmt: skip


def _starting_order(play: Match) -> list[CarState]:
    """The cars in starting order, the pole first (FW-105).

    By default the lowest black die has the pole, and ties are rolled again. By the house rule it is the highest die,
    or the reverse of the match's order without any dice.
    """
    cars = play.racing_cars
    if play.settings.pole == "season_reverse":
        return cars[::-1]
    return _by_dice(play, cars, highest=play.settings.pole == "highest")


def _by_dice(play: Match, cars: list[CarState], *, highest: bool, again: bool = False) -> list[CarState]:
    """Order cars by the black die, rolling again for those that are level."""
    if len(cars) < 2:
        return cars
    cars_by_face: dict[int, list[CarState]] = {}
    for car in cars:
        face = play.die(wear.BLACK_DIE, f"grid of {car.id}")
        play.note("grid_roll", "FW-105", car, face=face, **play.explanation(again=again))
        cars_by_face.setdefault(face, []).append(car)
    return [
        car
        for face in sorted(cars_by_face, reverse=highest)
        for car in _by_dice(play, cars_by_face[face], highest=highest, again=True)
    ]
