"""A design is read from its document, and everything wrong with the document's shape is said at once."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.design import Armor, Design, Mount, read_design, shape_of
from rules.shape import DesignUnreadable, document_of
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


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"engine": "40"}, "design.engine is not a whole number"),
        ({"engine": 4.5}, "design.engine is not a whole number"),
        ({"engine": True}, "design.engine is not a whole number"),
        ({"name": 7}, "design.name is not a text"),
        ({"name": "x" * 61}, "design.name is longer than 60 characters"),
        ({"wings": 2}, "design has no field 'wings'"),
        ({"armor": 12}, "design.armor is no object with fields"),
        ({"armor": {"top": 1}}, "design.armor has no field 'top'"),
        ({"armor": {"front": None}}, "design.armor.front is not a whole number"),
        ({"components": "wheel_guards"}, "design.components is no list"),
        ({"components": [3]}, "design.components 1 is not a text"),
        ({"mounts": [{"id": "gun"}]}, "design.mounts 1 lacks 'type'"),
        ({"mounts": [{"id": "gun", "type": "light"}, []]}, "design.mounts 2 is no object with fields"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(change: dict[str, Any], wrong: str) -> None:
    assert shape_of({**DOCUMENT, **change}) == [wrong]
    with pytest.raises(DesignUnreadable, match=wrong):
        read_design({**DOCUMENT, **change})


@pytest.mark.parametrize("length", [59, 60])
def test_a_name_may_have_60_characters(length: int) -> None:
    assert shape_of({**DOCUMENT, "name": "x" * length}) == []


@pytest.mark.parametrize("document", [None, [], "a car", 60])
def test_what_is_no_object_is_no_design(document: object) -> None:
    with pytest.raises(DesignUnreadable, match="design is no object with fields"):
        read_design(document)


@pytest.mark.rule("DM-M-036")
def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(DesignUnreadable) as no:
        read_design({"name": 1, "engine": "fast", "fuel": 16, "toughness": 1, "wings": []})
    assert no.value.sentence == (
        "The design cannot be read: design has no field 'wings'; design.name is not a text; design.engine is not a "
        "whole number; design lacks 'suspension'. Mend each of these."
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
    assert [armor.on(each) for each in ("front", "rear", "left", "right")] == [4, 3, 2, 1]
    assert armor.total == 10
