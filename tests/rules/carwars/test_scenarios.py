"""The worked examples of the questionnaire as files: what is given, and what it must come to.

A file of `scenarios/` holds `says` (a sentence), `rules`, `reckoning` (how its figures are computed by hand), `given`
and `expect`. A duel is given as `manage.py score` reads it. Of what it comes to `expect` has some: points by kind of
those who have any, `shares` and `rule` of complete kills, `totals` after phases, `end`, `places`, the rules of the
`proposals`, or the sentences with which it is `refused`. A procedure is given by its tag with its inputs, and the
parts of answers that differ from the printed ones; `dice` are its faces, and `expect` has all of its `values`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.carwars.scoring.documents import read_duel_document, sheet_document
from rules.carwars.scoring.score import score_duel
from rules.core.refusals import Malformed
from tests.rules.carwars.procedures.performing import performed

FOLDER = Path(__file__).parent / "scenarios"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
POINTS = ("kill_points", "bonus_points", "penalty_points")
OF_A_DUEL = {*POINTS, "shares", "rule", "totals", "end", "places", "proposals", "refused"}


def read(name: str) -> dict[str, Any]:
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=dict[str, Any])


SCENARIOS = {name: read(name) for name in NAMES}
PROCEDURES = [name for name in NAMES if "procedure" in SCENARIOS[name]["given"]]
DUELS = [name for name in NAMES if name not in PROCEDURES]


def score(given: dict[str, Any]) -> dict[str, Any]:
    """The sheet of a duel in the words of `expect`, or the sentences with which it is refused."""
    document = read_duel_document(given)
    duel = document.duel()
    try:
        sheet = sheet_document(duel, score_duel(duel, document.events, closed=document.closed))
    except Malformed as refusal:
        return {"refused": [fault.sentence for fault in refusal.together or (refusal,)]}
    cars = sheet["duelists"]
    complete = {car["id"]: car["complete_kill"] for car in cars if car["complete_kill"] is not None}
    points = {kind: {car["id"]: car[kind] for car in cars if car[kind] != "0"} for kind in POINTS}
    return points | {
        "shares": {id: made["shares"] for id, made in complete.items()},
        "rule": " ".join(made["rule"] for made in complete.values()),
        "totals": {str(number): totals for number, totals in enumerate(sheet["phases"], 1)},
        "end": sheet["end"],
        "places": {car["id"]: car["place"] for car in cars},
        "proposals": [proposal["rule"] for proposal in sheet["proposals"]],
    }


@pytest.mark.rule(
    "CW-S-005", "CW-S-006", "CW-S-010", "CW-S-011", "CW-S-015", "CW-S-017", "CW-S-018", "CW-S-019", "CW-S-020",
    "CW-S-021", "CW-S-022", "CW-S-024", "CW-S-025", "CW-S-029", "CW-S-040", "CW-S-041", "CW-S-042", "CW-S-043",
    "CW-S-044", "CW-S-045", "CW-S-046", "CW-S-047", "CW-S-048", "CW-S-050", "CW-S-051", "CW-S-052", "CW-S-054",
)  # fmt: skip
@pytest.mark.parametrize("name", DUELS)
def test_a_duel_comes_to_what_is_written(name: str) -> None:
    scenario = SCENARIOS[name]
    found, expected = score(scenario["given"]), scenario["expect"]
    if "totals" in expected:
        found["totals"] = {phase: found["totals"][phase] for phase in expected["totals"]}
    assert {what: found.get(what) for what in expected} == expected


@pytest.mark.rule("CW-P-004", "CW-P-011", "CW-P-013", "CW-P-015", "CW-P-043", "CW-P-051")
@pytest.mark.parametrize("name", PROCEDURES)
def test_a_procedure_comes_to_what_is_written(name: str) -> None:
    scenario = SCENARIOS[name]
    given = scenario["given"]
    outcome = performed(given["procedure"], given["inputs"], faces=scenario["dice"], answers=given.get("answers"))
    assert outcome.values == scenario["expect"]["values"]


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_is_whole(name: str) -> None:
    scenario = SCENARIOS[name]
    fields = {"says", "rules", "reckoning", "given", "expect"} | ({"dice"} if name in PROCEDURES else set())
    assert set(scenario) == fields
    assert scenario["says"].endswith(".")
    assert all(re.fullmatch(r"CW-[SP]-\d{3}", rule) for rule in scenario["rules"])
    assert scenario["expect"].keys() <= ({"values"} if name in PROCEDURES else OF_A_DUEL)
    assert all((scenario["expect"], scenario["reckoning"], scenario["rules"]))


def test_every_worked_example_has_its_file() -> None:
    kinds = {name.split("_")[0] for name in DUELS}
    assert kinds == {"bonus", "chain", "end", "fire", "kill", "zone"}
    rolls = {int(name.split("_")[6]) for name in DUELS if name.startswith("fire_of_3_and_6_rolled_")}
    assert rolls == set(range(2, 11))
    assert len(PROCEDURES) == 6
