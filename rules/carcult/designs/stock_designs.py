"""Designs that come with the game, and the one a car without any gets. Rules CC-070 to CC-075, CC-081, CC-082,
CC-091, CC-102.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.carcult.cards import ALL_AZ, ARMOR, CALTROPS, DRIVER, ENGINES, FIXER, GUNNER, MINES, OIL, RAM, TURBO
from rules.carcult.settings import SWITCHES_BY_NAME, Settings, settings_of
from rules.core.switches import Setting, valid_settings

COUNTERPARTS: Mapping[str, str] = {
    "machinegun": "machine_gun",
    "heavy_machinegun": "machine_gun",
    "vulcan_gun": "machine_gun",
    "twin_heavy_machineguns": "machine_gun",
    "recoilless_rifle": "cannon",
    "heavy_recoilless_rifle": "cannon",
    "dual_recoilless_rifle": "cannon",
    "autocannon": "cannon",
    "at_gun": "cannon",
    "railgun": "cannon",
    "at_rifle": "rifle",
    "heavy_at_rifle": "rifle",
    "laser": "rifle",
    "pulsed_laser": "rifle",
    "deployable_mines": MINES,
    "ram_guard": RAM,
    "booster_rockets": TURBO,
    "oil_jet": OIL,
    "caltrops": CALTROPS,
}
"""The card that each kind of campaign item stands for; other kinds have none here."""
TAILORED_AZ = 10
"""The AZ of a design made for a car without one, so that three such cars fit the build limit (CC-070)."""
PLAIN_ENGINE = "buzzbox"
PLAIN_WEAPON = "machine_gun"


def _stock(name: str, engine: str, *cards: str) -> dict[str, Any]:
    return {"name": name, "engine": engine, "cards": list(cards)}


STOCK_DESIGNS: Mapping[str, dict[str, Any]] = {
    "gnat": _stock("Gnat", "jackrabbit", DRIVER, "machine_gun", "armor_2"),
    "fencer": _stock("Fencer", "jackrabbit", DRIVER, "rifle", "armor_2"),
    "sweeper": _stock("Sweeper", "jackrabbit", DRIVER, "machine_gun", "machine_gun"),
    "howitzer": _stock("Howitzer", "packmule", "cannon", "armor_2"),
    "torch": _stock("Torch", "razorback", DRIVER, "flamethrower", "armor_3", FIXER),
    "sower": _stock("Sower", "packmule", MINES, "cannon", "armor_3"),
    "battering_ox": _stock("Battering Ox", "packmule", DRIVER, RAM, "machine_gun", "armor_3"),
    "landship": _stock("Landship", "warwagon", DRIVER, GUNNER, FIXER, "cannon", "cannon", "machine_gun", "armor_4"),
    "kingpin": _stock("Kingpin", "juggernaut", DRIVER, GUNNER, "rifle", "rifle", "armor_4"),
}
"""The documents of the designs that come with the game, by name. None needs a house rule."""


def stock_design(*, gunner_station: bool, kinds: Sequence[str], switches: Mapping[str, Setting]) -> dict[str, Any]:
    """The document of a design for a car without one, with the cards that its items stand for.

    A car with a gunner station gets a gutsy gunner. Cards are added in the order of `kinds` while they fit within
    `TAILORED_AZ`. If none of them is a machine gun, cannon or rifle, a machine gun is added; then come a dangerous
    driver, and armor for the rest.
    """
    settings = settings_of(valid_settings(switches, SWITCHES_BY_NAME))
    cards = [GUNNER] if gunner_station else []
    room = TAILORED_AZ - ENGINES[PLAIN_ENGINE].az - sum(ALL_AZ[key] for key in cards)
    keys = [
        COUNTERPARTS[kind] for kind in kinds if kind in COUNTERPARTS and is_card_allowed(COUNTERPARTS[kind], settings)
    ]
    if not any(key in (PLAIN_WEAPON, "cannon", "rifle") for key in keys):
        keys.append(PLAIN_WEAPON)
    for key in (*keys, DRIVER):
        if ALL_AZ[key] <= room:
            cards.append(key)
            room -= ALL_AZ[key]
    if room:
        cards.append(f"{ARMOR}_{room}")
    return {"name": "Off the Shelf", "engine": PLAIN_ENGINE, "cards": cards}


def is_card_allowed(key: str, settings: Settings) -> bool:
    """Whether the house rules allow that card (CC-081, CC-082)."""
    if key == TURBO:
        return settings.turbo
    return settings.slicks if key in {OIL, CALTROPS} else True
