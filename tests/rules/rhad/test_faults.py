"""The legality of a design: each error with its own code, and the warnings of a legal design."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.document_validation import document_of
from rules.rhad.designs.design import ACCESSORIES, MOUNTS, SIDES, Armor, Design, Seat, Tire, Weapon
from rules.rhad.designs.design_errors import design_errors, document_errors
from rules.rhad.designs.design_points import dp_spent
from rules.rhad.designs.stock_weapons import WEAPON_BY_KIND
from tests.rules.rhad.paper_cars import GUN, GUNNER, PLAIN, armed, changed


def codes(design: Design, *, budget: int | None = None, **car: Any) -> list[str]:
    """The codes of a design's errors, in order."""
    return [design_error.code for design_error in design_errors(design, budget=budget, **car)]


def of(count: int, front: str = "front", rear: str = "rear") -> tuple[Tire, ...]:
    """That many tires of 8 points, the last one at the rear."""
    return (*(Tire(end=front, dp=8) for _ in range(count - 1)), Tire(end=rear, dp=8))


def test_the_plain_car_has_no_fault_and_earns_no_warning() -> None:
    assert design_errors(PLAIN, budget=60, gunner_station=False) == []


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("name", "least", "most", "step"),
    [
        ("base_hc", -2, 6, 1),
        ("max_speed", 20, 300, 5),
        ("accel", 5, 40, 5),
        ("brake", 5, 60, 5),
        ("power_plant_dp", 1, 40, 1),
    ],
)
def test_a_figure_has_a_least_and_a_most(name: str, least: int, most: int, step: int) -> None:
    assert codes(changed(**{name: least})) == []
    assert codes(changed(**{name: most})) == []
    assert codes(changed(**{name: least - step})) == [f"bad_{name}"]
    assert codes(changed(**{name: most + step})) == [f"bad_{name}"]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("base_hc", "handling class"),
        ("max_speed", "top speed"),
        ("accel", "acceleration"),
        ("brake", "braking"),
        ("power_plant_dp", "power plant"),
    ],
)
def test_a_figure_is_told_by_its_name(name: str, called: str) -> None:
    (fault,) = design_errors(changed(**{name: 1000}), budget=None)
    assert fault.sentence.startswith(f"The {called}: 1000 is not ")


@pytest.mark.rule("RH-022")
@pytest.mark.parametrize("name", ["max_speed", "accel", "brake"])
@pytest.mark.parametrize("off", [1, 4])
def test_speeds_go_by_fives(name: str, off: int) -> None:
    (fault,) = design_errors(changed(**{name: 30 + off}), budget=None)
    assert (fault.code, fault.rule) == ("bad_step", "RH-022")
    assert codes(changed(**{name: 35})) == []


@pytest.mark.rule("RH-085")
def test_a_car_has_two_to_six_tires_of_one_to_twenty_points() -> None:
    assert codes(changed(tires=of(2))) == codes(changed(tires=of(6))) == []
    assert codes(changed(tires=of(7))) == ["bad_tires"]
    assert codes(changed(tires=of(1))) == ["bad_tires", "no_tire"]
    for dp, wrong in ((0, ["bad_tires"]), (1, []), (20, []), (21, ["bad_tires"])):
        assert codes(changed(tires=(Tire(end="front", dp=dp), *of(2)))) == wrong


@pytest.mark.rule("RH-060")
def test_each_end_has_a_tire_and_there_are_two_ends() -> None:
    assert codes(changed(tires=of(3, rear="front"))) == ["no_tire"]
    assert codes(changed(tires=of(3, front="rear"))) == ["no_tire"]
    (fault,) = design_errors(changed(tires=(*of(3), Tire(end="back", dp=8))), budget=None)
    assert (fault.code, fault.sentence) == (
        "unknown_part",
        "There is no end 'back' of tire 4: use one of front, rear.",
    )


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("side", SIDES)
def test_a_side_has_0_to_60_armor(side: str) -> None:
    for points, wrong in ((-1, ["bad_armor"]), (0, []), (60, []), (61, ["bad_armor"])):
        assert codes(changed(armor=Armor(**{side: points}))) == wrong


@pytest.mark.rule("RH-085")
def test_one_driver_has_a_seat_and_one_gunner_at_most() -> None:
    driver = Seat(role="driver")
    assert codes(changed(crew=(driver, GUNNER))) == []
    assert codes(changed(crew=())) == ["bad_driver"]
    assert codes(changed(crew=(driver, driver))) == ["bad_driver"]
    assert codes(changed(crew=(driver, GUNNER, GUNNER))) == ["bad_gunner"]
    assert codes(changed(crew=(driver, Seat(role="cook")))) == ["unknown_part"]


@pytest.mark.rule("RH-085")
def test_a_gunners_seat_needs_the_cars_station_and_a_station_without_a_seat_is_told() -> None:
    seated = changed(crew=(Seat(role="driver"), GUNNER))
    assert codes(seated, gunner_station=True) == codes(seated) == []
    assert codes(seated, gunner_station=False) == ["other_station"]
    (warning,) = design_errors(PLAIN, budget=None, gunner_station=True)
    assert (warning.code, warning.warning) == ("no_seat", True)
    assert codes(PLAIN, gunner_station=False) == codes(PLAIN) == []


@pytest.mark.rule("RH-035")
def test_accessories_are_of_the_known_kinds_and_a_second_of_a_kind_is_told() -> None:
    assert codes(changed(accessories=ACCESSORIES)) == []
    assert codes(changed(accessories=("fins",))) == ["unknown_part"]
    (warning,) = design_errors(changed(accessories=("airdam", "airdam")), budget=None)
    assert (warning.code, warning.rule, warning.warning) == ("accessory_twice", "RH-035", True)


@pytest.mark.rule("RH-085")
def test_a_car_has_six_weapons_at_most() -> None:
    assert codes(changed(weapons=(GUN,) * 6)) == codes(changed(weapons=())) == []
    assert codes(changed(weapons=(GUN,) * 7)) == ["bad_weapons"]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("name", "least", "most", "code"),
    [("to_hit", 2, 12, "bad_to_hit"), ("shots", 1, 50, "bad_shots"), ("dp", 1, 10, "bad_weapon_dp")],
)
def test_a_figure_of_a_weapon_has_a_least_and_a_most(name: str, least: int, most: int, code: str) -> None:
    assert codes(armed(**{name: least})) == codes(armed(**{name: most})) == []
    assert codes(armed(**{name: least - 1})) == codes(armed(**{name: most + 1})) == [code]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("damage", "wrong"),
    [
        ("1d-5", []), ("6d+5", []), ("7d", ["bad_damage"]), ("1d+6", ["bad_damage"]), ("1d-6", ["bad_damage"]),
        ("7d+6", ["bad_damage", "bad_damage"]), ("lots", ["bad_damage"]), ("0d", ["bad_damage"]),
    ],
)  # fmt: skip
def test_damage_is_one_to_six_dice_and_five_either_way(damage: str, wrong: list[str]) -> None:
    assert codes(armed(damage=damage)) == wrong


@pytest.mark.rule("RH-080")
def test_a_name_that_cannot_be_printed_is_told_with_the_number_of_its_weapon() -> None:
    unnamed = Weapon(name="", mount="front", to_hit=7, damage="1d", dp=3, shots=20)
    (fault,) = design_errors(changed(weapons=(GUN, unnamed)), budget=None)
    assert fault.sentence == "Weapon 2 is called '': give it a name that can be printed."


@pytest.mark.rule("RH-085")
def test_a_fault_of_a_weapon_is_told_with_its_number() -> None:
    (fault,) = design_errors(changed(weapons=(GUN, replace(GUN, dp=11))), budget=None)
    assert fault.sentence.startswith("Weapon 2, its points: 11 is not 1 to 10.")


@pytest.mark.rule("RH-080")
@pytest.mark.parametrize("name", ["", "  ", "a\nRound 9", "a\u200b"])
def test_names_can_be_printed(name: str) -> None:
    assert codes(changed(name=name)) == ["bad_name"]
    assert codes(armed(name=name)) == ["bad_name"]
    assert codes(armed(name="Großer Bär II")) == []


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("mount", MOUNTS)
def test_a_weapon_stands_on_one_of_five_mounts(mount: str) -> None:
    assert codes(armed(mount=mount)) == []
    assert codes(armed(mount=f"{mount}_left")) == ["unknown_part"]


@pytest.mark.rule("RH-094")
def test_a_weapon_may_stand_for_a_kind_of_item() -> None:
    for kind in ("", *WEAPON_BY_KIND):
        assert codes(armed(kind=kind)) == []
    (fault,) = design_errors(armed(kind="caltrops"), budget=None)
    assert (fault.code, fault.rule) == ("unknown_part", "RH-094")


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("budget", [60, 63, 75, 81])
def test_a_budget_may_be_spent_and_not_passed(budget: int) -> None:
    points = 2 * (budget - dp_spent(changed(armor=Armor())))
    front, back, left_side = (min(points - taken, 60) for taken in (0, 60, 120))
    dearest = changed(armor=Armor(front=front, back=max(back, 0), left=max(left_side, 0), right=max(points - 180, 0)))
    assert codes(dearest, budget=budget) == []
    more = replace(dearest, armor=replace(dearest.armor, under=1))
    (fault,) = design_errors(more, budget=budget)
    assert (fault.code, fault.rule) == ("over_budget", "RH-085")
    assert fault.sentence == f"Plain takes {budget + 1} DP and the car has {budget}: save 1."
    assert codes(more) == []


def test_a_speed_out_of_its_bounds_is_told_once() -> None:
    assert codes(changed(brake=-1)) == ["bad_brake"]
    assert codes(changed(brake=61)) == ["bad_brake"]


def test_every_fault_is_told_at_once_and_no_warning_beside_them() -> None:
    design = Design(
        name="Wreck",
        base_hc=9,
        max_speed=12,
        accel=0,
        brake=61,
        power_plant_dp=0,
        tires=(),
        armor=Armor(top=99),
        crew=(),
        accessories=("wings", "airdam", "airdam"),
        weapons=(Weapon(name="?", mount="roof", to_hit=1, damage="x", shots=0, dp=0, kind="stone"),),
        ruleset="dethmatch",
    )
    assert codes(design, budget=0, gunner_station=True) == [
        "other_book", "bad_base_hc", "bad_max_speed", "bad_accel", "bad_brake",
        "bad_power_plant_dp", "bad_tires", "no_tire", "no_tire", "bad_armor", "bad_driver", "unknown_part",
        "unknown_part", "unknown_part", "bad_to_hit", "bad_weapon_dp", "bad_shots", "bad_damage",
    ]  # fmt: skip
    sentences = [design_error.sentence for design_error in design_errors(design, budget=0)]
    assert [sentence for sentence in sentences if ":" not in sentence or not sentence.endswith(".")] == []


@pytest.mark.parametrize(
    "document", [None, [], 7, "x", {}, {"name": 3}, {**document_of(PLAIN), "tires": [None]}, {"": {}}]
)
def test_a_document_of_another_shape_is_told_so_and_nothing_is_raised(document: object) -> None:
    faults = document_errors(document, budget=60, gunner_station=False)
    assert faults
    assert {(fault.code, fault.rule) for fault in faults} == {("unreadable", "RH-085")}


@pytest.mark.rule("RH-085")
def test_what_keeps_a_design_from_being_read_is_one_list() -> None:
    (fault,) = document_errors({}, budget=60)
    assert fault.sentence.startswith("The design cannot be read: design lacks 'name', 'base_hc', ")
    assert fault.sentence.endswith(", 'crew'. Fix each of these.")


def test_a_document_of_the_right_shape_has_the_faults_of_its_design() -> None:
    assert document_errors(document_of(PLAIN), budget=60, gunner_station=False) == []
    wrong = document_of(changed(base_hc=7))
    assert [document_error.code for document_error in document_errors(wrong, budget=60)] == ["bad_base_hc"]


@pytest.mark.rule("RH-085")
def test_what_is_too_long_is_told_and_hides_nothing() -> None:
    gun = {"name": "Gun", "mount": "front", "to_hit": 7, "damage": "1d", "dp": 2}
    long = document_of(changed(base_hc=7)) | {"name": "x" * 61, "weapons": [gun] * 41}
    unread, *others = document_errors(long, budget=60)
    assert unread.sentence == (
        "The design cannot be read: design.name is longer than 60 characters; design.weapons has more than 40 "
        "entries. Fix each of these. What else is told is of what stands within that."
    )
    assert [error.code for error in others] == ["bad_base_hc", "bad_weapons"]


@pytest.mark.rule("RH-085")
def test_what_is_too_dear_is_told_beside_everything_that_has_a_price() -> None:
    design = changed(name=" ", crew=(), accessories=("wings",), ruleset="chess")
    assert codes(design, budget=1) == ["other_book", "bad_name", "bad_driver", "unknown_part", "over_budget"]
    assert codes(changed(base_hc=7), budget=1) == ["bad_base_hc"]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("far", [100_001, 10**30, -(10**30)])
@pytest.mark.parametrize("field", ["base_hc", "max_speed", "accel", "brake", "power_plant_dp"])
def test_a_figure_out_of_all_bounds_hides_no_other_fault(field: str, far: int) -> None:
    wrong = document_of(changed(accessories=("wings",))) | {field: far}
    error_codes = [document_error.code for document_error in document_errors(wrong, budget=60)]
    assert [code for code in error_codes if code != "bad_step"] == [f"bad_{field}", "unknown_part"]
