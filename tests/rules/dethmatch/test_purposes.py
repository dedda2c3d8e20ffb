"""The purposes that an entry's dice may have, by kind of entry."""

from __future__ import annotations

import pytest

from rules.dethmatch.laws.dice_purposes import PURPOSES, is_for, purposes_in

FOR = [
    ("ammunition", "ammunition lost"),
    ("armor", "blast panels"),
    ("berserk", "berserk"),
    ("bomb", "bomb shaken"),
    ("booster", "booster"),
    ("brake_check", "braking"),
    ("burst_roll", "burst"),
    ("collision", "collision"),
    ("collision_side", "side of the collision"),
    ("crash", "crash table"),
    ("crew_hit", "crew hit"),
    ("critical", "critical"),
    ("damage", "penetration"),
    ("engine", "engine"),
    ("grid_roll", "grid"),
    ("hazard", "maneuver hazard"),
    ("hit", "to hit"),
    ("homing", "heat-seeking"),
    ("initiative", "initiative"),
    ("injury", "toughness"),
    ("landing", "landing"),
    ("leak", "fuel lost"),
    ("loc_check", "keep control"),
    ("loc_roll", "loss of control"),
    ("loc_side", "side of the loss of control"),
    ("marker_drop", "scatter"),
    ("marker_hit", "bomb driven over"),
    ("miss", "to hit"),
    ("mp", "movement points"),
    ("nearest", "the nearest"),
    ("ooa", "toughness"),
    ("option", "option point"),
    ("pit", "pit check"),
    ("recovery", "recovery"),
    ("repair", "repair"),
    ("sealing", "self-sealing"),
    ("seat", "armored seat"),
    ("smoke", "scatter"),
    ("speed", "acceleration"),
    ("speed_lost", "speed lost"),
    ("spin_steps", "steps of the spin"),
    ("status_roll", "Stupid"),
    ("survived", "destroyed vehicle"),
    ("swerve", "swerve"),
    ("target", "berserk target"),
    ("tire", "tires"),
    ("trigger", "bomb triggered"),
    ("veer", "veer"),
    ("weapon", "overheating"),
    ("weapon_hit", "weapon hit"),
    ("wound", "toughness"),
]
"""A purpose of dice for each kind of entry."""


@pytest.mark.rule("DM-M-001")
@pytest.mark.parametrize(("kind", "why"), FOR)
def test_a_die_stands_in_an_entry_of_its_purpose(kind: str, why: str) -> None:
    assert is_for(why, kind)
    assert is_for(f"{why}, against Evil", kind)
    assert is_for(f"{why} of Evil", kind)
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


@pytest.mark.rule("DM-M-001")
def test_dice_of_two_purposes_are_told_apart_whatever_their_details() -> None:
    whys = ("penetration, crack_shot re-roll", "damage, d3", "penetration")
    assert purposes_in(whys, "damage") == {"penetration", "damage"}
    assert purposes_in(("grid of c1", "grid of c2"), "grid_roll") == {"grid"}
