"""A design is read from its document, and every error in the document's shape is reported at once."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.core.document_validation import DesignUnreadable, document_of, schema_error_clauses
from rules.dethmatch.designs.design import Armor, Design, Mount, read_design
from rules.dethmatch.designs.design_errors import document_errors
from tests.rules.dethmatch.paper_cars import PLAIN, changed

DOCUMENT: dict[str, Any] = {
    "name": "Plain Jane",
    "engine": 40,
    "suspension": 48,
    "fuel": 192,
    "toughness": 2,
    "armor_points": 12,
    "armor": {"front": 3, "rear": 3, "left": 3, "right": 3},
    "components": ["wheel_guards"],
    "mounts": [
        {"id": "gun", "type": "light"},
        {"id": "rack", "type": "rocket"},
        {"id": "tail", "type": "special", "facing": "rear"},
    ],
}


def test_a_document_is_read_and_written_the_same() -> None:
    assert read_design(DOCUMENT) == PLAIN
    assert document_of(PLAIN) == DOCUMENT


@pytest.mark.rule("DM-M-010", "DM-M-025")
def test_what_a_document_leaves_out_is_at_its_default() -> None:
    least = read_design({"name": "Hulk", "engine": 4, "suspension": 6, "fuel": 16, "toughness": 1})
    assert least == Design(name="Hulk", engine=4, suspension=6, fuel=16, toughness=1)
    assert least.armor == Armor(front=0, rear=0, left=0, right=0)
    assert (least.armor_points, least.gearing, least.mounts) == (0, 0, ())


HAS = (
    "(it has name, engine, suspension, fuel, toughness, armor_points, armor, tweaks, adjustable, components, mounts, "
    "gearing)"
)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"engine": "40"}, "design.engine is not a whole number"),
        ({"engine": 4.5}, "design.engine is not a whole number"),
        ({"engine": True}, "design.engine is not a whole number"),
        ({"name": 7}, "design.name is not a text"),
        ({"name": "x" * 61}, "design.name is longer than 60 characters"),
        ({"wings": 2}, f"design has no field 'wings' {HAS}"),
        ({"armor": 12}, "design.armor is no object with fields"),
        ({"armor": {"top": 1}}, "design.armor has no field 'top' (it has front, rear, left, right)"),
        ({"armor": {"front": None}}, "design.armor.front is not a whole number"),
        ({"components": "wheel_guards"}, "design.components is no list"),
        ({"components": [3]}, "design.components 1 is not a text"),
        ({"mounts": [{"id": "gun"}]}, "design.mounts 1 lacks 'type'"),
        ({"mounts": [{"id": "gun", "type": "light"}, []]}, "design.mounts 2 is no object with fields"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(change: dict[str, Any], wrong: str) -> None:
    assert list(schema_error_clauses({**DOCUMENT, **change}, Design, "design")) == [wrong]
    with pytest.raises(DesignUnreadable, match=re.escape(wrong)):
        read_design({**DOCUMENT, **change})


@pytest.mark.parametrize("length", [59, 60])
def test_a_name_may_have_60_characters(length: int) -> None:
    assert list(schema_error_clauses({**DOCUMENT, "name": "x" * length}, Design, "design")) == []


@pytest.mark.parametrize("document", [None, [], "a car", 60])
def test_what_is_no_object_is_no_design(document: object) -> None:
    with pytest.raises(DesignUnreadable, match="design is no object with fields"):
        read_design(document)


@pytest.mark.rule("DM-M-036")
def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(DesignUnreadable) as raised:
        read_design({"name": 1, "engine": "fast", "fuel": 16, "toughness": 1, "wings": []})
    assert raised.value.sentence == (
        f"The design cannot be read: design has no field 'wings' {HAS}; design.name is not a text; design.engine is "
        "not a whole number; design lacks 'suspension'. Fix each of these."
    )


@pytest.mark.rule("DM-M-029")
@pytest.mark.parametrize(
    ("tweaks", "height", "travel"),
    [
        ((), "normal", "normal"),
        (("lowered",), "lowered", "normal"),
        (("raised", "increased_travel"), "raised", "increased"),
        (("decreased_travel", "lowered"), "lowered", "decreased"),
    ],
)
def test_tweaks_say_height_and_travel(tweaks: tuple[str, ...], height: str, travel: str) -> None:
    design = changed(tweaks=tweaks)
    assert (design.height, design.travel, design.heights) == (height, travel, (height,))


@pytest.mark.rule("DM-M-022")
@pytest.mark.parametrize("setting", ["raised", "lowered"])
def test_an_adjustable_suspension_has_two_settings(setting: str) -> None:
    design = changed(adjustable=setting)
    assert (design.height, design.heights) == ("normal", ("normal", setting))


def test_a_mount_is_found_by_its_id() -> None:
    assert PLAIN.mount("rack") == Mount(id="rack", type="rocket")
    assert PLAIN.mount("roof") is None


@pytest.mark.rule("DM-M-025")
def test_armor_is_asked_by_quadrant() -> None:
    armor = Armor(front=4, rear=3, left=2, right=1)
    assert [armor.on(side) for side in ("front", "rear", "left", "right")] == [4, 3, 2, 1]
    assert armor.total == 10


@pytest.mark.rule("DM-M-011", "DM-M-036")
def test_a_name_or_a_list_that_is_too_long_hides_nothing_the_rules_tell() -> None:
    document = document_of(PLAIN)
    long = document | {"name": "x" * 61}
    (alone,) = document_errors(long, budget=60)
    assert alone.sentence == (
        "The design cannot be read: design.name is longer than 60 characters. Fix each of these."
    )
    assert [document_error.code for document_error in document_errors(long, budget=59)] == [
        "unreadable",
        "over_budget",
    ]
    errors = document_errors(long | {"engine": 5, "tweaks": ["lowered"] * 41}, budget=60)
    assert [error.code for error in errors[:3]] == ["unreadable", "bad_step", "part_twice"]
    assert errors[0].sentence == (
        "The design cannot be read: design.name is longer than 60 characters; design.tweaks has more than 40 "
        "entries. Fix each of these. What else is told is of what stands within that."
    )
    assert errors[2].sentence == "The tweak 'lowered' stands there 40 times: name it once."


@pytest.mark.rule("DM-M-011", "DM-M-012", "DM-M-025", "DM-M-026")
def test_a_figure_that_was_cut_is_told_as_that() -> None:
    vast = {
        "engine": 10**30,
        "suspension": -(10**30),
        "toughness": 10**9,
        "armor_points": -(10**30),
        "gearing": 10**30,
    }
    armor = {"front": 10**30, "left": -(10**30)}
    sentences = [
        document_error.sentence
        for document_error in document_errors(document_of(PLAIN) | vast | {"armor": armor}, budget=60)
    ]
    most, least = "1000000000 or more", "-1000000000 or less"
    for sentence in (
        f"The suspension of {least} is below 6: buy at least that.",
        f"The vehicle toughness of {most} is not 1 to 4: choose one.",
        f"The front has {most} of {least} armor points: give it no more than half.",
        f"The left has {least} armor: give it 0 or more.",
        f"Left has {least} armor and right 0: make them equal.",
        f"The gearing of {most} is not -1, 0 or +1: choose one.",
    ):
        assert sentence in sentences
    assert not any("multiple" in reported for reported in sentences)


@pytest.mark.rule("DM-M-010", "DM-M-036")
@pytest.mark.parametrize("engine", [10**9, 10**30])
def test_a_figure_beyond_counting_is_far_more_than_a_budget(engine: int) -> None:
    (dear,) = document_errors(document_of(PLAIN) | {"engine": engine}, budget=60)
    assert dear.sentence == "Plain Jane takes far more DP than the 60 the car has: buy less."
