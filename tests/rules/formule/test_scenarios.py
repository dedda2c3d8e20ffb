"""Whole turns as files: the cars at the start, the dice of a turn, and every entry that must result.

A file of `scenarios/` holds `says` (a sentence), `rules`, `reckoning` (how its figures are computed by hand),
`given`, `turns`, `dice` and `expect`. `given` has the `cars`, with the arguments of `boards.Car` and fields of their
`state`, and optionally `debris`, `markers` (kind, row, lane), `weather`, `laps`, `switches`, and the `grid` for a
race that is about to start. `turns` say in order which `car` is asked for what `kind`, with which `roll`, and its
`order`; an empty one is a step without an order. `dice` are faces by path, such as `r1/jack/drive`, and all of them
must be used. `expect` has every entry of the `log` in order, each with its kind, rule, car and the other fields to be
compared, and the `state` at the end, by places such as `jack/row`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.formule import engine
from rules.formule.first_autopilot import Autopilot
from rules.formule.match.orders import ORDER_TYPES
from rules.match.log import LogEntry
from tests.rules.board import dice_by_path
from tests.rules.formule.boards import RING, Board, Car, marker

FOLDER = Path(__file__).parent / "scenarios"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
FIELDS = {"says", "rules", "reckoning", "given", "turns", "dice", "expect"}


def read(name: str) -> dict[str, Any]:
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=dict[str, Any])


def car_of(document: dict[str, Any]) -> Car:
    fields = dict(document)
    return Car(**fields.pop("state", {}), **fields)


def started(scenario: dict[str, Any]) -> Board:
    start = scenario["given"]
    more = {name: start[name] for name in ("weather", "laps", "switches") if name in start}
    cars = [car_of(document) for document in start["cars"]]
    dice = dice_by_path(scenario["dice"])
    play = Board(*cars, circuit=RING, dice=dice, begun=not start.get("grid"), **more)
    if start.get("grid"):
        play.pilot = Autopilot()
    play.state.debris.extend((row, lane) for row, lane in start.get("debris", ()))
    play.state.markers.extend(
        marker(kind, row, lane, owner=cars[-1].id) for kind, row, lane in start.get("markers", ())
    )
    return play


def run(scenario: dict[str, Any]) -> Board:
    play = started(scenario)
    for turn in scenario["turns"]:
        if "car" not in turn:
            engine.step(play)
            continue
        moment = play.moment
        if (moment.car, moment.step) != (turn["car"], turn["kind"]):
            moment.car, moment.step, moment.queue = turn["car"], turn["kind"], []
        if "roll" in turn:
            play.state.cars[turn["car"]].roll = turn["roll"]
        engine.step(play, turn.get("order"))
    return play


def told(entry: LogEntry, wanted: dict[str, Any]) -> dict[str, Any]:
    """The fields of an entry that the scenario compares, with its kind, rule and car."""
    fields = {**entry.after, **entry.more, "kind": entry.kind, "rule": entry.rule}
    if entry.car:
        fields["car"] = entry.car
    fields["rolls"] = [face for roll in entry.rolls for face in roll.faces]
    return {name: fields.get(name) for name in {*wanted, "kind", "rule"} | ({"car"} if entry.car else set())}


def at(play: Board, place: str) -> object:
    id, name = place.split("/")
    return getattr(play.state.cars[id], name)


@pytest.mark.rule(
    "FW-060", "FW-063", "FW-065", "FW-066", "FW-080", "FW-081", "FW-090", "FW-092", "FW-093", "FW-094", "FW-095",
    "FW-096", "FW-105", "FW-106", "FW-110", "FW-111", "FW-112", "FW-122", "FW-124", "FW-127",
)  # fmt: skip
@pytest.mark.parametrize("name", NAMES)
def test_a_turn_comes_out_as_it_is_written(name: str) -> None:
    scenario = read(name)
    play = run(scenario)
    wanted = scenario["expect"]["log"]
    assert [(log_entry.kind, log_entry.rule, log_entry.car) for log_entry in play.log.entries] == [
        (line["kind"], line["rule"], line.get("car", "")) for line in wanted
    ]
    assert [told(entry, line) for entry, line in zip(play.log.entries, wanted, strict=True)] == wanted
    assert {place: at(play, place) for place in scenario["expect"]["state"]} == scenario["expect"]["state"]
    play.dice.refuse_leftovers()


def test_there_are_scenarios_and_each_is_whole() -> None:
    assert len(NAMES) >= 10
    for name in NAMES:
        scenario = read(name)
        assert set(scenario) == FIELDS, name
        assert scenario["says"].endswith("."), name
        assert all(re.fullmatch(r"FW-\d{3}", rule) for rule in scenario["rules"]), name
        assert all(turn.get("kind", "gear") in ORDER_TYPES for turn in scenario["turns"]), name
        assert {line["rule"] for line in scenario["expect"]["log"]} & set(scenario["rules"]), name
