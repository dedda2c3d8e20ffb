"""What the dice that an entry holds may have been thrown for, by its kind. Rule DM-M-001.

A die of another purpose belongs to an entry of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

PURPOSES: Mapping[str, tuple[str, ...]] = {
    "ammunition": ("weapon hit", "ammunition lost"),
    "armor": ("blast panels", "blast diffuser", "crash bars", "applique armour", "ram guard"),
    "bomb": ("bomb triggered", "bomb driven over", "bomb shaken", "bomb's firepower"),
    "booster": ("booster",),
    "brake_check": ("braking",),
    "collision": ("collision", "speed lost"),
    "collision_side": ("side of the collision",),
    "crash": ("crash table", "steps of the spin", "swerve"),
    "critical": ("critical",),
    "damage": ("penetration", "damage", "collision: penetration", "rollover: penetration"),
    "engine": ("engine",),
    "fire": ("burst", "berserk", "heat-seeking", "the nearest"),
    "fuel": ("engine", "fuel lost", "self-sealing"),
    "grid": ("grid",),
    "hazard": ("maneuver hazard", "road hazard", "obstacle hazard", "hit hazard", "overloaded suspension"),
    "hit": ("to hit",),
    "initiative": ("initiative", "initiative tie"),
    "injury": ("toughness", "crew hit"),
    "landing": ("landing",),
    "loc_check": ("keep control",),
    "loc_result": ("loss of control", "side of the loss of control", "steps of the spin"),
    "marker_drop": ("bomb triggered", "scatter"),
    "marker_hit": ("bomb driven over",),
    "miss": ("to hit",),
    "mp": ("movement points",),
    "nearest": ("the nearest",),
    "ooa": ("toughness", "destroyed vehicle", "crew hit"),
    "option": ("option point",),
    "pit": ("pit check",),
    "recovery": ("recovery",),
    "repair": ("repair",),
    "seat": ("armored seat", "crew hit"),
    "smoke": ("scatter",),
    "speed": ("acceleration",),
    "status_roll": ("Stupid", "Unhinged"),
    "survived": ("destroyed vehicle",),
    "swerve": ("swerve",),
    "target": ("berserk", "berserk target"),
    "tire": ("tires",),
    "veer": ("veer",),
    "weapon": ("overheating",),
    "wound": ("toughness", "crew hit"),
}
"""The purposes by the kind of entry; a kind that is not here holds no die."""


def is_for(why: str, kind: str) -> bool:
    """Whether a die thrown for that purpose may stand in an entry of that kind; what follows a comma, a colon or `of`
    says more of the purpose, and so does the car before ` for the `.
    """
    purposes = PURPOSES.get(kind, ())
    return any(why == each or why.startswith((f"{each},", f"{each}:", f"{each} of")) for each in purposes) or (
        " for the " in why and why.rpartition(" for the ")[2] in purposes
    )
