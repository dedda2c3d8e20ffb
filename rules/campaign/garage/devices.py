"""Gears, tires, devices, armor, electronics, medical tech and personal equipment. Rules DM-C-111, DM-C-120 to
DM-C-135, DM-C-147 to DM-C-155, DM-C-174, DM-C-175, DM-M-026 to DM-M-028.
"""

from __future__ import annotations

from rules.campaign.garage.item_types import ItemType
from rules.campaign.money.prices import RolledPrice

GEARINGS = frozenset({-1, 0, 1})
"""The gearings of gear-sets (DM-C-174)."""
TREADS = ("mud_and_snow", "street", "traction", "snow")  # no mutant: order
"""The treads that tire-sets are sold with (DM-C-175, DM-M-028)."""
PLAIN_TREAD = "mud_and_snow"
"""The tread that changes nothing (DM-M-028)."""

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

DEVICE_TYPES = TIRES | CAR_DEVICES | ARMOR_TYPES | WEAPON_AIDS | MEDICAL_TYPES | PERSONAL_TYPES
