"""Editions of the engine. A fix that makes any match come out differently is a new edition. Rules RH-089, RH-090.

A match is played by the edition that its packet names, so an old log still replays with its own outcome.
"""

from __future__ import annotations

CHANGES = {
    2: "The scorer of duels credits kills, ends duels by points and breaks ties, phase by phase (RH-089, RH-090).",
    3: (
        "The autopilot drives by plans and learned prices (RH-086 to RH-088). The speed of a target counts, a level "
        "duel is decided (RH-085, RH-089), and a wreck has no handling to lose (RH-031)."
    ),
}
"""The change that each edition after the first makes to the one before it."""
EDITIONS = (1, *CHANGES)
"""Every edition that a match can be replayed by."""
EDITION = EDITIONS[-1]
"""The edition that new matches are played by."""
SCORED_BY_PHASE = 2  # no mutant: the number of that edition
DRIVEN_BY_PLANS = 3  # no mutant: the number of that edition
WRECKS_STAND_STILL = 3  # no mutant: the number of that edition
SEASON_EDITIONS = {DRIVEN_BY_PLANS: "5"}
"""For an edition of the engine, the first edition of the campaign whose seasons play by it; without one, all do."""
