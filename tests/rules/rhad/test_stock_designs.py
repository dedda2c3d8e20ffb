"""Stock designs are legal and spend their budget, and a car without a design gets one made for what it carries."""

from __future__ import annotations

import pytest

from rules.match.catalog import WEAPON_KINDS
from rules.rhad.designs.design import MOUNTS, SIDES, read_design
from rules.rhad.designs.design_errors import ARMOR_BOUNDS, document_errors
from rules.rhad.designs.design_points import dp_spent
from rules.rhad.designs.stock_designs import FRAMES, TAILORED_NAME, spread, stock_design, stock_designs, tailor_design
from rules.rhad.designs.stock_weapons import COUNTERPARTS, WEAPON_BY_KIND

BUDGETS = {
    "long_word": 81,
    "door_knocker": 75,
    "night_shift": 75,
    "backbiter": 63,
    "plain_jane": 60,
    "brick_end": 60,
    "quick_nickel": 60,
    "two_chairs": 60,
}


def kinds_of(document: dict[str, object]) -> list[str]:
    """The kinds of a design's weapons, in order."""
    return [weapon.kind for weapon in read_design(document).weapons]


@pytest.mark.rule("RH-085")
def test_every_stock_design_is_legal_and_spends_its_budget() -> None:
    assert {name: dp_spent(read_design(document)) for name, document in stock_designs().items()} == BUDGETS
    for name, document in stock_designs().items():
        station = read_design(document).has_gunner
        assert document_errors(document, budget=BUDGETS[name], gunner_station=station) == []


def test_the_dearest_stands_first_and_somebody_with_a_gunner_finds_one() -> None:
    assert list(stock_designs()) == list(BUDGETS)
    assert [name for name, document in stock_designs().items() if read_design(document).has_gunner] == [
        "long_word", "night_shift", "two_chairs",
    ]  # fmt: skip


@pytest.mark.rule("RH-094")
def test_every_weapon_of_a_stock_design_stands_for_a_kind_of_item() -> None:
    for document in stock_designs().values():
        assert all(kind in WEAPON_BY_KIND for kind in kinds_of(document))
    assert all(WEAPON_KINDS[kind].mount and weapon.kind == kind for kind, weapon in WEAPON_BY_KIND.items())
    assert list(COUNTERPARTS.items()) == [(kind, kind) for kind in WEAPON_BY_KIND]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("dp", "gunner_station", "kinds", "name"),
    [
        (81, True, [], "Long Word"), (80, True, [], "Night Shift"), (75, True, [], "Night Shift"),
        (74, True, [], "Two Chairs"), (60, True, [], "Two Chairs"), (59, True, [], TAILORED_NAME),
        (81, False, [], "Door Knocker"), (74, False, [], "Backbiter"), (62, False, [], "Plain Jane"),
        (60, False, [], "Plain Jane"), (59, False, [], TAILORED_NAME),
        (60, False, ["caltrops", "nitrous"], "Plain Jane"), (60, False, ["heavy_machinegun"], "Brick End"),
        (60, False, ["machinegun"], "Quick Nickel"), (60, False, ["rockets", "machinegun"], "Plain Jane"),
        (60, False, ["machinegun", "machinegun"], TAILORED_NAME),
        (60, False, ["recoilless_rifle", "machinegun"], TAILORED_NAME),
        (63, False, ["recoilless_rifle", "machinegun"], "Backbiter"),
        (63, True, ["recoilless_rifle", "machinegun"], TAILORED_NAME),
    ],
)  # fmt: skip
def test_the_dearest_design_with_a_weapon_for_everything_is_taken(
    dp: int, gunner_station: bool, kinds: list[str], name: str
) -> None:
    assert stock_design(dp=dp, gunner_station=gunner_station, kinds=kinds)["name"] == name


@pytest.mark.rule("RH-085", "RH-094")
@pytest.mark.parametrize("gunner_station", [False, True])
@pytest.mark.parametrize("dp", [17, 30, 36, 37, 45, 60, 63, 75, 81, 100, 250])
@pytest.mark.parametrize(
    "kinds", [[], ["machinegun"] * 9, ["laser", "railgun", "oil_jet"], sorted(WEAPON_BY_KIND), sorted(WEAPON_KINDS)]
)
def test_a_car_made_to_measure_is_legal(dp: int, gunner_station: bool, kinds: list[str]) -> None:
    document = stock_design(dp=dp, gunner_station=gunner_station, kinds=kinds)
    assert document_errors(document, budget=dp, gunner_station=gunner_station) == []


@pytest.mark.rule("RH-085")
def test_the_dearest_weapons_are_left_out_first_and_no_more_than_six_are_taken() -> None:
    def carried(dp: int, *kinds: str) -> list[str]:
        return [weapon.kind for weapon in tailor_design(dp=dp, gunner_station=False, kinds=kinds).weapons]

    assert carried(36, "machinegun") == []
    assert carried(37, "machinegun") == ["machinegun"]
    guns = ("autocannon", "light_rockets", "rockets", "machinegun")
    assert carried(56, *guns) == ["light_rockets", "rockets", "machinegun", "autocannon"]
    assert carried(55, *guns) == ["light_rockets", "rockets", "machinegun"]
    assert carried(250, *["machinegun"] * 9) == ["machinegun"] * 6
    weapons = tailor_design(dp=250, gunner_station=False, kinds=["machinegun"] * 6).weapons
    assert [weapon.mount for weapon in weapons] == ["front", "front", "back", "front", "left", "right"]
    assert {weapon.mount for weapon in weapons} <= set(MOUNTS)


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("dp", "base_hc", "armor"),
    [
        (81, 3, 106),
        (38, 3, 20),
        (37, 2, 30),
        (32, 2, 20),
        (31, 1, 28),
        (27, 1, 20),
        (26, 0, 32),
        (12, 0, 4),
        (10, 0, 0),
        (9, 0, 0),
    ],
)
def test_the_best_frame_that_leaves_armor_is_taken(dp: int, base_hc: int, armor: int) -> None:
    design = tailor_design(dp=dp, gunner_station=False, kinds=())
    assert (design.base_hc, design.armor.total) == (base_hc, armor)


@pytest.mark.rule("RH-085")
def test_the_frames_are_these() -> None:
    assert [
        (
            frame.base_hc, frame.max_speed, frame.accel, frame.brake, [(tire.end, tire.dp) for tire in frame.tires],
            frame.power_plant_dp,
        )
        for frame in FRAMES
    ] == [
        (hc, top, accel, brake, [(end, tire) for end in ("front", "front", "rear", "rear")], plant)
        for hc, top, accel, brake, tire, plant in (
            (3, 120, 15, 30, 8, 12), (2, 100, 10, 30, 6, 12), (1, 80, 10, 20, 6, 8), (0, 60, 5, 10, 4, 4),
        )
    ]  # fmt: skip


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("points", [0, 1, 5, 16, 99, 240, 300, 359, 360, 1000])
def test_armor_is_spread_whole_and_no_side_has_more_than_it_may(points: int) -> None:
    armor = spread(points)
    assert all(ARMOR_BOUNDS[0] <= armor.on(side) <= ARMOR_BOUNDS[1] for side in SIDES)
    assert armor.front == armor.back == min(points // 4, 60)
    assert armor.left == armor.right == min(points * 3 // 16, 60)
    if points <= 240:
        assert armor.total == points
        assert armor.under - armor.top in {0, 1}
    assert spread(1000).total == 360
