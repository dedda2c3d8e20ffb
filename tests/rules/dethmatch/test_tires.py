"""The damage that rolls do to tires, and the handling it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.designs.design import Design
from rules.dethmatch.driving.handling import maximum_handling
from rules.dethmatch.driving.tires import roll_tires, tire_points
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.state import Control
from tests.rules.dethmatch.boards import PLAIN, Board, Car

GUARDED = replace(PLAIN, components=("wheel_guards",))


def rolled(
    *,
    face: int,
    design: Design = PLAIN,
    tires: str = "",
    switches: Mapping[str, Any] | None = None,
    before: int = 0,
    **how: Any,
) -> int:
    items = [ItemEntry(id="a.tires", kind=f"tire_{tires}", carcass=tires)] if tires else []
    on_tires = Car("a", speed=4, design=design, items=items, tire_damage=before)
    play = Board(on_tires, faces=[face], switches=switches)
    car = play.state.cars["a"]
    points = roll_tires(play, car, **{"bonus": 0, "why": "trial", "weapon": True, **how})
    assert car.tire_damage == before + points
    return points


@pytest.mark.rule("DM-M-111")
@pytest.mark.parametrize(
    ("total", "points"), [(-1, 0), (0, 0), (1, 0), (5, 0), (6, 1), (7, 1), (8, 2), (9, 2), (12, 2)]
)
def test_the_tire_table_has_three_rows(total: int, points: int) -> None:
    assert tire_points(total) == points


@pytest.mark.rule("DM-M-111")
@pytest.mark.parametrize(
    ("face", "bonus", "points"), [(5, 0, 0), (6, 0, 1), (5, 1, 1), (5, 3, 2), (6, 1, 1), (6, 2, 2)]
)
def test_the_bonus_is_added_to_the_die(face: int, bonus: int, points: int) -> None:
    assert rolled(face=face, bonus=bonus) == points


@pytest.mark.rule("DM-M-024", "DM-M-078", "DM-M-111")
@pytest.mark.parametrize(
    ("weapon", "bonus", "points"),
    [(True, 0, 0), (True, 1, 1), (True, 2, 1), (True, 3, 2), (False, 0, 1), (False, 2, 2)],
)
def test_wheel_guards_take_one_off_the_die_against_weapon_fire_alone(weapon: bool, bonus: int, points: int) -> None:
    assert rolled(face=6, bonus=bonus, design=GUARDED, weapon=weapon) == points


@pytest.mark.rule("DM-M-085")
@pytest.mark.parametrize(("needs_base", "face", "points"), [(True, 5, 0), (True, 6, 3), (False, 5, 2), (False, 6, 3)])
def test_what_comes_on_top_needs_a_point_of_the_die_unless_the_house_says_otherwise(
    needs_base: bool, face: int, points: int
) -> None:
    switches = {"dethmatch.collision_tire_bonus_needs_base": needs_base}
    assert rolled(face=face, weapon=False, extra=2, switches=switches) == points


@pytest.mark.rule("DM-M-027")
@pytest.mark.parametrize(("immune", "tires", "points"), [(True, "solid", 0), (False, "solid", 1), (True, "heavy", 1)])
def test_solid_tires_take_no_damage_where_the_house_makes_them_immune(immune: bool, tires: str, points: int) -> None:
    assert rolled(face=6, tires=tires, switches={"dethmatch.foam_tires_immune": immune}) == points


@pytest.mark.rule("DM-M-112")
@pytest.mark.parametrize(
    ("tires", "before", "bonus", "penalty"),
    [
        ("light", 0, 0, 1),
        ("light", 0, 2, 2),
        ("heavy", 0, 0, 0),
        ("heavy", 0, 2, 1),
        ("heavy", 1, 0, 1),
        ("heavy", 1, 2, 1),
        ("puncture_resistant", 2, 0, 1),
        ("puncture_resistant", 1, 0, 0),
        ("solid", 3, 0, 1),
        ("solid", 2, 0, 0),
    ],
)
def test_each_time_the_damage_reaches_their_toughness_maximum_and_current_handling_fall_at_once(
    tires: str, before: int, bonus: int, penalty: int
) -> None:
    items = [ItemEntry(id="a.tires", kind=f"tire_{tires}", carcass=tires)]
    play = Board(Car("a", speed=4, items=items, tire_damage=before), faces=[6])
    car = play.state.cars["a"]
    most, car.handling = maximum_handling(play, car), 2
    roll_tires(play, car, bonus=bonus, why="trial", weapon=True)
    assert (maximum_handling(play, car), car.handling) == (most - penalty, 2 - penalty)


@pytest.mark.rule("DM-M-068", "DM-M-112")
def test_handling_that_tires_bring_below_zero_calls_for_the_check_to_keep_control() -> None:
    play = Board(Car("a", speed=4, handling=0), faces=[6, 4, 1, 1])
    car = play.state.cars["a"]
    roll_tires(play, car, bonus=0, why="trial", weapon=True)
    assert (car.handling, car.control) == (-1, Control.MINOR_SKID)


@pytest.mark.rule("DM-M-111")
def test_the_entry_says_what_was_added_and_what_came_of_it() -> None:
    play = Board(Car("a", speed=4), faces=[6])
    roll_tires(play, play.state.cars["a"], bonus=2, why="shot", weapon=True)
    entry = play.log.entries[0]
    assert (entry.kind, entry.before, entry.after) == ("tire", {"tire_damage": 0}, {"tire_damage": 2})
    assert entry.more == {"bonus": 2, "why": "shot"}
    assert [roll.faces for roll in entry.rolls] == [(6,)]
