"""Editions of the engine. A fix that makes any match come out differently is a new edition. Rules DM-M-079, DM-M-110,
DM-M-140.

A match is played by the edition that its setup names, so an old log still replays with its own outcome.
"""

from __future__ import annotations

CHANGES = {
    2: "A wreck that is shoved into something throws no die for its driver (DM-M-079, DM-M-110).",
    3: "The autopilot drives by plans and learned prices (DM-M-141 to DM-M-146); damage decides a last car standing "
    "whose time is up, a heat ends when nobody can move or shoot, and one with too few teams pays nothing "
    "(DM-M-128, DM-M-135, DM-M-138). A car that nobody drives passes no checkpoint and completes no lap, and a "
    "parked one in which nobody can act rolls no initiative (DM-M-042, DM-M-136). The report has places and turns of "
    "finish (DM-M-140). The log says why a heat ends and what all points are for (DM-M-135). "
    "An expendable that a repair gives rounds back to is not used up (DM-M-132).",
}
"""The change that each edition after the first makes to the one before it."""
EDITIONS = (1, *CHANGES)
"""Every edition that a match can be replayed by."""
EDITION = EDITIONS[-1]
"""The edition that new matches are played by."""
WRECKS_ROLL_NOTHING = 2  # no mutant: the number of that edition
DRIVEN_BY_PLANS = RULED_ENDINGS = UNDRIVEN_CARS_DO_NOTHING = PLACES_HANDED_OVER = POINTS_EXPLAINED = (
    MENDED_ROUNDS_COUNT
) = 3  # no mutant: the number of that edition
SEASON_EDITIONS = {DRIVEN_BY_PLANS: "5"}
"""For an edition of the engine, the first edition of the campaign whose seasons play by it; without one, all do."""
