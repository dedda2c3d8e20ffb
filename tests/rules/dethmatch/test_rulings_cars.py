"""Whole cars computed by hand from the printed tables: price, weight, acceleration, handling, fuel."""

from __future__ import annotations

import pytest

from rules.dethmatch.designs.design import Armor, Design, Mount
from rules.dethmatch.designs.design_errors import design_errors
from rules.dethmatch.designs.design_points import dp_spent
from rules.dethmatch.designs.ratings import Equipment, TireSet, compute_ratings
from rules.dethmatch.designs.stock_designs import stock_designs

# Engine 15, suspension 11, fuel 11, armor 13, toughness 6, adjustable 9, guards 3, gunner 6, heavy turret 18,
# light swivel 9, rocket 3, smoke on a swivel 3: 107 DP.
HAULER = Design(
    name="Hauler",
    engine=60,
    suspension=66,
    fuel=176,
    toughness=2,
    armor_points=13,
    armor=Armor(front=5, rear=2, left=3, right=3),
    tweaks=("decreased_travel",),
    adjustable="lowered",
    components=("wheel_guards", "gunner_station"),
    mounts=(
        Mount(id="roof", type="heavy", traverse="turret"),
        Mount(id="side", type="light", traverse="swivel", facing="left"),
        Mount(id="rack", type="rocket"),
        Mount(id="pots", type="special", traverse="swivel", facing="left_front"),
    ),
    gearing=1,
)


@pytest.mark.rule("DM-M-011", "DM-M-013", "DM-M-014", "DM-M-022", "DM-M-023", "DM-M-024", "DM-M-036")
def test_a_whole_car_is_priced_line_by_line() -> None:
    assert dp_spent(HAULER) == 107
    assert dp_spent(HAULER, special_mount_dp=2) == 109
    assert design_errors(HAULER, budget=107, turns=9) == []
    assert [design_error.code for design_error in design_errors(HAULER, budget=107, turns=10)] == ["little_fuel"]
    assert [design_error.code for design_error in design_errors(HAULER, budget=106)] == ["over_budget"]


@pytest.mark.rule("DM-M-016", "DM-M-026", "DM-M-027", "DM-M-029", "DM-M-030", "DM-M-031", "DM-M-032", "DM-M-035")
@pytest.mark.parametrize(
    ("fitted", "weight", "acceleration", "handling", "fuel"),
    [
        # 13 + 4 + 1 for the heavy mount = 18: 60 / 18 = 3 and 1 for the gears; 66 / 18 = 3 and 1 for travel; 176 / 60
        (Equipment(), 18, 4, 4, 3),
        (Equipment(height="lowered"), 18, 4, 5, 3),
        (Equipment(gearing=-1), 18, 2, 4, 3),
        # the Heavy AT Rifle and solid tires make 21: 60 / 21 = 2, 66 / 21 = 3
        (Equipment(weapons={"roof": "heavy_at_rifle"}, tires=TireSet(carcass="solid")), 21, 3, 4, 3),
        (Equipment(weapons={"roof": "heavy_at_rifle"}, tires=TireSet(carcass="solid", rare=True)), 19, 4, 4, 3),
        (Equipment(devices=("supercharger", "applique_armour", "turbochargers", "suspension_parts")), 18, 5, 5, 3),
        (Equipment(devices=("efficient_injectors",), extra_fuel=2), 18, 4, 4, 5),
    ],
)
def test_a_whole_car_comes_to_what_its_parts_make(
    fitted: Equipment, weight: int, acceleration: int, handling: int, fuel: int
) -> None:
    worth = compute_ratings(HAULER, fitted)
    assert (worth.weight, worth.acceleration, worth.handling, worth.fuel) == (weight, acceleration, handling, fuel)
    assert worth.overload == 0


@pytest.mark.rule("DM-M-031", "DM-M-032", "DM-M-033")
@pytest.mark.parametrize(
    ("armor_points", "acceleration", "handling", "overload"),
    [
        # power 12, strength 30, toughness 1: the weight is 2 more than the armor
        (10, 1, 2, 0),
        (11, 0, 2, 0),
        (16, 0, 1, 0),  # 18 is 1.5 times the power
        (17, -1, 1, 0),
        (22, -1, 1, 0),  # 24 is twice the power
        (23, -2, 1, 0),
        (28, -2, 1, 0),  # 30 is the strength
        (29, -2, 0, 1),
        (31, -2, 0, 1),  # 33 is 110 %
        (32, -2, 0, 2),
        (34, -2, 0, 2),  # 36 is 120 %
        (35, -2, 0, 3),
    ],
)
def test_every_edge_of_too_much_weight(armor_points: int, acceleration: int, handling: int, overload: int) -> None:
    design = Design(name="Edge", engine=12, suspension=30, fuel=16, toughness=1, armor_points=armor_points)
    worth = compute_ratings(design)
    assert (worth.acceleration, worth.handling, worth.overload) == (acceleration, handling, overload)


@pytest.mark.rule("DM-M-010", "DM-M-030", "DM-M-031", "DM-M-032", "DM-M-035")
@pytest.mark.parametrize(
    ("name", "dp", "worth"),
    [
        # weight, acceleration, handling, fuel points
        ("mongrel", 60, (13, 3, 4, 8)),
        ("whippet", 60, (13, 3, 5, 8)),
        ("mudlark", 60, (12, 3, 4, 8)),
        ("anvil", 60, (16, 2, 4, 5)),
        ("twinfang", 60, (13, 3, 4, 5)),
        ("hyena", 60, (13, 2, 4, 8)),
        ("outrider", 60, (12, 3, 4, 8)),
        ("bulwark", 60, (13, 2, 4, 5)),
        ("jackal", 63, (16, 2, 4, 8)),
        ("greyhound", 63, (12, 4, 5, 8)),
        ("wolfhound", 63, (12, 2, 5, 8)),
        ("warhorse", 75, (14, 3, 4, 8)),
        ("ironclad", 75, (18, 2, 4, 5)),
        ("juggernaut", 75, (14, 2, 4, 8)),
        ("leviathan", 81, (18, 2, 4, 8)),
        ("behemoth", 81, (14, 2, 4, 8)),
    ],
)
def test_the_stock_designs_come_to_what_was_reckoned_by_hand(
    name: str, dp: int, worth: tuple[int, int, int, int]
) -> None:
    car = compute_ratings(stock_designs()[name].design)
    assert dp_spent(stock_designs()[name].design) == dp
    assert (car.weight, car.acceleration, car.handling, car.fuel) == worth
    assert (car.overload, car.tire_toughness, car.gearing) == (0, 1, 0)
