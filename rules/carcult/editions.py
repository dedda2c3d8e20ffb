"""Editions of the engine. A change that makes any match come out differently is a new edition.

Rules CC-095 to CC-097.

A match is played by the edition that its packet names, so an old log still replays with its own outcome.
"""

from __future__ import annotations

CHANGES = {
    2: "The autopilot drives by plans and learned prices (CC-095 to CC-097).",
}
"""The change that each edition after the first makes to the one before it."""
EDITIONS = (1, *CHANGES)
"""Every edition that a match can be replayed by."""
EDITION = EDITIONS[-1]
"""The edition that new matches are played by."""
DRIVEN_BY_PLANS = 2  # no mutant: the number of that edition
LOGS_DISTANCES = 2  # no mutant: the number of that edition
SEASON_EDITIONS = {DRIVEN_BY_PLANS: "5"}
"""The edition of the campaign from which on seasons play by an edition of the engine; without one, all do."""
