"""Tables that try one rule: cars placed by the test, tokens drawn as text, and loaded dice and orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.carcult.designs.design import read_design
from rules.carcult.engine import start
from rules.carcult.ground.geometry import COSINE, FULL_CIRCLE, SINE, SINE_UNIT
from rules.carcult.ground.table import Place as StartPlace
from rules.carcult.ground.table import Point, Table, Terrain
from rules.carcult.log.entry_annotator import EntryAnnotator
from rules.carcult.log.story import narrate_entries
from rules.carcult.match.match import Match, Question, Steps
from rules.carcult.match.orders import (
    ActOrder,
    AllocateOrder,
    Attack,
    Leg,
    Order,
    PlaceOrder,
    ShiftOrder,
    StartOrder,
)
from rules.carcult.match.scenario import Bonus
from rules.carcult.match.setup import CarEntry, CrewEntry, MatchSetup
from rules.carcult.match.state import DAMAGE, FREE, SPEED, USED, CarState, Marker
from rules.carcult.movement.moves import act
from rules.carcult.play.rounds import match_steps
from rules.core.dice import Dice, KeyRing
from rules.core.switches import Setting
from rules.match.log import LogEntry
from tests.rules import board
from tests.rules.board import BoardCar, Faces, MatchBoard, line_up
from tests.rules.positions import Place, Position

HELD = {".": FREE, "S": SPEED, "D": DAMAGE, "U": USED}
DRAWN = {held: letter for letter, held in HELD.items()}
ORDER_TYPES: Mapping[str, type[Any]] = {
    "start": StartOrder, "shift": ShiftOrder, "allocate": AllocateOrder, "act": ActOrder, "place": PlaceOrder,
}  # fmt: skip
INCH = 100
MIDDLE = 2400


class Inches:
    """Points (x, y) in hundredths of an inch, and headings in degrees. Words are in inches from the middle of a car
    to the middle of another; a cell of a drawing is an inch, and the first one is the middle of the table.
    """

    facing_by_mark: Mapping[str, int] = {">": 0, "<": 180}

    def cell(self, column: int, row: int) -> Place:
        return MIDDLE + INCH * column, MIDDLE + INCH * row

    def beside(self, place: Place, facing: int, direction: str, count: float) -> Place:
        turn = {"ahead": 0, "right": 90, "behind": 180, "left": 270}[direction]
        heading = (facing + turn) % FULL_CIRCLE
        along, down = (round(INCH * count * part[heading] / SINE_UNIT) for part in (COSINE, SINE))
        return place[0] + along, place[1] + down


class Car(BoardCar):
    """A car at a point, with a heading in degrees. Its team is the letters of its id.

    `tracks` draw the contents of each action zone: `.` nothing, `S` speed, `D` damage, `U` used.
    """

    def __init__(
        self,
        id: str = "a1",
        at: Position = (MIDDLE, MIDDLE),
        heading: int = 0,
        *,
        engine: Any = "streetfighter",
        cards: Sequence[Any] = (),
        tracks: Mapping[str, str] | None = None,
        driver: str = "",
        crew: Mapping[str, str] | None = None,
        criticals: int = 0,
        **state: Any,
    ) -> None:
        super().__init__(id, at=at, facing=heading, team=id.rstrip("0123456789"), state=state)
        self.engine, self.cards, self.tracks = engine, cards, tracks or {}
        self.driver, self.crew, self.criticals = driver, crew or {}, criticals

    def entry(self) -> CarEntry:
        """The car as the setup of a match has it."""
        design = read_design({"name": self.id, "engine": self.engine, "cards": list(self.cards)})
        x, y = self.place
        return CarEntry(
            id=self.id, team=self.team, design=design, start=StartPlace(x=x, y=y, heading=self.facing),
            driver=self.driver, crew=dict(self.crew), criticals=self.criticals,
        )  # fmt: skip


class Orders(board.Orders):
    """A pilot that gives the orders of the test. Otherwise damage goes on the first component that may take it."""

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        order: Order | None = self.take(car.id, ORDER_TYPES[kind])
        return order or (first_place(play) if kind == "place" else ORDER_TYPES[kind]())


def first_place(play: Match) -> PlaceOrder:
    """An order for the first component that may take the damage."""
    assert play.state.placing is not None
    return PlaceOrder(component=play.state.placing.components[0])


def setup_for(
    *cars: Car,
    terrain: Sequence[tuple[str, Sequence[Point]]] = (),
    switches: Mapping[str, Setting] | None = None,
    toughness: int = 3,
    bonus: Bonus | None = None,
    starting_speed: int | None = None,
) -> MatchSetup:
    """A match of those cars on an empty table, or with terrain given by kind and corners in inches."""
    pieces = tuple(
        Terrain(kind=kind, name=f"piece {number}", corners=tuple((INCH * x, INCH * y) for x, y in corners))
        for number, (kind, corners) in enumerate(terrain)
    )
    table = Table(name="field", title="Field", width=4800, height=4800, terrain=pieces, starts=())
    entries = tuple(car.entry() for car in cars)
    people = [(id, car.team) for car in entries for id in dict.fromkeys((car.driver, *car.crew.values())) if id]
    return MatchSetup(
        match="m1",
        table=table,
        teams=tuple(dict.fromkeys(car.team for car in entries)),
        cars=entries,
        crew=tuple(CrewEntry(id=id, team=team, toughness=toughness) for id, team in people),
        switches=dict(switches or {}),
        bonus=bonus or Bonus(),
        starting_speed=starting_speed,
    )


class Board(MatchBoard[CarState], Match):
    """The cars on the table in the first round, with tokens as drawn; with `begun=False`, before the first step.

    The next throws show `faces`, except for procedures with faces in `by_path`, such as `r1/a1/look`. A match before
    its first step has dice from a fixed key instead, except for those by path. `more` is passed on to `setup_for`.
    """

    geometry = Inches()

    def __init__(
        self,
        *cars: str | Car,
        faces: Faces = (),
        by_path: Mapping[str, Faces] | None = None,
        orders: Mapping[str, Any] | None = None,
        begun: bool = True,
        **more: Any,
    ) -> None:
        lined_up, self.places, _ = line_up(cars, self.geometry, Car)
        self.by_path = by_path or {}
        started = start(setup_for(*lined_up, **more), self._dice(begun), Orders(orders))
        super().__init__(
            setup=started.setup, settings=started.settings, state=started.state, dice=started.dice,
            pilot=started.pilot,
        )  # fmt: skip
        self.running = match_steps(self)
        if not begun:
            return
        self.load(*faces)
        self.moment.turn = self.moment.phase = 1
        for given in lined_up:
            car = self.state.cars[given.id]
            for name, marks in given.tracks.items():
                car.tracks[name] = [HELD[letter] for letter in marks]
            given.set_state(car)

    def _dice(self, begun: bool) -> Dice:
        if begun:
            return board.dice_by_path(self.by_path)
        loaded = {f"m1/h1/{path}": faces for path, faces in self.by_path.items()}
        return Dice(KeyRing(b"carcult" * 5), loaded=loaded)

    def pose(self, car: CarState) -> tuple[Place, int]:
        return (car.x, car.y), car.heading

    def sentence(self, entry: LogEntry) -> str:
        return narrate_entries([EntryAnnotator(self).annotate(entry)])

    def tracks(self, id: str = "") -> dict[str, str]:
        """The tracks of a car, drawn as in `Car`; by default those of the first one."""
        return {name: "".join(DRAWN[content] for content in track) for name, track in self.car(id).tracks.items()}

    def run(self, steps: Steps[Any], *orders: Order) -> list[Question]:
        """Carry out a part of the match. A car that is asked gives the next of the orders, or places damage on the
        first component that may take it.

        Returns the questions that were asked.
        """
        questions: list[Question] = []
        answer: Order | None = None
        remaining = list(orders)
        while True:
            try:
                question = steps.send(answer)
            except StopIteration:
                assert remaining == []
                return questions
            questions.append(question)
            answer = remaining.pop(0) if remaining else first_place(self)

    def carry_out(self, car: CarState, *orders: Any) -> None:
        """Carry out an `ActOrder` of a car; after it come orders for the damage it does."""
        order, *places = orders or (ActOrder(),)
        self.run(act(self, car, order), *places)

    def drive(self, id: str, *inches: float, places: Sequence[PlaceOrder] = ()) -> list[LogEntry]:
        """Move a car straight ahead, in legs of so many inches, and return the new entries. `places` say where damage
        goes, and otherwise it goes on the first component that may take it.
        """
        return self.take_turn(id, ActOrder(legs=ahead(*inches)), *places)

    def fire(self, id: str, target: str, *, weapon: str, rerolls: int = 0) -> list[LogEntry]:
        """Fire a weapon of a car that does not move, and return the new entries."""
        return self.take_turn(id, ActOrder(attacks=(Attack(weapon=weapon, target=target, rerolls=rerolls),)))


def ahead(*inches: float, turn: int = 0) -> tuple[Leg, ...]:
    """Legs straight ahead, in inches, each with the given turn at its end."""
    return tuple(Leg(forward=round(INCH * inch), turn=turn) for inch in inches)


def mine(
    x: int, y: int, *, owner: str = "b1", id: int = 1, kind: str = "mines", laid: tuple[int, int] = (0, 0)
) -> Marker:
    """A marker on the table, laid in the round and activation of `laid`."""
    return Marker(id=id, kind=kind, x=x, y=y, owner=owner, turn=laid[0], phase=laid[1])
