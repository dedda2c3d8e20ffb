"""Whole procedures as files: a season as it stands, commands with their dice, and every fact that must come of them.

A file of `scenarios/` holds `says` (a sentence), `rules`, `given` (a season as its JSON, defaults left out), `play`
and `then`. Each step of `play` has `do`, a command as the journal writes it, or `"due"` for what the season does by
itself; `dice`, the faces by path, none left over; and `facts`, all of them, in order and without their rolls, or
`refused`, the name of the refusal, which leaves every byte as it was. `then` maps places in the season at the end,
such as `franchises/razors/balance`, to what stands there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.campaign.codec import command_from, fact_document, json_bytes, plain, season_bytes, season_from
from rules.campaign.command import Command
from rules.campaign.perform import due, perform
from rules.campaign.state import Season
from rules.dice import Dice, FaceImpossible
from rules.refusal import Refusal

FOLDER = Path(__file__).parent / "scenarios"


def scenarios() -> Iterator[Any]:
    """Every file of the folder, under its name and its rules."""
    for path in sorted(FOLDER.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        yield pytest.param(told, id=path.stem, marks=pytest.mark.rule.with_args(*told["rules"]))


def _performed(season: Season, step: dict[str, Any]) -> list[dict[str, Any]]:
    faces = step.get("dice", {})
    dice = Dice(loaded=faces)
    commands: list[Command] = due(season)[:1] if step["do"] == "due" else [command_from(step["do"])]
    assert commands, "nothing is due"
    facts = perform(season, commands[0], dice)
    dice.refuse_leftovers()
    return [{name: value for name, value in fact_document(each).items() if name != "rolls"} for each in facts]


def _at(season: Season, place: str) -> Any:
    found: Any = plain(season)
    for part in place.split("/"):
        found = found.get(part) if isinstance(found, dict) else found[int(part)]
        if found is None:
            return None
    return found


@pytest.mark.parametrize("told", list(scenarios()))
def test_a_procedure_goes_as_the_book_has_it(told: dict[str, Any]) -> None:
    season = season_from(json_bytes(told["given"]))
    for step in told["play"]:
        if "refused" in step:
            before = season_bytes(season)
            with pytest.raises(Refusal) as no:
                _performed(season, step)
            assert no.value.code == step["refused"]
            assert not isinstance(no.value, FaceImpossible)
            assert season_bytes(season) == before
        else:
            assert _performed(season, step) == step["facts"], step["do"]
    assert {place: _at(season, place) for place in told["then"]} == told["then"]


def test_there_is_a_scenario_for_every_step_and_every_awkward_case() -> None:
    assert len(list(scenarios())) >= 92
