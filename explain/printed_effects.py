"""What talents, quirks, sponsors and items do, in words, and why drivers leave the sport.

Rules DM-C-021 to DM-C-044, DM-C-047 to DM-C-056, DM-C-062, DM-C-067, DM-C-074 to DM-C-086, DM-C-159, DM-C-166,
DM-C-179, DM-M-015.
"""

from __future__ import annotations

from rules.campaign.people.talents import TALENTS
from rules.match.item_types import Firepower, StatLine

SPONSOR_EFFECTS = {
    "oil": "Pays well, and nothing else.",
    "car_manufacturer": "New cars get 3 DP more, overhead cars 6.",
    "medical_services": "+1 on quirk checks.",
    "tire_company": "Rating 4 staff for hire; +1 mechanic rating at pit-stops.",
    "gun_manufacturer": "Weapons are 10 % cheaper; a tinkering roll after each match, on 5 or 6.",
    "mechanic_shop": "1k off each car's repair bill, 2k for an overhead car; rating 4 staff for hire.",
    "insurance": "5k off each replacement and each cloning.",
    "car_dealership": "New cars are 10 % cheaper; rating 4 staff for hire.",
    "engineering_firm": "A tinkering roll after each match, on 5 or 6.",
    "energy": "Pays well, and nothing else.",
    "holding_company": "May be bankrupted for 2d6 × 20k at any moment.",
    "cloning_services": "2k off each cloning; +1 on quirk checks.",
    "munitions": "On an income die of 6 there is war, and it pays 3d6 × 10k.",
}
ITEM_GROUP_TITLES = {
    "weapon": "Weapons",
    "tires": "Tires",
    "gears": "Gear-sets",
    "device": "Devices",
    "armour": "Armor",
    "electronics": "Electronics",
    "medical": "Medical tech",
    "personal": "Personal equipment",
}
"""The groups of the catalogue in the order they are shown (DM-C-067)."""
ITEM_ORIGIN_WORDS = {
    "list": "from the price list",
    "world_trade": "from world trade",
    "tinkering": "tinkered",
    "house": "given by the house",
    "opening": "held from the start",
}
SHOT_LEGEND = (
    "R attacks a turn, + with two dice · P penetration · F firepower · range short/long/furthest · A ammunition"
)
NONE_DASH = "–"


def firepower_words(power: Firepower) -> str:
    """Firepower as the tables print it: "1", "1d3", "1d3+1"; a dash for no damage (DM-M-015)."""
    if not power.sides:
        return str(power.plus) if power.plus else NONE_DASH
    return f"1d{power.sides}" + (f"+{power.plus}" if power.plus else "")


def shot_words(shot: StatLine) -> str:
    """A stat line: "R 3 · P 0 · F 1 · range 3/6/12 · A 10" (DM-M-015)."""
    bands = "/".join(str(distance) if distance else NONE_DASH for distance in (shot.short, shot.long, shot.furthest))
    rate = f"{shot.rate}{'+' if shot.dice > 1 else ''}"
    return (
        f"R {rate} · P {shot.penetration} · F {firepower_words(shot.firepower)} · range {bands} · A {shot.ammunition}"
    )


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
