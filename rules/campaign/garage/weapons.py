"""Weapons, mines and rockets, with their list prices or rolled prices. Rules DM-C-112 to DM-C-119, DM-C-138 to
DM-C-146, DM-C-174, DM-C-175, DM-M-013, DM-M-015, DM-M-119.
"""

from __future__ import annotations

from rules.campaign.garage.item_types import ItemType
from rules.campaign.money.prices import RolledPrice
from rules.core.weapon_stats import WEAPON_KINDS


def list_weapon(kind: str, price_k: int) -> ItemType:
    """A weapon of the stores' price list (DM-C-174)."""
    weapon = WEAPON_KINDS[kind]
    return ItemType(
        name=weapon.name,
        group="weapon",
        sold="list",
        rule="DM-C-174",
        mount=weapon.mount,
        price_k=price_k,
        shots=weapon.shots,
        delta=weapon.delta,
        effect="A weapon.",
    )


def list_expendable(kind: str, price_k: int, *, effect: str) -> ItemType:
    """A loaded pack or launcher of the expendables' price list; it is gone after one match (DM-C-175)."""
    weapon = WEAPON_KINDS[kind]
    return ItemType(
        name=weapon.name,
        group="weapon",
        sold="list",
        rule="DM-C-175",
        mount=weapon.mount,
        price_k=price_k,
        shots=weapon.shots,
        consumed="mounted",
        one_a_car=weapon.mount == "special",
        effect=effect,
    )


def rare_weapon(kind: str, rule: str, sold: str, price: RolledPrice | None, *, effect: str = "A weapon.") -> ItemType:
    """A weapon that is found or invented. Only those in light and heavy mounts outlast a match (DM-C-094)."""
    weapon = WEAPON_KINDS[kind]
    return ItemType(
        name=weapon.name,
        group="weapon",
        sold=sold,
        rule=rule,
        mount=weapon.mount,
        rolled_price=price,
        shots=weapon.shots,
        consumed="" if weapon.mount in ("light", "heavy") else "mounted",
        delta=weapon.delta,
        effect=effect,
    )


PRICE_LIST_WEAPONS = {
    "machinegun": list_weapon("machinegun", 15),
    "heavy_machinegun": list_weapon("heavy_machinegun", 20),
    "recoilless_rifle": list_weapon("recoilless_rifle", 30),
    "heavy_recoilless_rifle": list_weapon("heavy_recoilless_rifle", 50),
    "at_rifle": list_weapon("at_rifle", 30),
    "heavy_at_rifle": list_weapon("heavy_at_rifle", 55),
    "light_rockets": list_expendable("light_rockets", 3, effect="A rocket pack."),
    "rockets": list_expendable("rockets", 4, effect="A rocket pack."),
    "heavy_rockets": list_expendable("heavy_rockets", 6, effect="A rocket pack."),
    "oil_jet": list_expendable("oil_jet", 2, effect="Lays oil behind the car."),
    "caltrops": list_expendable("caltrops", 4, effect="Drops three markers of caltrops behind the car."),
    "smoke_launcher": list_expendable("smoke_launcher", 2, effect="Lays smoke in one of six directions."),
}
"""Weapons of the price lists (DM-C-174, DM-C-175)."""

WORLD_TRADE_WEAPONS = {
    "autocannon": rare_weapon("autocannon", "DM-C-112", "world_trade", RolledPrice(35, 3)),
    "at_gun": rare_weapon("at_gun", "DM-C-113", "world_trade", RolledPrice(70, 4)),
    "vulcan_gun": rare_weapon("vulcan_gun", "DM-C-114", "world_trade", RolledPrice(25, 3)),
    "smoke_grenade": rare_weapon(
        "smoke_grenade",
        "DM-C-115",
        "world_trade",
        RolledPrice(1, 1),
        effect="One throw of smoke, out of any side of the car.",
    ),
    "deployable_mines": rare_weapon(
        "deployable_mines",
        "DM-C-116",
        "world_trade",
        RolledPrice(10, 2),
        effect="One drop of up to three markers; a car that hits one rolls for its tires, takes 1 more damage and a "
        "critical hit.",
    ),
    "cluster_rockets": rare_weapon("cluster_rockets", "DM-C-117", "world_trade", RolledPrice(5, 1)),
    "heavy_cluster_rockets": rare_weapon("heavy_cluster_rockets", "DM-C-118", "world_trade", RolledPrice(8, 2)),
    "anti_tank_guided_missile": rare_weapon(
        "anti_tank_guided_missile",
        "DM-C-119",
        "world_trade",
        RolledPrice(30, 4),
        effect="A weapon with one short band, not fired beyond it.",
    ),
}
"""Weapons found by world trade (DM-C-109)."""

EXPERIMENTAL_WEAPONS = {
    "laser": rare_weapon(
        "laser",
        "DM-C-138",
        "tinkering",
        RolledPrice(50, 4),
        effect="A weapon; for an attack die of 1 roll again: on 1-3 it is burned out until a pit check succeeds.",
    ),
    "twin_heavy_machineguns": rare_weapon(
        "twin_heavy_machineguns",
        "DM-C-139",
        "tinkering",
        RolledPrice(30, 4),
        effect="A weapon; for an attack die of 1 roll again: on 1-3 it is jammed until a pit check succeeds.",
    ),
    "dual_recoilless_rifle": rare_weapon(
        "dual_recoilless_rifle",
        "DM-C-140",
        "tinkering",
        RolledPrice(40, 4),
        effect="A weapon; both barrels use 2 ammunition and on a 1 destroy it and hit its own car with P2 F1d2.",
    ),
    "railgun": rare_weapon(
        "railgun",
        "DM-C-141",
        "tinkering",
        RolledPrice(60, 4),
        effect="A weapon; roll for each shot: on a 1 it is destroyed and its car takes a critical hit.",
    ),
    "pulsed_laser": rare_weapon(
        "pulsed_laser",
        "DM-C-142",
        "tinkering",
        RolledPrice(80, 5),
        effect="A weapon; for an attack die of 1 roll again: on 1-2 it is burned out until a pit check "
        "succeeds, on 3-4 it is destroyed and its car takes a critical hit.",
    ),
    "bomb_launcher": rare_weapon(
        "bomb_launcher",
        "DM-C-143",
        "tinkering",
        RolledPrice(50, 4),
        effect="A weapon; roll for each shot: on a 1 it is destroyed and its car takes a critical hit.",
    ),
    "booster_rockets": rare_weapon(
        "booster_rockets",
        "DM-C-144",
        "tinkering",
        RolledPrice(5, 2),
        effect="Speed +1 each turn they burn; roll when triggered: on a 1 they explode, a critical hit for each "
        "charge left.",
    ),
    "heat_seeking_rockets": rare_weapon(
        "heat_seeking_rockets",
        "DM-C-145",
        "tinkering",
        None,
        effect="The rocket pack they are made from, at short range up to its maximum; on a 1 a shot goes to the "
        "target nearest to the firer.",
    ),
    "kami_bomb": rare_weapon(
        "kami_bomb",
        "DM-C-146",
        "tinkering",
        RolledPrice(10, 3),
        effect="Dropped behind the car; it goes off 1-3 phases later with firepower 1d6 on all within one hex, or on "
        "1-2 in its owner's hex when triggered or struck by a critical hit.",
    ),
}
"""Weapons invented by tinkering (DM-C-137)."""

ROCKET_PACKS = ("light_rockets", "rockets", "heavy_rockets")  # no mutant: order
"""The packs that heat-seeking rockets can be made from (DM-C-145)."""

WEAPON_TYPES = PRICE_LIST_WEAPONS | WORLD_TRADE_WEAPONS | EXPERIMENTAL_WEAPONS
