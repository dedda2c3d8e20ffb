"""Small races that try one rule: a ring of squares, cars placed by the test, and loaded dice."""

# ruff: noqa: ARG002 - a pilot receives the match
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.core.dice import Dice, Stream
from rules.formule import engine
from rules.formule.designs.design import Design, MountedWeapon
from rules.formule.ground.circuit import Circuit, circuit_from_document
from rules.formule.match import positions
from rules.formule.match.match import Match
from rules.formule.match.orders import DriveOrder, GearOrder, Order, SlipstreamOrder
from rules.formule.match.setup import CarEntry, DriverEntry, MatchSetup, TeamEntry
from rules.formule.match.state import CarState, Marker, MatchState
from rules.formule.play import grid
from rules.formule.settings import settings_of
from rules.match.log import LogEntry

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


@dataclass
class Put:
    """A car on the board, with its row, lane and gear. `weapons` are (key, mount) or (key, mount, link); `state` sets
    fields of the car's state. The car has moved before, and it has a team to itself unless `team` is given.
    """

    id: str
    row: int = 10
    lane: int = 1
    gear: int = 3
    team: str = ""
    weapons: Sequence[tuple[str, ...]] = ()
    equipment: Sequence[str] = ()
    design: Design = PLAIN
    items: Sequence[str] = ()
    toughness: int = 3
    criticals: int = 0
    state: Mapping[str, Any] = field(default_factory=dict)


class Told:
    """A pilot whose orders the test gives by car and kind. Without one, the order is empty."""

    def __init__(self, orders: Mapping[tuple[str, str], Order] | None = None) -> None:
        self.orders = dict(orders or {})

    def order(self, play: Match, car: CarState, kind: str) -> Order:
        nothing = {"gear": GearOrder(), "drive": DriveOrder(), "slipstream": SlipstreamOrder()}
        return self.orders.get((car.id, kind), nothing[kind])


def setup(
    *cars: Put,
    circuit: Circuit = RING,
    weather: str = "dry",
    laps: int = 0,
    switches: Mapping[str, Any] | None = None,
) -> MatchSetup:
    """The setup of a race with these cars, before the grid."""
    teams: dict[str, list[Put]] = {}
    for put in cars:
        teams.setdefault(put.team or f"team-{put.id}", []).append(put)
    return MatchSetup(
        match="m1",
        circuit=circuit,
        teams=tuple(TeamEntry(id=id, cars=tuple(map(_entry, members))) for id, members in teams.items()),
        weather=weather,
        laps=laps,
        switches=dict(switches or {}),
    )


def _entry(put: Put) -> CarEntry:
    mounted = tuple(_mounted(*weapon) for weapon in put.weapons)
    return CarEntry(
        id=put.id,
        design=replace(put.design, weapons=mounted or put.design.weapons, equipment=tuple(put.equipment)),
        driver=DriverEntry(id=f"{put.id}.driver", toughness=put.toughness),
        items=tuple(put.items),
        criticals=put.criticals,
    )


def _mounted(key: str, mount: str, link: str = "") -> MountedWeapon:
    return MountedWeapon(key=key, mount=mount, link=link)


def board(
    *cars: Put,
    faces: Sequence[int] = (),
    circuit: Circuit = RING,
    weather: str = "dry",
    laps: int = 0,
    switches: Mapping[str, Any] | None = None,
    orders: Mapping[tuple[str, str], Order] | None = None,
) -> Match:
    """The cars on the track in the first round, with loaded dice for one procedure."""
    race = setup(*cars, circuit=circuit, weather=weather, laps=laps, switches=switches)
    play = Match(
        setup=race, settings=settings_of(race.switches), state=MatchState(), dice=Dice(loaded={}), pilot=Told(orders)
    )
    grid.enter(play)
    play.moment.turn, play.moment.phase, play.moment.step = 1, 1, "turn"
    for put in cars:
        car = play.state.cars[put.id]
        car.gear, car.moved = put.gear, True
        positions.put_car(play, car, put.row, put.lane)
        for name, value in put.state.items():
            setattr(car, name, value)
    load(play, *faces)
    return play


def load(play: Match, *faces: int) -> None:
    """Load new faces for the next throws."""
    play.stream = Stream("m1/h1/test", loaded=faces, log=play.dice.log)


def on_turn(
    play: Match, id: str, kind: str, *, roll: int = 0, faces: Mapping[str, Sequence[int]] | None = None
) -> None:
    """Make a car the next to be asked for an order of that kind, with the given roll, and load dice by path."""
    moment = play.moment
    moment.car, moment.step, moment.queue = id, kind, []
    play.state.cars[id].roll = roll
    loaded = {f"m1/h1/r{moment.turn}/{path}": list(path_faces) for path, path_faces in (faces or {}).items()}
    play.dice = Dice(loaded=loaded)
    play._seen = 0


def car(play: Match, id: str = "a") -> CarState:
    return play.state.cars[id]


def entries(play: Match, kind: str) -> list[LogEntry]:
    return [entry for entry in play.log.entries if entry.kind == kind]


def marker(kind: str, row: int, lane: int = 1, *, progress: int = 0, owner: str = "b") -> Marker:
    return Marker(kind=kind, row=row, lane=lane, progress=progress, owner=owner)


def driven(
    play: Match, id: str, roll: int, order: DriveOrder | None = None, **faces: Sequence[int]
) -> list[LogEntry]:
    """The log entries of a car's move with the given roll and order; keywords such as `drive` and `end` load dice for
    it.
    """
    on_turn(play, id, "drive", roll=roll, faces={f"{id}/{part}": part_faces for part, part_faces in faces.items()})
    written = len(play.log.entries)
    document = None if order is None else engine.document_of_order(order)
    engine.step(play, document)
    return play.log.entries[written:]
