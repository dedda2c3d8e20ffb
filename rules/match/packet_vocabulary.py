"""The talents and quirks a packet may name, whichever book plays it. Items are those of the catalog.

Rules DM-C-019, DM-C-047, DM-M-007, DM-M-113 to DM-M-118.
"""

from __future__ import annotations

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
