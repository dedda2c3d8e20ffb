"""Whole procedures as files: a season at its start, commands with their dice, and every fact that must result.

A file of `scenarios/` holds `says` (a sentence), `rules`, `given` (a season as its JSON, without defaults), `play`
and `then`. Each step of `play` has `do`, a command as the journal writes it, or `"due"` for the first command that is
due; `dice`, the faces by path, all of which must be used; and `facts`, all of them, in order and without their rolls,
or `refused`, the name of the refusal, which must change nothing. After `"next_season"`, which has no facts, the steps
go on in the following season. `then` maps places in the season at the end, such as `franchises/razors/balance`, to
their values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rules.campaign.core.codec import command_from_document, fact_document, season_bytes, season_from_json
from rules.campaign.core.command import COMMAND_TYPES, MATCH_STEPS, SEASON_STEPS, Command, tag_of
from rules.campaign.core.facts import FACT_TYPES
from rules.campaign.core.state import Season
from rules.campaign.play.due_commands import due_commands
from rules.campaign.play.perform import perform
from rules.campaign.season_end.off_season import next_season
from rules.core.canonical_json import json_bytes, without_defaults
from rules.core.dice import Dice, FaceImpossible
from rules.core.refusals import Refusal
from rules.match.registry import temporarily_installed
from tests.rules.ladder import LADDER

FOLDER = Path(__file__).parent / "scenarios"
DOCUMENT = Path(__file__).parents[3] / "docs" / "rules" / "scenarios.md"


def scenarios() -> Iterator[Any]:
    """Every file of the folder, as a test case marked with its rules."""
    for path in sorted(FOLDER.glob("*.json")):
        scenario = json.loads(path.read_text(encoding="utf-8"))
        yield pytest.param(scenario, id=path.stem, marks=pytest.mark.rule.with_args(*scenario["rules"]))


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    """Install the ladder ruleset for matches."""
    with temporarily_installed(LADDER):
        yield


def _command(season: Season, do: Any) -> Command:
    """The command of a step, or the first one that is due."""
    if do != "due":
        return command_from_document(do)
    due = due_commands(season)
    assert due, "nothing is due"
    return due[0]


def _performed(season: Season, step: dict[str, Any]) -> list[dict[str, Any]]:
    dice = Dice(loaded=step.get("dice", {}))
    facts = perform(season, _command(season, step["do"]), dice)
    dice.refuse_leftovers()
    return [{name: value for name, value in fact_document(fact).items() if name != "rolls"} for fact in facts]


def _refused(season: Season, step: dict[str, Any]) -> str:
    """The name of the refusal, which must change nothing."""
    before = season_bytes(season)
    with pytest.raises(Refusal) as raised:
        next_season(season) if step["do"] == "next_season" else _performed(season, step)
    assert not isinstance(raised.value, FaceImpossible)
    assert season_bytes(season) == before
    return raised.value.code


def _at(season: Season, place: str) -> Any:
    value: Any = without_defaults(season)
    for part in place.split("/"):
        value = value.get(part) if isinstance(value, dict) else value[int(part)]
        if value is None:
            return None
    return value


@pytest.mark.parametrize("told", list(scenarios()))
def test_a_procedure_goes_as_the_book_has_it(told: dict[str, Any]) -> None:
    season = season_from_json(json_bytes(told["given"]))
    for step in told["play"]:
        if "refused" in step:
            assert _refused(season, step) == step["refused"], step["do"]
        elif step["do"] == "next_season":
            season = next_season(season)
        else:
            assert _performed(season, step) == step["facts"], step["do"]
    assert {place: _at(season, place) for place in told["then"]} == told["then"]


@dataclass
class Shown:
    """What all scenarios cover together: tags of commands and facts, and steps."""

    commands: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    steps: set[str] = field(default_factory=set)

    def play(self, scenario: dict[str, Any]) -> None:
        """Play one scenario and add what it covers."""
        season = season_from_json(json_bytes(scenario["given"]))
        for step in scenario["play"]:
            if "refused" in step:
                continue
            if step["do"] == "next_season":
                season = next_season(season)
                continue
            command = _command(season, step["do"])
            match = season.matches.get(getattr(command, "match", ""))
            self.steps |= {season.step, match.step if match else season.step}
            self.commands.add(tag_of(type(command)))
            self.facts |= {fact["kind"] for fact in _performed(season, step)}


def test_every_step_every_command_and_every_fact_is_in_a_scenario() -> None:
    covered = Shown()
    for case in scenarios():
        covered.play(case.values[0])
    assert set(SEASON_STEPS) - {"closed"} | set(MATCH_STEPS) - {"settled", "void"} <= covered.steps
    assert set(COMMAND_TYPES) - covered.commands == set()
    assert set(FACT_TYPES) - covered.facts == set()


def test_the_document_names_scenarios_there_are() -> None:
    rows = [line for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert len(names) > 60
    assert names - {path.stem for path in FOLDER.glob("*.json")} == set()
