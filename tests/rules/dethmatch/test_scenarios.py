"""Whole activations as files: the board at the start, the dice of each step, and every entry that must result.

A file of `scenarios/` holds `says` (a sentence), `rules`, `reckoning` (how its figures are computed by hand),
`given`, `play` and `then`. `given` has the `cars` in the order they act in, with the fields of `boards.Car` and with
`points` for the movement points of each phase, `design` for the differences from the plain car, and `standing` for
standing orders. It optionally has the `field`, `crew`, `markers`, `switches`, `turn` and `phase`. Each step of `play`
has `at`, its dice path within the heat; the `order` of that activation; `dice`, each face followed by what it
decides, all of which must be used; and `log`, all its entries in order, without empty fields. The engine's steps
between two steps of the file must write no entry. `then` maps places in the state at the end, such as
`cars/ram/speed`, to their values. Hexes are [q, r].
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.dethmatch.combat.dropped_weapons import LAYS, SMOKES
from rules.dethmatch.damage import bombs
from rules.dethmatch.damage.collision_types import CollisionType
from rules.dethmatch.damage.criticals import ROWS
from rules.dethmatch.driving.loss_of_control import RESULTS
from tests.rules.dethmatch.scenario_files import Document, Scenario, names, read

DOCUMENT = Path(__file__).parents[3] / "docs" / "rules" / "match-scenarios.md"


def scenarios() -> Iterator[Any]:
    """Every file of the folder, as a test case marked with its rules."""
    for name in names():
        scenario = read(name)
        yield pytest.param(scenario, id=name, marks=pytest.mark.rule.with_args(*scenario["rules"]))


def _at(state: Document, place: str) -> Any:
    value: Any = state
    for part in place.split("/"):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


@pytest.mark.parametrize("told", list(scenarios()))
def test_an_activation_goes_as_the_book_has_it(told: Document) -> None:
    scenario = Scenario(told)
    for step in told["play"]:
        assert scenario.perform(step) == step.get("log", []), step["at"]
    scenario.dice.refuse_leftovers()
    state = scenario.state()
    assert {place: _at(state, place) for place in told["then"]} == told["then"]


def _logged(kind: str) -> list[Document]:
    """The entries of that kind in all files."""
    steps = (step for name in names() for step in read(name)["play"])
    return [entry for step in steps for entry in step.get("log", ()) if entry["kind"] == kind]


def test_every_collision_every_loss_of_control_every_critical_and_everything_dropped_is_in_a_scenario() -> None:
    assert {entry["more"]["type"] for entry in _logged("collision")} == set(CollisionType)
    assert {entry["after"]["control"] for entry in _logged("loc_result")} >= set(RESULTS)
    assert {entry["more"]["row"] for entry in _logged("critical")} == set(ROWS)
    assert {entry["more"]["marker"] for entry in _logged("marker_drop")} == {*LAYS.values(), bombs.BOMB}
    assert _carried() >= {*LAYS, *SMOKES, bombs.KIND}


def _carried() -> set[str]:
    """The kinds of everything the cars in all files carry."""
    cars = [car for name in names() for car in read(name)["given"]["cars"]]
    mounted = {kind for car in cars for kind in car.get("guns", {}).values()}
    return mounted | {item["kind"] for car in cars for item in car.get("items", ())}


def test_both_ends_of_an_engine_critical_and_both_landings_of_a_rollover_are_in_a_scenario() -> None:
    assert _logged("engine")
    assert any(entry["more"]["why"] == "tank" for entry in _logged("fuel"))
    assert {entry["more"]["on_wheels"] for entry in _logged("landing")} == {True, False}


def test_mover_and_target_of_a_t_bone_pass_and_fail_in_every_way() -> None:
    checks = {tuple(entry["more"]["passed"]) for entry in _logged("collision") if entry["more"]["type"] == "t_bone"}
    assert checks >= {(True, True), (True, False), (False, True), (False, False)}


def test_the_document_names_every_scenario() -> None:
    rows = [line for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(names())
