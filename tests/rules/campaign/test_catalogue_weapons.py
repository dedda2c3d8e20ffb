"""The weapons of the catalogue, with every figure as printed."""

from __future__ import annotations

import pytest

from rules.campaign.money.prices import list_price, rolled_price
from rules.core.dice import Stream
from rules.core.refusals import Malformed, Unknown
from rules.match.catalog import CATALOG, item_type, stat_lines
from rules.match.item_types import StatLine

ONE, D2, D3, NONE = (0, 1), (2, 0), (3, 0), (0, 0)
Columns = tuple[int, int, int, tuple[int, int], int, int, int, int]


def printed(shot: StatLine) -> Columns:
    """The columns R, dice, P, F (sides and bonus), S, L, M and A."""
    force = (shot.firepower.sides, shot.firepower.plus)
    return (
        shot.rate,
        shot.dice,
        shot.penetration,
        force,
        shot.short,
        shot.long,
        shot.furthest,
        shot.ammunition,
    )


LISTED = [
    ("machinegun", "light", 15_000, (3, 1, 0, ONE, 3, 6, 12, 10)),
    ("heavy_machinegun", "light", 20_000, (3, 1, 1, ONE, 3, 6, 12, 10)),
    ("recoilless_rifle", "light", 30_000, (1, 1, 2, D2, 1, 3, 8, 6)),
    ("heavy_recoilless_rifle", "heavy", 50_000, (1, 1, 3, D3, 1, 3, 8, 5)),
    ("at_rifle", "heavy", 30_000, (1, 1, 2, ONE, 3, 7, 18, 6)),
    ("heavy_at_rifle", "heavy", 55_000, (1, 1, 3, D2, 3, 7, 18, 5)),
]
EXPENDABLE = [
    ("light_rockets", "rocket", 3000, (2, 1, 0, ONE, 2, 4, 9, 4)),
    ("rockets", "rocket", 4000, (2, 1, 1, D2, 2, 4, 9, 3)),
    ("heavy_rockets", "rocket", 6000, (2, 1, 2, D3, 2, 4, 9, 2)),
    ("oil_jet", "special", 2000, (3, 1, 0, NONE, 1, 0, 1, 3)),
    ("caltrops", "special", 4000, (3, 1, 0, NONE, 1, 0, 1, 3)),
    ("smoke_launcher", "special", 2000, (1, 1, 0, NONE, 2, 0, 2, 2)),
]


@pytest.mark.rule("DM-C-174", "DM-C-008", "DM-M-015", "DM-M-013")
@pytest.mark.parametrize(("kind", "mount", "price", "columns"), LISTED)
def test_a_gun_of_the_stores_list(kind: str, mount: str, price: int, columns: Columns) -> None:
    row = item_type(kind)
    assert (row.group, row.sold, row.rule, row.where) == ("weapon", "list", "DM-C-174", "car")
    assert (row.mount, list_price(kind), row.consumed, row.one_a_car) == (mount, price, "", False)
    assert [printed(shot) for shot in row.shots] == [columns]


@pytest.mark.rule("DM-C-175", "DM-C-008", "DM-C-094", "DM-M-015", "DM-M-013", "DM-M-014")
@pytest.mark.parametrize(("kind", "mount", "price", "columns"), EXPENDABLE)
def test_a_loaded_pack_of_the_expendables_list(kind: str, mount: str, price: int, columns: Columns) -> None:
    row = item_type(kind)
    assert (row.group, row.sold, row.rule, row.where) == ("weapon", "list", "DM-C-175", "car")
    assert (row.mount, list_price(kind), row.consumed) == (mount, price, "mounted")
    assert row.one_a_car is (mount == "special")
    assert [printed(shot) for shot in row.shots] == [columns]


RARE = [
    ("autocannon", "DM-C-112", "heavy", 38, 53, [(2, 1, 2, ONE, 3, 7, 18, 6)]),
    ("at_gun", "DM-C-113", "heavy", 74, 94, [(1, 1, 4, D2, 3, 7, 18, 5)]),
    ("vulcan_gun", "DM-C-114", "light", 28, 43, [(3, 2, 0, ONE, 3, 6, 12, 6)]),
    ("smoke_grenade", "DM-C-115", "", 2, 7, []),
    ("deployable_mines", "DM-C-116", "", 12, 22, []),
    ("cluster_rockets", "DM-C-117", "rocket", 6, 11, [(3, 1, 1, D2, 2, 4, 9, 4)]),
    ("heavy_cluster_rockets", "DM-C-118", "rocket", 10, 20, [(3, 1, 2, D2, 2, 4, 8, 3)]),
    ("anti_tank_guided_missile", "DM-C-119", "rocket", 34, 54, [(1, 1, 8, (3, 3), 18, 0, 18, 1)]),
]
EXPERIMENTAL = [
    ("laser", "DM-C-138", "light", 54, 74, [(3, 2, 1, ONE, 4, 7, 18, 10)]),
    ("twin_heavy_machineguns", "DM-C-139", "light", 34, 54, [(3, 2, 1, ONE, 3, 6, 12, 10)]),
    (
        "dual_recoilless_rifle",
        "DM-C-140",
        "light",
        44,
        64,
        [(2, 1, 2, D2, 1, 3, 8, 6), (1, 2, 2, D2, 1, 2, 6, 6)],
    ),
    ("railgun", "DM-C-141", "heavy", 64, 84, [(1, 1, 6, D3, 3, 7, 18, 3)]),
    ("pulsed_laser", "DM-C-142", "heavy", 85, 110, [(3, 1, 2, D2, 4, 7, 18, 10)]),
    ("bomb_launcher", "DM-C-143", "heavy", 54, 74, [(1, 1, 4, (3, 1), 1, 3, 8, 5)]),
    ("booster_rockets", "DM-C-144", "rocket", 7, 17, []),
    ("kami_bomb", "DM-C-146", "rocket", 13, 28, []),
]


Row = tuple[str, str, str, int, int, list[Columns]]


def as_printed(kind: str) -> Row:
    """A row of the catalogue in the columns of the two tables above."""
    row, price = item_type(kind), rolled_price(kind)
    assert (row.group, row.where, price.sides) == ("weapon", "car", 6)
    assert row.consumed == ("" if row.mount in ("light", "heavy") else "mounted")
    lines = [printed(shot) for shot in row.shots]
    return (kind, row.rule, row.mount, price.lowest // 1000, price.highest // 1000, lines)


@pytest.mark.rule(
    "DM-C-109", "DM-C-112", "DM-C-113", "DM-C-114", "DM-C-115", "DM-C-116", "DM-C-117", "DM-C-118", "DM-C-119"
)
@pytest.mark.parametrize("row", RARE)
def test_a_weapon_of_world_trade(row: Row) -> None:
    assert as_printed(row[0]) == row
    assert item_type(row[0]).sold == "world_trade"


@pytest.mark.rule(
    "DM-C-137", "DM-C-138", "DM-C-139", "DM-C-140", "DM-C-141", "DM-C-142", "DM-C-143", "DM-C-144", "DM-C-146"
)
@pytest.mark.parametrize("row", EXPERIMENTAL)
def test_an_experimental_weapon(row: Row) -> None:
    assert as_printed(row[0]) == row
    assert item_type(row[0]).sold == "tinkering"


@pytest.mark.rule("DM-C-145")
@pytest.mark.parametrize(
    ("pack", "lowest", "highest", "columns"),
    [
        ("light_rockets", 11_000, 21_000, (2, 1, 0, ONE, 2, 4, 9, 4)),
        ("rockets", 14_000, 24_000, (2, 1, 1, D2, 2, 4, 9, 3)),
        ("heavy_rockets", 20_000, 30_000, (2, 1, 2, D3, 2, 4, 9, 2)),
    ],
)
def test_heat_seeking_rockets_are_thrice_their_pack_and_2d6_and_shoot_as_it(
    pack: str, lowest: int, highest: int, columns: Columns
) -> None:
    row = item_type("heat_seeking_rockets")
    assert (row.sold, row.rule, row.mount, row.consumed) == ("tinkering", "DM-C-145", "rocket", "mounted")
    price = rolled_price("heat_seeking_rockets", variant=pack)
    assert (price.dice, price.lowest, price.highest) == (2, lowest, highest)
    assert [printed(shot) for shot in stat_lines("heat_seeking_rockets", variant=pack)] == [columns]


@pytest.mark.rule("DM-C-145")
@pytest.mark.parametrize("pack", ["", "machinegun", "cluster_rockets"])
def test_heat_seeking_rockets_are_made_from_the_three_packs_of_the_list_alone(pack: str) -> None:
    with pytest.raises(Malformed, match="Heat-seeking rockets has no price to roll"):
        rolled_price("heat_seeking_rockets", variant=pack)


@pytest.mark.rule("DM-C-004")
@pytest.mark.parametrize(
    ("item", "dice", "lowest", "highest"),
    [
        ("anti_tank_guided_missile", 4, 34_000, 54_000),
        ("targeting_device", 3, 23_000, 38_000),
        ("bomb_launcher", 4, 54_000, 74_000),
    ],
)
def test_the_three_prices_printed_without_a_k_are_in_k(item: str, dice: int, lowest: int, highest: int) -> None:
    price = rolled_price(item)
    assert (price.dice, price.lowest, price.highest) == (dice, lowest, highest)
    for face, expected in ((1, lowest), (6, highest)):
        assert price.roll(item=item, stream=Stream("m1/shop/a", loaded=[face] * dice)).price == expected


@pytest.mark.rule("DM-C-113", "DM-C-174", "DM-M-016")
def test_only_the_two_anti_tank_weapons_printed_with_a_delta_weigh_more() -> None:
    assert {kind for kind, row in CATALOG.items() if row.delta} == {"heavy_at_rifle", "at_gun"}


@pytest.mark.rule("DM-C-008")
def test_what_no_table_has_is_unknown() -> None:
    with pytest.raises(Unknown, match="no item 'recoilless_gun': use one of"):
        item_type("recoilless_gun")


@pytest.mark.rule("DM-C-174", "DM-C-175")
def test_what_is_found_or_invented_stands_on_no_price_list_and_the_other_way_round() -> None:
    with pytest.raises(Malformed, match="is on no price list"):
        list_price("railgun")
    with pytest.raises(Malformed, match="Machinegun has no price to roll"):
        rolled_price("machinegun")
    for kind, row in CATALOG.items():
        assert row.sold in ("list", "world_trade", "tinkering"), kind
        assert (row.price_k is None) is (row.sold != "list"), kind
        assert row.effect.endswith("."), kind
