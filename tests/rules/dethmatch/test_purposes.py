"""The purposes that an entry's dice may have, by kind of entry."""

from __future__ import annotations

import pytest

from rules.dethmatch.laws.dice_purposes import PURPOSES, is_for

FOR = [
    ("ammunition", "weapon hit"),
    ("armor", "blast panels"),
    ("bomb", "bomb triggered"),
    ("booster", "booster"),
    ("brake_check", "braking"),
    ("collision", "collision"),
    ("collision_side", "side of the collision"),
    ("crash", "crash table"),
    ("critical", "critical"),
    ("damage", "penetration"),
    ("engine", "engine"),
    ("fire", "burst"),
    ("fuel", "engine"),
    ("grid", "grid"),
    ("hazard", "maneuver hazard"),
    ("hit", "to hit"),
    ("initiative", "initiative"),
    ("injury", "toughness"),
    ("landing", "landing"),
    ("loc_check", "keep control"),
    ("loc_result", "loss of control"),
    ("marker_drop", "bomb triggered"),
    ("marker_hit", "bomb driven over"),
    ("miss", "to hit"),
    ("mp", "movement points"),
    ("nearest", "the nearest"),
    ("ooa", "toughness"),
    ("option", "option point"),
    ("pit", "pit check"),
    ("recovery", "recovery"),
    ("repair", "repair"),
    ("seat", "armored seat"),
    ("smoke", "scatter"),
    ("speed", "acceleration"),
    ("status_roll", "Stupid"),
    ("survived", "destroyed vehicle"),
    ("swerve", "swerve"),
    ("target", "berserk"),
    ("tire", "tires"),
    ("veer", "veer"),
    ("weapon", "overheating"),
    ("wound", "toughness"),
]
"""A purpose of dice for each kind of entry."""


@pytest.mark.rule("DM-M-001")
@pytest.mark.parametrize(("kind", "why"), FOR)
def test_a_die_stands_in_an_entry_of_its_purpose(kind: str, why: str) -> None:
    assert is_for(why, kind)
    assert is_for(f"{why}, against Evil", kind)
    assert is_for(f"Evil for the {why}", kind)
    assert not is_for(f"{why} again", kind)


@pytest.mark.rule("DM-M-001")
def test_every_kind_that_holds_dice_is_among_them() -> None:
    assert [kind for kind, _ in FOR] == list(PURPOSES)


@pytest.mark.rule("DM-M-001")
@pytest.mark.parametrize(
    ("kind", "why"), [("hit", "damage"), ("fuel", "tires"), ("marker_hit", "scatter"), ("turn", "to hit")]
)
def test_a_die_of_another_purpose_does_not(kind: str, why: str) -> None:
    assert not is_for(why, kind)
