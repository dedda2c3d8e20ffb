"""Every scenario file has its expected result: the worked examples, and one of each mishap.

In a file, `says` is a sentence about it and `rules` are the rules it tests. `cars` are placed on the bare disc with
the fields of `boards.Car` (`design` changes figures of the plain car, `sheet` fields of the car's state). `orders`
are given by step, `dice` fall by path, and the match goes on to the step `until`. Then the entries of the named
`kinds` must be those of `log`, and the state must have the values of `then`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.rules.rhad.scenario_files import FOLDER, Scenario, names, read

RULES = set(
    re.findall(
        r"RH-\d{3}", Path(__file__).parents[3].joinpath("docs", "rules", "rhad.tsv").read_text(encoding="utf-8")
    )
)
WRITTEN = [pytest.param(name, id=name, marks=pytest.mark.rule.with_args(*read(name)["rules"])) for name in names()]


@pytest.mark.parametrize("name", WRITTEN)
def test_a_scenario_comes_out_as_it_is_written(name: str) -> None:
    document = read(name)
    scenario = Scenario(document)
    assert scenario.entries(set(document["kinds"])) == document["log"]
    values = json.loads(json.dumps({path: scenario.found(path) for path in document["then"]}))
    assert values == document["then"]


@pytest.mark.parametrize("name", names())
def test_every_die_and_order_of_a_scenario_is_used_and_every_rule_exists(name: str) -> None:
    document = read(name)
    scenario = Scenario(document)
    scenario.dice.refuse_leftovers()
    assert document.get("orders", {}).keys() <= scenario.pilot.given
    assert set(document["rules"]) <= RULES


def test_the_worked_examples_and_one_of_each_mishap_are_there() -> None:
    assert {file_name.removesuffix(".json") for file_name in (path.name for path in FOLDER.iterdir())} == set(names())
    assert {
        "worked_example_1", "worked_example_2", "worked_example_2_with_a_spoiler", "rolling_from_65_mph", "spin",
        "guppy", "explosion", "ram", "wall", "bootlegger",
    } <= set(names())  # fmt: skip
