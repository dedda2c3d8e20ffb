"""Designs as documents: valid ones are read, and every error of shape is reported at once."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.document_validation import LONGEST_TEXT, DesignUnreadable, document_of, schema_error_clauses
from rules.rhad.designs.design import Design, parse_damage, read_design
from tests.rules.rhad.paper_cars import PLAIN

WRITTEN: dict[str, Any] = {
    "name": "Plain",
    "base_hc": 3,
    "max_speed": 120,
    "accel": 15,
    "brake": 30,
    "power_plant_dp": 12,
    "tires": [{"end": end, "dp": 8} for end in ("front", "front", "rear", "rear")],
    "armor": {"front": 12, "left": 6, "right": 6, "back": 8, "top": 4, "under": 4},
    "crew": [{"role": "driver"}],
    "weapons": [{"name": "Popgun", "mount": "front", "to_hit": 7, "damage": "1d", "shots": 20, "dp": 3}],
}


@pytest.mark.rule("RH-085")
def test_a_design_is_read_from_its_document_and_written_to_it_again() -> None:
    assert read_design(WRITTEN) == PLAIN
    assert document_of(PLAIN) == WRITTEN
    assert read_design({**WRITTEN, "ruleset": "rhad"}) == PLAIN


@pytest.mark.rule("RH-085")
def test_a_weapon_without_a_number_of_shots_is_never_empty() -> None:
    gun = {"name": "Ray", "mount": "turret", "to_hit": 6, "damage": "2d", "shots": None, "dp": 3}
    assert read_design({**WRITTEN, "weapons": [gun]}).weapons[0].shots is None


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("text", "read"),
    [("1d", (1, 0)), ("2d", (2, 0)), ("1d-1", (1, -1)), ("3d+2", (3, 2)), ("10d-12", (10, -12))],
)
def test_damage_is_dice_and_what_is_added(text: str, read: tuple[int, int]) -> None:
    assert parse_damage(text) == read


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("text", ["", "d", "0d", "1d+0", "1d6", "2d-", "1D", "1d--1", " 1d", "3", "1d+100", "100d"])
def test_other_words_are_no_damage(text: str) -> None:
    with pytest.raises(DesignUnreadable, match="write dice"):
        parse_damage(text)


@pytest.mark.parametrize("document", [None, 3, "car", [], [1], True, 1.5])
def test_what_is_no_object_is_no_design(document: object) -> None:
    assert list(schema_error_clauses(document, Design, "design")) == ["design is no object with fields"]


HAS = (
    "(it has name, base_hc, max_speed, accel, brake, power_plant_dp, tires, armor, crew, accessories, weapons, "
    "ruleset)"
)


@pytest.mark.rule("RH-085")
def test_every_fault_of_shape_is_told_at_once() -> None:
    document = {
        "name": "x" * (LONGEST_TEXT + 1),
        "base_hc": True,
        "max_speed": 120.0,
        "accel": None,
        "brake": "strong",
        "tires": {},
        "armor": {"front": "3", "roof": 4},
        "crew": [{"role": 5}, {}],
        "weapons": [{"name": "a", "mount": "front", "to_hit": 7, "damage": "1d", "shots": "many", "dp": None}],
        "tyres": [],
    }
    assert list(schema_error_clauses(document, Design, "design")) == [
        f"design has no field 'tyres' {HAS}",
        f"design.name is longer than {LONGEST_TEXT} characters",
        "design.base_hc is not a whole number",
        "design.max_speed is not a whole number",
        "design.accel is not a whole number",
        "design.brake is not a whole number",
        "design.tires is no list",
        "design.armor has no field 'roof' (it has front, left, right, back, top, under)",
        "design.armor.front is not a whole number",
        "design.crew 1.role is not a text",
        "design.crew 2 lacks 'role'",
        "design.weapons 1.dp is not a whole number",
        "design.weapons 1.shots is not a whole number",
        "design lacks 'power_plant_dp'",
    ]
    with pytest.raises(DesignUnreadable, match="Fix each of these"):
        read_design(document)


@pytest.mark.rule("RH-085")
def test_the_longest_name_is_read() -> None:
    assert list(schema_error_clauses({**WRITTEN, "name": "x" * LONGEST_TEXT}, Design, "design")) == []
