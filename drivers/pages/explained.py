"""What talents and quirks do, in a sentence each. Rules DM-C-021 to DM-C-044, DM-C-047 to DM-C-057."""

from __future__ import annotations

TALENT_EFFECTS = {
    "texas_steer": "The hazard class of obstacles is 1 less for him, never below 0.",
    "smooth_driver": "Re-rolls any failed driver's-option check once.",
    "dog_sledder": "Snow counts 1 hazard less; ice multiplies his turn mode by 1.5 instead of 2.",
    "big_foot": "Up to three checks, not two, to shed extra speed.",
    "autobahn": "One more driver's-option check a turn.",
    "adept": "Once a heat, re-rolls one failed driving check.",
    "crack_shot": "Once a turn, re-rolls one damage or penetration roll and keeps the second.",
    "marksman": "Once a heat, re-rolls one missed attack.",
    "gunslinger": "May fire two different weapons at one target in a turn, both at −1.",
    "eagle_eyes": "The range of his attacks is 1 less, never below 1.",
    "rapid_fire": "May fire in consecutive phases any weapon with rate of fire left.",
    "frosty": "No handling check from weapon damage, and no penalty for shooting out of control.",
    "ardent": "The first fatigue point of an unbroken run of matches is ignored.",
    "ornery": "Ignores his first flesh wound of a match; a first wound that would put him out becomes a flesh wound.",
    "stable_genetics": "+1 on the toughness check against a new quirk.",
    "quick_draw": "Once a heat, fires during another player's move.",
    "sharp_witted": "Counts as having rolled 7 when initiative totals tie.",
    "impetuous": "Once a heat, may move before everyone.",
    "pro": "Once a heat, re-rolls one failed skill check of any kind.",
    "mechanic": "Extra repair checks between heats at skill 3, 1 higher for each further copy.",
    "tinkerer": "After each match he finishes, a 6 on one die finds a device on the tinkering tables.",
    "face": "Brings 2d6k of income after every match, even while out of action.",
    "iron_man": "A toughness check after a match: success means no fatigue point.",
    "bail_out": "Re-rolls one out-of-action result caused by his car being destroyed.",
}
QUIRK_EFFECTS = {
    "stupid": "A 6 as a movement phase begins: straight on, no turning, no firing. Twice: out for the season.",
    "heart_condition": "Misses a match on a 1 before it. Twice: on 1 or 2, and he retires at the season's end.",
    "arthritic": "Driving −1. Twice: −2, barred from all matches, and he retires at the season's end.",
    "head_injury": "Initiative −1. Twice: −2, and he retires at the season's end.",
    "combat_fatigue": "Toughness checks: failure means 2 fatigue points for a match, and only 1 lost at rest. "
    "Twice: he retires at the season's end.",
    "poor_health": "Toughness −1. Twice: −2, and he retires at the season's end.",
    "eye_problem": "Gunnery −1. Twice: −2, barred from all matches, and he retires at the season's end.",
    "unhinged": "A 6 before his first shot of a phase: he fires at the nearest vehicle, friend or foe. "
    "Twice: out for the season.",
}
