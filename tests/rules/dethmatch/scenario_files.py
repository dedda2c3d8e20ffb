"""A match scenario read from its file: a board from which the engine plays on with the dice in the file.

The module docstring of `tests/rules/dethmatch/test_scenarios.py` describes the file format.
"""

# ruff: noqa: ARG002 - a pilot receives the match
from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from rules.core.canonical_json import json_bytes
from rules.core.dice import Dice
from rules.core.document_validation import document_of
from rules.dethmatch import engine
from rules.dethmatch.designs.design import read_design
from rules.dethmatch.ground.track import Track
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import PhaseOrder, SpeedOrder, StandingOrder
from rules.dethmatch.match.state import NOWHERE, CarState, Marker
from rules.match.log import LogEntry
from tests.rules.dethmatch.boards import NO_REROLLS, PLAIN, Board, Car, Orders, open_field

FOLDER = Path(__file__).parent / "scenarios"
HEAT = "m1/h1/"
"""The beginning of a scenario's dice paths."""
SHEET = get_type_hints(CarState)
Document = dict[str, Any]


def read(name: str) -> Document:
    """A scenario by its name."""
    scenario: Document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return scenario


def names() -> list[str]:
    """The names of all scenarios."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


@dataclass(frozen=True)
class Written(Orders):
    """A pilot with the orders of a scenario's steps, by their dice paths."""

    orders: Mapping[str, PhaseOrder] = field(default_factory=dict)
    speeds: Mapping[str, SpeedOrder] = field(default_factory=dict)
    standings: Mapping[str, StandingOrder] = field(default_factory=dict)

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        return self.speeds.get(f"t{play.state.moment.turn}/speed/{car.id}", SpeedOrder())

    def phase(self, play: Match, car: CarState) -> PhaseOrder:
        return self.orders.get(f"t{play.state.moment.turn}/p{play.state.moment.phase}/{car.id}", PhaseOrder())

    def standing(self, play: Match, car: CarState) -> StandingOrder:
        return self.standings.get(car.id, NO_REROLLS)


class Scenario:
    """A scenario being played."""

    def __init__(self, document: Document) -> None:
        start, steps = document["given"], document["play"]
        self.dice = Dice(loaded={HEAT + step["at"]: faces_of(step) for step in steps})
        pilot = Written(
            orders={step["at"]: msgspec.convert(step.get("order", {}), PhaseOrder) for step in steps},
            speeds={step["at"]: msgspec.convert(step.get("speed", {}), SpeedOrder) for step in steps},
            standings={car["id"]: _standing(car) for car in start["cars"]},
        )
        self.play = Board(
            *map(_car, start["cars"]),
            track=_field(start.get("field", {})),
            switches=start.get("switches"),
            turn=start.get("turn", 1),
            phase=start.get("phase", 1),
        )
        self.play.pilot = pilot
        self.play.use_dice(self.dice)
        for car in start["cars"]:
            self.play.state.cars[car["id"]].quota = list(car.get("points", [0, 0, 0]))
        for id, sheet in start.get("crew", {}).items():
            for name, value in sheet.items():
                setattr(self.play.state.crew[id], name, value)
        for marker in start.get("markers", ()):
            hex_id = self.play.track.index[tuple(marker["at"])]
            self.play.state.markers.append(Marker(**{**marker, "at": hex_id}))
        self.play.state.moment.queue = list(self.play.state.order)

    def perform(self, step: Document) -> list[Document]:
        """The entries of a step. The engine's steps before it must write none."""
        wanted = HEAT + step["at"]
        while True:
            entries = engine.step(self.play)
            open_path = "" if self.play.stream is None else self.play.stream.path
            if open_path == wanted or open_path.startswith(f"{wanted}/"):
                return [entry_document(self.play.track, entry) for entry in entries]
            assert not entries, f"{open_path} is not in the file"

    def state(self) -> Document:
        """The state as JSON, with hexes as [q, r]."""
        document: Document = json.loads(json_bytes(self.play.state))
        for document_part in [*document["cars"].values(), *document["markers"]]:
            document_part["at"] = place(self.play.track, document_part["at"])
        return document


def faces_of(step: Document) -> list[int]:
    """The faces of a step. In a file each is followed by what it decides: `3: ram checks at 3 - 1 = 2, failed`."""
    return [int(line.split(":", 1)[0]) for line in step.get("dice", ())]


def place(track: Track, hex_id: int) -> list[int] | None:
    """A hex as [q, r]; None off the map."""
    return None if hex_id == NOWHERE else list(track.hexes[hex_id])


def entry_document(track: Track, entry: LogEntry) -> Document:
    """An entry as a file has it: without empty fields and the state's digest, with dice as faces and hexes as
    [q, r].
    """
    more = {name: _placed(track, name, value) for name, value in entry.more.items() if name != "digest"}
    document = {
        "kind": entry.kind,
        "rule": entry.rule,
        "car": entry.car,
        "crew": entry.crew,
        "rolls": [face for roll in entry.rolls for face in roll.faces],
        "before": {name: _placed(track, name, value) for name, value in entry.before.items()},
        "after": {name: _placed(track, name, value) for name, value in entry.after.items()},
        "more": more,
    }
    plain: Document = json.loads(json_bytes({name: value for name, value in document.items() if value}))
    return plain


def _placed(track: Track, name: str, value: Any) -> Any:
    """A value of an entry with hexes as [q, r]: `at`, the `hexes` of smoke, and the `markers` that were cleared."""
    match name:
        case "at":
            return place(track, value)
        case "hexes":
            return [place(track, hex_id) for hex_id in value]
        case "markers":
            return [[kind, place(track, hex_id)] for kind, hex_id in value]
        case _:
            return value


def _field(document: Document) -> Track:
    special: dict[tuple[int, int], Document] = {}
    for key, fields in document.get("hexes", {}).items():
        q, r = map(int, key.split(","))
        special[q, r] = fields
    plain = {name: document[name] for name in ("surface", "edge") if name in document}
    return open_field(document.get("radius", 6), special=special, **plain)


def _car(car: Document) -> Car:
    """A car on the board; `design` has the differences from the plain car."""
    plain = {name: car[name] for name in ("id", "facing", "speed", "guns", "driver", "gunner") if name in car}
    return Car(
        at=tuple(car["at"]),
        design=read_design({**document_of(PLAIN), **car.get("design", {})}),
        items=tuple(msgspec.convert(item, ItemEntry) for item in car.get("items", ())),
        **({name: msgspec.convert(value, SHEET[name]) for name, value in car.get("sheet", {}).items()}),
        **plain,
    )


def _standing(car: Document) -> StandingOrder:
    wishes = {**msgspec.to_builtins(NO_REROLLS), **car.get("standing", {})}
    return msgspec.convert(wishes, StandingOrder)
