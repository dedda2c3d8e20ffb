"""Races that try one rule: a ring of squares, cars placed by the test, and loaded dice and orders."""

# ruff: noqa: ARG002 - a pilot receives the match
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from rules.core.dice import Dice
from rules.formule import engine
from rules.formule.designs.design import Design, MountedWeapon
from rules.formule.ground.circuit import Circuit, circuit_from_document
from rules.formule.log.story import narrate_entry
from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.orders import ORDER_TYPES, DriveOrder, FireOrder, Order
from rules.formule.match.setup import CarEntry, DriverEntry, MatchSetup, TeamEntry
from rules.formule.match.state import CarState, Marker, MatchState
from rules.formule.play import grid
from rules.formule.settings import settings_of
from rules.match.log import LogEntry
from tests.rules import board
from tests.rules.board import BoardCar, Faces, MatchBoard, line_up
from tests.rules.positions import Place, Position, whole_steps

PLAIN = Design(tires=6, brakes=3, fuel=3, body=3, engine=3, road_holding=2, armor=0)
"""A car with the standard points, without armor or weapons."""
FREE = "xxx"


def ring(*corners: tuple[int, int, int, int], length: int = 80, moves: str = FREE, **more: Any) -> Circuit:
    """A ring of three lanes. Corners are (first, last, stops, inner lane); in them any neighboring lane is open."""
    turns = [
        {
            "first": first, "last": last, "stops": stops, "inner_lane": inner,
            "moves": [moves] * (last - first + 1),
        }
        for first, last, stops, inner in corners
    ]  # fmt: skip
    places = [[length - 1 - number // 3, number % 3] for number in range(12)]
    return circuit_from_document(
        {"name": "ring", "title": "Ring", "lanes": 3, "length": length, "corners": turns, "grid": places, **more}
    )


RING = ring((30, 34, 1, 2), (50, 59, 2, 0), (70, 77, 3, 2))
"""Straights in rows 0 to 29, 35 to 49, 60 to 69 and 78 to 79; corners with one, two and three stops."""


class Squares:
    """Squares (row, lane). A drawing goes to the right along the road from row 10, and lane 0 is its top line."""

    facing_by_mark: Mapping[str, int] = {">": 0}

    def cell(self, column: int, row: int) -> Place:
        return 10 + column, row

    def beside(self, place: Place, facing: int, direction: str, count: float) -> Place:
        rows, lanes = {"ahead": (1, 0), "behind": (-1, 0), "left": (0, -1), "right": (0, 1)}[direction]
        return place[0] + rows * whole_steps(count), place[1] + lanes * whole_steps(count)


SQUARES = Squares()


class Car(BoardCar):
    """A car in a row and lane, or `at` a square or a place in words, and in a gear. `weapons` are (key, mount) or
    (key, mount, link). It has moved before, and it has a team to itself unless `team` is given.
    """

    def __init__(
        self,
        id: str,
        row: int = 10,
        lane: int = 1,
        *,
        at: Position | None = None,
        gear: int = 3,
        team: str = "",
        weapons: Sequence[tuple[str, ...]] = (),
        equipment: Sequence[str] = (),
        design: Design = PLAIN,
        items: Sequence[str] = (),
        toughness: int = 3,
        criticals: int = 0,
        **state: Any,
    ) -> None:
        super().__init__(id, at=(row, lane) if at is None else at, facing=0, team=team, state=state)
        self.gear, self.weapons, self.equipment = gear, weapons, equipment
        self.design, self.items, self.toughness, self.criticals = design, items, toughness, criticals

    def variant(self, **changes: Any) -> Self:
        """The same car with other arguments, a row and a lane among them, or fields of its state."""
        if changes.keys() & {"row", "lane"}:
            row, lane = self.place
            changes["at"] = changes.pop("row", row), changes.pop("lane", lane)
        return super().variant(**changes)

    def entry(self) -> CarEntry:
        """The car as the setup of a race has it."""
        mounted = tuple(_mounted(*weapon) for weapon in self.weapons)
        return CarEntry(
            id=self.id,
            design=replace(self.design, weapons=mounted or self.design.weapons, equipment=tuple(self.equipment)),
            driver=DriverEntry(id=f"{self.id}.driver", toughness=self.toughness),
            items=tuple(self.items),
            criticals=self.criticals,
        )


def _mounted(key: str, mount: str, link: str = "") -> MountedWeapon:
    return MountedWeapon(key=key, mount=mount, link=link)


class Orders(board.Orders):
    """A pilot that gives the orders of the test."""

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        order_type = ORDER_TYPES[kind]
        return self.take(car.id, order_type) or order_type()


def setup_for(
    *cars: Car,
    circuit: Circuit = RING,
    weather: str = "dry",
    laps: int = 0,
    switches: Mapping[str, Any] | None = None,
) -> MatchSetup:
    """The setup of a race with these cars, before the grid."""
    teams: dict[str, list[Car]] = {}
    for car in cars:
        teams.setdefault(car.team or f"team-{car.id}", []).append(car)
    return MatchSetup(
        match="m1",
        circuit=circuit,
        teams=tuple(TeamEntry(id=id, cars=tuple(car.entry() for car in members)) for id, members in teams.items()),
        weather=weather,
        laps=laps,
        switches=dict(switches or {}),
    )


class Board(MatchBoard[CarState], Match):
    """The cars on the track in the first round; with `begun=False`, before the grid.

    The next throws show `faces`, except for procedures with faces in `by_path`, such as `r1/a/drive`; or the dice are
    those given.
    """

    geometry = SQUARES

    def __init__(
        self,
        *cars: str | Car,
        faces: Faces = (),
        by_path: Mapping[str, Faces] | None = None,
        orders: Mapping[str, Any] | None = None,
        dice: Dice | None = None,
        begun: bool = True,
        circuit: Circuit = RING,
        weather: str = "dry",
        laps: int = 0,
        switches: Mapping[str, Any] | None = None,
    ) -> None:
        lined_up, self.places, _ = line_up(cars, SQUARES, Car)
        race = setup_for(*lined_up, circuit=circuit, weather=weather, laps=laps, switches=switches)
        self.by_path = by_path or {}
        super().__init__(
            setup=race, settings=settings_of(race.switches), state=MatchState(),
            dice=dice or board.dice_by_path(self.by_path), pilot=Orders(orders),
        )  # fmt: skip
        grid.enter(self)
        if dice is None:
            self.load(*faces)
        if not begun:
            return
        self.moment.turn, self.moment.phase, self.moment.step = 1, 1, "turn"
        for given in lined_up:
            car = self.state.cars[given.id]
            car.gear, car.moved = given.gear, True
            positions.put_car(self, car, *given.place)
            given.set_state(car)

    def pose(self, car: CarState) -> tuple[Place, int]:
        return (car.row, car.lane), 0

    def sentence(self, entry: LogEntry) -> str:
        return narrate_entry(entry)

    def await_order(self, id: str, kind: str, *, roll: int = 0, by_path: Mapping[str, Faces] | None = None) -> None:
        """Make a car the next to be asked for an order of that kind, with the given roll, and load the dice of the
        round by path.
        """
        moment = self.moment
        moment.car, moment.step, moment.queue = id, kind, []
        self.state.cars[id].roll = roll
        if by_path is not None or self.in_order is None:
            self.load_paths({f"r{moment.turn}/{path}": faces for path, faces in (by_path or {}).items()})

    def carry_out(self, car: CarState, *orders: Any) -> None:
        """Move a car by its roll, with a `DriveOrder`."""
        if self.moment.step != "drive" or self.moment.car != car.id:
            self.await_order(car.id, "drive", roll=car.roll)
        for order in orders or (None,):
            engine.step(self, None if order is None else engine.document_of_order(order))

    def drive(self, id: str, roll: int, order: DriveOrder | None = None, **faces: Faces) -> list[LogEntry]:
        """Move a car so many squares, straight on unless an order is given, and return the new entries. Keywords such
        as `drive` and `end` load dice for a part of the move.
        """
        by_path = {f"{id}/{part}": part_faces for part, part_faces in faces.items()}
        self.await_order(id, "drive", roll=roll, by_path=by_path or None)
        return self.take_turn(id, *([] if order is None else [order]))

    def fire(self, id: str, target: str, *, weapon: int = 0) -> list[LogEntry]:
        """Fire a weapon at a car before a move of the squares that the shooter has rolled, and return the new
        entries.
        """
        return self.take_turn(id, DriveOrder(fire=(FireOrder(weapon=weapon, target=target),)))


def marker(kind: str, row: int, lane: int = 1, *, progress: int = 0, owner: str = "b") -> Marker:
    """A marker on a square."""
    return Marker(kind=kind, row=row, lane=lane, progress=progress, owner=owner)
