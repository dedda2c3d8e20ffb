"""One sentence on what each talent and quirk does, and why drivers leave the sport.

Rules DM-C-021 to DM-C-044, DM-C-047 to DM-C-056, DM-C-062, DM-C-159, DM-C-166, DM-C-179.
"""

from __future__ import annotations

from rules.campaign.people.talents import TALENTS

TALENT_EFFECTS = {talent.tag: talent.effect for talent in TALENTS}
QUIRK_EFFECTS = {
    "stupid": ("On a 6 as a movement phase begins: straight on, no turning, no firing.", "out for the season"),
    "heart_condition": ("Misses a match on a 1 before it.", "misses it on 1 or 2, and retires at the season's end"),
    "arthritic": ("Driving −1.", "Driving −2, barred from all matches, and retires at the season's end"),
    "head_injury": ("Initiative −1.", "Initiative −2, and retires at the season's end"),
    "combat_fatigue": (
        "Toughness checks: failure means 2 fatigue points for a match, and only 1 lost at rest.",
        "retires at the season's end",
    ),
    "poor_health": ("Toughness −1.", "Toughness −2, and retires at the season's end"),
    "eye_problem": ("Gunnery −1.", "Gunnery −2, barred from all matches, and retires at the season's end"),
    "unhinged": (
        "On a 6 before the first shot of a phase: fires at the nearest vehicle, friend or foe.",
        "out for the season",
    ),
}
"""What a quirk does when first drawn, and what a second draw adds or changes; a third adds nothing."""
QUIRK_RULES = {
    "stupid": "DM-C-048",
    "heart_condition": "DM-C-049",
    "arthritic": "DM-C-050",
    "head_injury": "DM-C-051",
    "combat_fatigue": "DM-C-052",
    "poor_health": "DM-C-053",
    "eye_problem": "DM-C-054",
    "unhinged": "DM-C-055",
}
RETIREMENT_REASONS = {
    "DM-C-062": "their fee was not paid when hiring closed",
    "DM-C-159": "they had to, because of their quirks",
    "DM-C-166": "nobody kept or drafted them",
    "DM-C-179": "their franchise folded",
}
"""Why a driver left the sport, by the rule they left by."""
