"""Whole procedures as files: a season as it stands, commands with their dice, and every fact that must come of them.

A file of `scenarios/` holds `says` (a sentence), `rules`, `given` (a season as its JSON, defaults left out), `play`
and `then`. Each step of `play` has `do`, a command as the journal writes it, or `"due"` for what the season does by
itself; `dice`, the faces by path, none left over; and `facts`, all of them, in order and without their rolls, or
`refused`, the name of the refusal, which leaves every byte as it was. After `"next_season"`, which has no facts, the
season that follows is played on. `then` maps places in the season at the end, such as `franchises/razors/balance`,
to what stands there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rules.campaign.core.codec import command_from_document, fact_document, season_from_json
from rules.campaign.core.command import COMMAND_TYPES, MATCH_STEPS, SEASON_STEPS, Command, tag_of
from rules.campaign.core.facts import FACT_TYPES
from rules.campaign.core.season_json import season_bytes
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
    """Every file of the folder, under its name and its rules."""
    for path in sorted(FOLDER.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        yield pytest.param(told, id=path.stem, marks=pytest.mark.rule.with_args(*told["rules"]))


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    """A ruleset that matches may be given to."""
    with temporarily_installed(LADDER):
        yield


def _command(season: Season, do: Any) -> Command:
    """What a step gives: the command written in it, or the first that is due."""
    if do != "due":
        return command_from_document(do)
    named = due_commands(season)
    assert named, "nothing is due"
    return named[0]


def _performed(season: Season, step: dict[str, Any]) -> list[dict[str, Any]]:
    dice = Dice(loaded=step.get("dice", {}))
    facts = perform(season, _command(season, step["do"]), dice)
    dice.refuse_leftovers()
    return [{name: value for name, value in fact_document(fact).items() if name != "rolls"} for fact in facts]


def _refused(season: Season, step: dict[str, Any]) -> str:
    """The name of the refusal, which left every byte as it was."""
    before = season_bytes(season)
    with pytest.raises(Refusal) as no:
        next_season(season) if step["do"] == "next_season" else _performed(season, step)
    assert not isinstance(no.value, FaceImpossible)
    assert season_bytes(season) == before
    return no.value.code


def _at(season: Season, place: str) -> Any:
    found: Any = without_defaults(season)
    for part in place.split("/"):
        found = found.get(part) if isinstance(found, dict) else found[int(part)]
        if found is None:
            return None
    return found


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
    """What the scenarios play together: commands by tag, facts by tag, and the steps they are given in."""

    commands: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    steps: set[str] = field(default_factory=set)

    def play(self, told: dict[str, Any]) -> None:
        """Play one scenario and add what it shows."""
        season = season_from_json(json_bytes(told["given"]))
        for step in told["play"]:
            if "refused" in step:
                continue
            if step["do"] == "next_season":
                season = next_season(season)
                continue
            command = _command(season, step["do"])
            match = season.matches.get(getattr(command, "match", ""))
            self.steps |= {season.step, match.step if match else season.step}
            self.commands.add(tag_of(type(command)))
            self.facts |= {each["kind"] for each in _performed(season, step)}


def test_every_step_every_command_and_every_fact_is_in_a_scenario() -> None:
    shown = Shown()
    for case in scenarios():
        shown.play(case.values[0])
    assert set(SEASON_STEPS) - {"closed"} | set(MATCH_STEPS) - {"settled", "void"} <= shown.steps
    assert set(COMMAND_TYPES) - shown.commands == set()
    assert set(FACT_TYPES) - shown.facts == set()


def test_the_document_names_scenarios_there_are() -> None:
    rows = [line for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 60
    assert named - {path.stem for path in FOLDER.glob("*.json")} == set()
