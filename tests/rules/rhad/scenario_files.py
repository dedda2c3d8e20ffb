"""A RHAD scenario read from its file: cars, orders, dice, and the expected result. The module docstring of
`tests/rules/rhad/test_scenarios.py` describes the file format.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from rules.core.dice import Dice
from rules.match.log import LogEntry
from rules.rhad import engine
from rules.rhad.designs.design import Armor, Weapon
from rules.rhad.match.match import Match
from rules.rhad.match.orders import HOLD, STRAIGHT_ON, Order, read_order
from rules.rhad.match.state import CarState
from tests.rules.rhad.boards import PLAIN, Board, Car

FOLDER = Path(__file__).parent / "scenarios"
HEAT = "m1/h1/"
"""The beginning of a scenario's dice paths."""
Document = dict[str, Any]


def read(name: str) -> Document:
    """A scenario by its name."""
    scenario: Document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return scenario


def names() -> list[str]:
    """The names of all scenarios."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


class Written:
    """A pilot with a scenario's orders by step, who otherwise keeps the speed and goes straight on."""

    def __init__(self, orders: Document) -> None:
        self.orders, self.given = orders, set[str]()

    def order(self, play: Match, car: CarState, kind: str) -> Order:  # noqa: ARG002 - a step names its car
        step = engine.step_path(play)
        self.given.add(step)
        if step in self.orders:
            return read_order(kind, self.orders[step])
        return HOLD if kind == "speed" else STRAIGHT_ON


class Scenario:
    """A scenario played up to the step where it ends."""

    def __init__(self, document: Document) -> None:
        self.pilot = Written(document.get("orders", {}))
        self.dice = Dice(loaded={HEAT + path: list(faces) for path, faces in document.get("dice", {}).items()})
        cars = [_car(document_of_car) for document_of_car in document["cars"]]
        self.play = Board(*cars, switches=document.get("switches"), dice=self.dice, begun=False)
        self.play.pilot = self.pilot
        for car in cars:
            sheet = self.play.car(car.id)
            sheet.speed = sheet.set_speed = car.speed
            car.set_state(sheet)
        while not engine.is_over(self.play) and engine.step_path(self.play) != document["until"]:
            engine.step(self.play)

    def entries(self, kinds: set[str]) -> list[Document]:
        """The entries of those kinds, in the form a file has them."""
        return [_shown(entry) for entry in self.play.log.entries if entry.kind in kinds]

    def found(self, path: str) -> object:
        """The value in the state at a path such as `cars/a/hc` or `cars/a/armor/top`."""
        value: Any = msgspec.to_builtins(self.play.state)
        for part in path.split("/"):
            value = value[int(part)] if isinstance(value, list) else value[part]
        return value


def _car(car: Document) -> Car:
    design = PLAIN
    figures = dict(car.get("design", {}))
    if "armor" in figures:
        figures["armor"] = Armor(**figures["armor"])
    if "weapons" in figures:
        figures["weapons"] = tuple(msgspec.convert(figure, Weapon) for figure in figures["weapons"])
    if "accessories" in figures:
        figures["accessories"] = tuple(figures["accessories"])
    fields = {name: value for name, value in car.items() if name not in {"design", "at", "sheet"}}
    return Car(at=tuple(car["at"]), design=replace(design, **figures), **fields, **car.get("sheet", {}))


def _shown(entry: LogEntry) -> Document:
    """An entry with its turn, phase, rule, faces, and everything that changed."""
    fields: Document = {"r": entry.turn, "p": entry.phase, "car": entry.car, "kind": entry.kind, "rule": entry.rule}
    faces = [face for roll in entry.rolls for face in roll.faces]
    for name, value in (("crew", entry.crew), ("rolls", faces), ("before", entry.before), ("after", entry.after)):
        if value:
            fields[name] = value
    fields |= entry.more
    plain: Document = json.loads(json.dumps(fields))
    return plain
