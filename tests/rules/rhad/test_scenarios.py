"""Every scenario file comes out as it is written: the worked examples, and one of everything that can go wrong.

A file `says` what it is about and which `rules` it holds. `cars` are put on the bare disc as `boards.Put` has them
(`design` changes figures of the plain car, `sheet` fields of the car as it stands), `orders` are given at the steps
they are named by, `dice` fall on the paths they are named by, and the play goes on to the step `until`. Then every
entry of the `kinds` named is that of `log`, and `then` stands in the state.
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
    told = read(name)
    scenario = Scenario(told)
    assert scenario.entries(set(told["kinds"])) == told["log"]
    found = json.loads(json.dumps({path: scenario.found(path) for path in told["then"]}))
    assert found == told["then"]


@pytest.mark.parametrize("name", names())
def test_every_die_and_order_of_a_scenario_is_used_and_every_rule_exists(name: str) -> None:
    told = read(name)
    scenario = Scenario(told)
    scenario.dice.refuse_leftovers()
    assert told.get("orders", {}).keys() <= scenario.pilot.given
    assert set(told["rules"]) <= RULES


def test_the_worked_examples_and_one_of_each_mishap_are_there() -> None:
    assert {each.removesuffix(".json") for each in (path.name for path in FOLDER.iterdir())} == set(names())
    assert {
        "worked_example_1", "worked_example_2", "worked_example_2_with_a_spoiler", "rolling_from_65_mph", "spin",
        "guppy", "explosion", "ram", "wall", "bootlegger",
    } <= set(names())  # fmt: skip
