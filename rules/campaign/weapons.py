"""Weapons, mines and rockets, with their stat lines. Rules DM-C-112 to DM-C-119, DM-C-138 to DM-C-146, DM-C-174,
DM-C-175, DM-M-013, DM-M-015, DM-M-119.
"""

from __future__ import annotations

from rules.campaign.item_types import D2, D3, NO_DAMAGE, ONE, Firepower, ItemType, Shot, line
from rules.campaign.prices import RolledPrice


def gun(name: str, rule: str, mount: str, price_k: int, shot: Shot, *, delta: bool = False) -> ItemType:
    """A weapon of the stores list (DM-C-174)."""
    return ItemType(
        name=name,
        group="weapon",
        sold="list",
        rule=rule,
        mount=mount,
        price_k=price_k,
        shots=(shot,),
        delta=delta,
        effect="A weapon.",
    )


def loaded(name: str, rule: str, mount: str, price_k: int, shot: Shot, *, effect: str) -> ItemType:
    """A loaded pack or launcher of the expendables list, gone after the match it was mounted for (DM-C-175)."""
    return ItemType(
        name=name,
        group="weapon",
        sold="list",
        rule=rule,
        mount=mount,
        price_k=price_k,
        shots=(shot,),
        consumed="mounted",
        one_a_car=mount == "special",
        effect=effect,
    )


def rare(
    name: str,
    rule: str,
    sold: str,
    mount: str,
    price: RolledPrice | None,
    *shots: Shot,
    effect: str = "A weapon.",
    delta: bool = False,
) -> ItemType:
    """A weapon that is found or invented; what goes in a rocket mount, or in none, is expendable (DM-C-094)."""
    return ItemType(
        name=name,
        group="weapon",
        sold=sold,
        rule=rule,
        mount=mount,
        rolled_price=price,
        shots=shots,
        consumed="" if mount in ("light", "heavy") else "mounted",
        delta=delta,
        effect=effect,
    )


# The columns of a stat line are R, dice, P, F, S, L, M and A (DM-M-015).
LISTED = {
    "machinegun": gun("Machinegun", "DM-C-174", "light", 15, line(3, 1, 0, ONE, 3, 6, 12, 10)),
    "heavy_machinegun": gun("Heavy machinegun", "DM-C-174", "light", 20, line(3, 1, 1, ONE, 3, 6, 12, 10)),
    "recoilless_rifle": gun("Recoilless rifle", "DM-C-174", "light", 30, line(1, 1, 2, D2, 1, 3, 8, 6)),
    "heavy_recoilless_rifle": gun("Heavy recoilless rifle", "DM-C-174", "heavy", 50, line(1, 1, 3, D3, 1, 3, 8, 5)),
    "at_rifle": gun("Anti-tank rifle", "DM-C-174", "heavy", 30, line(1, 1, 2, ONE, 3, 7, 18, 6)),
    "heavy_at_rifle": gun(
        "Heavy anti-tank rifle", "DM-C-174", "heavy", 55, line(1, 1, 3, D2, 3, 7, 18, 5), delta=True
    ),
    "light_rockets": loaded(
        "Light rockets", "DM-C-175", "rocket", 3, line(2, 1, 0, ONE, 2, 4, 9, 4), effect="A rocket pack."
    ),
    "rockets": loaded("Rockets", "DM-C-175", "rocket", 4, line(2, 1, 1, D2, 2, 4, 9, 3), effect="A rocket pack."),
    "heavy_rockets": loaded(
        "Heavy rockets", "DM-C-175", "rocket", 6, line(2, 1, 2, D3, 2, 4, 9, 2), effect="A rocket pack."
    ),
    "oil_jet": loaded(
        "Oil-jet",
        "DM-C-175",
        "special",
        2,
        line(3, 1, 0, NO_DAMAGE, 1, 0, 1, 3),
        effect="Lays oil behind the car.",
    ),
    "caltrops": loaded(
        "Caltrops",
        "DM-C-175",
        "special",
        4,
        line(3, 1, 0, NO_DAMAGE, 1, 0, 1, 3),
        effect="Drops three markers of caltrops behind the car.",
    ),
    "smoke_launcher": loaded(
        "Smoke launcher",
        "DM-C-175",
        "special",
        2,
        line(1, 1, 0, NO_DAMAGE, 2, 0, 2, 2),
        effect="Lays smoke in one of six directions.",
    ),
}
"""Weapons of the price lists (DM-C-174, DM-C-175, DM-M-015)."""

FOUND = {
    "autocannon": rare(
        "Autocannon", "DM-C-112", "world_trade", "heavy", RolledPrice(35, 3), line(2, 1, 2, ONE, 3, 7, 18, 6)
    ),
    "at_gun": rare(
        "AT Gun", "DM-C-113", "world_trade", "heavy", RolledPrice(70, 4), line(1, 1, 4, D2, 3, 7, 18, 5), delta=True
    ),
    "vulcan_gun": rare(
        "Vulcan gun", "DM-C-114", "world_trade", "light", RolledPrice(25, 3), line(3, 2, 0, ONE, 3, 6, 12, 6)
    ),
    "smoke_grenade": rare(
        "Smoke grenade",
        "DM-C-115",
        "world_trade",
        "",
        RolledPrice(1, 1),
        effect="One throw of smoke, out of any side of the car.",
    ),
    "deployable_mines": rare(
        "Deployable mines",
        "DM-C-116",
        "world_trade",
        "",
        RolledPrice(10, 2),
        effect="One drop of up to three markers; a car that hits one rolls for its tires, takes 1 more damage and a "
        "critical hit.",
    ),
    "cluster_rockets": rare(
        "Cluster rockets", "DM-C-117", "world_trade", "rocket", RolledPrice(5, 1), line(3, 1, 1, D2, 2, 4, 9, 4)
    ),
    "heavy_cluster_rockets": rare(
        "Heavy cluster rockets",
        "DM-C-118",
        "world_trade",
        "rocket",
        RolledPrice(8, 2),
        line(3, 1, 2, D2, 2, 4, 8, 3),
    ),
    "anti_tank_guided_missile": rare(
        "Anti-tank guided missile",
        "DM-C-119",
        "world_trade",
        "rocket",
        RolledPrice(30, 4),
        line(1, 1, 8, Firepower(sides=3, plus=3), 18, 0, 18, 1),
        effect="A weapon with one short band, not fired beyond it.",
    ),
}
"""Weapons the world-trade table finds (DM-C-109)."""

INVENTED = {
    "laser": rare(
        "Laser",
        "DM-C-138",
        "tinkering",
        "light",
        RolledPrice(50, 4),
        line(3, 2, 1, ONE, 4, 7, 18, 10),
        effect="A weapon; for an attack die of 1 roll again: on 1-3 it is burned out until a pit check succeeds.",
    ),
    "twin_heavy_machineguns": rare(
        "Twin-linked heavy machineguns",
        "DM-C-139",
        "tinkering",
        "light",
        RolledPrice(30, 4),
        line(3, 2, 1, ONE, 3, 6, 12, 10),
        effect="A weapon; for an attack die of 1 roll again: on 1-3 it is jammed until a pit check succeeds.",
    ),
    "dual_recoilless_rifle": rare(
        "Dual-barreled recoilless rifle",
        "DM-C-140",
        "tinkering",
        "light",
        RolledPrice(40, 4),
        line(2, 1, 2, D2, 1, 3, 8, 6),
        line(1, 2, 2, D2, 1, 2, 6, 6),
        effect="A weapon; both barrels use 2 ammunition and on a 1 destroy it and hit its own car with P2 F1d2.",
    ),
    "railgun": rare(
        "Electromagnetic weapon (railgun)",
        "DM-C-141",
        "tinkering",
        "heavy",
        RolledPrice(60, 4),
        line(1, 1, 6, D3, 3, 7, 18, 3),
        effect="A weapon; roll for each shot: on a 1 it is destroyed and its car takes a critical hit.",
    ),
    "pulsed_laser": rare(
        "Pulsed laser",
        "DM-C-142",
        "tinkering",
        "heavy",
        RolledPrice(80, 5),
        line(3, 1, 2, D2, 4, 7, 18, 10),
        effect="A weapon; for an attack die of 1 roll again: on 1-2 it is burned out until a pit check "
        "succeeds, on 3-4 it is destroyed and its car takes a critical hit.",
    ),
    "bomb_launcher": rare(
        "Bomb launcher",
        "DM-C-143",
        "tinkering",
        "heavy",
        RolledPrice(50, 4),
        line(1, 1, 4, Firepower(sides=3, plus=1), 1, 3, 8, 5),
        effect="A weapon; roll for each shot: on a 1 it is destroyed and its car takes a critical hit.",
    ),
    "booster_rockets": rare(
        "Booster rockets",
        "DM-C-144",
        "tinkering",
        "rocket",
        RolledPrice(5, 2),
        effect="Speed +1 each turn they burn; roll when triggered: on a 1 they explode, a critical hit for each "
        "charge left.",
    ),
    "heat_seeking_rockets": rare(
        "Heat-seeking rockets",
        "DM-C-145",
        "tinkering",
        "rocket",
        None,
        effect="The rocket pack they are made from, at short range up to its maximum; on a 1 a shot goes to the "
        "target nearest to the firer.",
    ),
    "kami_bomb": rare(
        "Kami-bomb",
        "DM-C-146",
        "tinkering",
        "rocket",
        RolledPrice(10, 3),
        effect="Dropped behind the car; it goes off 1-3 phases later with firepower 1d6 on all within one hex, or on "
        "1-2 in its owner's hex when triggered or struck by a critical hit.",
    ),
}
"""Experimental weapons (DM-C-137)."""

ROCKET_PACKS = ("light_rockets", "rockets", "heavy_rockets")  # no mutant: order
"""What heat-seeking rockets can be made from (DM-C-145)."""

WEAPONS = LISTED | FOUND | INVENTED
