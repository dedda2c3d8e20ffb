"""What the drawing boards show of designs: the points by part, the figures of the car, and its outline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from rules.match.drawing_board import (
    CHOICE,
    EITHER,
    FIGURE,
    FIGURES,
    GROUP,
    REQUIRED,
    ROWS,
    TICKS,
    WORDS,
    Arc,
    DrawingBoard,
    FieldNote,
    HasDrawingBoard,
    Outline,
    Plate,
    PointsAccount,
    error_location,
    parts_of,
)
from rules.match.registry import get_ruleset, rulesets

BOARDS: dict[str, DrawingBoard] = {
    ruleset.name: ruleset.board for ruleset in rulesets() if isinstance(ruleset, HasDrawingBoard)
}
NOTHING_READ = ({}, {"engine": []}, {"name": 3, "armor": "thick"})


def account(book: str, design: dict[str, Any], *, dp: int = 60, **switches: Any) -> PointsAccount:
    """The points account of a design."""
    points_account = BOARDS[book].account(design, dp=dp, switches=switches)
    assert points_account is not None
    return points_account


def printed(book: str) -> Iterator[dict[str, Any]]:
    """Every design printed in the book."""
    yield from BOARDS[book].printed().values()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A part with two fields."""

    size: int
    rim: str = "steel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cart:
    """A design with a part of each type."""

    name: str
    color: str
    load: int = 3
    brakes: int | None = None
    extras: tuple[str, ...] = ()
    ratios: tuple[int, ...] = ()
    axle: Wheel
    wheels: tuple[Wheel, ...] = ()
    motor: Any
    straps: tuple[Any, ...] = ()


NOTES = {
    "color": FieldNote(choices=(("red", "red"),)),
    "extras": FieldNote(choices=(("bell", "bell"),)),
    "motor": FieldNote(choices=(("ox", "ox"),), written_out=Wheel),
    "straps": FieldNote(choices=(("rope", "rope"),), written_out=Wheel),
    "wheels.rim": FieldNote(label="rim", choices=(("steel", "steel"),)),
}


def test_the_parts_of_a_design_are_the_fields_of_its_dataclass() -> None:
    parts = {part.name: part for part in parts_of(Cart, NOTES)}
    assert {name: part.kind for name, part in parts.items()} == {
        "name": WORDS, "color": CHOICE, "load": FIGURE, "brakes": FIGURE, "extras": TICKS, "ratios": FIGURES,
        "axle": GROUP, "wheels": ROWS, "motor": EITHER, "straps": ROWS,
    }  # fmt: skip
    assert (parts["name"].default, parts["load"].default, parts["brakes"].may_be_left) == (REQUIRED, 3, True)
    assert [part.name for part in parts["wheels"].parts] == ["size", "rim"]
    assert [(part.name, part.kind) for part in parts["straps"].parts] == [("", EITHER)]
    assert parts["wheels"].parts[1].kind == CHOICE
    assert DrawingBoard(design=Cart, unasked=("load",)).parts({})[2].name == "brakes"


@pytest.mark.rule("DM-M-011", "DM-M-012", "FW-001", "FW-002", "RH-022", "RH-085", "CC-070", "CC-074")
def test_figures_have_the_bounds_and_steps_of_their_book() -> None:
    def bounds(book: str, name: str, **switches: Any) -> tuple[int | None, int | None, int]:
        note = BOARDS[book].notes(switches)[name]
        return note.least, note.most, note.step

    assert FieldNote().step == 1
    assert [bounds("dethmatch", figure) for figure in ("engine", "suspension", "fuel")] == [
        (4, None, 4), (6, None, 6), (16, None, 16),
    ]  # fmt: skip
    assert bounds("dethmatch", "toughness") == (1, 4, 1)
    assert [bounds("dethmatch", figure)[0] for figure in ("armor_points", "armor.front")] == [0, 0]
    assert [bounds("formule", figure) for figure in ("tires", "armor")] == [(1, 35, 1), (0, 35, 1)]
    assert bounds("formule", "tires", **{"formule.max_tires": 8}) == (1, 8, 1)
    assert [bounds("rhad", figure) for figure in ("base_hc", "max_speed")] == [(-2, 6, 1), (20, 300, 5)]
    assert [bounds("rhad", figure) for figure in ("tires.dp", "armor.top", "weapons.to_hit", "weapons.shots")] == [
        (1, 20, 1), (0, 60, 1), (2, 12, 1), (1, 50, 1),
    ]  # fmt: skip
    assert bounds("rhad", "weapons.dp") == (1, 10, 1)
    assert [bounds("carcult", figure)[0] for figure in ("engine.plug", "engine.az", "cards.az")] == [1, 1, 1]
    armor = [key for key, _ in BOARDS["carcult"].notes({})["cards"].choices if key.startswith("armor")]
    assert armor == ["armor_1", "armor_2", "armor_3", "armor_4"]


@pytest.mark.rule("DM-M-030", "FW-010", "RH-085", "CC-030")
def test_a_car_comes_to_what_others_are_compared_by() -> None:
    first = {book: next(printed(book)) for book in BOARDS}
    figures = {book: BOARDS[book].figures(first[book], switches={}) for book in BOARDS}
    assert figures["dethmatch"] == {
        "weight": 13, "acceleration": 3, "maximum handling": 4, "overload": 0, "fuel points": 8, "toughness": 2,
        "armor": 9, "mounts": 3,
    }  # fmt: skip
    assert figures["carcult"] == {
        "AZ": 10, "speed tokens, undamaged": 4, "plug": 2, "inches at most": 18, "crew cards": 1, "armor": 2,
        "weapons": 1, "furthest range": 12,
    }  # fmt: skip
    unarmed = {**first["formule"], "weapons": []}
    assert BOARDS["formule"].figures(unarmed, switches={})["furthest reach"] == 0
    assert figures["rhad"]["seats"] == len(first["rhad"]["crew"])


@pytest.mark.parametrize("book", BOARDS)
@pytest.mark.parametrize("document", NOTHING_READ)
def test_what_cannot_be_read_has_no_account_no_figures_and_no_outline(book: str, document: dict[str, Any]) -> None:
    board = BOARDS[book]
    assert board.account(document, dp=60, switches={}) is None
    assert board.figures(document, switches={}) == {}
    assert board.outline(document, switches={}) == Outline()


@pytest.mark.parametrize("book", BOARDS)
def test_every_printed_design_has_an_account_figures_and_an_outline(book: str) -> None:
    board = BOARDS[book]
    for design in printed(book):
        design_account = account(book, design)
        assert design_account.spent > 0
        assert board.figures(design, switches={})
        assert board.outline(design, switches={}) != Outline()


@pytest.mark.rule("DM-M-010", "DM-M-011", "DM-M-013")
def test_a_dethmatch_account_says_what_each_part_took() -> None:
    points_account = account("dethmatch", next(printed("dethmatch")))
    assert (points_account.spent, points_account.budget, points_account.points) == (60, 60, "DP")
    assert points_account.by_part == {
        "engine": 10, "suspension": 8, "fuel": 18, "armor_points": 9, "toughness": 6,
        "mounts.0": 6, "mounts.1": 3, "mounts.2": 0,
    }  # fmt: skip
    with_seat = {**next(printed("dethmatch")), "components": ["armored_seat_driver", "wheel_guards"]}
    assert account("dethmatch", {**with_seat, "adjustable": "raised"}).by_part["components"] == 6
    assert account("dethmatch", {**with_seat, "adjustable": "raised"}).by_part["adjustable"] == 9
    priced = account("dethmatch", next(printed("dethmatch")), **{"dethmatch.special_mount_dp": 4})
    assert (priced.spent, priced.by_part["mounts.2"]) == (64, 4)


@pytest.mark.rule("FW-001", "FW-023")
def test_a_formule_account_is_in_build_points_and_counts_links() -> None:
    design = next(car for car in printed("formule") if car.get("weapons"))
    linked = {**design, "weapons": [{"key": "mg", "mount": "front", "link": "teeth"}] * 2, "equipment": ["bumper"]}
    points_account = account("formule", linked)
    assert (
        points_account.by_part["weapons"],
        points_account.by_part["weapons.0"],
        points_account.by_part["equipment"],
    ) == (5, 2, 3)
    assert (points_account.budget, points_account.points, points_account.by_part["tires"]) == (
        35,
        "build points",
        design["tires"],
    )


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("design", list(printed("rhad")))
def test_the_parts_of_a_rhad_account_come_to_what_the_car_takes(design: dict[str, Any]) -> None:
    points_account = account("rhad", design)
    assert sum(points for place, points in points_account.by_part.items() if "." not in place) == points_account.spent
    assert account("rhad", design, **{"rhad.budget": "none"}).budget is None
    assert BOARDS["rhad"].account({**design, "base_hc": 40}, dp=60, switches={}) is None


@pytest.mark.rule("CC-070")
def test_a_car_cult_account_is_in_the_action_zones_of_a_team() -> None:
    points_account = account("carcult", {"name": "Fuse", "engine": "buzzbox", "cards": ["machine_gun", "armor_3"]})
    assert points_account == PointsAccount(
        spent=9, budget=30, points="AZ of a team", short="AZ", by_part={"engine": 4, "cards.0": 2, "cards.1": 3}
    )


@pytest.mark.rule("DM-M-009", "DM-M-014", "DM-M-019")
def test_a_dethmatch_car_is_seen_with_its_armor_and_the_arcs_of_its_mounts() -> None:
    design = next(printed("dethmatch"))
    mounts = [
        {"id": "a", "type": "light"},
        {"id": "b", "type": "light", "traverse": "swivel", "facing": "rear"},
        {"id": "c", "type": "heavy", "traverse": "turret"},
        {"id": "d", "type": "light", "facing": "left"},
        {"id": "e", "type": "special", "facing": "left_rear"},
    ]
    board = BOARDS["dethmatch"]
    outline = board.outline({**design, "mounts": mounts}, switches={})
    assert outline.plates == (
        Plate(side="front", toward=0, points=3),
        Plate(side="rear", toward=180, points=2),
        Plate(side="left", toward=270, points=2),
        Plate(side="right", toward=90, points=2),
    )
    assert [(arc.toward, arc.width) for arc in outline.arcs] == [(0, 90), (180, 180), (0, 360), (270, 90), (225, 90)]
    wide = board.outline({**design, "mounts": mounts}, switches={"dethmatch.front_arc_degrees": 120})
    assert [(arc.toward, arc.width) for arc in wide.arcs][::3] == [(0, 120), (270, 60)]
    corners = [{"id": f"m{n}", "type": "special", "facing": facing} for n, facing in enumerate(
        ("left_front", "right_front", "left_rear", "right_rear")
    )]  # fmt: skip
    slanted = board.outline({**design, "mounts": corners}, switches={})
    assert [arc.toward for arc in slanted.arcs] == [315, 45, 225, 135]


@pytest.mark.rule("FW-032", "RH-085", "CC-004")
def test_weapons_of_the_other_books_bear_on_quarters_wedges_and_all_round() -> None:
    sides = ("front", "right", "rear", "left", "turret")
    car = {**next(printed("formule")), "weapons": [{"key": "mg", "mount": side} for side in sides]}
    outline = BOARDS["formule"].outline(car, switches={})
    assert [(arc.toward, arc.width) for arc in outline.arcs] == [(0, 90), (90, 90), (180, 90), (270, 90), (0, 360)]
    gun = {"name": "Gun", "to_hit": 7, "damage": "1d", "dp": 3}
    car = {**next(printed("rhad")), "weapons": [{**gun, "mount": mount} for mount in ("back", "turret")]}
    rhad = BOARDS["rhad"].outline(car, switches={})
    assert [(arc.toward, arc.width) for arc in rhad.arcs] == [(180, 120), (0, 360)]
    assert [name for name, _ in rhad.inside] == ["top", "under"]
    cult = BOARDS["carcult"].outline({"name": "Ox", "engine": "hauler", "cards": ["ram", "armor_2"]}, switches={})
    assert cult == Outline(
        arcs=(Arc(called="reinforced ram: contact, no inches", toward=0, width=360),),
        inside=(("armor", 2), ("AZ", 10)),
    )


def test_what_house_rules_leave_out_is_not_on_offer() -> None:
    (cards,) = (part for part in BOARDS["carcult"].parts({}) if part.name == "cards")
    (more,) = (part for part in BOARDS["carcult"].parts({"carcult.turbo": True}) if part.name == "cards")
    assert {key for key, _ in more.note.choices} - {key for key, _ in cards.note.choices} == {"turbo"}


def test_every_design_that_can_be_added_to_rows_is_one_the_book_knows() -> None:
    for book, board in BOARDS.items():
        design = next(printed(book))
        for part in board.parts({}):
            for item in part.note.items if part.kind == ROWS else ():
                grown = {**design, part.name: [*design.get(part.name, []), item.holds]}
                errors = get_ruleset(book).design_errors(grown, dp=200, gunner_station=True, gearing=0, switches={})
                assert not {"unreadable", "unknown_part", "unknown_card", "unknown_weapon"} & {
                    error.code for error in errors
                }


@pytest.mark.rule("DM-M-036")
@pytest.mark.parametrize(
    ("book", "change", "places"),
    [
        ("dethmatch", {"engine": 41}, {"engine"}),
        ("dethmatch", {"fuel": 0}, {"fuel"}),
        ("dethmatch", {"toughness": 9}, {"toughness"}),
        ("dethmatch", {"armor": {"front": 9}}, {"armor.front"}),
        ("dethmatch", {"armor": {"front": 3, "rear": 2, "left": 3, "right": 1}}, {"armor"}),
        ("dethmatch", {"mounts": [{"id": "a", "type": "light", "facing": "left_front"}]}, {"mounts.0.facing"}),
        ("dethmatch", {"mounts": [{"id": "a", "type": "light"}, {"id": "a", "type": "light"}]}, {"mounts"}),
        ("dethmatch", {"mounts": [{"id": "a", "type": "light", "link": "b"}]}, {"mounts.0.link"}),
        ("dethmatch", {"tweaks": ["lowered", "raised"]}, {"tweaks"}),
        ("formule", {"tires": 0}, {"tires"}),
        ("formule", {"road_holding": 0}, {"road_holding"}),
        ("formule", {"weapons": [{"key": "mg", "mount": "roof"}]}, {"weapons.0.mount"}),
        ("formule", {"equipment": ["bumper", "bumper"]}, {"equipment"}),
        ("rhad", {"max_speed": 301}, {"max_speed"}),
        ("rhad", {"tires": [{"end": "front", "dp": 30}, {"end": "rear", "dp": 8}]}, {"tires.0.dp"}),
        ("rhad", {"crew": []}, {"crew"}),
        ("rhad", {"base_hc": 9}, {"base_hc"}),
        ("carcult", {"engine": "steam"}, {"engine"}),
        ("carcult", {"engine": {"plug": 9, "track": [4, 3, 8, 9], "plus": [1]}}, {"engine.plug", "engine.track"}),
        ("carcult", {"cards": ["armor_9", "dangerous_driver"]}, set()),
        ("carcult", {"cards": ["dangerous_driver", "turbo"]}, {"cards.1"}),
        ("carcult", {"cards": ["turbo", "dangerous_driver"]}, {"cards.0"}),
        ("carcult", {"name": ""}, {"name"}),
    ],
)
def test_a_fault_stands_beside_the_field_it_is_about(book: str, change: dict[str, Any], places: set[str]) -> None:
    board = BOARDS[book]
    design = {**next(iter(board.printed().values())), **change}
    faults = get_ruleset(book).design_errors(design, dp=60, gunner_station=False, gearing=0, switches={})
    assert faults
    assert {error_location(fault, board.parts({}), design) for fault in faults} - {""} >= places


@pytest.mark.rule("RH-085")
def test_a_rhad_board_says_what_a_design_point_buys() -> None:
    notes = BOARDS["rhad"].notes({})
    assert {name: notes[name].means for name in ("base_hc", "max_speed", "accel", "brake", "power_plant_dp")} == {
        "base_hc": "0, 1, 2, 4, 6, 9, 12, 16, 20 DP for -2 to 6",
        "max_speed": "Mph; 1 DP buys 20",
        "accel": "Mph a round; 1 DP buys 5",
        "brake": "Mph a round; 1 DP buys 10",
        "power_plant_dp": "Points; 1 DP buys 4",
    }


@pytest.mark.rule("CC-071", "CC-074")
def test_an_engine_and_cards_are_written_out_as_they_are_printed() -> None:
    notes = BOARDS["carcult"].notes({})
    assert notes["engine"].as_written["buzzbox"] == {"plug": 3, "track": [4, 8, 12, 16], "plus": [2, 3, 4]}
    written = notes["cards"].as_written
    assert written["machine_gun"] == {"key": "machine_gun"}
    assert {key: value for key, value in written.items() if key.startswith("armor")} == {
        f"armor_{az}": {"key": "armor", "az": az} for az in (1, 2, 3, 4)
    }
    trackless = {"name": "Sled", "engine": {"plug": 1, "track": []}}
    figures = BOARDS["carcult"].figures(trackless, switches={})
    assert (figures["inches at most"], figures["furthest range"]) == (0, 0)


@pytest.mark.rule("FW-020")
def test_equipment_that_there_is_not_takes_nothing() -> None:
    design = {**next(printed("formule")), "equipment": ["bumper", "wings"]}
    assert account("formule", design).by_part["equipment"] == 3
