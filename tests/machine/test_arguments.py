"""Every field of every command has a source of values, and a field without one is reported."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.campaign.core.command import COMMAND_TYPES, Command
from rules.campaign.core.facts import SUBJECT_TYPES, Fact
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from tests.machine.arguments import OF_COMMAND, FieldUnknown, command, drawn_from, everybodys, spoilt
from tests.machine.scene import NOBODY, among, awaited, bargains, fitting, in_step, some, standing
from tests.rules.campaign.memory_seasons import shopping, signed

EMPTY = Season()


@dataclass(frozen=True, slots=True, kw_only=True)
class PaintCar(Command):
    """A command that no table mentions."""

    colour: bytes

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Do nothing."""
        return []


def test_every_field_of_every_command_is_drawn_from_something() -> None:
    drawn = [drawn_from(row.cls, tag, field.name) for tag, row in COMMAND_TYPES.items() for field in fields(row.cls)]
    assert len(drawn) > 150


def test_a_field_nobody_has_thought_of_is_loud() -> None:
    with pytest.raises(FieldUnknown, match=r"paint_car\.colour is a <class 'bytes'>"):
        drawn_from(PaintCar, "paint_car", "colour")


def test_no_table_speaks_of_what_is_not_there() -> None:
    known = {(tag, field.name) for tag, row in COMMAND_TYPES.items() for field in fields(row.cls)}
    assert OF_COMMAND.keys() - known == set()
    assert {tag for tags in standing(EMPTY) for tag in tags} - COMMAND_TYPES.keys() == set()


@pytest.mark.parametrize("tag", sorted(COMMAND_TYPES))
@settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_command_is_made_of_any_season_and_spoilt_in_one_field(tag: str, data: Any) -> None:
    for season in (EMPTY, signed().season):
        drawn_command = data.draw(command(season, tag, serial=1))
        assert type(drawn_command) is COMMAND_TYPES[tag].cls
        spoilt_command = data.draw(spoilt(season, drawn_command))
        changed = [
            field.name
            for field in fields(drawn_command)
            if getattr(drawn_command, field.name) != getattr(spoilt_command, field.name)
        ]
        assert len(changed) <= 1


def testeverybodys_things_of_every_kind_can_be_named() -> None:
    season = signed().season
    assert [bool(everybodys(season, kind)) for kind in SUBJECT_TYPES[:4]] == [True] * 4
    assert all(everybodys(EMPTY, kind) == [] for kind in SUBJECT_TYPES)


def test_what_fits_has_something_to_be_about() -> None:
    season = signed().season
    assert {"accept_trade", "announce_round"} <= in_step(season)
    assert "announce_round" in fitting(season)
    assert "accept_trade" not in fitting(season)
    assert bargains(season) == []
    season = shopping().season
    assert bargains(season) == ["propose_trade"]
    assert {"end_shopping", "finish_shopping"} <= awaited(season)


@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_an_id_is_one_of_those_that_are_there(data: Any) -> None:
    assert data.draw(among(["b"], ["c"])) == "b"
    assert data.draw(among([], ["c"])) == "c"
    assert data.draw(among([])) == NOBODY
    assert data.draw(some([], most=3)) == []
