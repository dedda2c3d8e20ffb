"""The design points that designs take, row by row of the price list."""

from __future__ import annotations

from itertools import product

import pytest

from rules.rhad.designs.design import Armor, Seat, Tire
from rules.rhad.designs.design_points import BASE_HC_DP, SHOTS_DP, THROWS_REACHING, dp_spent, twice_mean, weapon_dp
from rules.rhad.designs.stock_weapons import WEAPON_BY_KIND
from tests.rules.rhad.paper_cars import GUN, GUNNER, PLAIN, armed, changed

BARE = dp_spent(changed(armor=Armor(), weapons=()))


@pytest.mark.rule("RH-085")
def test_the_plain_car_takes_55_points() -> None:
    assert BARE == 9 + 6 + 3 + 3 + 4 + 3
    assert dp_spent(PLAIN) == BARE + 20 + 7


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("base_hc", "dp"), [(-2, 0), (-1, 1), (0, 2), (1, 4), (2, 6), (3, 9), (4, 12), (5, 16), (6, 20)]
)
def test_each_handling_class_has_its_price(base_hc: int, dp: int) -> None:
    assert dp_spent(changed(base_hc=base_hc)) == dp_spent(PLAIN) - 9 + dp
    assert len(BASE_HC_DP) == 9


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("figures", "dp"),
    [
        ({"max_speed": 125}, 1), ({"max_speed": 140}, 1), ({"max_speed": 145}, 2), ({"max_speed": 105}, 0),
        ({"max_speed": 100}, -1), ({"accel": 20}, 1),
        ({"accel": 40}, 5), ({"brake": 55}, 3), ({"accel": 10}, -1), ({"brake": 35}, 1), ({"brake": 40}, 1),
        ({"brake": 45}, 2), ({"brake": 20}, -1), ({"power_plant_dp": 13}, 1), ({"power_plant_dp": 16}, 1),
        ({"power_plant_dp": 17}, 2), ({"power_plant_dp": 8}, -1),
        ({"armor": Armor(front=30, back=10)}, 0), ({"armor": Armor(front=30, back=11)}, 1),
        ({"armor": Armor(front=30, back=12)}, 1), ({"armor": Armor(front=30, back=13)}, 2),
        ({"tires": (Tire(end="front", dp=16), Tire(end="rear", dp=16))}, 0),
        ({"tires": (Tire(end="front", dp=16), Tire(end="rear", dp=17))}, 1),
        ({"crew": (Seat(role="driver"), GUNNER)}, 5), ({"accessories": ("spoiler",)}, 3),
        ({"accessories": ("spoiler", "airdam")}, 6), ({"weapons": ()}, -7), ({"weapons": (GUN, GUN)}, 7),
    ],
)  # fmt: skip
def test_a_part_of_a_step_is_paid_as_a_whole_one(figures: dict[str, object], dp: int) -> None:
    assert dp_spent(changed(**figures)) == dp_spent(PLAIN) + dp


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("to_hit", range(2, 13))
def test_the_throws_that_hit_are_counted(to_hit: int) -> None:
    assert THROWS_REACHING[to_hit] == sum(a + b >= to_hit for a, b in product(range(1, 7), repeat=2))
    assert len(THROWS_REACHING) == 11


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("damage", "twice"), [("1d", 7), ("2d", 14), ("1d-1", 5), ("3d+2", 25), ("1d-3", 1), ("1d-4", 1), ("1d-5", 1)]
)
def test_the_mean_of_damage_is_never_less_than_a_half(damage: str, twice: int) -> None:
    assert twice_mean(damage) == twice


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("figures", "dp"),
    [
        ({}, 7), ({"to_hit": 8}, 5), ({"to_hit": 12}, 3), ({"damage": "2d"}, 11),
        ({"shots": 1}, 3), ({"shots": 2}, 4), ({"shots": 3}, 5), ({"shots": 4}, 6), ({"shots": 10}, 6),
        ({"shots": 11}, 7), ({"shots": 21}, 8), ({"shots": 50}, 8), ({"shots": None}, 10),
        ({"dp": 4}, 7), ({"dp": 5}, 8), ({"dp": 8}, 8), ({"dp": 9}, 9),
        ({"mount": "turret"}, 9), ({"mount": "back"}, 7),
    ],
)  # fmt: skip
def test_a_weapon_is_paid_for_aim_shots_points_and_mount(figures: dict[str, object], dp: int) -> None:
    assert weapon_dp(armed(**figures).weapons[0]) == dp
    assert list(SHOTS_DP) == [0, 11, 21]


@pytest.mark.rule("RH-085")
def test_the_weapons_of_the_armory_have_their_prices() -> None:
    assert {kind: weapon_dp(weapon) for kind, weapon in WEAPON_BY_KIND.items()} == {
        "machinegun": 7, "heavy_machinegun": 8, "recoilless_rifle": 8, "heavy_recoilless_rifle": 11, "at_rifle": 9,
        "heavy_at_rifle": 12, "light_rockets": 4, "rockets": 5, "heavy_rockets": 7, "autocannon": 10, "at_gun": 14,
        "vulcan_gun": 10, "cluster_rockets": 7, "heavy_cluster_rockets": 9, "anti_tank_guided_missile": 8,
        "laser": 16, "twin_heavy_machineguns": 12, "dual_recoilless_rifle": 13, "railgun": 17, "pulsed_laser": 17,
        "bomb_launcher": 9, "heat_seeking_rockets": 10,
    }  # fmt: skip
