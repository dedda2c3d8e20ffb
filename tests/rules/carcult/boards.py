"""Small tables that try one rule: cars placed by the test, tokens drawn as text, and loaded dice."""

# ruff: noqa: ARG002 - a pilot receives the match
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.carcult.designs.design import read_design
from rules.carcult.engine import start
from rules.carcult.ground.table import Place, Point, Table, Terrain
from rules.carcult.match.match import Match, Question, Steps
from rules.carcult.match.orders import ActOrder, AllocateOrder, Leg, Order, PlaceOrder, ShiftOrder, StartOrder
from rules.carcult.match.scenario import Bonus
from rules.carcult.match.setup import CarEntry, CrewEntry, MatchSetup
from rules.carcult.match.state import DAMAGE, FREE, SPEED, USED, CarState, Marker
from rules.core.dice import Dice, KeyRing, Stream
from rules.core.switches import Setting
from rules.match.log import LogEntry

HELD = {".": FREE, "S": SPEED, "D": DAMAGE, "U": USED}
DRAWN = {held: letter for letter, held in HELD.items()}


@dataclass(frozen=True, kw_only=True)
class Put:
    """A car as a test needs it. Its team is the letters of its id; its place is in hundredths of an inch.

    `tracks` draw the contents of each action zone: `.` nothing, `S` speed, `D` damage, `U` used.
    """

    id: str = "a1"
    at: Point = (2400, 2400)
    heading: int = 0
    engine: Any = "streetfighter"
    cards: Sequence[Any] = ()
    tracks: Mapping[str, str] | None = None
    driver: str = ""
    crew: Mapping[str, str] | None = None
    criticals: int = 0


class Told:
    """A pilot who gives the test's orders in turn, each when its kind is asked for. Otherwise damage goes on the
    first possible component and any other order is empty.
    """

    def __init__(self, *orders: Order) -> None:
        self.orders = list(orders)

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        if self.orders and isinstance(self.orders[0], KINDS[kind]):
            return self.orders.pop(0)
        if kind == "place":
            return first_place(play)
        return KINDS[kind]()


KINDS: Mapping[str, Any] = {
    "start": StartOrder, "shift": ShiftOrder, "allocate": AllocateOrder, "act": ActOrder, "place": PlaceOrder,
}  # fmt: skip


def first_place(play: Match) -> PlaceOrder:
    """An order for the first component that may take the damage."""
    assert play.state.placing is not None
    return PlaceOrder(component=play.state.placing.components[0])


def setup(
    *puts: Put,
    terrain: Sequence[tuple[str, Sequence[Point]]] = (),
    switches: Mapping[str, Setting] | None = None,
    toughness: int = 3,
    bonus: Bonus | None = None,
    starting_speed: int | None = None,
) -> MatchSetup:
    """A match of those cars on an empty table, or with terrain given by kind and corners in inches."""
    pieces = tuple(
        Terrain(kind=kind, name=f"piece {number}", corners=tuple((100 * x, 100 * y) for x, y in corners))
        for number, (kind, corners) in enumerate(terrain)
    )
    table = Table(name="field", title="Field", width=4800, height=4800, terrain=pieces, starts=())
    cars = tuple(_entry(put) for put in puts)
    people = [(id, car.team) for car in cars for id in dict.fromkeys((car.driver, *car.crew.values())) if id]
    return MatchSetup(
        match="m1",
        table=table,
        teams=tuple(dict.fromkeys(car.team for car in cars)),
        cars=cars,
        crew=tuple(CrewEntry(id=id, team=team, toughness=toughness) for id, team in people),
        switches=dict(switches or {}),
        bonus=bonus or Bonus(),
        starting_speed=starting_speed,
    )


def _entry(put: Put) -> CarEntry:
    design = read_design({"name": put.id, "engine": put.engine, "cards": list(put.cards)})
    place = Place(x=put.at[0], y=put.at[1], heading=put.heading)
    return CarEntry(
        id=put.id, team=put.id.rstrip("0123456789"), design=design, start=place, driver=put.driver,
        crew=dict(put.crew or {}), criticals=put.criticals,
    )  # fmt: skip


def board(
    *puts: Put,
    faces: Sequence[int] = (),
    loaded: Mapping[str, Sequence[int]] | None = None,
    pilot: Told | None = None,
    **more: Any,
) -> Match:
    """A match in its first round, with tokens as drawn. The next dice have the given faces; the only others are
    loaded by path, below `m1/h1/`.
    """
    by_path = {f"m1/h1/{path}": shown for path, shown in (loaded or {}).items()}
    play = start(setup(*puts, **more), Dice(loaded=by_path), pilot or Told())
    play.state.moment.turn = play.state.moment.phase = 1
    for put in puts:
        for name, marks in (put.tracks or {}).items():
            play.state.cars[put.id].tracks[name] = [HELD[letter] for letter in marks]
    play.stream = Stream("m1/h1/test", loaded=faces, log=play.dice.log)
    return play


def whole(
    *puts: Put, pilot: Told | None = None, loaded: Mapping[str, Sequence[int]] | None = None, **more: Any
) -> Match:
    """A match before its first step, with dice from a fixed key except for those loaded by path, below `m1/h1/`."""
    by_path = {f"m1/h1/{path}": faces for path, faces in (loaded or {}).items()}
    return start(setup(*puts, **more), Dice(KeyRing(b"carcult" * 5), loaded=by_path), pilot or Told())


def car(play: Match, id: str = "a1") -> CarState:
    """A car of the match."""
    return play.state.cars[id]


def tracks(play: Match, id: str = "a1") -> dict[str, str]:
    """The tracks of a car, drawn as in `Put`."""
    return {name: "".join(DRAWN[content] for content in track) for name, track in car(play, id).tracks.items()}


def run(play: Match, steps: Steps[Any], *orders: Order) -> list[Question]:
    """Carry out a part of the match. A car that is asked gives the next of the orders, or places damage on the first
    component that may take it.

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
        answer = remaining.pop(0) if remaining else first_place(play)


def entries(play: Match, kind: str) -> list[LogEntry]:
    """The log's entries of one kind."""
    return [entry for entry in play.log.entries if entry.kind == kind]


def ahead(*inches: float, turn: int = 0) -> tuple[Leg, ...]:
    """Legs straight ahead, in inches, each with the given turn at its end."""
    return tuple(Leg(forward=round(100 * inch), turn=turn) for inch in inches)


def mine(
    x: int, y: int, *, owner: str = "b1", id: int = 1, kind: str = "mines", laid: tuple[int, int] = (0, 0)
) -> Marker:
    """A marker on the table, laid in the round and activation of `laid`."""
    return Marker(id=id, kind=kind, x=x, y=y, owner=owner, turn=laid[0], phase=laid[1])
