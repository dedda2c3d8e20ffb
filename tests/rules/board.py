"""The board on which a rule of any book is tried: cars where the test puts them, its dice and orders, plain results.

A board is a match of its book, so every function of the rules takes it. Each book's `boards.py` has its `Board` and
`Car`; `docs/contributing/try-a-rule.md` shows both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Generic, Self, TypeVar

from rules.core.dice import Dice, Stream
from rules.match.log import LogEntry
from rules.match.recorder import MatchRecorder
from tests.rules.positions import Drawing, Geometry, Place, Position, locate, read_drawing

CarStateT = TypeVar("CarStateT")
BoardCarT = TypeVar("BoardCarT", bound="BoardCar")
OrderT = TypeVar("OrderT")
Faces = Sequence[int]


class BoardCar:
    """A car as a test needs it. Keywords that a book's `Car` does not know set fields of the car's state."""

    def __init__(self, id: str, *, at: Position, facing: int, team: str, state: Mapping[str, Any]) -> None:
        self.id, self.at, self.facing, self.team, self.state = id, at, facing, team, dict(state)

    @property
    def place(self) -> Place:
        """Its coordinates. A car in words has them once it is on a board."""
        if isinstance(self.at, str):
            raise TypeError(f"{self.id} is {self.at!r}: that is a place only on a board with other cars.")
        return self.at

    def variant(self, **changes: Any) -> Self:
        """The same car with other arguments or fields of its state."""
        other = copy(self)
        other.state = {**self.state, **{name: value for name, value in changes.items() if not hasattr(self, name)}}
        for name in changes.keys() - other.state.keys():
            setattr(other, name, changes[name])
        return other

    def set_state(self, car: object) -> None:
        """Set the given fields of its state. Raises `AttributeError` for a field that there is not."""
        for name, value in self.state.items():
            setattr(car, name, list(value) if isinstance(value, list) else value)


def line_up(
    cars: Iterable[str | BoardCarT], geometry: Geometry, plain_car: Callable[[str], BoardCarT]
) -> tuple[list[BoardCarT], dict[str, Place], Drawing]:
    """The cars with their coordinates, the named places, and the drawing, which is the first argument if it is text.

    A car that is only drawn is a plain one; a car that is drawn and given stands where it is drawn.
    """
    given = list(cars)
    first = given[0] if given else None
    drawing = read_drawing(first) if isinstance(first, str) else Drawing()
    by_id = {car.id: copy(car) for car in given if not isinstance(car, str)}
    for id, (cell, mark) in drawing.cars.items():
        car = by_id.setdefault(id, plain_car(id))
        car.at = geometry.cell(*cell)
        if mark and mark not in geometry.facing_by_mark:
            raise ValueError(f"{id}{mark} faces where no car of this book does: draw it without {mark}.")
        car.facing = geometry.facing_by_mark[mark] if mark else car.facing
    places = {name: geometry.cell(*cell) for name, cell in drawing.places.items()}
    known = {name: (place, 0) for name, place in places.items()}
    known |= {car.id: (car.at, car.facing) for car in by_id.values() if not isinstance(car.at, str)}
    for car in by_id.values():
        car.at = locate(car.at, known, geometry)
        known[car.id] = car.at, car.facing
    return list(by_id.values()), places, drawing


class Orders:
    """A pilot that gives the orders of the test, by the id of a car or team; any other order is empty.

    An order by itself is given whenever one of its kind is asked for. Orders in a list are given one after another,
    each once. `asked` lists who was asked for which kind of order.
    """

    def __init__(self, orders: Mapping[str, Any] | None = None) -> None:
        self.orders: dict[str, Any] = {
            id: list(given) if isinstance(given, (list, tuple)) else given for id, given in (orders or {}).items()
        }
        self.asked: list[tuple[str, type]] = []

    def take(self, id: str, kind: type[OrderT]) -> OrderT | None:
        """The order of that class for a car or team, or None."""
        self.asked.append((id, kind))
        given = self.orders.get(id)
        if isinstance(given, kind):
            return given
        if isinstance(given, list):
            for number, order in enumerate(given):
                if isinstance(order, kind):
                    del given[number]
                    return order
        return None


class MatchBoard(MatchRecorder, Generic[CarStateT]):
    """What every book's board can do. A book's `Board` inherits this, and then its own `Match`."""

    state: Any
    geometry: Geometry
    """What the book's places are."""
    places: Mapping[str, Place]
    """The named places of the drawing."""
    in_order: Stream | None = None
    """The dice that show the given faces in the order they are thrown; None if all faces are given by path."""
    by_path: Mapping[str, Faces] = {}
    """The faces of single procedures, by path."""

    # --------------------------------------------------------------------------------------------------- dice

    def load(self, *faces: int) -> None:
        """Load the faces of the next throws, whatever procedure throws them."""
        self.stream = self.in_order = Stream(f"{self.match}/h1/test", loaded=faces, log=self.dice.log)

    def load_paths(self, by_path: Mapping[str, Faces]) -> None:
        """Load the faces of procedures by path, such as `t1/p1/a`. No others can be thrown."""
        self.use_dice(dice_by_path(by_path))

    def use_dice(self, dice: Dice) -> None:
        """Throw other dice from now on."""
        self.dice, self._seen, self.in_order = dice, 0, None

    def begin_procedure(self, procedure: str) -> None:
        """Go on with the faces loaded in order, unless the procedure has faces of its own."""
        super().begin_procedure(procedure)
        path = f"{self.match}/h{self.moment.heat}/{procedure}"
        if self.in_order is not None and procedure not in self.by_path:
            self.in_order.path = path
            self.stream = self.in_order

    def all_thrown(self) -> bool:
        """Whether every face that was loaded in order has been thrown."""
        return self.stream is not None and self.stream.unused_count() == 0

    def throws(self) -> list[str]:
        """What each throw was for, in order."""
        return [roll.why for roll in self.dice.log]

    # --------------------------------------------------------------------------------------------------- cars

    def car(self, id: str = "") -> CarStateT:
        """The state of a car, by default the first one."""
        cars: dict[str, CarStateT] = self.state.cars
        return cars[id] if id else next(iter(cars.values()))

    def place(self, position: str) -> Place:
        """The coordinates of a car, of a place of the drawing, or of a place in words, as the cars stand now."""
        known = {name: (place, 0) for name, place in self.places.items()}
        return locate(position, known | {id: self.pose(car) for id, car in self.state.cars.items()}, self.geometry)

    def pose(self, car: CarStateT) -> tuple[Place, int]:
        """The coordinates and facing of a car, as the book's `Car` is given them."""
        raise NotImplementedError

    # ---------------------------------------------------------------------------------------------------- log

    def entries_of(self, kind: str, of: str = "") -> list[LogEntry]:
        """The log's entries of a kind, only those of one car if `of` is given."""
        return [entry for entry in self.log.entries if entry.kind == kind and of in {"", entry.car}]

    def kinds(self) -> list[str]:
        """The kinds of all entries, in order."""
        return [entry.kind for entry in self.log.entries]

    def message(self) -> str:
        """The sentence of the last entry, as the story of a match has it."""
        return self.sentence(self.log.entries[-1])

    def sentence(self, entry: LogEntry) -> str:
        """The sentence of an entry."""
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------- playing

    def take_turn(self, id: str, *orders: Any) -> list[LogEntry]:
        """Let a car take its turn, phase or activation with those orders, and return the new entries."""
        written = len(self.log.entries)
        self.carry_out(self.car(id), *orders)
        return self.log.entries[written:]

    def carry_out(self, car: CarStateT, *orders: Any) -> None:
        """Play a car's turn, phase or activation as the book's engine does."""
        raise NotImplementedError


def dice_by_path(by_path: Mapping[str, Faces], *, match: str = "m1") -> Dice:
    """Dice with faces by path within the first heat of a match, and no others."""
    return Dice(loaded={f"{match}/h1/{path}": faces for path, faces in by_path.items()})
