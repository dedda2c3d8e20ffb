"""Editions of the engine. A change that makes any race come out differently is a new edition. Rules FW-140 to FW-143.

A race is played by the edition that its packet names, so an old log still replays with its own outcome.
"""

from __future__ import annotations

CHANGES = {
    2: "The autopilot drives by plans and learned prices (FW-140 to FW-143); if nobody comes home, the cars that are "
    "out are placed by how far they came (FW-150). The report has places and rounds of finish (FW-154). "
    "The log has the parts of each modifier (FW-034, FW-081).",
}
"""The change that each edition after the first makes to the one before it."""
EDITIONS = (1, *CHANGES)
"""Every edition that a race can be replayed by."""
EDITION = EDITIONS[-1]
"""The edition that new races are played by."""
DRIVEN_BY_PLANS = RULED_ENDINGS = PLACES_HANDED_OVER = LOG_EXPLAINED = 2  # no mutant: the number of that edition
SEASON_EDITIONS = {DRIVEN_BY_PLANS: "5"}
"""For an edition of the engine, the first edition of the campaign whose seasons play by it; without one, all do."""
