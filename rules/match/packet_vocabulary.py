"""The talents, quirks, gear and items a packet may name, whichever book plays it.

Rules DM-C-019, DM-C-047, DM-C-124, DM-C-132 to DM-C-135, DM-C-148, DM-C-174, DM-C-175, DM-M-007, DM-M-026, DM-M-027,
DM-M-113 to DM-M-118, DM-M-121 to DM-M-127.
"""

from __future__ import annotations

from rules.core.weapon_stats import WEAPON_KINDS

TALENTS = frozenset(
    {
        "texas_steer", "smooth_driver", "dog_sledder", "big_foot", "autobahn", "adept",
        "crack_shot", "marksman", "gunslinger", "eagle_eyes", "rapid_fire", "frosty",
        "ardent", "ornery", "stable_genetics", "quick_draw", "sharp_witted", "impetuous",
        "pro", "mechanic", "tinkerer", "face", "iron_man", "bail_out",
    }
)  # fmt: skip
"""Every talent a competitor may have, including those that only act outside the match (DM-C-021 to DM-C-044, DM-M-113
to DM-M-116).
"""
QUIRKS = frozenset(
    {
        "stupid", "heart_condition", "arthritic", "head_injury", "combat_fatigue", "poor_health", "eye_problem",
        "unhinged",
    }
)  # fmt: skip
"""Every quirk. The traits of a packet already include what quirks take off (DM-C-048 to DM-C-055, DM-M-007, DM-M-117,
DM-M-118).
"""
WEARABLES = frozenset({"heavy_body_armour", "fireproof_suit", "helmet_sight"})
"""Items that people wear (DM-M-123, DM-M-127)."""
TIRE_KINDS = ("tire_light", "tire_heavy", "tire_puncture_resistant", "tire_solid", "rare_tires")  # no mutant: order
"""Tire-sets (DM-M-027)."""
POWER = frozenset({"supercharger", "turbochargers", "nitrous_injector", "efficient_injectors"})
SUSPENSION = frozenset({"suspension_parts", "active_suspension", "hydraulics"})
"""Power and suspension (DM-C-121 to DM-C-123, DM-C-147, DM-C-149, DM-C-150, DM-M-124)."""
ADD_ONS = frozenset(
    {"ram_guard", "ballistic_sheets", "reactive_armour", "applique_armour", "blast_panels", "crash_bars"}
)
"""Add-on armor (DM-C-111, DM-C-125, DM-C-126, DM-C-151 to DM-C-153, DM-M-126)."""
AIDS = frozenset({"targeting_device", "auto_ranger", "autonomous_target_system"})
"""Items that are fixed to a weapon (DM-C-120, DM-C-154, DM-C-155, DM-M-123)."""
CAR_ITEM_KINDS = frozenset({*WEAPON_KINDS, *TIRE_KINDS, "gear_set"}) | POWER | SUSPENSION | ADD_ONS | AIDS
"""Every kind of item a car may carry."""
