"""A match scenario from its file: a board as it stands, which the engine plays on with the dice written down there.

How a file is laid out stands at the head of `tests/rules/dethmatch/test_scenarios.py`.
"""

# ruff: noqa: ARG002 - a pilot is told what is played
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
from tests.rules.dethmatch.boards import NO_REROLLS, PLAIN, Put, Told, board, open_field

FOLDER = Path(__file__).parent / "scenarios"
HEAT = "m1/h1/"
"""What the dice paths of a scenario begin with."""
SHEET = get_type_hints(CarState)
Document = dict[str, Any]


def read(name: str) -> Document:
    """A scenario by its name."""
    told: Document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return told


def names() -> list[str]:
    """Every scenario there is."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


@dataclass(frozen=True)
class Written(Told):
    """A pilot who orders what the steps of a scenario hold, by their places."""

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
    """A scenario under way."""

    def __init__(self, told: Document) -> None:
        given, steps = told["given"], told["play"]
        self.dice = Dice(loaded={HEAT + step["at"]: faces_of(step) for step in steps})
        pilot = Written(
            orders={step["at"]: msgspec.convert(step.get("order", {}), PhaseOrder) for step in steps},
            speeds={step["at"]: msgspec.convert(step.get("speed", {}), SpeedOrder) for step in steps},
            standings={car["id"]: _standing(car) for car in given["cars"]},
        )
        self.play = board(
            *map(_put, given["cars"]),
            track=_field(given.get("field", {})),
            switches=given.get("switches"),
            pilot=pilot,
            turn=given.get("turn", 1),
            phase=given.get("phase", 1),
        )
        self.play.dice = self.dice
        for car in given["cars"]:
            self.play.state.cars[car["id"]].quota = list(car.get("points", [0, 0, 0]))
        for id, sheet in given.get("crew", {}).items():
            for name, value in sheet.items():
                setattr(self.play.state.crew[id], name, value)
        for marker in given.get("markers", ()):
            at = self.play.track.index[tuple(marker["at"])]
            self.play.state.markers.append(Marker(**{**marker, "at": at}))
        self.play.state.moment.queue = list(self.play.state.order)

    def perform(self, step: Document) -> list[Document]:
        """What the engine writes down in a step; whatever it does before that step must go without a word."""
        wanted = HEAT + step["at"]
        while True:
            entries = engine.step(self.play)
            opened = "" if self.play.stream is None else self.play.stream.path
            if opened == wanted or opened.startswith(f"{wanted}/"):
                return [entry_document(self.play.track, entry) for entry in entries]
            assert not entries, f"{opened} is not in the file"

    def state(self) -> Document:
        """The state as JSON has it, with hexes as [q, r]."""
        document: Document = json.loads(json_bytes(self.play.state))
        for each in [*document["cars"].values(), *document["markers"]]:
            each["at"] = place(self.play.track, each["at"])
        return document


def faces_of(step: Document) -> list[int]:
    """The faces of a step, each before what it decides: `3: ram checks at 3 - 1 = 2, failed`."""
    return [int(line.split(":", 1)[0]) for line in step.get("dice", ())]


def place(track: Track, at: int) -> list[int] | None:
    """A hex as [q, r], None off the map."""
    return None if at == NOWHERE else list(track.hexes[at])


def entry_document(track: Track, entry: LogEntry) -> Document:
    """An entry as a file holds it: what is empty left out, dice as faces, hexes as [q, r], no digest of the state."""
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
    kept: Document = json.loads(json_bytes({name: value for name, value in document.items() if value}))
    return kept


def _placed(track: Track, name: str, value: Any) -> Any:
    """A value of an entry with hexes as [q, r]: `at`, the `hexes` of smoke, and the `markers` cleared up."""
    match name:
        case "at":
            return place(track, value)
        case "hexes":
            return [place(track, each) for each in value]
        case "markers":
            return [[kind, place(track, at)] for kind, at in value]
        case _:
            return value


def _field(given: Document) -> Track:
    special: dict[tuple[int, int], Document] = {}
    for at, told in given.get("hexes", {}).items():
        q, r = map(int, at.split(","))
        special[q, r] = told
    plain = {name: given[name] for name in ("surface", "edge") if name in given}
    return open_field(given.get("radius", 6), special=special, **plain)


def _put(car: Document) -> Put:
    """A car on the board; `design` says what is other than on the plain one."""
    plain = {name: car[name] for name in ("id", "facing", "speed", "guns", "driver", "gunner") if name in car}
    return Put(
        at=tuple(car["at"]),
        design=read_design({**document_of(PLAIN), **car.get("design", {})}),
        items=tuple(msgspec.convert(item, ItemEntry) for item in car.get("items", ())),
        sheet={name: msgspec.convert(value, SHEET[name]) for name, value in car.get("sheet", {}).items()},
        **plain,
    )


def _standing(car: Document) -> StandingOrder:
    wishes = {**msgspec.to_builtins(NO_REROLLS), **car.get("standing", {})}
    return msgspec.convert(wishes, StandingOrder)
