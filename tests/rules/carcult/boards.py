"""Small tables to try one rule on: cars where they are put, tokens as they are drawn, and dice that fall as told."""

# ruff: noqa: ARG002 - a pilot is told what is played
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
    """A car as a test wants it: its team is the letters of its id, its place in hundredths of an inch.

    `tracks` draw what each action zone holds: `.` nothing, `S` speed, `D` damage, `U` used.
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
    """A pilot who orders what the test says, in its order, and whatever asks least where it says nothing."""

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
    """The first component the damage may go on."""
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
    """The match of those cars on an empty table, or one with the pieces given by kind and corners in inches."""
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
    """A match in its first round, tokens as drawn, whose next dice are those faces, and whose only others are those
    of the paths loaded, below `m1/h1/`.
    """
    given = {f"m1/h1/{path}": shown for path, shown in (loaded or {}).items()}
    play = start(setup(*puts, **more), Dice(loaded=given), pilot or Told())
    play.state.moment.turn = play.state.moment.phase = 1
    for put in puts:
        for name, drawn in (put.tracks or {}).items():
            play.state.cars[put.id].tracks[name] = [HELD[letter] for letter in drawn]
    play.stream = Stream("m1/h1/test", loaded=faces, log=play.dice.log)
    return play


def whole(
    *puts: Put, pilot: Told | None = None, loaded: Mapping[str, Sequence[int]] | None = None, **more: Any
) -> Match:
    """A match before its first step, with dice of its own but for those of the paths loaded, below `m1/h1/`."""
    given = {f"m1/h1/{path}": faces for path, faces in (loaded or {}).items()}
    return start(setup(*puts, **more), Dice(KeyRing(b"carcult" * 5), loaded=given), pilot or Told())


def car(play: Match, id: str = "a1") -> CarState:
    """A car of the match."""
    return play.state.cars[id]


def tracks(play: Match, id: str = "a1") -> dict[str, str]:
    """What is on a car, drawn as `Put` has it."""
    return {name: "".join(DRAWN[held] for held in track) for name, track in car(play, id).tracks.items()}


def run(play: Match, steps: Steps[Any], *orders: Order) -> list[Question]:
    """Carry a part of the match out; whoever is asked gives the next of the orders, or the first place there is.

    Says who was asked.
    """
    asked: list[Question] = []
    given: Order | None = None
    left = list(orders)
    while True:
        try:
            question = steps.send(given)
        except StopIteration:
            assert left == []
            return asked
        asked.append(question)
        given = left.pop(0) if left else first_place(play)


def entries(play: Match, kind: str) -> list[LogEntry]:
    """The log's entries of one kind."""
    return [entry for entry in play.log.entries if entry.kind == kind]


def ahead(*inches: float, turn: int = 0) -> tuple[Leg, ...]:
    """Legs of so many inches ahead, each with the turn at its end."""
    return tuple(Leg(forward=round(100 * inch), turn=turn) for inch in inches)


def mine(
    x: int, y: int, *, owner: str = "b1", id: int = 1, kind: str = "mines", laid: tuple[int, int] = (0, 0)
) -> Marker:
    """A marker on the table, laid in that round and activation."""
    return Marker(id=id, kind=kind, x=x, y=y, owner=owner, turn=laid[0], phase=laid[1])
