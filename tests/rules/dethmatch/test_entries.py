"""Fields of an entry that are not given have plain defaults, so that a log without them is always read the
same way.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from rules.dethmatch.editions import EDITION
from rules.dethmatch.match.entries import CarEntry, CrewEntry, ItemEntry, MatchSetup, TeamEntry
from tests.rules.dethmatch.boards import PLAIN

FIXTURE: dict[str, Any] = {"match": "m1", "event": "lap_race", "track": "foundry_row", "teams": ()}


def unsaid(entry: object, *given: str) -> dict[str, Any]:
    """The fields of an entry that were not given when it was made."""
    return {field.name: getattr(entry, field.name) for field in fields(entry) if field.name not in given}  # type: ignore[arg-type]


@pytest.mark.rule("DM-M-007")
def test_a_competitor_of_whom_nothing_is_said_has_rank_three_in_every_trait() -> None:
    ranks = {"driving": 3, "gunnery": 3, "initiative": 3, "toughness": 3}
    assert unsaid(CrewEntry(id="razor"), "id") == {**ranks, "talents": (), "quirks": {}, "worn": ()}


@pytest.mark.rule("DM-M-026", "DM-M-040")
def test_a_car_of_which_nothing_is_said_is_geared_plainly_and_has_no_criticals() -> None:
    car = CarEntry(id="a", design=PLAIN, driver="razor")
    plain = {"gunner": "", "items": (), "gearing": 0, "height": "", "criticals": 0}
    assert unsaid(car, "id", "design", "driver") == plain


@pytest.mark.rule("DM-M-026", "DM-M-039")
def test_an_item_of_which_nothing_is_said_is_as_its_kind_is() -> None:
    item = ItemEntry(id="one", kind="gear_set")
    assert (item.mount, item.gearing, item.rolled, item.ammunition, item.backwards) == ("", 0, {}, None, False)


@pytest.mark.rule("DM-M-038", "DM-M-127", "DM-M-129")
def test_a_team_of_which_nothing_is_said_has_the_least_mechanic_no_sponsor_and_no_kit() -> None:
    team = TeamEntry(id="razors", cars=(), crew=())
    least = {"mechanic": 1, "pit_bonus": 0, "mechanics": (), "kit_uses": 0, "stores": ()}
    assert unsaid(team, "id", "cars", "crew") == least


@pytest.mark.rule("DM-M-040", "DM-M-128", "DM-M-136", "DM-M-140")
def test_a_match_of_which_nothing_is_said_has_the_laps_and_heats_of_its_event() -> None:
    plain = {"laps": 0, "heats": 0, "switches": {}, "profiles": {}, "edition": EDITION, "drawn": {}}
    assert unsaid(MatchSetup(**FIXTURE), *FIXTURE) == plain
