"""The purposes of the dice in a log entry, by its kind. Rule DM-M-001.

A die thrown for another purpose must be in an entry of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

PURPOSES: Mapping[str, frozenset[str]] = {
    "ammunition": frozenset({"ammunition lost"}),
    "armor": frozenset({"blast panels", "blast diffuser", "crash bars", "applique armour", "ram guard"}),
    "berserk": frozenset({"berserk"}),
    "bomb": frozenset({"bomb shaken", "bomb's firepower"}),
    "booster": frozenset({"booster"}),
    "brake_check": frozenset({"braking"}),
    "burst_roll": frozenset({"burst"}),
    "collision": frozenset({"collision"}),
    "collision_side": frozenset({"side of the collision"}),
    "crash": frozenset({"crash table"}),
    "crew_hit": frozenset({"crew hit"}),
    "critical": frozenset({"critical"}),
    "damage": frozenset({"penetration", "damage", "collision: penetration", "rollover: penetration"}),
    "engine": frozenset({"engine"}),
    "grid_roll": frozenset({"grid"}),
    "hazard": frozenset({"maneuver hazard", "road hazard", "obstacle hazard", "hit hazard", "overloaded suspension"}),
    "hit": frozenset({"to hit"}),
    "homing": frozenset({"heat-seeking"}),
    "initiative": frozenset({"initiative", "initiative tie"}),
    "injury": frozenset({"toughness"}),
    "landing": frozenset({"landing"}),
    "leak": frozenset({"fuel lost"}),
    "loc_check": frozenset({"keep control"}),
    "loc_roll": frozenset({"loss of control"}),
    "loc_side": frozenset({"side of the loss of control"}),
    "marker_drop": frozenset({"scatter"}),
    "marker_hit": frozenset({"bomb driven over"}),
    "miss": frozenset({"to hit"}),
    "mp": frozenset({"movement points"}),
    "nearest": frozenset({"the nearest"}),
    "ooa": frozenset({"toughness", "destroyed vehicle"}),
    "option": frozenset({"option point"}),
    "pit": frozenset({"pit check"}),
    "recovery": frozenset({"recovery"}),
    "repair": frozenset({"repair"}),
    "sealing": frozenset({"self-sealing"}),
    "seat": frozenset({"armored seat"}),
    "smoke": frozenset({"scatter"}),
    "speed": frozenset({"acceleration"}),
    "speed_lost": frozenset({"speed lost"}),
    "spin_steps": frozenset({"steps of the spin"}),
    "status_roll": frozenset({"Stupid", "Unhinged"}),
    "survived": frozenset({"destroyed vehicle"}),
    "swerve": frozenset({"swerve"}),
    "target": frozenset({"berserk target"}),
    "tire": frozenset({"tires"}),
    "trigger": frozenset({"bomb triggered"}),
    "veer": frozenset({"veer"}),
    "weapon": frozenset({"overheating"}),
    "weapon_hit": frozenset({"weapon hit"}),
    "wound": frozenset({"toughness"}),
}
"""The purposes allowed in each kind of entry. A kind that is not listed holds no dice."""
MAY_STAND_TOGETHER = frozenset({"damage"})
"""The kinds of entry that may hold dice of several purposes, since their message shows all of them: a hit's roll
against the armor, and its firepower.
"""


def is_for(why: str, kind: str) -> bool:
    """Whether a die thrown for the purpose `why` may be in an entry of that kind.

    Details may follow the purpose after a comma, a colon or ` of`.
    """
    return bool(purposes_in((why,), kind))


def purposes_in(whys: Iterable[str], kind: str) -> set[str]:
    """The purposes that the dice of an entry of that kind have, each without its details."""
    return {
        purpose
        for why in whys
        for purpose in PURPOSES.get(kind, ())
        if why == purpose or why.startswith((f"{purpose},", f"{purpose}:", f"{purpose} of"))
    }
