"""The purposes of the dice in a log entry, by its kind. Rule DM-M-001.

A die thrown for another purpose must be in an entry of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

PURPOSES: Mapping[str, frozenset[str]] = {
    "ammunition": frozenset({"weapon hit", "ammunition lost"}),
    "armor": frozenset({"blast panels", "blast diffuser", "crash bars", "applique armour", "ram guard"}),
    "bomb": frozenset({"bomb triggered", "bomb driven over", "bomb shaken", "bomb's firepower"}),
    "booster": frozenset({"booster"}),
    "brake_check": frozenset({"braking"}),
    "collision": frozenset({"collision", "speed lost"}),
    "collision_side": frozenset({"side of the collision"}),
    "crash": frozenset({"crash table", "steps of the spin", "swerve"}),
    "critical": frozenset({"critical"}),
    "damage": frozenset({"penetration", "damage", "collision: penetration", "rollover: penetration"}),
    "engine": frozenset({"engine"}),
    "fire": frozenset({"burst", "berserk", "heat-seeking", "the nearest"}),
    "fuel": frozenset({"engine", "fuel lost", "self-sealing"}),
    "grid": frozenset({"grid"}),
    "hazard": frozenset({"maneuver hazard", "road hazard", "obstacle hazard", "hit hazard", "overloaded suspension"}),
    "hit": frozenset({"to hit"}),
    "initiative": frozenset({"initiative", "initiative tie"}),
    "injury": frozenset({"toughness", "crew hit"}),
    "landing": frozenset({"landing"}),
    "loc_check": frozenset({"keep control"}),
    "loc_result": frozenset({"loss of control", "side of the loss of control", "steps of the spin"}),
    "marker_drop": frozenset({"bomb triggered", "scatter"}),
    "marker_hit": frozenset({"bomb driven over"}),
    "miss": frozenset({"to hit"}),
    "mp": frozenset({"movement points"}),
    "nearest": frozenset({"the nearest"}),
    "ooa": frozenset({"toughness", "destroyed vehicle", "crew hit"}),
    "option": frozenset({"option point"}),
    "pit": frozenset({"pit check"}),
    "recovery": frozenset({"recovery"}),
    "repair": frozenset({"repair"}),
    "seat": frozenset({"armored seat", "crew hit"}),
    "smoke": frozenset({"scatter"}),
    "speed": frozenset({"acceleration"}),
    "status_roll": frozenset({"Stupid", "Unhinged"}),
    "survived": frozenset({"destroyed vehicle"}),
    "swerve": frozenset({"swerve"}),
    "target": frozenset({"berserk", "berserk target"}),
    "tire": frozenset({"tires"}),
    "veer": frozenset({"veer"}),
    "weapon": frozenset({"overheating"}),
    "wound": frozenset({"toughness", "crew hit"}),
}
"""The purposes allowed in each kind of entry. A kind that is not listed holds no dice."""


def is_for(why: str, kind: str) -> bool:
    """Whether a die thrown for the purpose `why` may be in an entry of that kind.

    Details may follow the purpose after a comma, a colon or ` of`. A car and ` for the ` may come before it.
    """
    purposes = PURPOSES.get(kind, frozenset())
    return any(
        why == purpose or why.startswith((f"{purpose},", f"{purpose}:", f"{purpose} of")) for purpose in purposes
    ) or (" for the " in why and why.rpartition(" for the ")[2] in purposes)
