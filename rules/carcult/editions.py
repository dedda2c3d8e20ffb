"""Editions of the engine. A change that makes any match come out differently is a new edition.

Rules CC-067, CC-090, CC-095 to CC-097.

A match is played by the edition that its packet names, so an old log still replays with its own outcome.
"""

from __future__ import annotations

CHANGES = {
    2: "The autopilot drives by plans and learned prices (CC-095 to CC-097); sides that are level on points are "
    "decided, and each car of a collision is credited with the other's damage (CC-067, CC-090). The log says how far "
    "targets out of range are.",
}
"""The change that each edition after the first makes to the one before it."""
EDITIONS = (1, *CHANGES)
"""Every edition that a match can be replayed by."""
EDITION = EDITIONS[-1]
"""The edition that new matches are played by."""
DRIVEN_BY_PLANS = 2  # no mutant: the number of that edition
LOGS_DISTANCES = 2  # no mutant: the number of that edition
SEASON_EDITIONS = {DRIVEN_BY_PLANS: "5"}
"""For an edition of the engine, the first edition of the campaign whose seasons play by it; without one, all do."""
