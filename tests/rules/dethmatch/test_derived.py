"""The figures derived from a design: every threshold, computed by hand."""

from __future__ import annotations

import pytest

from rules.dethmatch.designs.design import Mount
from rules.dethmatch.designs.ratings import (
    CarRatings,
    Equipment,
    TireSet,
    acceleration_base,
    compute_ratings,
    deltas,
    fuel_points,
    handling_base,
    overload_step,
    tire_penalty,
    tires_of,
    weight,
)
from tests.rules.dethmatch.paper_cars import PLAIN, changed, with_mounts


@pytest.mark.rule("DM-M-030")
@pytest.mark.parametrize(
    ("armor", "toughness", "heavies", "tires", "weighs"),
    [(12, 2, 0, 0, 16), (0, 1, 0, 0, 2), (20, 4, 3, 0, 31), (10, 3, 1, 2, 19)],
)
def test_weight(armor: int, toughness: int, heavies: int, tires: int, weighs: int) -> None:
    assert weight(armor_points=armor, toughness=toughness, deltas=heavies, tires=tires) == weighs


@pytest.mark.rule("DM-M-016")
def test_a_heavy_mount_weighs_and_so_do_the_weapons_marked() -> None:
    design = with_mounts(
        Mount(id="a", type="heavy"),
        Mount(id="b", type="heavy"),
        Mount(id="c", type="heavy"),
        Mount(id="d", type="light"),
    )
    assert deltas(design, {}) == 3
    assert deltas(design, {"a": "at_rifle", "d": "laser"}) == 3
    assert deltas(design, {"a": "heavy_at_rifle"}) == 4
    assert deltas(design, {"a": "heavy_at_rifle", "b": "at_gun", "c": "railgun"}) == 5


@pytest.mark.rule("DM-M-031", "DM-M-004")
@pytest.mark.parametrize(
    ("power", "weighs", "rating"),
    [
        (48, 16, 3),
        (47, 16, 2),
        (32, 16, 2),
        (31, 16, 1),
        (16, 16, 1),
        (16, 17, 0),
        (16, 24, 0),  # exactly 1.5 times
        (16, 25, -1),
        (16, 32, -1),  # exactly twice
        (16, 33, -2),
        (16, 90, -2),
        (4, 6, 0),
        (4, 7, -1),
        (4, 8, -1),
        (4, 9, -2),
    ],
)
def test_acceleration(power: int, weighs: int, rating: int) -> None:
    assert acceleration_base(power=power, weight=weighs) == rating


@pytest.mark.rule("DM-M-032", "DM-M-004")
@pytest.mark.parametrize(
    ("strength", "weighs", "rating"), [(48, 16, 3), (47, 16, 2), (16, 16, 1), (15, 16, 0), (6, 2, 3)]
)
def test_handling(strength: int, weighs: int, rating: int) -> None:
    assert handling_base(strength=strength, weight=weighs) == rating


@pytest.mark.rule("DM-M-033")
@pytest.mark.parametrize(
    ("strength", "weighs", "step"),
    [
        (30, 20, 0),
        (30, 30, 0),
        (30, 31, 1),
        (30, 33, 1),  # exactly 110 %
        (30, 34, 2),
        (30, 36, 2),  # exactly 120 %
        (30, 37, 3),
        (30, 60, 10),
        (6, 7, 2),
        (6, 12, 10),
        (12, 13, 1),
    ],
)
def test_overload(strength: int, weighs: int, step: int) -> None:
    assert overload_step(strength=strength, weight=weighs) == step


@pytest.mark.rule("DM-M-035", "DM-M-004")
@pytest.mark.parametrize(
    ("capacity", "power", "points"), [(192, 40, 5), (200, 40, 5), (208, 40, 6), (16, 40, 1), (16, 16, 1), (32, 16, 2)]
)
def test_fuel(capacity: int, power: int, points: int) -> None:
    assert fuel_points(capacity=capacity, power=power) == points


@pytest.mark.rule("DM-M-112")
@pytest.mark.parametrize(
    ("damage", "toughness", "penalty"), [(0, 1, 0), (1, 1, 1), (3, 1, 3), (1, 2, 0), (2, 2, 1), (7, 4, 1), (8, 4, 2)]
)
def test_tire_penalty(damage: int, toughness: int, penalty: int) -> None:
    assert tire_penalty(damage=damage, toughness=toughness) == penalty


@pytest.mark.rule("DM-M-027", "DM-M-030")
@pytest.mark.parametrize(
    ("kind", "toughness", "weighs"),
    [("tire_light", 1, 0), ("tire_heavy", 2, 0), ("tire_puncture_resistant", 3, 0), ("tire_solid", 4, 2)],
)
def test_tires_of_the_list(kind: str, toughness: int, weighs: int) -> None:
    tires = tires_of(kind, tread="snow")
    assert (tires.toughness, tires.weight, tires.tread, tires.rare) == (toughness, weighs, "snow", False)


@pytest.mark.rule("DM-M-125")
@pytest.mark.parametrize(("carcass", "toughness"), [("heavy", 2), ("puncture_resistant", 3), ("solid", 4)])
def test_rare_tires_weigh_nothing(carcass: str, toughness: int) -> None:
    tires = tires_of("rare_tires", carcass=carcass, tread="street")
    assert (tires.toughness, tires.weight, tires.tread, tires.rare) == (toughness, 0, "street", True)


def test_tires_without_a_tread_have_the_one_that_changes_nothing() -> None:
    assert tires_of("tire_light") == TireSet() == TireSet(carcass="light", tread="mud_and_snow", rare=False)


@pytest.mark.rule("DM-M-030", "DM-M-031", "DM-M-032", "DM-M-035")
def test_the_plain_car_as_it_was_drawn() -> None:
    assert compute_ratings(PLAIN) == CarRatings(
        weight=16,
        acceleration=2,
        handling=3,
        overload=0,
        fuel=5,
        tire_toughness=1,
        gearing=0,
        height="normal",
        travel="normal",
    )


@pytest.mark.rule("DM-M-026")
@pytest.mark.parametrize(
    ("built", "fitted", "gearing", "acceleration"),
    [(0, None, 0, 2), (1, None, 1, 3), (-1, None, -1, 1), (1, -1, -1, 1), (-1, 0, 0, 2), (0, 1, 1, 3)],
)
def test_a_gear_set_takes_the_place_of_the_one_built_in(
    built: int, fitted: int | None, gearing: int, acceleration: int
) -> None:
    car = compute_ratings(changed(gearing=built), Equipment(gearing=fitted))
    assert (car.gearing, car.acceleration) == (gearing, acceleration)


@pytest.mark.rule("DM-M-029", "DM-M-032")
@pytest.mark.parametrize(
    ("tweaks", "handling"),
    [
        ((), 3),
        (("lowered",), 4),
        (("raised",), 3),
        (("decreased_travel",), 4),
        (("increased_travel",), 3),
        (("lowered", "decreased_travel"), 5),
        (("raised", "decreased_travel"), 4),
    ],
)
def test_a_tweak_betters_the_handling(tweaks: tuple[str, ...], handling: int) -> None:
    assert compute_ratings(changed(tweaks=tweaks)).handling == handling


@pytest.mark.rule("DM-M-022", "DM-M-029")
@pytest.mark.parametrize(
    ("setting", "height", "handling"), [("", "normal", 3), ("normal", "normal", 3), ("lowered", "lowered", 4)]
)
def test_an_adjustable_suspension_counts_as_it_is_set(setting: str, height: str, handling: int) -> None:
    car = compute_ratings(changed(adjustable="lowered"), Equipment(height=setting))
    assert (car.height, car.handling) == (height, handling)


@pytest.mark.rule("DM-M-124", "DM-M-126")
@pytest.mark.parametrize(
    ("devices", "acceleration", "handling"),
    [
        ((), 2, 3),
        (("supercharger",), 3, 3),
        (("turbochargers",), 3, 3),
        (("supercharger", "turbochargers"), 4, 3),
        (("supercharger", "supercharger"), 4, 3),
        (("applique_armour",), 1, 3),
        (("suspension_parts",), 2, 4),
        (("active_suspension",), 2, 4),
        (("suspension_parts", "active_suspension"), 2, 5),
        (("nitrous_injector", "hydraulics", "ram_guard", "ballistic_sheets"), 2, 3),
    ],
)
def test_devices_better_or_worsen_the_ratings(devices: tuple[str, ...], acceleration: int, handling: int) -> None:
    car = compute_ratings(PLAIN, Equipment(devices=devices))
    assert (car.acceleration, car.handling, car.weight, car.fuel) == (acceleration, handling, 16, 5)


@pytest.mark.rule("DM-M-124")
@pytest.mark.parametrize("rolled", [1, 2, 3])
def test_injectors_add_what_they_were_rolled_with(rolled: int) -> None:
    assert compute_ratings(PLAIN, Equipment(extra_fuel=rolled)).fuel == 5 + rolled


@pytest.mark.rule("DM-M-016", "DM-M-030", "DM-M-027")
def test_what_is_fitted_weighs_on_every_rating() -> None:
    design = changed(engine=36, suspension=36, mounts=(Mount(id="big", type="heavy"),))
    assert (
        compute_ratings(design).weight,
        compute_ratings(design).acceleration,
        compute_ratings(design).handling,
    ) == (17, 2, 2)
    loaded = compute_ratings(design, Equipment(weapons={"big": "at_gun"}))
    assert (loaded.weight, loaded.acceleration, loaded.handling) == (18, 2, 2)
    heavy = compute_ratings(design, Equipment(weapons={"big": "at_gun"}, tires=TireSet(carcass="solid")))
    assert (heavy.weight, heavy.acceleration, heavy.handling, heavy.tire_toughness) == (20, 1, 1, 4)


@pytest.mark.rule("DM-M-033")
def test_a_tweak_does_not_mend_an_overloaded_suspension() -> None:
    car = compute_ratings(changed(suspension=12, tweaks=("lowered", "decreased_travel")))
    assert (car.handling, car.overload) == (2, 4)
