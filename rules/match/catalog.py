"""The catalog: every kind of item, with its prices, its place and its stat lines, declared here and nowhere else.

Price lists, forms, rulebook and API read these rows, and so does a match: what a car carries and people wear follows
from where a row says that its item goes. Rules DM-C-008, DM-C-109, DM-C-111 to DM-C-135, DM-C-137 to DM-C-155,
DM-C-174, DM-C-175, DM-M-013 to DM-M-016, DM-M-026 to DM-M-028, DM-M-119, DM-M-121 to DM-M-127.
"""

from __future__ import annotations

from rules.core.refusals import Unknown
from rules.core.rolled_price import RolledPrice
from rules.match.item_types import D2, D3, NO_DAMAGE, ONE, Firepower, ItemType, StatLine, stat_line


def list_weapon(name: str, mount: str, price_k: int, shot: StatLine, *, delta: bool = False) -> ItemType:
    """A weapon of the stores' price list (DM-C-174)."""
    return ItemType(
        name=name,
        group="weapon",
        sold="list",
        rule="DM-C-174",
        mount=mount,
        price_k=price_k,
        shots=(shot,),
        delta=delta,
        effect="A weapon.",
    )


def list_expendable(name: str, mount: str, price_k: int, shot: StatLine, *, effect: str) -> ItemType:
    """A loaded pack or launcher of the expendables' price list; it is gone after one match (DM-C-175)."""
    return ItemType(
        name=name,
        group="weapon",
        sold="list",
        rule="DM-C-175",
        mount=mount,
        price_k=price_k,
        shots=(shot,),
        consumed="mounted",
        one_a_car=mount == "special",
        effect=effect,
    )


def rare_weapon(
    name: str,
    mount: str,
    rule: str,
    sold: str,
    price: RolledPrice | None,
    *shots: StatLine,
    delta: bool = False,
    effect: str = "A weapon.",
) -> ItemType:
    """A weapon that is found or invented. Only those in light and heavy mounts outlast a match (DM-C-094)."""
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
PRICE_LIST_WEAPONS = {
    "machinegun": list_weapon("Machinegun", "light", 15, stat_line(3, 1, 0, ONE, 3, 6, 12, 10)),
    "heavy_machinegun": list_weapon("Heavy machinegun", "light", 20, stat_line(3, 1, 1, ONE, 3, 6, 12, 10)),
    "recoilless_rifle": list_weapon("Recoilless rifle", "light", 30, stat_line(1, 1, 2, D2, 1, 3, 8, 6)),
    "heavy_recoilless_rifle": list_weapon("Heavy recoilless rifle", "heavy", 50, stat_line(1, 1, 3, D3, 1, 3, 8, 5)),
    "at_rifle": list_weapon("Anti-tank rifle", "heavy", 30, stat_line(1, 1, 2, ONE, 3, 7, 18, 6)),
    "heavy_at_rifle": list_weapon(
        "Heavy anti-tank rifle", "heavy", 55, stat_line(1, 1, 3, D2, 3, 7, 18, 5), delta=True
    ),
    "light_rockets": list_expendable(
        "Light rockets", "rocket", 3, stat_line(2, 1, 0, ONE, 2, 4, 9, 4), effect="A rocket pack."
    ),
    "rockets": list_expendable("Rockets", "rocket", 4, stat_line(2, 1, 1, D2, 2, 4, 9, 3), effect="A rocket pack."),
    "heavy_rockets": list_expendable(
        "Heavy rockets", "rocket", 6, stat_line(2, 1, 2, D3, 2, 4, 9, 2), effect="A rocket pack."
    ),
    "oil_jet": list_expendable(
        "Oil-jet", "special", 2, stat_line(3, 1, 0, NO_DAMAGE, 1, 0, 1, 3), effect="Lays oil behind the car."
    ),
    "caltrops": list_expendable(
        "Caltrops",
        "special",
        4,
        stat_line(3, 1, 0, NO_DAMAGE, 1, 0, 1, 3),
        effect="Drops three markers of caltrops behind the car.",
    ),
    "smoke_launcher": list_expendable(
        "Smoke launcher",
        "special",
        2,
        stat_line(1, 1, 0, NO_DAMAGE, 2, 0, 2, 2),
        effect="Lays smoke in one of six directions.",
    ),
}
"""Weapons of the price lists (DM-C-174, DM-C-175, DM-M-015)."""

WORLD_TRADE_WEAPONS = {
    "autocannon": rare_weapon(
        "Autocannon", "heavy", "DM-C-112", "world_trade", RolledPrice(35, 3), stat_line(2, 1, 2, ONE, 3, 7, 18, 6)
    ),
    "at_gun": rare_weapon(
        "AT Gun",
        "heavy",
        "DM-C-113",
        "world_trade",
        RolledPrice(70, 4),
        stat_line(1, 1, 4, D2, 3, 7, 18, 5),
        delta=True,
    ),
    "vulcan_gun": rare_weapon(
        "Vulcan gun", "light", "DM-C-114", "world_trade", RolledPrice(25, 3), stat_line(3, 2, 0, ONE, 3, 6, 12, 6)
    ),
    "smoke_grenade": rare_weapon(
        "Smoke grenade",
        "",
        "DM-C-115",
        "world_trade",
        RolledPrice(1, 1),
        effect="One throw of smoke, out of any side of the car.",
    ),
    "deployable_mines": rare_weapon(
        "Deployable mines",
        "",
        "DM-C-116",
        "world_trade",
        RolledPrice(10, 2),
        effect="One drop of up to three markers; a car that hits one rolls for its tires, takes 1 more damage and a "
        "critical hit.",
    ),
    "cluster_rockets": rare_weapon(
        "Cluster rockets", "rocket", "DM-C-117", "world_trade", RolledPrice(5, 1), stat_line(3, 1, 1, D2, 2, 4, 9, 4)
    ),
    "heavy_cluster_rockets": rare_weapon(
        "Heavy cluster rockets",
        "rocket",
        "DM-C-118",
        "world_trade",
        RolledPrice(8, 2),
        stat_line(3, 1, 2, D2, 2, 4, 8, 3),
    ),
    "anti_tank_guided_missile": rare_weapon(
        "Anti-tank guided missile",
        "rocket",
        "DM-C-119",
        "world_trade",
        RolledPrice(30, 4),
        stat_line(1, 1, 8, Firepower(sides=3, plus=3), 18, 0, 18, 1),
        effect="A weapon with one short band, not fired beyond it.",
    ),
}
"""Weapons found by world trade (DM-C-109, DM-M-119)."""

EXPERIMENTAL_WEAPONS = {
    "laser": rare_weapon(
        "Laser",
        "light",
        "DM-C-138",
        "tinkering",
        RolledPrice(50, 4),
        stat_line(3, 2, 1, ONE, 4, 7, 18, 10),
        effect="A weapon; for an attack die of 1 roll again: on 1-3 it is burned out until a pit check succeeds.",
    ),
    "twin_heavy_machineguns": rare_weapon(
        "Twin-linked heavy machineguns",
        "light",
        "DM-C-139",
        "tinkering",
        RolledPrice(30, 4),
        stat_line(3, 2, 1, ONE, 3, 6, 12, 10),
        effect="A weapon; for an attack die of 1 roll again: on 1-3 it is jammed until a pit check succeeds.",
    ),
    "dual_recoilless_rifle": rare_weapon(
        "Dual-barreled recoilless rifle",
        "light",
        "DM-C-140",
        "tinkering",
        RolledPrice(40, 4),
        stat_line(2, 1, 2, D2, 1, 3, 8, 6),
        stat_line(1, 2, 2, D2, 1, 2, 6, 6),
        effect="A weapon; both barrels use 2 ammunition and on a 1 destroy it and hit its own car with P2 F1d2.",
    ),
    "railgun": rare_weapon(
        "Electromagnetic weapon (railgun)",
        "heavy",
        "DM-C-141",
        "tinkering",
        RolledPrice(60, 4),
        stat_line(1, 1, 6, D3, 3, 7, 18, 3),
        effect="A weapon; roll for each shot: on a 1 it is destroyed and its car takes a critical hit.",
    ),
    "pulsed_laser": rare_weapon(
        "Pulsed laser",
        "heavy",
        "DM-C-142",
        "tinkering",
        RolledPrice(80, 5),
        stat_line(3, 1, 2, D2, 4, 7, 18, 10),
        effect="A weapon; for an attack die of 1 roll again: on 1-2 it is burned out until a pit check "
        "succeeds, on 3-4 it is destroyed and its car takes a critical hit.",
    ),
    "bomb_launcher": rare_weapon(
        "Bomb launcher",
        "heavy",
        "DM-C-143",
        "tinkering",
        RolledPrice(50, 4),
        stat_line(1, 1, 4, Firepower(sides=3, plus=1), 1, 3, 8, 5),
        effect="A weapon; roll for each shot: on a 1 it is destroyed and its car takes a critical hit.",
    ),
    "booster_rockets": rare_weapon(
        "Booster rockets",
        "rocket",
        "DM-C-144",
        "tinkering",
        RolledPrice(5, 2),
        effect="Speed +1 each turn they burn; roll when triggered: on a 1 they explode, a critical hit for each "
        "charge left.",
    ),
    "heat_seeking_rockets": rare_weapon(
        "Heat-seeking rockets",
        "rocket",
        "DM-C-145",
        "tinkering",
        None,
        effect="The rocket pack they are made from, at short range up to its maximum; on a 1 a shot goes to the "
        "target nearest to the firer.",
    ),
    "kami_bomb": rare_weapon(
        "Kami-bomb",
        "rocket",
        "DM-C-146",
        "tinkering",
        RolledPrice(10, 3),
        effect="Dropped behind the car; it goes off 1-3 phases later with firepower 1d6 on all within one hex, or on "
        "1-2 in its owner's hex when triggered or struck by a critical hit.",
    ),
}
"""Weapons invented by tinkering (DM-C-137, DM-M-119)."""

ROCKET_PACKS = ("light_rockets", "rockets", "heavy_rockets")  # no mutant: order
"""The packs that heat-seeking rockets can be made from (DM-C-145)."""

GEARINGS = frozenset({-1, 0, 1})
"""The gearings of gear-sets (DM-C-174)."""
TREADS = ("mud_and_snow", "street", "traction", "snow")  # no mutant: order
"""The treads that tire-sets are sold with (DM-C-175, DM-M-028)."""
PLAIN_TREAD = "mud_and_snow"
"""The tread that changes nothing (DM-M-028)."""
RARE_CARCASSES = ("heavy", "puncture_resistant", "solid")  # no mutant: order
"""The carcasses of rare tires (DM-C-124)."""

TIRES = {
    "tire_light": ItemType(
        name="Tire-set, light",
        group="tires",
        sold="list",
        rule="DM-C-175",
        price_k=1,
        consumed="mounted",
        one_a_car=True,
        effect="Tires of toughness 1.",
    ),
    "tire_heavy": ItemType(
        name="Tire-set, heavy",
        group="tires",
        sold="list",
        rule="DM-C-175",
        price_k=2,
        consumed="mounted",
        one_a_car=True,
        effect="Tires of toughness 2.",
    ),
    "tire_puncture_resistant": ItemType(
        name="Tire-set, puncture-resistant",
        group="tires",
        sold="list",
        rule="DM-C-175",
        price_k=4,
        consumed="mounted",
        one_a_car=True,
        effect="Tires of toughness 3.",
    ),
    "tire_solid": ItemType(
        name="Tire-set, solid",
        group="tires",
        sold="list",
        rule="DM-C-175",
        price_k=8,
        consumed="mounted",
        one_a_car=True,
        effect="Tires of toughness 4, weight +2.",
    ),
    "rare_tires": ItemType(
        name="Rare tires",
        group="tires",
        sold="world_trade",
        rule="DM-C-124",
        consumed="mounted",
        one_a_car=True,
        effect="The bonuses of their carcass and tread and none of the penalties.",
    ),
}
"""Tire-sets, of which a car carries one. Carcass and tread are kept with the item (DM-C-124, DM-C-175)."""

CAR_DEVICES = {
    "gear_set": ItemType(
        name="Gear-set",
        group="gears",
        sold="list",
        rule="DM-C-174",
        price_k=2,
        one_a_car=True,
        effect="Takes the place of the gearing the car was built with.",
    ),
    "supercharger": ItemType(
        name="Engine supercharger",
        group="device",
        sold="world_trade",
        rule="DM-C-121",
        rolled_price=RolledPrice(35, 3),
        one_a_car=True,
        may_stack=True,
        effect="Acceleration +1.",
    ),
    "nitrous_injector": ItemType(
        name="Nitrous injector",
        group="device",
        sold="world_trade",
        rule="DM-C-122",
        rolled_price=RolledPrice(35, 4),
        one_a_car=True,
        effect="1 fuel for speed +1 at once, three times a heat.",
    ),
    "suspension_parts": ItemType(
        name="Performance suspension parts",
        group="device",
        sold="world_trade",
        rule="DM-C-123",
        rolled_price=RolledPrice(35, 4),
        one_a_car=True,
        may_stack=True,
        effect="Handling +1.",
    ),
    "efficient_injectors": ItemType(
        name="Super efficient injectors",
        group="device",
        sold="tinkering",
        rule="DM-C-147",
        rolled_price=RolledPrice(30, 3),
        removable=False,
        one_a_car=True,
        effect="Fuel +1d3, rolled when they were invented.",
    ),
    "turbochargers": ItemType(
        name="Dual turbochargers",
        group="device",
        sold="tinkering",
        rule="DM-C-148",
        rolled_price=RolledPrice(30, 4),
        effect="Acceleration +1 on top of every other bonus.",
    ),
    "active_suspension": ItemType(
        name="Active suspension",
        group="device",
        sold="tinkering",
        rule="DM-C-149",
        rolled_price=RolledPrice(40, 5),
        removable=False,
        one_a_car=True,
        effect="Handling +1 on top of every other bonus.",
    ),
    "hydraulics": ItemType(
        name="Hydraulics",
        group="device",
        sold="tinkering",
        rule="DM-C-150",
        rolled_price=RolledPrice(30, 4),
        effect="A lowered suspension has no penalty on obstacles.",
    ),
}
"""Gears, and devices that make a car faster or steadier (DM-C-121 to DM-C-123, DM-C-147 to DM-C-150, DM-C-174)."""

ARMOR_TYPES = {
    "ram_guard": ItemType(
        name="Ram-guard",
        group="armour",
        sold="world_trade",
        rule="DM-C-111",
        rolled_price=RolledPrice(15, 2),
        one_a_car=True,
        effect="Damage taken on the front armor is 1 less.",
    ),
    "ballistic_sheets": ItemType(
        name="Ballistic sheets",
        group="armour",
        sold="world_trade",
        rule="DM-C-125",
        rolled_price=RolledPrice(20, 3),
        consumed="mounted",
        effect="Armor +1 on all sides, without weight.",
    ),
    "reactive_armour": ItemType(
        name="Reactive armor",
        group="armour",
        sold="world_trade",
        rule="DM-C-126",
        rolled_price=RolledPrice(20, 3),
        consumed="triggered",
        effect="The first hit by a weapon listed with firepower of more than 1 is ignored.",
    ),
    "applique_armour": ItemType(
        name="Applique armor",
        group="armour",
        sold="tinkering",
        rule="DM-C-151",
        rolled_price=RolledPrice(35, 3),
        stays_with_car=True,
        effect="Armor +1 against any hit or collision, acceleration -1; each hit of firepower 1d2 or more ruins it "
        "on a 1.",
    ),
    "blast_panels": ItemType(
        name="Blast diffuser panels",
        group="armour",
        sold="tinkering",
        rule="DM-C-152",
        rolled_price=RolledPrice(35, 3),
        effect="Armor +1 against firepower 1d2 or more and collisions; each hit or collision ruins them on a 1.",
    ),
    "crash_bars": ItemType(
        name="Crash-bars",
        group="armour",
        sold="tinkering",
        rule="DM-C-153",
        rolled_price=RolledPrice(35, 3),
        effect="Armor +2 in collisions; each weapon hit or collision ruins them on a 1.",
    ),
}
"""Armor that goes on a car (DM-C-111, DM-C-125, DM-C-126, DM-C-151 to DM-C-153)."""

WEAPON_AIDS = {
    "targeting_device": ItemType(
        name="Targeting device",
        group="electronics",
        sold="world_trade",
        rule="DM-C-120",
        where="weapon",
        rolled_price=RolledPrice(20, 3),
        removable=False,
        effect="+1 to hit with its weapon.",
    ),
    "autonomous_target_system": ItemType(
        name="Autonomous target system",
        group="electronics",
        sold="tinkering",
        rule="DM-C-154",
        where="weapon",
        rolled_price=RolledPrice(50, 4),
        effect="Fires its weapon at a designated target with gunnery 3, out of control or not; with another target "
        "in arc it switches to that one on 1-2.",
    ),
    "auto_ranger": ItemType(
        name="Auto-ranger and ballistic computer",
        group="electronics",
        sold="tinkering",
        rule="DM-C-155",
        where="weapon",
        rolled_price=RolledPrice(40, 4),
        effect="Range -1 for its weapon, never below 1; +1 in a match it works backwards in.",
    ),
}
"""Devices that are fixed to a weapon (DM-C-120, DM-C-154, DM-C-155)."""

MEDICAL_TYPES = {
    "artificial_eye": ItemType(
        name="Artificial eye",
        group="medical",
        sold="world_trade",
        rule="DM-C-127",
        where="",
        rolled_price=RolledPrice(40, 4),
        effect="Between matches, removes one Eye problem.",
    ),
    "artificial_organs": ItemType(
        name="Performance artificial organs",
        group="medical",
        sold="world_trade",
        rule="DM-C-128",
        where="",
        rolled_price=RolledPrice(40, 4),
        effect="Between matches, removes one Heart condition or one Poor health.",
    ),
    "artificial_limbs": ItemType(
        name="Performance artificial limbs",
        group="medical",
        sold="world_trade",
        rule="DM-C-129",
        where="",
        rolled_price=RolledPrice(40, 4),
        effect="Between matches, removes one Arthritic.",
    ),
    "medical_kit": ItemType(
        name="Medical kit",
        group="medical",
        sold="world_trade",
        rule="DM-C-130",
        where="",
        rolled_price=RolledPrice(10, 2),
        uses=3,
        effect="Between heats, heals one flesh wound; three times in all.",
    ),
}
"""Medical tech. Each artificial part removes one quirk, once (DM-C-127 to DM-C-130)."""

PERSONAL_TYPES = {
    "heavy_body_armour": ItemType(
        name="Heavy body armor",
        group="personal",
        sold="world_trade",
        rule="DM-C-132",
        where="driver",
        rolled_price=RolledPrice(15, 2),
        effect="Toughness +1 on checks when hit.",
    ),
    "fireproof_suit": ItemType(
        name="Fireproof suit",
        group="personal",
        sold="world_trade",
        rule="DM-C-133",
        where="driver",
        rolled_price=RolledPrice(8, 2),
        effect="Re-rolls going out of action for the loss of the wearer's car.",
    ),
    "helmet_sight": ItemType(
        name="Helmet-mounted sight",
        group="personal",
        sold="world_trade",
        rule="DM-C-134",
        where="driver",
        rolled_price=RolledPrice(40, 4),
        effect="+1 to hit, and a driver has no penalty for shooting to side or rear.",
    ),
}
"""Personal equipment (DM-C-132 to DM-C-135)."""

CATALOG: dict[str, ItemType] = (
    PRICE_LIST_WEAPONS
    | WORLD_TRADE_WEAPONS
    | EXPERIMENTAL_WEAPONS
    | TIRES
    | CAR_DEVICES
    | ARMOR_TYPES
    | WEAPON_AIDS
    | MEDICAL_TYPES
    | PERSONAL_TYPES
)
"""Every kind of item, by its id."""

WEAPON_KINDS = {kind: row for kind, row in CATALOG.items() if row.group == "weapon"}
"""Weapons, and what is thrown out of a car (DM-M-013, DM-M-122)."""
TIRE_KINDS = tuple(TIRES)
"""Tire-sets (DM-M-027)."""
AIDS = frozenset(WEAPON_AIDS)
"""Items that are fixed to a weapon (DM-M-123)."""
CAR_ITEM_KINDS = frozenset(kind for kind, row in CATALOG.items() if row.where in ("car", "weapon"))
"""Items that a car may carry, itself or on a weapon."""
WEARABLES = frozenset(kind for kind, row in CATALOG.items() if row.where == "driver")
"""Items that people wear (DM-M-123, DM-M-127)."""


def item_type(kind: str) -> ItemType:
    """The row of a kind. Raises `Unknown`."""
    if kind not in CATALOG:
        raise Unknown(f"There is no item {kind[:80]!r}: use one of {', '.join(sorted(CATALOG))}.")
    return CATALOG[kind]


def stat_lines(kind: str, *, variant: str = "") -> tuple[StatLine, ...]:
    """The stat lines of a kind; heat-seeking rockets have those of their pack, the `variant` (DM-C-145, DM-M-121)."""
    return item_type(variant or kind).shots
