"""One car's autopilot: its search on a board, and circuits small enough to compute by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core.dice import Dice, KeyRing
from rules.dethmatch import engine
from rules.dethmatch.designs.stock_designs import stock_designs
from rules.dethmatch.first_autopilot import Autopilot
from rules.dethmatch.first_autopilot.distance_fields import CircuitField, GoalField, circuit_field
from rules.dethmatch.first_autopilot.path_search import WIDTH, Search
from rules.dethmatch.first_autopilot.risk_estimates import Outlook, TrackRisks, ability_of
from rules.dethmatch.ground.track import Track, compile_track, steps_to
from rules.dethmatch.ground.track_file import read_track
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import PATH_STEPS
from rules.dethmatch.match.state import CarState
from rules.dethmatch.settings import settings_of
from rules.match.engine import play_match
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.courses import ring_road

AHEAD = (8, 0)
"""Eight hexes ahead of a car that faces direction 0 in the middle of a field."""


def autopilot(play: Match) -> Autopilot:
    """The autopilot of a board's match."""
    return Autopilot(play.setup, settings_of(play.setup.switches))


def approach(play: Match, goal: tuple[int, int], *, turn_toll: int = 1) -> GoalField:
    """The field of distances to a hex of the board."""
    track = play.track
    steps = steps_to([track.index[goal]], neighbors=track.neighbors, impassable=track.impassable)
    return GoalField(steps=steps, neighbors=track.neighbors, turn_toll=turn_toll)


def outlook(play: Match, car: CarState) -> Outlook:
    """What a car's autopilot knows of its surroundings."""
    ability = ability_of(play, car)
    return Outlook(play, car, TrackRisks(play, car, ability), ability=ability)


def search(
    play: Match, field: CircuitField | GoalField | None = None, *, width: int | None = WIDTH, **more: Any
) -> Search:
    """The search of the first car of a board, toward the hex `AHEAD` unless a field is given."""
    car = next(iter(play.state.cars.values()))
    return Search(outlook(play, car), approach(play, AHEAD) if field is None else field, width=width, **more)


def score(path_search: Search, *steps: str) -> int:
    """The score of a path, in 216ths of a point."""
    node = path_search.start
    for step in steps:
        node = path_search.after(node, PATH_STEPS.index(step))
    return path_search.score(node)


def circuit(**changes: Any) -> Track:
    """The ring road, with some fields of its document changed."""
    return compile_track(read_track({**ring_road(), **changes}))


def on_circuit(track: Track, place: tuple[int, int], *others: Car, facing: int = 0, **car: Any) -> Board:
    """A race with one car at a place of a circuit, given as column and row, and other cars."""
    hex_id = next(candidate for number, candidate in enumerate(track.hexes) if track.column_and_row(number) == place)
    return Board(Car("car", at=hex_id, facing=facing, **car), *others, track=track, event="lap_race")


def course(play: Match, *, turn_toll: int = 1) -> CircuitField:
    """The field of distances around a race's circuit."""
    return circuit_field(play.track, turn_toll)


ARMED = {"light": "heavy_machinegun", "heavy": "at_rifle", "rocket": "rockets", "special": "oil_jet"}
"""The weapon for each type of mount of a stock car."""


def played(event: str, track: str, designs: Sequence[Sequence[str]], *, seed: int) -> Match:
    """A whole match between teams of stock cars, with 3 in every trait for everybody."""
    teams = tuple(
        TeamEntry(
            id=f"team{number}",
            cars=tuple(_stock_car(f"team{number}.car{index}", name) for index, name in enumerate(names)),
            crew=tuple(
                CrewEntry(id=f"team{number}.car{index}.{seat}")
                for index in range(len(names))
                for seat in ("driver", "gunner")
            ),
            mechanic=2,
        )
        for number, names in enumerate(designs)
    )
    setup = MatchSetup(match="m1", event=event, track=track, teams=teams)
    return play_match(engine, setup, Dice(KeyRing(secret=f"autopilot {seed}".encode())))


def _stock_car(id: str, name: str) -> CarEntry:
    design = stock_designs()[name].design
    guns = [ItemEntry(id=f"{id}.{mount.id}", kind=ARMED[mount.type], mount=mount.id) for mount in design.mounts]
    return CarEntry(
        id=id,
        design=design,
        driver=f"{id}.driver",
        gunner=f"{id}.gunner" if design.has("gunner_station") else "",
        items=(*guns, ItemEntry(id=f"{id}.tires", kind="tire_heavy")),
        gearing=design.gearing,
    )
