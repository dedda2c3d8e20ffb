"""Activations as files: the cars at the start, orders, dice, and what must result.

In a file of `scenarios/`, `says` is a sentence about it, `rules` are the rules it tests, and `reckoning` shows its
figures computed by hand. `cars` are placed on an empty table with the fields of `boards.Car`, optionally with
`terrain` (kind and corners in inches), `markers` and `switches`. `activates` names the car that is activated in round
1. `orders` answer the questions in order, by kind. `dice` fall on the paths below `m1/h1/r1/<car>/`, and all of them
must be used. Then the entries of the named `kinds` must be those of `log` (kind, car, rule, faces and further
fields), and the state must have the values of `then`: tracks as drawn, and any field of a car by its name.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.carcult.match.orders import read_order
from rules.carcult.match.state import Marker
from rules.carcult.play.activation import activate
from rules.carcult.play.order_checks import refuse_illegal
from rules.match.log import LogEntry
from tests.rules.carcult.boards import Board, Car

FOLDER = Path(__file__).parent / "scenarios"
LIST = Path(__file__).parents[3] / "docs" / "rules" / "carcult.tsv"
Document = dict[str, Any]


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def read(name: str) -> Document:
    scenario: Document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return scenario


def _car(fields: Document) -> Car:
    return Car(**{**fields, "at": tuple(fields["at"])})


class Scenario:
    """A scenario after its activation."""

    def __init__(self, scenario: Document) -> None:
        self.play = Board(
            *map(_car, scenario["cars"]), terrain=scenario.get("terrain", ()), switches=scenario.get("switches"),
        )  # fmt: skip
        self.play.state.markers.extend(msgspec.convert(document, Marker) for document in scenario.get("markers", ()))
        self.play.state.laid = len(self.play.state.markers)
        up = scenario["activates"]
        self.play.load_paths({f"r1/{up}/{path}": faces for path, faces in scenario["dice"].items()})
        self.orders = [(kind, document) for order in scenario["orders"] for kind, document in order.items()]
        _run(self.play, up, self.orders)


def _run(play: Board, active: str, orders: list[tuple[str, Document]]) -> None:
    steps, answer = activate(play, play.car(active)), None
    while True:
        try:
            question = steps.send(answer)
        except StopIteration:
            return
        kind, document = orders.pop(0)
        assert kind == question.kind
        answer = read_order(kind, document)
        refuse_illegal(play, play.car(question.car), answer)


def written(entry: LogEntry) -> Document:
    """An entry as a file has it, without empty fields."""
    faces = [face for roll in entry.rolls for face in roll.faces]
    fields = {"kind": entry.kind, "car": entry.car, "rule": entry.rule, "rolls": faces, **entry.more}
    return {name: value for name, value in fields.items() if value not in ("", [])}


WRITTEN = [pytest.param(name, id=name, marks=pytest.mark.rule.with_args(*read(name)["rules"])) for name in names()]


@pytest.mark.parametrize("name", WRITTEN)
def test_an_activation_goes_as_it_is_written(name: str) -> None:
    document = read(name)
    scenario = Scenario(document)
    logged = [written(entry) for entry in scenario.play.log.entries if entry.kind in document["kinds"]]
    assert json.loads(json.dumps(logged)) == document["log"]
    for id, fields in document["then"].items():
        state = {**msgspec.to_builtins(scenario.play.car(id)), "tracks": scenario.play.tracks(id)}
        assert {field: state[field] for field in fields} == fields, id
    assert [marker.id for marker in scenario.play.state.markers] == document.get("markers_left", [])
    scenario.play.dice.refuse_leftovers()
    assert scenario.orders == []


def test_every_rule_of_a_scenario_exists_and_every_file_says_what_it_is_about() -> None:
    known = set(re.findall(r"^CC-\d{3}", LIST.read_text(encoding="utf-8"), re.MULTILINE))
    for name in names():
        document = read(name)
        assert set(document["rules"]) <= known
        assert document["says"].endswith(".")
        assert document["reckoning"]


def test_every_worked_example_and_one_of_each_mishap_is_there() -> None:
    assert set(names()) == {
        "plug_two_keeps_two", "plug_two_adds_one", "plug_two_adds_two", "five_tokens", "drift_of_eleven",
        "one_turn_of_forty", "blocked_after_nine_and_a_half", "blocked_after_the_minimum", "blast_against_speed",
        "two_cannon_hits", "ram", "mine", "explosion_chain", "fixer_swap", "braking_fails", "dead_engine",
    }  # fmt: skip


def test_an_order_that_the_rules_forbid_is_refused_in_a_scenario() -> None:
    document = read("one_turn_of_forty")
    legs = document["orders"][-1]["act"]["legs"]
    legs[0]["turn"], legs[1]["turn"] = 20, 20
    with pytest.raises(Exception, match="takes 2 turns that way: it may take 1"):
        Scenario(document)
